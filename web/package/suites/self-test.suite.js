// A module that computes wrongly is refused: every call ends in an error, and none in a file.

import { equal, fails, ok } from "../../bed/page/assert.js";
import { test } from "../../bed/page/suite.js";
import * as cleave from "../dist/index.js";
import { collected, source } from "./flow.js";

const WASM = "web/package/dist/wasm/cleave_wasm_bg.wasm";

/** SHA-512's first initial value (FIPS 180-4, section 5.3.5), as constants of 64 bits are stored. */
const INITIAL = Uint8Array.of(0x08, 0xc9, 0xbc, 0xf3, 0x67, 0xe6, 0x09, 0x6a);

const BYTES = new Uint8Array(100);
const NOBODY = { passphrases: ["a"] };
const through = (stream) => collected(source(BYTES, 10).pipeThrough(stream));

/** Every function that the package has, asked for something. */
const CALLS = {
  decrypt: () => cleave.decrypt(BYTES, {}),
  decryptBlob: () => cleave.decryptBlob(new Blob([BYTES]), {}),
  DecryptStream: () => through(new cleave.DecryptStream({})),
  encrypt: () => cleave.encrypt(BYTES, NOBODY),
  EncryptStream: () => through(new cleave.EncryptStream(NOBODY)),
  fingerprint: () => cleave.fingerprint(""),
  fragmentBytes: () => cleave.fragmentBytes(""),
  fragmentHint: () => cleave.fragmentHint(""),
  fragmentText: () => cleave.fragmentText(BYTES),
  generateIdentity: () => cleave.generateIdentity(),
  generateSigningKey: () => cleave.generateSigningKey(),
  inspect: () => cleave.inspect(BYTES),
  openRange: () => cleave.openRange(new Blob([BYTES]), {}, "0..1"),
  recipientOf: () => cleave.recipientOf(""),
  rewrap: () => cleave.rewrap(BYTES, {}, {}),
  signerOf: () => cleave.signerOf(""),
  UnvouchedDecryptStream: () => through(new cleave.UnvouchedDecryptStream({})),
};

/** What needs no core. */
const WITHOUT = ["CleaveError", "load"];

export async function tests({ read }) {
  const wrong = altered(await read(WASM));
  const functions = Object.keys(cleave).filter((name) => typeof cleave[name] === "function" && !WITHOUT.includes(name));
  return [
    test("the altered module is refused", async () => {
      equal((await fails(cleave.load(wrong), "loading it")).code, "self_test_failed");
    }),
    ...functions.map((name) =>
      test(`and so is ${name}`, async () => {
        ok(name in CALLS, `this suite knows how to call ${name}`);
        equal((await fails(CALLS[name](), name)).code, "self_test_failed");
      }),
    ),
  ];
}

/** The module with one bit of the constant changed, wherever it stands. */
function altered(module) {
  const places = [];
  for (let at = module.indexOf(INITIAL[0]); at >= 0; at = module.indexOf(INITIAL[0], at + 1)) {
    if (INITIAL.every((byte, index) => module[at + index] === byte)) {
      places.push(at);
    }
  }
  ok(places.length > 0, "the constant is in the module");
  places.forEach((at) => (module[at] ^= 1));
  return module;
}
