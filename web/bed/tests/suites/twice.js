// Two tests of one name.

import { test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [test("same", () => {}), test("same", () => {})];
