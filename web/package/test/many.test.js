// 200,000 chunks: a list of them that was spread into arguments failed at 62,600 in another program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DecryptStream, EncryptStream, decrypt, encrypt, generateIdentity } from "cleave-web";

const CHUNK = 4096;
const { identity, recipient } = await generateIdentity();
const writing = { recipients: [recipient], chunkSize: CHUNK };
const reading = { identities: [identity] };

test("200,000 chunks through streams", async () => {
  const chunks = 200_000;
  const piece = new Uint8Array(16 * CHUNK).map((_, index) => (index * 7 + (index >> 8)) % 251);
  let given = 0;
  const plaintext = new ReadableStream({
    pull(controller) {
      controller.enqueue(piece);
      given += 16;
      if (given >= chunks) {
        controller.close();
      }
    },
  });
  const opening = new DecryptStream(reading);
  const through = plaintext.pipeThrough(new EncryptStream(writing)).pipeThrough(opening);
  let length = 0;
  for await (const opened of through) {
    assert.equal(Buffer.compare(opened, piece.subarray(length % piece.length, (length % piece.length) + CHUNK)), 0);
    length += opened.length;
  }
  const result = await opening.result;
  assert.deepEqual([length, result.chunks], [chunks * CHUNK, chunks]);
});

test("200,000 chunks in one call", async () => {
  const plaintext = new Uint8Array(200_000 * CHUNK);
  const { container } = await encrypt(plaintext, writing);
  const { plaintext: opened, chunks } = await decrypt(container, reading);
  assert.deepEqual([opened.length, chunks], [plaintext.length, 200_000]);
});
