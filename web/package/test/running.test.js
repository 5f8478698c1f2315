// What takes long leaves the thread to others, stops at a signal, and tells how far it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DecryptStream,
  EncryptStream,
  UnvouchedDecryptStream,
  decrypt,
  decryptBlob,
  encrypt,
  generateIdentity,
  generateSigningKey,
  openRange,
  rewrap,
} from "cleave-web";
import { outcome } from "../suites/vector.js";
import { living, started, workers } from "./workers.js";

const CHUNK = 4096;
const { identity, recipient } = await generateIdentity();
const { signingKey, signer } = await generateSigningKey();
const plaintext = new Uint8Array(10 * CHUNK + 7).map((_, index) => index % 251);
const reading = { identities: [identity], signer };
const { container } = await encrypt(plaintext, { recipients: [recipient], signingKey, chunkSize: CHUNK });

/** RFC 9106's second recommended set, as it is by default. */
const slow = await encrypt(plaintext, { passphrases: ["correct horse"], chunkSize: CHUNK });
const guessing = { passphrase: "correct horse" };

/** How often a timer fired while `work` ran. */
async function beats(work) {
  let count = 0;
  const timer = setInterval(() => count++, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return count;
}

test("the event loop goes on while a passphrase is derived", async () => {
  const made = workers.length;
  const beside = await beats(async () => {
    assert.deepEqual((await decrypt(slow.container, guessing)).plaintext, plaintext);
  });
  assert.deepEqual([workers.length - made, living()], [1, []]);
  const here = await beats(() => decrypt(slow.container, { ...guessing, worker: false }));
  assert.equal(workers.length - made, 1);
  assert.ok(beside > here, `${beside} beats beside it, ${here} on its thread`);
});

test("what costs less than a worker is done where it is", async () => {
  const made = workers.length;
  const cheap = { passphrase: "a", memoryKib: 64, passes: 1, lanes: 1 };
  const sealed = await encrypt(plaintext, { passphrases: [cheap] });
  await decrypt(sealed.container, { passphrase: "a" });
  assert.equal(workers.length, made);
  await decrypt(sealed.container, { passphrase: "a", worker: true });
  assert.equal(workers.length, made + 1);
});

function through(bytes, stream) {
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

const DERIVING = {
  decrypt: (how) => decrypt(slow.container, { ...guessing, ...how }),
  encrypt: (how) => encrypt(plaintext, { passphrases: ["a"], ...how }),
  decryptBlob: (how) => decryptBlob(new Blob([slow.container]), { ...guessing, ...how }),
  openRange: (how) => openRange(new Blob([slow.container]), { ...guessing, ...how }, "0..1"),
  "rewrap, to open": (how) => rewrap(slow.container, { ...guessing, ...how }, {}),
  "rewrap, to write": (how) => rewrap(container, { ...reading, ...how }, { passphrases: ["a"], signature: { remove: true } }),
  EncryptStream: (how) => through(plaintext, new EncryptStream({ passphrases: ["a"], ...how })),
  DecryptStream: (how) => through(slow.container, new DecryptStream({ ...guessing, ...how })),
};

for (const [name, call] of Object.entries(DERIVING)) {
  test(`${name}: a signal ends it in the middle of Argon2id, and its worker`, async () => {
    const controller = new AbortController();
    const running = call({ signal: controller.signal });
    running.catch(() => undefined);
    await started();
    assert.equal(living().length, 1);
    const reason = new Error("enough");
    controller.abort(reason);
    assert.equal((await outcome(() => running)).error, reason);
    // A stream is told before its worker has ended.
    while (living().length > 0) {
      await new Promise((done) => setImmediate(done));
    }
  });
}

test("a signal that is aborted before stops everything", async () => {
  const reason = new Error("never mind");
  const signal = AbortSignal.abort(reason);
  const made = workers.length;
  for (const [name, call] of Object.entries(DERIVING)) {
    assert.equal((await outcome(() => call({ signal }))).error, reason, name);
  }
  const stream = new UnvouchedDecryptStream({ ...reading, signal });
  assert.equal((await outcome(() => stream.result)).error, reason);
  assert.equal((await outcome(() => stream.readable.getReader().read())).error, reason);
  const splitting = new EncryptStream({ recipients: [recipient], split: "hinted", signal });
  assert.equal((await outcome(() => splitting.fragment)).error, reason);
  assert.equal(workers.length, made);
});

test("a signal stops streams in the middle of their content", async () => {
  const controller = new AbortController();
  const stream = new DecryptStream({ identities: [identity], signal: controller.signal });
  const writer = stream.writable.getWriter();
  writer.closed.catch(() => undefined);
  writer.write(container.subarray(0, container.length - 1)).catch(() => undefined);
  const reader = stream.readable.getReader();
  assert.equal((await reader.read()).value.length, CHUNK);
  const reason = new Error("enough");
  controller.abort(reason);
  assert.equal((await outcome(() => reader.closed)).error, reason);
  assert.equal((await outcome(() => stream.result)).error, reason);
  const opened = await decryptBlob(new Blob([container]), { identities: [identity], signal: AbortSignal.timeout(2 ** 31 - 1) });
  assert.deepEqual(new Uint8Array(await new Response(opened.readable).arrayBuffer()), plaintext);
});

const many = await Promise.all(Array.from({ length: 100 }, generateIdentity));
const recipients = many.map((pair) => pair.recipient);
const crypto = "portable";
const forMany = await encrypt(plaintext, { recipients, crypto });
const hidden = await encrypt(plaintext, { hiddenRecipients: [recipient], crypto });
const identities = many.map((pair) => pair.identity).concat(identity);

const LONG = {
  "a header for 100 recipients": () => encrypt(new Uint8Array(0), { recipients, crypto }),
  "101 identities on one hidden slot": () => decrypt(hidden.container, { identities, crypto }),
  "16 MiB by the portable set": async () => {
    const sealed = await encrypt(new Uint8Array(16 << 20), { recipients: [recipient], crypto });
    await decrypt(sealed.container, { identities: [identity], crypto });
  },
  "a rewrap for 100 recipients": () => rewrap(hidden.container, { identities: [identity] }, { recipients }),
  "a rewrap that signs 16 MiB": async () => {
    const sealed = await encrypt(new Uint8Array(16 << 20), { recipients: [recipient], chunkSize: 65536, crypto });
    await rewrap(sealed.container, { identities: [identity] }, { signature: { signingKey, adopt: true } });
  },
};

for (const [name, work] of Object.entries(LONG)) {
  test(`the event loop goes on beside ${name}`, async () => {
    // Promises alone would leave no timer a turn: nothing of these waits for the platform.
    assert.ok((await beats(work)) >= 1);
    assert.equal(living().length, 0);
  });
}

test("signals are heard in the middle of what takes long", async () => {
  for (const [name, work] of [
    ["header", (signal) => encrypt(new Uint8Array(0), { recipients, crypto, signal })],
    ["trials", (signal) => decrypt(hidden.container, { identities, crypto, signal })],
    ["frames", (signal) => decrypt(forMany.container, { identities: identities.toReversed(), crypto, signal })],
  ]) {
    const reason = new Error("enough");
    const controller = new AbortController();
    setImmediate(() => controller.abort(reason));
    assert.equal((await outcome(() => work(controller.signal))).error, reason, name);
  }
});

/** What a call tells of itself: the phases in order, each with its last bytes and its total. */
async function told(call) {
  const phases = [];
  await call((bytes, { phase, total }) => {
    const last = phases.at(-1);
    if (last?.phase !== phase) {
      assert.equal(bytes, 0, phase);
      phases.push({ phase, bytes, total });
    } else {
      assert.ok(bytes >= last.bytes && total === last.total, phase);
      last.bytes = bytes;
    }
  });
  return phases;
}

test("calls tell which phase they are in, and how far", async () => {
  const whole = plaintext.length;
  const key = { phase: "key", bytes: 0, total: undefined };
  const content = { phase: "content", bytes: whole, total: whole };
  const blob = new Blob([container]);
  const writing = { recipients: [recipient], chunkSize: CHUNK };
  assert.deepEqual(await told((onProgress) => encrypt(plaintext, { ...writing, onProgress })), [key, content]);
  assert.deepEqual(await told((onProgress) => encrypt(plaintext, { ...writing, signingKey, onProgress })), [key, content]);
  assert.deepEqual(await told((onProgress) => decrypt(container, { ...reading, onProgress })), [key, content]);
  const blobs = async (onProgress) => new Response((await decryptBlob(blob, { ...reading, onProgress })).readable).arrayBuffer();
  assert.deepEqual(await told(blobs), [key, { ...content, phase: "signature" }, content]);
  const range = (onProgress) => openRange(blob, { identities: [identity], onProgress }, { start: 5, end: 2 * CHUNK });
  assert.deepEqual(await told(range), [key, { phase: "content", bytes: 2 * CHUNK - 5, total: undefined }]);
  const frames = container.length - 1286 - 32;
  const copying = (onProgress) => rewrap(container, { ...reading, onProgress }, { signature: { remove: true } });
  assert.deepEqual(await told(copying), [key, { phase: "content", bytes: frames, total: frames }]);
});

test("what is thrown by onProgress comes out", async () => {
  const reason = new Error("of the caller's");
  const onProgress = (_, { phase }) => {
    if (phase === "content") throw reason;
  };
  assert.equal((await outcome(() => encrypt(plaintext, { recipients: [recipient], onProgress }))).error, reason);
  assert.equal((await outcome(() => decrypt(container, { ...reading, onProgress }))).error, reason);
});

test("memory that cannot be had is told, in a worker and here", async () => {
  const greedy = { passphrase: "a", memoryKib: 0xfffffff0, passes: 1, lanes: 1 };
  for (const worker of [undefined, true, false]) {
    const { error } = await outcome(() => encrypt(plaintext, { passphrases: [greedy], worker }));
    assert.equal(error?.code, "out_of_memory", `worker: ${worker}`);
  }
  assert.deepEqual(living(), []);
});
