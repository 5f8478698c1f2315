// Reading frames: opened, or only hashed, several at a time; then the end and the signature.

import { type Bytes, type Core, error, guard, ticketAt } from "./core.js";
import type { FrameCrypto } from "./crypto.js";
import type { Flight } from "./flight.js";
import { Gatherer } from "./gather.js";
import type { Phase } from "./watch.js";
import type { Outcome, Sequence } from "./wasm/cleave_wasm.js";

const HEAD_LEN = 4;
/** Head and tag of a frame. */
const OVERHEAD = 20;
const SIGNATURE_LEN = 3309;

/** What is done with frames. */
export type Task = "open" | "hash";

/** What is known of a container once it was read to its end. */
export interface ReadResult {
  /** Bytes of plaintext. */
  plaintextLength: number;
  chunks: number;
  /** `unchecked`: it is signed, and no signer was required; that says nothing about who wrote it. */
  authorship: "unsigned" | "unchecked" | "verified";
}

export function readResult(outcome: Outcome): ReadResult {
  const { plaintext_len, chunks, authorship } = outcome;
  outcome.free();
  return {
    plaintextLength: Number(plaintext_len),
    chunks: Number(chunks),
    authorship: authorship as ReadResult["authorship"],
  };
}

/** What an opened header says of its container's size. */
interface Sized {
  header_len(): bigint;
  chunk_len(): number;
  is_signed(): boolean;
}

/** Bytes of plaintext in a container of so many bytes, if it is whole and nothing follows it. */
export function plaintextLen(header: Sized, containerLen: number): number {
  const frames = containerLen - Number(header.header_len()) - (header.is_signed() ? SIGNATURE_LEN : 0);
  const count = Math.ceil(frames / (header.chunk_len() + OVERHEAD));
  return Math.max(0, frames - OVERHEAD * count);
}

/** Takes the bytes that follow a header and begins the work of its frames in a flight, in order. */
export class Opener {
  #gatherer = new Gatherer();
  #frameLen: number | undefined;
  #index = 0;
  #stopped = false;

  constructor(
    readonly core: Core,
    readonly crypto: FrameCrypto,
    readonly flight: Flight,
    readonly sequence: Sequence,
    readonly task: Task,
    readonly phase?: Phase,
  ) {}

  /** Whether a write of `len` bytes only has to be held. */
  push(input: Bytes): Promise<void> | undefined {
    if (this.#stopped) {
      return undefined;
    }
    this.#gatherer.give(input);
    return this.#next() === undefined ? undefined : this.#take();
  }

  /** Ends the input. `fault`, if there is one, counts after what came before it; else `finish` is the landing. */
  end(finish: () => void, fault?: unknown): void {
    if (this.#stopped) {
      return;
    }
    if (fault !== undefined) {
      this.stop(fault);
      return;
    }
    this.flight.afterwards(() => {
      finish();
      return [];
    });
    this.flight.end();
  }

  /** Nothing more is taken; `reason` comes out once what was begun has landed. */
  stop(reason: unknown): void {
    this.#stopped = true;
    this.flight.add(Promise.reject(reason), () => []);
  }

  async #take(): Promise<void> {
    const borrowed: Promise<void>[] = [];
    for (let ready = this.#next(); ready !== undefined; ready = this.#next()) {
      await this.flight.room();
      if (ready === "after") {
        this.#after();
      } else {
        borrowed.push(this.#frame(ready));
      }
    }
    await Promise.all(borrowed);
  }

  /** What can be taken of the bytes that came: a frame of so many bytes, or what follows the last. */
  #next(): number | "after" | undefined {
    if (this.#stopped) {
      return undefined;
    }
    if (this.#frameLen === undefined) {
      if (this.sequence.is_ended()) {
        return this.#gatherer.available > 0 ? "after" : undefined;
      }
      const head = this.#gatherer.peek(HEAD_LEN);
      if (head === undefined) {
        return undefined;
      }
      try {
        this.#frameLen = guard(() => this.sequence.next(head));
      } catch (reason) {
        this.stop(reason);
        return undefined;
      }
    }
    const frameLen = this.#frameLen;
    if (this.#gatherer.available < frameLen) {
      this.#gatherer.hold(frameLen);
      return undefined;
    }
    return frameLen;
  }

  #after(): void {
    const rest = this.#gatherer.rest();
    try {
      guard(() => this.sequence.after_last(rest));
    } catch (reason) {
      this.stop(reason);
    }
  }

  /** Begins a frame's work. Resolves once its bytes may be changed. */
  async #frame(len: number): Promise<void> {
    const index = this.#index++;
    this.#frameLen = undefined;
    const ticket = ticketAt(this.sequence.ticket());
    const { bytes, borrowed } = this.#gatherer.take(len)!;
    const digest = this.sequence.wants_digests() ? this.crypto.digest(bytes) : Promise.resolve(undefined);
    if (this.task === "hash") {
      ticket.fill(0);
      this.flight.add(digest, (found) => this.#report(found, len - OVERHEAD, []));
      return borrowed ? void (await digest) : this.#reuse(bytes, digest);
    }
    const { taken, done } = this.crypto.open(ticket, bytes.subarray(HEAD_LEN));
    this.flight.add(Promise.all([done, digest]), ([text, found]) => {
      if (text === undefined) {
        throw error(this.core.chunk_tampered(BigInt(index)));
      }
      return this.#report(found, text.length, text.length > 0 ? [text] : []);
    });
    const needed = Promise.all([taken, digest]);
    return borrowed ? void (await needed) : this.#reuse(bytes, needed);
  }

  /** Without waiting for it. */
  #reuse(bytes: Bytes, needed: Promise<unknown>): void {
    needed.then(() => this.#gatherer.giveBack(bytes), () => undefined);
  }

  #report(digest: Bytes | undefined, textLen: number, pieces: Bytes[]): Bytes[] {
    guard(() => this.sequence.report(digest));
    this.phase?.add(textLen);
    return pieces;
  }
}
