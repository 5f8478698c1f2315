// A test that waits for what does not come; its page stays able to act.

import { test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [test("waits", () => new Promise((resolve) => setInterval(() => resolve, 1000)))];
