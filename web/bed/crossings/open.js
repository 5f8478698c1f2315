// Opens, in the engine that runs this, all that everyone wrote: by the list of attempts that lies beside it.

import { equal, equalBytes } from "../page/assert.js";
import { test } from "../page/suite.js";
import { decrypt } from "../../package/dist/index.js";
import { pattern } from "../../package/suites/flow.js";

/** @type {import("../page/suite.js").Tests} */
export async function tests({ read }) {
  /** @type {import("./attempts.js").Attempt[]} */
  const attempts = JSON.parse(new TextDecoder().decode(await read("crossed/attempts.json")));
  return attempts.map(({ name, file, keys, expected }) =>
    test(name, async () => {
      const container = await read(`crossed/${file}`);
      let opened;
      try {
        opened = await decrypt(container, keys);
      } catch (error) {
        const { code, chunk, stack } = /** @type {import("../../package/dist/index.js").CleaveError} */ (error);
        equal(code ?? stack, expected.error, "error");
        equal(chunk, expected.chunk, "chunk");
        return;
      }
      equal(undefined, expected.error, "error");
      equalBytes(opened.plaintext, pattern(expected.length ?? 0), "plaintext");
      equal(opened.authorship, expected.authorship, "authorship");
    }),
  );
}
