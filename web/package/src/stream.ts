// Containers as streams, in bounded memory: pipe bytes through.

import { type Bytes, type Core, core, guard, unshared } from "./core.js";
import { frameCrypto } from "./crypto.js";
import { CleaveError } from "./errors.js";
import { Flight, streams } from "./flight.js";
import { Gatherer } from "./gather.js";
import { Dearmor, HeaderReader } from "./header.js";
import { Opener, type ReadResult, readResult } from "./opener.js";
import type { DecryptOptions, EncryptOptions } from "./options.js";
import { Sealer } from "./sealer.js";
import type { Running } from "./watch.js";
import type { OpenedHeader } from "./wasm/cleave_wasm.js";

/** Plaintext in, container out. Memory does not grow with the length: under 32 chunks, however slow the reader is. */
export class EncryptStream implements ReadableWritablePair<Bytes, Uint8Array> {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Uint8Array>;
  /** With `split`, the fragment without which the container opens to nobody: keep it apart, and safe. */
  readonly fragment: Promise<string | undefined>;

  constructor(options: EncryptOptions & Running) {
    const flight = new Flight();
    const writing = new Writing(options, flight);
    const stop = (reason: unknown) => writing.stop(reason);
    ({ readable: this.readable, writable: this.writable } = streams(flight, writing, stop, options.signal));
    this.fragment = writing.fragment.promise;
  }
}

class Writing {
  readonly fragment = deferred<string | undefined>();
  #sealer: Sealer | undefined;
  #gatherer = new Gatherer();

  constructor(
    readonly options: EncryptOptions & Running,
    readonly flight: Flight,
  ) {}

  async start(): Promise<void> {
    // A header of many slots waits for its reader, and the first write for the header.
    const started = Sealer.start(this.options, this.flight);
    started.then(({ fragment }) => this.fragment.resolve(fragment), this.fragment.reject);
    this.#sealer = await started;
  }

  write(input: Uint8Array): Promise<void> | undefined {
    this.#gatherer.give(unshared(input));
    const { chunkLen } = this.#sealer!;
    if (this.#gatherer.available > chunkLen) {
      return this.#seal(chunkLen);
    }
    this.#gatherer.hold(chunkLen);
    return undefined;
  }

  async #seal(chunkLen: number): Promise<void> {
    const borrowed: Promise<void>[] = [];
    // A chunk is sealed only when a byte after it shows that it is not the last.
    while (this.#gatherer.available > chunkLen) {
      await this.flight.room();
      const chunk = this.#gatherer.take(chunkLen)!;
      const taken = this.#sealer!.middle(chunk.bytes);
      if (chunk.borrowed) {
        borrowed.push(taken);
      } else {
        void taken.then(() => this.#gatherer.giveBack(chunk.bytes), () => undefined);
      }
    }
    this.#gatherer.hold(chunkLen);
    await Promise.all(borrowed);
  }

  close(): Promise<void> {
    return this.#sealer!.last(this.#gatherer.rest());
  }

  stop(reason: unknown): void {
    this.fragment.reject(reason ?? new CleaveError("usage", "the stream was stopped before its keys were drawn"));
  }
}

/**
 * Container in, plaintext out, in bounded memory. A chunk leaves once it is authentic; that the container is whole is
 * known only when the stream ends without an error, so act on what came before with care.
 *
 * With `signer` this refuses, since who wrote a container is known only at its end: use `decryptBlob`, which reads
 * twice, or `UnvouchedDecryptStream`.
 */
export class DecryptStream implements ReadableWritablePair<Bytes, Uint8Array> {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Uint8Array>;
  /** What is known once the container was read to its end. */
  readonly result: Promise<ReadResult>;

  constructor(options: DecryptOptions & Running) {
    ({ readable: this.readable, writable: this.writable, result: this.result } = opening(options, refuseSigner));
  }
}

/**
 * As `DecryptStream`, for a signer that is required: what it gives out is authentic, and not yet known to be the
 * signer's. Keep it where nothing acts on it, and destroy it unless the stream ends without an error.
 */
export class UnvouchedDecryptStream implements ReadableWritablePair<Bytes, Uint8Array> {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<Uint8Array>;
  /** What is known once the container was read to its end and its signature was verified. */
  readonly result: Promise<ReadResult>;

  constructor(options: DecryptOptions & Running) {
    ({ readable: this.readable, writable: this.writable, result: this.result } = opening(options, () => undefined));
  }
}

function refuseSigner(header: OpenedHeader): void {
  if (header.requires_signer()) {
    const instead = "use decryptBlob, which reads twice, or UnvouchedDecryptStream";
    throw new CleaveError("usage", `a stream that is read once cannot hold plaintext back until its end: ${instead}`);
  }
}

function opening(options: DecryptOptions & Running, check: (header: OpenedHeader) => void) {
  const flight = new Flight();
  const reading = new Reading(options, flight, check);
  const stop = (reason: unknown) => reading.stop(reason);
  return { ...streams(flight, reading, stop, options.signal), result: reading.result.promise };
}

class Reading {
  readonly result = deferred<ReadResult>();
  #core!: Core;
  #dearmor!: Dearmor;
  #header!: HeaderReader;
  #opener: Opener | undefined;

  constructor(
    readonly options: DecryptOptions & Running,
    readonly flight: Flight,
    readonly check: (header: OpenedHeader) => void,
  ) {}

  async start(): Promise<void> {
    this.#core = await core();
    this.#dearmor = new Dearmor(this.#core);
    this.#header = await HeaderReader.opening(this.options);
  }

  write(input: Uint8Array): Promise<void> | undefined {
    const { bytes, fault } = this.#dearmor.push(unshared(input));
    if (this.#opener === undefined) {
      return this.#open(bytes, fault);
    }
    const pushed = this.#opener.push(bytes);
    if (fault === undefined) {
      return pushed;
    }
    return (async () => {
      await pushed;
      this.#opener!.stop(fault);
    })();
  }

  async close(): Promise<void> {
    const { bytes, fault } = this.#dearmor.finish();
    await this.#open(bytes, fault);
    if (this.#opener === undefined) {
      // It ends inside its header: this says where.
      this.#header.finish();
    }
    this.#opener!.end(() => this.result.resolve(readResult(guard(() => this.#opener!.sequence.finish()))), fault);
  }

  async #open(bytes: Bytes, fault: unknown): Promise<void> {
    let rest: Bytes | undefined = bytes;
    if (this.#opener === undefined) {
      rest = await this.#header.push(bytes);
      if (rest !== undefined) {
        const header = await this.#header.unlock();
        this.check(header);
        const crypto = await frameCrypto(this.options.crypto);
        this.#opener = new Opener(this.#core, crypto, this.flight, guard(() => header.frames()), "open");
        header.free();
      }
    }
    if (rest !== undefined) {
      await this.#opener!.push(rest);
    }
    if (fault !== undefined) {
      if (this.#opener === undefined) {
        throw fault;
      }
      this.#opener.stop(fault);
    }
  }

  stop(reason: unknown): void {
    this.result.reject(reason ?? new CleaveError("usage", "the stream was stopped before the container's end"));
  }
}

/** A promise that is settled from outside; nobody need wait for it. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
