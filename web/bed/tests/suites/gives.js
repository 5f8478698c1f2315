// A suite that lists, reads and gives, and knows how much is to be done.

import { equal } from "../../page/assert.js";
import { test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = ({ depth, list, read, give }) => [
  test("gives", async () => {
    const names = await list("web/bed/tests/suites");
    equal(names.includes("gives.js"), true, "its own name is listed");
    equal((await read("web/bed/tests/suites/gives.js")).length > 0, true, "it can be read");
    await give(depth, Uint8Array.of(0, 128, 255));
  }),
];
