// What streams hold, counted: bytes that went in and did not come out. Fewer than 32 chunks, whatever their reader does.

import { equal, equalBytes, ok } from "../../bed/page/assert.js";
import { skip, test } from "../../bed/page/suite.js";
import { DecryptStream, EncryptStream, decrypt, encrypt, generateIdentity } from "../dist/index.js";
import { drained, pattern } from "./flow.js";

const CHUNK = 4096;
/** README.md's bound, in chunks, for each stream. */
const MOST = 32;
/** Chunks: a list of them that was spread into arguments failed at 62,600 in another program. */
const [MANY, SOME] = [200_000, 80_000];
/** Long enough for streams to fill themselves, in milliseconds. */
const PAUSE = 100;
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

/** Counts what is between two places. */
class Gauge {
  #held = 0;
  /** Bytes, at most. */
  most = 0;
  given = 0;

  /** A stream of so many bytes in pieces of `step`, given only when asked for. */
  source(length, step) {
    const bytes = pattern(step);
    const pull = (controller) => {
      const piece = bytes.subarray(0, Math.min(step, length - this.given));
      this.given += piece.length;
      this.#held += piece.length;
      this.most = Math.max(this.most, this.#held);
      controller.enqueue(piece);
      if (this.given === length) {
        controller.close();
      }
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  }

  out(piece) {
    this.#held -= piece.length;
  }
}

export async function tests({ depth, engine, going }) {
  const { identity, recipient } = await generateIdentity();
  const writing = { recipients: [recipient], chunkSize: CHUNK };
  const reading = { identities: [identity] };
  const both = (source) => source.pipeThrough(new EncryptStream(writing)).pipeThrough(new DecryptStream(reading));
  const within = (bytes, streams) =>
    ok(bytes < streams * MOST * CHUNK, `${bytes / CHUNK} chunks are under ${streams} times ${MOST}`);
  const many = depth === "all" || engine === "node" ? MANY : SOME;

  return [
    ...[1000, CHUNK, CHUNK + 20].map((step) =>
      test(`nobody reads: they take in under ${MOST} chunks, in pieces of ${step}`, async () => {
        const piece = pattern(step);
        within(await filled(new EncryptStream(writing).writable, () => piece), 1);
        const { container } = await encrypt(pattern(200 * CHUNK), writing);
        within(await filled(new DecryptStream(reading).writable, (at) => container.subarray(at, at + step)), 1);
      }),
    ),
    ...[1, CHUNK].map((step) =>
      test(`a slow reader, and a writer in pieces of ${step}`, async () => {
        const gauge = new Gauge();
        let pieces = 0;
        await drained(both(gauge.source(150 * CHUNK, step)), async (piece) => {
          gauge.out(piece);
          if (pieces++ % 20 === 0) {
            await pause();
          }
        });
        equal(pieces, 150, "pieces");
        within(gauge.most, 2);
      }),
    ),
    test("both ends of a tee, of which one waits for the other", async () => {
      const gauge = new Gauge();
      const [left, right] = both(gauge.source(200 * CHUNK, CHUNK)).tee();
      const [one, other] = [left.getReader(), right.getReader()];
      for (let at = 0; ; at++) {
        const read = await one.read();
        if (at % 30 === 0) {
          await pause();
        }
        const again = await other.read();
        equal(again.done, read.done, "both end");
        if (read.done) {
          break;
        }
        equalBytes(again.value, read.value);
        gauge.out(read.value);
      }
      within(gauge.most, 2);
    }),
    test("a reader that cancels early stops its source", async () => {
      const gauge = new Gauge();
      const length = 1000 * CHUNK;
      const stream = both(gauge.source(length, CHUNK));
      const reader = stream.getReader();
      for (let at = 0; at < 5; at++) {
        gauge.out((await reader.read()).value);
      }
      await reader.cancel(new Error("enough"));
      await pause();
      const { given } = gauge;
      await pause();
      equal(gauge.given, given, "bytes that the source gave");
      within(gauge.most, 2);
    }),
    test(`${many} chunks through streams`, async () => {
      const gauge = new Gauge();
      const opening = new DecryptStream(reading);
      const sealed = gauge.source(many * CHUNK, 16 * CHUNK).pipeThrough(new EncryptStream(writing));
      const expected = pattern(16 * CHUNK);
      let pieces = 0;
      await drained(sealed.pipeThrough(opening), async (piece) => {
        gauge.out(piece);
        const at = (pieces++ % 16) * CHUNK;
        equalBytes(piece, expected.subarray(at, at + CHUNK), `chunk ${pieces}`);
        if (pieces % 2500 === 0) {
          await going();
        }
      });
      equal((await opening.result).chunks, many);
      equal(pieces, many);
      within(gauge.most, 2);
    }),
    test(`${many} chunks in one call`, async () => {
      const watched = () => ({ onProgress: every(2500 * CHUNK, going) });
      const { container } = await encrypt(new Uint8Array(many * CHUNK), { ...writing, ...watched() });
      const { plaintext, chunks } = await decrypt(container, { ...reading, ...watched() });
      equal(plaintext.length, many * CHUNK);
      equal(chunks, many);
    }),
    ...(many < MANY ? [test(`${MANY} chunks`, () => skip(`for their time, they were ${many}: --all does it`))] : []),
  ];
}

/** Writes `given` until the stream takes no more, and says how many bytes it took. */
async function filled(writable, given) {
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  let taken = 0;
  for (;;) {
    const silence = new Promise((done) => setTimeout(done, 5 * PAUSE, false));
    const ready = await Promise.race([writer.ready.then(() => true), silence]);
    if (!ready || taken > 100 * MOST * CHUNK) {
      return taken;
    }
    const piece = given(taken);
    writer.write(piece).catch(() => undefined);
    taken += piece.length;
  }
}

/** Calls `tell` once for each `step` of progress. */
function every(step, tell) {
  let next = step;
  return (done) => {
    if (done >= next) {
      next = done + step;
      void tell();
    }
  };
}
