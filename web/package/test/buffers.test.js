// What streams hold, as the process counts it: its buffers once the garbage is gone, which only Node can tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DecryptStream, EncryptStream, generateIdentity } from "cleave-web";
import { pattern } from "../suites/flow.js";

const CHUNK = 1 << 20;
/** README.md's bound, in chunks, for each stream. */
const MOST = 32;

test(`a slow reader and both ends of a tee keep under ${MOST} chunks of buffers in the process`, async () => {
  const { identity, recipient } = await generateIdentity();
  const piece = pattern(CHUNK);
  const buffers = () => {
    globalThis.gc();
    return process.memoryUsage().arrayBuffers;
  };
  assert.equal(typeof globalThis.gc, "function", "run node with --expose-gc");
  let given = 0;
  const plaintext = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(piece);
        if (++given === 100) {
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
  const sealing = new EncryptStream({ recipients: [recipient], chunkSize: CHUNK });
  const opening = new DecryptStream({ identities: [identity] });
  const before = buffers();
  let most = 0;
  const [left, right] = plaintext.pipeThrough(sealing).pipeThrough(opening).tee();
  const [one, other] = [left.getReader(), right.getReader()];
  let length = 0;
  for (let at = 0; ; at++) {
    const [read, again] = await Promise.all([one.read(), other.read()]);
    assert.equal(read.done, again.done);
    if (read.done) {
      break;
    }
    length += read.value.length;
    if (at % 5 === 0) {
      // Time enough for the streams to fill themselves.
      await new Promise((resolve) => setTimeout(resolve, 20));
      most = Math.max(most, buffers() - before);
    }
  }
  assert.equal(length, 100 * CHUNK);
  // Two streams, one behind the other.
  assert.ok(most < 2 * MOST * CHUNK, `${most / CHUNK} chunks`);
});
