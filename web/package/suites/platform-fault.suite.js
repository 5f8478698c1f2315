// A platform whose `crypto.subtle` computes wrongly: what was asked of it is refused, and the core's own set still works.

import { equal, equalBytes, fails } from "../../bed/page/assert.js";
import { test } from "../../bed/page/suite.js";
import { EncryptStream, decrypt, encrypt, generateIdentity } from "../dist/index.js";
import { collected, source } from "./flow.js";

const TEXT = new TextEncoder().encode("not with this one");

export async function tests() {
  const right = crypto.subtle.encrypt;
  SubtleCrypto.prototype.encrypt = async function (...words) {
    const sealed = new Uint8Array(await right.apply(this, words));
    sealed[0] ^= 1;
    return sealed.buffer;
  };
  const { identity, recipient } = await generateIdentity();
  const [writing, reading] = [{ recipients: [recipient] }, { identities: [identity] }];
  return [
    test("encrypt is refused", async () => {
      equal((await fails(encrypt(TEXT, writing), "sealing")).code, "self_test_failed");
    }),
    test("and so is a stream, which gives nothing out", async () => {
      const error = await fails(collected(source(TEXT, 5).pipeThrough(new EncryptStream(writing))), "sealing");
      equal(error.code, "self_test_failed");
      equal(error.released, 0, "bytes given out");
    }),
    test("the portable set does it", async () => {
      const portable = { crypto: "portable" };
      const { container } = await encrypt(TEXT, { ...writing, ...portable });
      equalBytes((await decrypt(container, { ...reading, ...portable })).plaintext, TEXT);
      equal((await fails(decrypt(container, reading), "opening")).code, "self_test_failed");
    }),
  ];
}
