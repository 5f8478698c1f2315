// Work that is begun in order, runs several at a time, and lands in order: the way from a writer to a reader.

import type { Bytes } from "./core.js";
import { onAbort } from "./watch.js";

/** Frames that are sealed or opened at the same time. Each holds its input and its result. */
export const IN_FLIGHT = 6;

/** What landed of one piece of work, and what of it is given out. */
type Landing = () => Promise<Bytes[]>;

/** At most `IN_FLIGHT` pieces of work between a side that begins them and a side that takes what they give. */
export class Flight {
  #pending: Landing[] = [];
  #state: { ended: boolean; failure?: { reason: unknown } } = { ended: false };
  #waiting: (() => void)[] = [];

  /** Waits until more may be begun. Throws what the flight failed with. */
  async room(): Promise<void> {
    while (this.#pending.length >= IN_FLIGHT && this.#state.failure === undefined) {
      await this.#change();
    }
    this.#check();
  }

  /** Adds work that was begun. `land` is called in order, and says what is given out. */
  add<T>(work: Promise<T>, land: (result: T) => Bytes[]): void {
    // Whoever lands it hears of its failure; until then nobody may.
    work.catch(() => undefined);
    this.#pending.push(async () => land(await work));
    this.#wake();
  }

  /** Adds something that happens once all before it has landed. */
  afterwards(land: () => Bytes[]): void {
    this.add(Promise.resolve(), land);
  }

  /** Nothing more will be added. */
  end(): void {
    this.#state.ended = true;
    this.#wake();
  }

  /** Both sides stop. */
  fail(reason: unknown): void {
    this.#state.failure ??= { reason };
    this.#pending = [];
    this.#wake();
  }

  /** Resolves once the flight failed. */
  async failed(): Promise<void> {
    while (this.#state.failure === undefined) {
      await this.#change();
    }
  }

  /** What lands next, or nothing at the end. */
  async next(): Promise<Bytes[] | undefined> {
    for (;;) {
      this.#check();
      const landing = this.#pending[0];
      if (landing !== undefined) {
        const pieces = await landing();
        this.#pending.shift();
        this.#wake();
        return pieces;
      }
      if (this.#state.ended) {
        return undefined;
      }
      await this.#change();
    }
  }

  #check(): void {
    if (this.#state.failure !== undefined) {
      throw this.#state.failure.reason;
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) {
      wake();
    }
  }
}

/** Runs `begin`, which adds work and ends the flight, and hands `give` what lands. An aborted signal fails the flight. */
export async function fly(
  flight: Flight,
  begin: () => Promise<void>,
  give: (piece: Bytes) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const leaveOff = onAbort(signal, (reason) => flight.fail(reason));
  const beginning = begin().catch((reason: unknown) => flight.fail(reason));
  try {
    for (let pieces = await flight.next(); pieces !== undefined; pieces = await flight.next()) {
      for (const piece of pieces) {
        give(piece);
      }
    }
  } catch (reason) {
    flight.fail(reason);
    throw reason;
  } finally {
    leaveOff();
    await beginning;
  }
}

/** The two ends of a flight as streams. Bytes are read only as fast as somebody takes them; an aborted signal fails both. */
export function streams(
  flight: Flight,
  side: { start(): Promise<void>; write(chunk: Uint8Array): Promise<void> | undefined; close(): Promise<void> },
  stop: (reason?: unknown) => void,
  signal: AbortSignal | undefined,
): ReadableWritablePair<Bytes, Uint8Array> {
  let out!: ReadableStreamDefaultController<Bytes>;
  let into!: WritableStreamDefaultController;
  let leaveOff = () => {};
  const fail = (reason: unknown) => {
    leaveOff();
    flight.fail(reason);
    out.error(reason);
    into.error(reason);
    stop(reason);
  };
  const failing = async (work: Promise<void>) => {
    try {
      await work;
    } catch (reason) {
      fail(reason);
      throw reason;
    }
  };
  const readable = new ReadableStream<Bytes>(
    {
      start: (controller) => {
        out = controller;
      },
      pull: () => failing(pull()),
      cancel: (reason) => fail(reason ?? new DOMException("the reader was cancelled", "AbortError")),
    },
    { highWaterMark: 0 },
  );
  const pull = async () => {
    // An empty landing gives a reader nothing, and it would not ask again.
    for (;;) {
      const pieces = await flight.next();
      if (pieces === undefined) {
        leaveOff();
        stop();
        out.close();
        return;
      }
      for (const piece of pieces) {
        out.enqueue(piece);
      }
      if (pieces.length > 0) {
        return;
      }
    }
  };
  const writable = new WritableStream<Uint8Array>({
    start: (controller) => {
      into = controller;
      return failing(side.start());
    },
    write: (chunk) => {
      const written = side.write(chunk);
      return written === undefined ? undefined : failing(written);
    },
    close: () => failing(side.close()),
    abort: (reason) => fail(reason),
  });
  leaveOff = onAbort(signal, fail);
  return { readable, writable };
}
