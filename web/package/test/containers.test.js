// Every container of vectors/: in one call, streamed and byte by byte, by either cryptography.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DecryptStream, UnvouchedDecryptStream, decrypt } from "cleave-web";
import { chunkLen, container, containers, differing, difference, keys, outcome, vectors } from "./vector.js";
import { living, workers } from "./workers.js";

const WAYS = {
  "in one call": (bytes, options) => decrypt(bytes, options).then(({ plaintext }) => plaintext),
  "in pieces of 1000 bytes": (bytes, options) => streamed(bytes, options, 1000),
  "byte by byte": (bytes, options) => streamed(bytes, options, 1),
};

test("vectors/ has what it should", () => {
  assert.ok(vectors.length >= 576 && containers.length >= 407, `${vectors.length}, ${containers.length}`);
});

for (const crypto of ["platform", "portable"]) {
  for (const [way, open] of Object.entries(WAYS)) {
    test(`containers ${way}, by the ${crypto} set`, async () => {
      const failures = await differing(containers, async (vector) => {
        const bytes = container(vector);
        const found = await outcome(() => open(bytes, { ...keys(vector), crypto }));
        return difference(vector, found, chunkLen(bytes));
      });
      assert.deepEqual(failures, []);
    });
  }
}

test("containers with a passphrase, derived in a worker", async () => {
  const guarded = containers.filter(({ passphrase }) => passphrase !== undefined);
  const made = workers.length;
  const failures = await differing(guarded, async (vector) => {
    const bytes = container(vector);
    const open = () => decrypt(bytes, { ...keys(vector), worker: true }).then(({ plaintext }) => plaintext);
    return difference(vector, await outcome(open), chunkLen(bytes));
  });
  assert.deepEqual(failures, []);
  assert.ok(workers.length - made >= 20, `${workers.length - made} workers for ${guarded.length} containers`);
  assert.deepEqual(living(), []);
});

/** Writes pieces of `step` bytes through a stream; where it fails, its error says how much had come out. */
async function streamed(bytes, options, step) {
  const stream = options.signer === undefined ? new DecryptStream(options) : new UnvouchedDecryptStream(options);
  const writing = write(stream.writable.getWriter(), bytes, step);
  const pieces = [];
  let released = 0;
  try {
    for await (const piece of stream.readable) {
      pieces.push(piece);
      released += piece.length;
    }
    await writing;
    const { plaintextLength } = await stream.result;
    assert.equal(plaintextLength, released);
  } catch (error) {
    // Of a signer who is required nothing counts as released before the end.
    error.released = options.signer === undefined ? released : 0;
    throw error;
  }
  return Buffer.concat(pieces);
}

async function write(writer, bytes, step) {
  // What a write fails with comes out at the reading side too.
  writer.closed.catch(() => undefined);
  try {
    for (let at = 0; at < bytes.length; at += step) {
      await writer.ready;
      writer.write(bytes.subarray(at, at + step)).catch(() => undefined);
    }
    await writer.close();
  } catch {
    // It was stopped.
  }
}
