// Reading a header: from bytes as they come, armored or not, up to the frames.

import { type Bytes, type Core, core, guard } from "./core.js";
import { deriveFor } from "./derive.js";
import { type DecryptOptions, keySet, readerLimits } from "./options.js";
import { turn } from "./pace.js";
import type { Running } from "./watch.js";
import type { Dearmoring, KeySet, LockedHeader, OpenedHeader, Opening, ReaderLimits } from "./wasm/cleave_wasm.js";

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

  private constructor(
    readonly loaded: Core,
    readonly running: Running,
    opening: Opening,
  ) {
    this.#opening = opening;
  }

  /** With keys, to open the container. */
  static async opening(options: DecryptOptions & Running): Promise<HeaderReader> {
    const loaded = await core();
    const [keys, limits] = await given(loaded, options);
    return new HeaderReader(loaded, options, new loaded.Opening(keys, limits));
  }

  /** The same, and keeps its slots. */
  static async keepingSlots(options: DecryptOptions & Running): Promise<HeaderReader> {
    const loaded = await core();
    const [keys, limits] = await given(loaded, options);
    return new HeaderReader(loaded, options, loaded.Opening.keeping_slots(keys, limits));
  }

  /** Takes bytes, and gives back those that follow the header; nothing while it is not whole. */
  async push(input: Bytes): Promise<Bytes | undefined> {
    // A slot at a time, since each may take trials.
    const step = this.loaded.slot_len();
    for (let at = 0; at < input.length || this.#opening.is_waiting(); ) {
      at += guard(() => this.#opening.push(input.subarray(at, at + step)));
      if (this.#opening.is_complete()) {
        return input.subarray(at);
      }
      await turn(this.running.signal);
    }
    return undefined;
  }

  /** The header, once it is whole; else why it is not. */
  finish(): LockedHeader {
    return guard(() => this.#opening.finish());
  }

  /** The header with what a passphrase was derived to: what is left of its checks takes no time. */
  async derived(): Promise<LockedHeader> {
    const locked = this.finish();
    await deriveFor(locked, this.running);
    return locked;
  }

  /** The header, opened. */
  async unlock(): Promise<OpenedHeader> {
    const locked = await this.derived();
    return guard(() => locked.unlock());
  }

  free(): void {
    this.#opening.free();
  }
}

async function given(loaded: Core, options: DecryptOptions & Running): Promise<[KeySet, ReaderLimits]> {
  const keys = await keySet(loaded, options, options.signal);
  return [keys, readerLimits(loaded, options.limits)];
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
