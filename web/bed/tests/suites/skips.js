// Nothing passes.

import { skip, test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [test("is skipped", () => skip("there is nothing to do"))];
