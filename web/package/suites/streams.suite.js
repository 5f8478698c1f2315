// Streams: what they return, how they end early, and that a call can be stopped.

import { equal, equalBytes, fails, ok } from "../../bed/page/assert.js";
import { test } from "../../bed/page/suite.js";
import { DecryptStream, EncryptStream, UnvouchedDecryptStream, decrypt, encrypt } from "../dist/index.js";
import { generateIdentity, generateSigningKey } from "../dist/index.js";
import { collected, pattern, source } from "./flow.js";

const CHUNK = 4096;

export async function tests() {
  const { identity, recipient } = await generateIdentity();
  const writing = { recipients: [recipient], chunkSize: CHUNK };
  const reading = { identities: [identity] };
  const sealed = async (length) => (await encrypt(pattern(length), writing)).container;

  return [
    ...[0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1, 3 * CHUNK, 20 * CHUNK + 5].map((length) =>
      test(`${length} bytes return, in pieces of every kind`, async () => {
        const plaintext = pattern(length);
        for (const step of [1, 1000, CHUNK, CHUNK + 1, 1 << 20]) {
          const container = await collected(source(plaintext, step).pipeThrough(new EncryptStream(writing)));
          const { plaintext: whole } = await decrypt(container, reading);
          equalBytes(whole, plaintext, `opened in one call, written in pieces of ${step}`);
          const opened = await collected(source(container, step).pipeThrough(new DecryptStream(reading)));
          equalBytes(opened, plaintext, `written and opened in pieces of ${step}`);
        }
      }),
    ),
    test("armored, signed and split, and read again", async () => {
      const { signingKey, signer } = await generateSigningKey();
      const plaintext = pattern(10 * CHUNK + 1);
      const stream = new EncryptStream({ ...writing, signingKey, split: "hinted", armor: true });
      const container = await collected(source(plaintext, 5000).pipeThrough(stream));
      ok(new TextDecoder().decode(container).startsWith("-----BEGIN CLEAVE CONTAINER-----\n"), "it is armored");
      const keys = { ...reading, signer, fragment: await stream.fragment };
      const { plaintext: whole, authorship } = await decrypt(container, keys);
      equalBytes(whole, plaintext);
      equal(authorship, "verified");
      const opening = new UnvouchedDecryptStream(keys);
      equalBytes(await collected(source(container, 777).pipeThrough(opening)), plaintext);
      equal((await opening.result).authorship, "verified");
      const refused = collected(source(container, 777).pipeThrough(new DecryptStream(keys)));
      equal((await fails(refused, "a stream for a signer")).code, "usage");
    }),
    ...[
      ["EncryptStream", () => new EncryptStream(writing), async () => pattern(50 * CHUNK)],
      ["DecryptStream", () => new DecryptStream(reading), () => sealed(50 * CHUNK)],
    ].flatMap(([name, make, input]) => [
      test(`${name}: cancelled early, its writer is told`, async () => {
        const stream = make();
        const piping = source(await input(), 1000).pipeTo(stream.writable);
        piping.catch(() => undefined);
        const reader = stream.readable.getReader();
        await reader.read();
        await reader.cancel(new Error("enough"));
        equal((await fails(piping, "writing on")).message, "enough");
      }),
      test(`${name}: aborted, its reader is told`, async () => {
        const stream = make();
        const writer = stream.writable.getWriter();
        writer.closed.catch(() => undefined);
        const closed = stream.readable.getReader().closed;
        closed.catch(() => undefined);
        await writer.abort(new Error("no more"));
        equal((await fails(closed, "reading on")).message, "no more");
      }),
    ]),
    test("bytes may be changed once their write is done", async () => {
      const plaintext = pattern(40 * CHUNK);
      const stream = new EncryptStream(writing);
      const container = collected(stream.readable);
      const writer = stream.writable.getWriter();
      const buffer = new Uint8Array(2 * CHUNK + 1);
      for (let at = 0; at < plaintext.length; at += buffer.length) {
        const piece = plaintext.subarray(at, at + buffer.length);
        buffer.set(piece);
        await writer.write(buffer.subarray(0, piece.length));
        buffer.fill(0xff);
      }
      await writer.close();
      equalBytes((await decrypt(await container, reading)).plaintext, plaintext);
    }),
    test("a call stops at its signal, and tells how far it is", async () => {
      const controller = new AbortController();
      const seen = [];
      const onProgress = (bytes) => {
        seen.push(bytes);
        if (bytes > 20 * CHUNK) {
          controller.abort(new Error("stopped"));
        }
      };
      const stopped = encrypt(pattern(100 * CHUNK), { ...writing, signal: controller.signal, onProgress });
      equal((await fails(stopped, "encrypting on")).message, "stopped");
      ok(seen.length > 10 && seen.length < 100, `it told ${seen.length} times`);
      equal(seen.join(), seen.toSorted((left, right) => left - right).join(), "in rising order");
    }),
  ];
}
