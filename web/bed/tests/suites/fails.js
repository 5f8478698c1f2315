// One test of each outcome.

import { equal } from "../../page/assert.js";
import { skip, test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [
  test("passes", () => {}),
  test("fails", async () => equal(1, 2, "the count")),
  test("is skipped", () => skip("it is not to be run")),
  test("passes too", () => {}),
];
