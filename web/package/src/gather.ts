// Bytes that come in pieces of any size, taken in pieces of a stated one.

import type { Bytes } from "./core.js";

/** Bytes that were taken. */
export interface Taken {
  readonly bytes: Bytes;
  /** They are part of what was given, and must not be changed by its owner yet. */
  readonly borrowed: boolean;
}

const NONE: Bytes = new Uint8Array(0);

/** Buffers that are kept for later: one is being filled while the platform takes over another. */
const SPARE = 2;

/** Holds at most one piece; what lies whole in the input is not copied. */
export class Gatherer {
  #spare: Bytes[] = [];
  #input = NONE;
  #part = NONE;
  #filled = 0;

  /** Gives the next input, after everything of the last was taken or held. */
  give(input: Bytes): void {
    this.#input = input;
  }

  /** Bytes that can be taken. */
  get available(): number {
    return this.#filled + this.#input.length;
  }

  /** The next `len` bytes, which stay; nothing, and they are held, if fewer have come. */
  peek(len: number): Bytes | undefined {
    if (this.#filled === 0 && this.#input.length >= len) {
      return this.#input.subarray(0, len);
    }
    return this.#fill(len) ? this.#part.subarray(0, len) : undefined;
  }

  /** Takes the next `len` bytes; nothing, and they are held, if fewer have come. */
  take(len: number): Taken | undefined {
    if (this.#filled === 0 && this.#input.length >= len) {
      const bytes = this.#input.subarray(0, len);
      this.#input = this.#input.subarray(len);
      return { bytes, borrowed: true };
    }
    if (!this.#fill(len)) {
      return undefined;
    }
    const bytes = this.#part.subarray(0, len);
    this.#part = NONE;
    this.#filled = 0;
    return { bytes, borrowed: false };
  }

  /** Holds what is left of the input, of which there is at most `len` with what is held already. */
  hold(len: number): void {
    if (this.#input.length > 0) {
      this.#fill(len);
    }
  }

  /**
   * Gives back what was taken and not borrowed, when nobody needs it any more. A new buffer of a chunk's size costs more
   * than what is copied into it: memory that the system clears first, and the collector's time.
   */
  giveBack(bytes: Bytes): void {
    if (this.#spare.length < SPARE) {
      this.#spare.push(new Uint8Array(bytes.buffer));
    }
  }

  /** Takes all there is. */
  rest(): Bytes {
    return this.take(this.available)?.bytes ?? NONE;
  }

  #fill(len: number): boolean {
    if (this.#part.length < len) {
      const larger = this.#buffer(len);
      larger.set(this.#part.subarray(0, this.#filled));
      this.#part = larger;
    }
    const now = this.#input.subarray(0, Math.max(0, len - this.#filled));
    this.#part.set(now, this.#filled);
    this.#filled += now.length;
    this.#input = this.#input.subarray(now.length);
    return this.#filled >= len;
  }

  #buffer(len: number): Bytes {
    const spare = this.#spare.pop();
    return spare !== undefined && spare.length >= len ? spare : new Uint8Array(len);
  }
}
