// Reading a header: from bytes as they come, armored or not, up to the frames.

import { type Bytes, type Core, core, guard } from "./core.js";
import { type DecryptOptions, keySet, readerLimits } from "./options.js";
import type { Dearmoring, LockedHeader, Opening } from "./wasm/cleave_wasm.js";

/** Bytes of a header that are handed to the core at once. */
const STEP = 65536;

/** Takes armor off, or passes bytes through. */
export class Dearmor {
  #armor: Dearmoring | undefined;
  #binary = false;

  constructor(loaded: Core) {
    this.#armor = new loaded.Dearmoring();
  }

  /** Whether the input turned out to be binary. */
  get isBinary(): boolean {
    return this.#binary;
  }

  /** The container bytes that `input` gives. A fault of the armor is told apart: it counts after the bytes before it. */
  push(input: Bytes): { bytes: Bytes; fault?: unknown } {
    if (this.#binary) {
      return { bytes: input };
    }
    return this.#run((armor) => {
      // Most input is binary, which its first bytes tell: the rest need not pass through the core.
      const probe = Math.min(input.length, 64);
      armor.push(input.subarray(0, probe));
      this.#binary = armor.is_binary();
      if (!this.#binary) {
        armor.push(input.subarray(probe));
        return input.subarray(input.length);
      }
      return input.subarray(probe);
    });
  }

  /** Ends the input. */
  finish(): { bytes: Bytes; fault?: unknown } {
    const ended = this.#run((armor) => {
      armor.finish();
      return new Uint8Array(0);
    });
    this.free();
    return ended;
  }

  free(): void {
    this.#armor?.free();
    this.#armor = undefined;
  }

  #run(work: (armor: Dearmoring) => Bytes): { bytes: Bytes; fault?: unknown } {
    const armor = this.#armor;
    if (armor === undefined) {
      return { bytes: new Uint8Array(0) };
    }
    let rest: Bytes = new Uint8Array(0);
    let failure: { fault?: unknown } = {};
    try {
      rest = guard(() => work(armor));
    } catch (fault) {
      failure = { fault };
    }
    return { bytes: joined(armor.take() as Bytes, rest), ...failure };
  }
}

/** Takes a header's bytes. */
export class HeaderReader {
  #opening: Opening;

  private constructor(opening: Opening) {
    this.#opening = opening;
  }

  /** With keys, to open the container. */
  static async opening(options: DecryptOptions): Promise<HeaderReader> {
    const loaded = await core();
    return new HeaderReader(new loaded.Opening(keySet(loaded, options), readerLimits(loaded, options.limits)));
  }

  /** The same, and keeps its slots. */
  static async keepingSlots(options: DecryptOptions): Promise<HeaderReader> {
    const loaded = await core();
    const limits = readerLimits(loaded, options.limits);
    return new HeaderReader(loaded.Opening.keeping_slots(keySet(loaded, options), limits));
  }

  /** Takes bytes, and gives back those that follow the header; nothing while it is not whole. */
  push(input: Bytes): Bytes | undefined {
    for (let at = 0; at < input.length; ) {
      at += guard(() => this.#opening.push(input.subarray(at, at + STEP)));
      if (this.#opening.is_complete()) {
        return input.subarray(at);
      }
    }
    return undefined;
  }

  /** The header, once it is whole; else why it is not. */
  finish(): LockedHeader {
    return guard(() => this.#opening.finish());
  }

  free(): void {
    this.#opening.free();
  }
}

export function joined(first: Bytes, second: Bytes): Bytes {
  if (first.length === 0 || second.length === 0) {
    return first.length === 0 ? second : first;
  }
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
