// An error that no test waits for.

import { test } from "../../page/suite.js";

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [
  test("loses an error", async () => {
    void Promise.reject(new Error("lost on purpose"));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }),
];
