// Streams: what they hold at most, how they end early, and many chunks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DecryptStream, EncryptStream, UnvouchedDecryptStream, decrypt, encrypt } from "cleave-web";
import { generateIdentity, generateSigningKey } from "cleave-web";
import { outcome } from "./vector.js";

const CHUNK = 4096;
/** Chunks that a stream may hold, all its buffers counted. */
const MOST = 32;

const { identity, recipient } = await generateIdentity();
const writing = { recipients: [recipient], chunkSize: CHUNK };
const reading = { identities: [identity] };

/** Bytes that differ from place to place. */
function pattern(length) {
  return new Uint8Array(length).map((_, index) => (index * 7 + (index >> 8)) % 251);
}

function source(bytes, step) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.subarray(at, at + step));
      at += step;
    },
  });
}

async function collected(readable) {
  const pieces = [];
  for await (const piece of readable) {
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

test("every length around a multiple of a chunk returns, in pieces of every kind", async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1, 3 * CHUNK, 20 * CHUNK + 5]) {
    const plaintext = pattern(length);
    for (const step of [1, 1000, CHUNK, CHUNK + 1, 1 << 20]) {
      const sealed = await collected(source(plaintext, step).pipeThrough(new EncryptStream(writing)));
      const { plaintext: whole } = await decrypt(sealed, reading);
      assert.deepEqual(whole, plaintext, `${length} bytes in pieces of ${step}`);
      const opened = await collected(source(sealed, step).pipeThrough(new DecryptStream(reading)));
      assert.deepEqual(opened, plaintext, `${length} bytes in pieces of ${step}`);
    }
  }
});

test("armored, signed and split, and read again", async () => {
  const { signingKey, signer } = await generateSigningKey();
  const plaintext = pattern(10 * CHUNK + 1);
  const stream = new EncryptStream({ ...writing, signingKey, split: "hinted", armor: true });
  const sealed = await collected(source(plaintext, 5000).pipeThrough(stream));
  assert.match(new TextDecoder().decode(sealed), /^-----BEGIN CLEAVE CONTAINER-----\n/);
  const keys = { ...reading, signer, fragment: await stream.fragment };
  const { plaintext: whole, authorship } = await decrypt(sealed, keys);
  assert.deepEqual([whole, authorship], [plaintext, "verified"]);
  const opening = new UnvouchedDecryptStream(keys);
  assert.deepEqual(await collected(source(sealed, 777).pipeThrough(opening)), plaintext);
  assert.equal((await opening.result).authorship, "verified");
  const { error } = await outcome(() => collected(source(sealed, 777).pipeThrough(new DecryptStream(keys))));
  assert.equal(error?.code, "usage");
});

/** Writes `given` until the stream takes no more, and says how many bytes it took. */
async function filled(writable, given) {
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  let taken = 0;
  for (;;) {
    const ready = await Promise.race([writer.ready.then(() => true), new Promise((done) => setTimeout(done, 500, false))]);
    if (!ready || taken > 100 * MOST * CHUNK) {
      return { taken, writer };
    }
    const piece = given(taken);
    writer.write(piece).catch(() => undefined);
    taken += piece.length;
  }
}

for (const step of [1000, CHUNK, CHUNK + 20]) {
  test(`streams that nobody reads take in under ${MOST} chunks, in pieces of ${step}`, async () => {
    const piece = pattern(step);
    const sealing = await filled(new EncryptStream(writing).writable, () => piece);
    assert.ok(sealing.taken < MOST * CHUNK, `${sealing.taken / CHUNK} chunks to encrypt`);
    const { container } = await encrypt(pattern(200 * CHUNK), writing);
    const next = (at) => container.subarray(at, at + step);
    const opening = await filled(new DecryptStream(reading).writable, next);
    assert.ok(opening.taken < MOST * CHUNK, `${opening.taken / CHUNK} chunks to decrypt`);
  });
}

test(`a slow reader and both ends of a tee keep under ${MOST} chunks of buffers in the process`, async () => {
  const chunk = 1 << 20;
  const piece = pattern(chunk);
  const big = { ...writing, chunkSize: chunk };
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
  const before = buffers();
  let most = 0;
  const [left, right] = plaintext.pipeThrough(new EncryptStream(big)).pipeThrough(new DecryptStream(reading)).tee();
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
  assert.equal(length, 100 * chunk);
  // Two streams, one behind the other.
  assert.ok(most < 2 * MOST * chunk, `${most / chunk} chunks`);
});

for (const [name, make] of [
  ["EncryptStream", () => new EncryptStream(writing)],
  ["DecryptStream", () => new DecryptStream(reading)],
]) {
  test(`${name}: cancelled early, its writer is told`, async () => {
    const bytes = name === "EncryptStream" ? pattern(50 * CHUNK) : (await encrypt(pattern(50 * CHUNK), writing)).container;
    const stream = make();
    const piping = source(bytes, 1000).pipeTo(stream.writable);
    piping.catch(() => undefined);
    const reader = stream.readable.getReader();
    await reader.read();
    await reader.cancel(new Error("enough"));
    await assert.rejects(piping, /enough/);
  });

  test(`${name}: aborted, its reader is told`, async () => {
    const stream = make();
    const writer = stream.writable.getWriter();
    writer.closed.catch(() => undefined);
    const reading = stream.readable.getReader().closed;
    reading.catch(() => undefined);
    await writer.abort(new Error("no more"));
    await assert.rejects(reading, /no more/);
  });
}

test("bytes may be changed once their write is done", async () => {
  const plaintext = pattern(40 * CHUNK);
  const stream = new EncryptStream(writing);
  const sealed = collected(stream.readable);
  const writer = stream.writable.getWriter();
  const buffer = new Uint8Array(2 * CHUNK + 1);
  for (let at = 0; at < plaintext.length; at += buffer.length) {
    const piece = plaintext.subarray(at, at + buffer.length);
    buffer.set(piece);
    await writer.write(buffer.subarray(0, piece.length));
    buffer.fill(0xff);
  }
  await writer.close();
  assert.deepEqual((await decrypt(await sealed, reading)).plaintext, plaintext);
});

test("a call stops at its signal, and tells how far it is", async () => {
  const plaintext = pattern(100 * CHUNK);
  const controller = new AbortController();
  const seen = [];
  const onProgress = (bytes) => {
    seen.push(bytes);
    if (bytes > 20 * CHUNK) {
      controller.abort(new Error("stopped"));
    }
  };
  await assert.rejects(encrypt(plaintext, { ...writing, signal: controller.signal, onProgress }), /stopped/);
  assert.ok(seen.length > 10 && seen.length < 100, `${seen.length}`);
  assert.deepEqual(seen, seen.toSorted((left, right) => left - right));
});
