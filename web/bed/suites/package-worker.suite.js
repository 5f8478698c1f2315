// The package's worker, which browsers make of another kind than Node does.

import { decrypt, encrypt, load } from "../../package/dist/index.js";
import { equal, equalBytes, fails, ok } from "../page/assert.js";
import { test } from "../page/suite.js";

const PASSPHRASE = "correct horse";
const TEXT = new TextEncoder().encode("until 2060");

/** @type {import("../page/suite.js").Tests} */
export async function tests() {
  // RFC 9106's second recommended set, as it is by default.
  const { container } = await encrypt(TEXT, { passphrases: [PASSPHRASE] });
  return [
    test("a passphrase is derived in a worker, and the page goes on", async () => {
      let beats = 0;
      const timer = setInterval(() => beats++, 1);
      const { plaintext } = await decrypt(container, { passphrase: PASSPHRASE, worker: true });
      clearInterval(timer);
      equalBytes(plaintext, TEXT, "plaintext");
      ok(beats > 0, "a timer fired");
    }),
    test("the calling thread derives the same", async () => {
      const { plaintext } = await decrypt(container, { passphrase: PASSPHRASE, worker: false });
      equalBytes(plaintext, TEXT, "plaintext");
    }),
    test("a wrong passphrase is one in a worker too", async () => {
      const error = await fails(decrypt(container, { passphrase: "a guess", worker: true }), "a wrong passphrase");
      equal(/** @type {{ code?: string }} */ (error).code, "wrong_passphrase");
    }),
    test("a signal ends Argon2id", async () => {
      const controller = new AbortController();
      const stopped = decrypt(container, { passphrase: PASSPHRASE, worker: true, signal: controller.signal });
      setTimeout(() => controller.abort(new Error("enough")), 20);
      const error = await fails(stopped, "a stopped call");
      equal(/** @type {Error} */ (error).message, "enough");
    }),
    test("a worker's script that does not come is an error where it is named, and else done without", async () => {
      await load(undefined, { worker: new URL("none.js", import.meta.url) });
      const error = await fails(decrypt(container, { passphrase: PASSPHRASE }), "no script");
      equal(/** @type {{ code?: string }} */ (error).code, "usage");
      await load(undefined, { worker: false });
      const { plaintext } = await decrypt(container, { passphrase: PASSPHRASE });
      equalBytes(plaintext, TEXT, "plaintext");
    }),
  ];
}
