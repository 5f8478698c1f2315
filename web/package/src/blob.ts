// Containers that can be read more than once and at any place: a Blob or a File.

import { type Bytes, core, guard } from "./core.js";
import { type FrameCrypto, frameCrypto } from "./crypto.js";
import { Flight, fly, streams } from "./flight.js";
import { Dearmor, HeaderReader } from "./header.js";
import { Opener, type ReadResult, type Task, plaintextLen, readResult } from "./opener.js";
import type { DecryptOptions } from "./options.js";
import { turn } from "./pace.js";
import { Phase, type Watch, keyPhase } from "./watch.js";
import type { OpenedHeader, Proof, Sequence } from "./wasm/cleave_wasm.js";

/** Bytes read at once to find out where a header ends. */
const STEP = 65536;

/** A container whose header was opened. */
export class OpenedBlob {
  private constructor(
    /** The container, without armor. */
    readonly blob: Blob,
    readonly header: OpenedHeader,
    readonly crypto: FrameCrypto,
    /** Why its armor did not end well: counts after what stands before. */
    readonly fault: unknown,
    readonly watch: Watch,
  ) {}

  static async open(given: Blob, options: DecryptOptions & Watch): Promise<OpenedBlob> {
    keyPhase(options);
    const crypto = await frameCrypto(options.crypto);
    const reader = await HeaderReader.opening(options);
    const { blob, fault } = await withoutArmor(given, options.signal);
    let whole = false;
    for (let at = 0; at < blob.size && !whole; at += STEP) {
      whole = (await reader.push(await bytesOf(blob, at, at + STEP))) !== undefined;
    }
    if (!whole && fault !== undefined) {
      throw fault;
    }
    return new OpenedBlob(blob, await reader.unlock(), crypto, fault, options);
  }

  /** Begins the work of all frames in a flight. */
  async run(flight: Flight, sequence: Sequence, task: Task, finish: () => void): Promise<void> {
    const total = plaintextLen(this.header, this.blob.size);
    const phase = new Phase(this.watch, { phase: task === "hash" ? "signature" : "content", total });
    const opener = new Opener(await core(), this.crypto, flight, sequence, task, phase);
    const from = this.blob.slice(Number(this.header.header_len())).stream().getReader();
    try {
      for (let read = await from.read(); !read.done; read = await from.read()) {
        await opener.push(read.value);
      }
    } finally {
      void from.cancel().catch(() => undefined);
    }
    opener.end(finish, this.fault);
  }

  /** A first pass that verifies the signature. Where it fails, what is wrong with the frames is told before that. */
  async verify(sequence: Sequence): Promise<Proof> {
    try {
      let proof!: Proof;
      await this.pass(sequence, "hash", () => {
        proof = guard(() => sequence.finish_vouched());
      });
      return proof;
    } catch (failure) {
      this.watch.signal?.throwIfAborted();
      const frames = guard(() => this.header.frames());
      await this.pass(frames, "open", () => void guard(() => frames.finish()));
      throw failure;
    }
  }

  /** A pass that gives nothing out. */
  async pass(sequence: Sequence, task: Task, finish: () => void): Promise<void> {
    const flight = new Flight();
    await fly(flight, () => this.run(flight, sequence, task, finish), () => undefined, this.watch.signal);
  }
}

/** What `decryptBlob` gives. */
export interface DecryptedBlob {
  /** The plaintext. It is whole only if it ends without an error. */
  readable: ReadableStream<Bytes>;
  /** What is known once all of it was read. */
  result: Promise<ReadResult>;
}

/**
 * Opens a container of any size in bounded memory. With `signer` it is read twice: the signature over the whole is
 * verified before anything is given out, and what is given out is what was verified.
 *
 * @throws CleaveError Any of FORMAT.md's errors, by its order of checks; those of a chunk by the stream.
 */
export async function decryptBlob(container: Blob, options: DecryptOptions & Watch): Promise<DecryptedBlob> {
  const opened = await OpenedBlob.open(container, options);
  const { header } = opened;
  const proof = header.requires_signer() ? await opened.verify(guard(() => header.verify())) : undefined;
  const sequence = guard(() => (proof === undefined ? header.frames() : header.vouched_frames(proof)));
  const flight = new Flight();
  let settle!: { resolve(result: ReadResult): void; reject(reason: unknown): void };
  const result = new Promise<ReadResult>((resolve, reject) => {
    settle = { resolve, reject };
  });
  result.catch(() => undefined);
  const finish = () => settle.resolve(readResult(guard(() => sequence.finish())));
  const idle = { start: async () => undefined, write: () => undefined, close: async () => undefined };
  const stop = (reason: unknown) => settle.reject(reason ?? new DOMException("it was not read to its end", "AbortError"));
  const { readable } = streams(flight, idle, stop, options.signal);
  opened.run(flight, sequence, "open", finish).catch((reason: unknown) => flight.fail(reason));
  return { readable, result };
}

export async function bytesOf(blob: Blob, start: number, end: number): Promise<Bytes> {
  return new Uint8Array(await blob.slice(start, end).arrayBuffer());
}

/** The container that a Blob holds, if need be out of its armor, which is then held in memory. */
export async function withoutArmor(given: Blob, signal: AbortSignal | undefined): Promise<{ blob: Blob; fault?: unknown }> {
  const probe = new Dearmor(await core());
  const first = probe.push(await bytesOf(given, 0, 64));
  if (probe.isBinary) {
    probe.free();
    return { blob: given };
  }
  const pieces = [first.bytes];
  let fault = first.fault;
  for (let at = 64; at < given.size && fault === undefined; at += STEP) {
    const pushed = probe.push(await bytesOf(given, at, at + STEP));
    pieces.push(pushed.bytes);
    fault = pushed.fault;
    await turn(signal);
  }
  const ended = probe.finish();
  pieces.push(ended.bytes);
  return { blob: new Blob(pieces), fault: fault ?? ended.fault };
}
