// Argon2id: in a worker that is made for it and ended after it, or on the calling thread.

import { type Bytes, compiledCore, guard, workerPlace } from "./core.js";
import { CleaveError, type ErrorCode } from "./errors.js";
import { type Hand, type Heard, hire } from "./hand.js";
import { type Job, READY } from "./job.js";
import { giveBack, turn } from "./pace.js";
import { type Running, onAbort } from "./watch.js";
import type { Derivation } from "./wasm/cleave_wasm.js";

/** Memory × passes, KiB, under which the work takes less than a worker's start. */
const SMALL = 4096;
/** Milliseconds that a worker's script may take to load. */
const PATIENCE = 20_000;

/** What waits for derivations: a header that is opened or written. */
export interface Deriving {
  next_derivation(): Derivation | undefined;
  give_derived(bytes: Uint8Array): void;
}

/** Derives all that `header` waits for now. */
export async function deriveFor(header: Deriving, running: Running): Promise<void> {
  for (let next = ask(header); next !== undefined; next = ask(header)) {
    const bytes = await derived(next, running);
    guard(() => header.give_derived(bytes));
  }
  await turn(running.signal);
}

function ask(header: Deriving): Derivation | undefined {
  return guard(() => header.next_derivation());
}

/** The 32 bytes, which the core wipes when it takes them. */
async function derived(derivation: Derivation, { signal, worker }: Running): Promise<Bytes> {
  signal?.throwIfAborted();
  const small = derivation.memory_kib() * derivation.passes() < SMALL;
  if (worker ?? (!small && workerPlace() !== false)) {
    const bytes = await inWorker(job(derivation), signal);
    if (bytes !== undefined) {
      derivation.free();
      return bytes;
    }
    if (worker === true) {
      derivation.free();
      throw new CleaveError("usage", "no worker is to be had here: without `worker: true` the calling thread does its work");
    }
  }
  if (!small) {
    // What a page shows of it is shown before the thread is kept.
    await giveBack();
    signal?.throwIfAborted();
  }
  return guard(() => derivation.here()) as Bytes;
}

function job(derivation: Derivation): Job {
  return {
    module: compiledCore(),
    passphrase: derivation.passphrase() as Bytes,
    salt: derivation.salt() as Bytes,
    memoryKib: derivation.memory_kib(),
    passes: derivation.passes(),
    lanes: derivation.lanes(),
  };
}

/** What a worker gives; nothing if none is to be had. */
async function inWorker(job: Job, signal: AbortSignal | undefined): Promise<Bytes | undefined> {
  const place = workerPlace();
  const url = place === false ? undefined : place;
  let hand: Hand | undefined;
  let leaveOff = () => {};
  let impatience: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Bytes | undefined>((resolve, reject) => {
      let runs = false;
      const notLoaded = (why: string) => (url === undefined ? resolve(undefined) : reject(notThere(url, why)));
      leaveOff = onAbort(signal, reject);
      impatience = setTimeout(() => notLoaded("it does not come"), PATIENCE);
      const heard: Heard = {
        message: (message) => {
          if (message === READY) {
            runs = true;
            clearTimeout(impatience);
            hand?.give(job);
            job.passphrase.fill(0);
          } else if ("derived" in message) {
            resolve(message.derived);
          } else {
            const { code, message: why } = message;
            reject(code === undefined ? died(why) : new CleaveError(code as ErrorCode, why));
          }
        },
        ended: (why) => (runs ? reject(died(why)) : notLoaded(why)),
      };
      try {
        hand = hire(url, heard);
      } catch (reason) {
        notLoaded(String(reason));
      }
    });
  } finally {
    clearTimeout(impatience);
    leaveOff();
    job.passphrase.fill(0);
    await hand?.end();
  }
}

function notThere(url: URL | string, why: string): CleaveError {
  const next = "give load() the address of the package's worker.js";
  return new CleaveError("usage", `the worker's script at ${url} does not run (${why}): ${next}`);
}

/** A worker that ran ends by itself only where the platform ends it. */
function died(why: string): CleaveError {
  const next = "as one does for want of memory; free some, or use a device with more";
  return new CleaveError("out_of_memory", `the worker that derives the passphrase ended before it was done (${why}), ${next}`);
}
