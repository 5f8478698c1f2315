// A test that never ends, and blocks its page meanwhile.

import { test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [
  test("passes", () => {}),
  test("hangs", () => {
    for (;;);
  }),
  test("is not reached", () => {}),
];
