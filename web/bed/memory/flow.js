// Plaintext through encrypt and decrypt in one page, in chunks of `CHUNK`, to a reader that keeps it or does not.

import { equal } from "../page/assert.js";
import { test } from "../page/suite.js";
import { DecryptStream, EncryptStream, generateIdentity } from "../../package/dist/index.js";
import { drained } from "../../package/suites/flow.js";

/** Bytes. */
export const CHUNK = 1 << 20;

/** What is told before and after: the page waits for the answer, and can be looked at meanwhile. */
export const [BEFORE, AFTER] = ["before", "after"];

/** Chunks that go through first, so that what an engine needs once is not counted. */
const FIRST = 16;

/**
 * @param {number} chunks
 * @param {(piece: Uint8Array) => void} take what the reader does with each piece
 * @returns {import("../page/suite.js").Tests}
 */
export function through(chunks, take) {
  return ({ give, going }) => [
    test(`${chunks} chunks`, async () => {
      const { identity, recipient } = await generateIdentity();
      const flow = async (/** @type {number} */ count, /** @type {typeof take} */ use) => {
        const sealing = new EncryptStream({ recipients: [recipient], chunkSize: CHUNK });
        const opening = new DecryptStream({ identities: [identity] });
        let pieces = 0;
        await drained(source(count).pipeThrough(sealing).pipeThrough(opening), async (piece) => {
          equal(piece[0], pieces % 256, `first byte of chunk ${pieces}`);
          use(piece);
          if (++pieces % 64 === 0) {
            await going();
          }
        });
        equal((await opening.result).plaintextLength, count * CHUNK, "bytes");
      };
      await flow(FIRST, () => {});
      await give(BEFORE, new Uint8Array(0));
      await flow(chunks, take);
      await give(AFTER, new Uint8Array(0));
    }),
  ];
}

/**
 * Chunks made when they are asked for, each told by its bytes.
 * @param {number} count
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
function source(count) {
  let made = 0;
  const pull = (/** @type {ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>} */ controller) => {
    controller.enqueue(new Uint8Array(CHUNK).fill(made % 256));
    if (++made === count) {
      controller.close();
    }
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
