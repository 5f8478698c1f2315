// Writing a container: its header, then frames that are sealed several at a time, then its signature.

import { type Bytes, core, guard, ticketAt } from "./core.js";
import { type FrameCrypto, frameCrypto } from "./crypto.js";
import { type Deriving, deriveFor } from "./derive.js";
import type { Flight } from "./flight.js";
import { joined } from "./header.js";
import { type EncryptOptions, recipe as readRecipe } from "./options.js";
import { Phase, type Running, type Watch } from "./watch.js";
import type { Armoring, Sealing } from "./wasm/cleave_wasm.js";

const KEY_AND_NONCE = 44;

/** A header that is written. */
interface Writing extends Deriving {
  header_part(): Uint8Array | undefined;
}

/** The parts of a header: a slot at a time, with the thread given back between them. */
export async function* headerParts(header: Writing, running: Running): AsyncGenerator<Bytes> {
  for (;;) {
    await deriveFor(header, running);
    const part = guard(() => header.header_part());
    if (part === undefined) {
      return;
    }
    yield part as Bytes;
  }
}

/** Begins the work of a container in a flight, in order. */
export class Sealer {
  /** Bytes of every chunk but the last. */
  readonly chunkLen: number;
  /** The fragment of a split container, as text. */
  readonly fragment: string | undefined;
  #phase: Phase | undefined;

  private constructor(
    readonly flight: Flight,
    readonly crypto: FrameCrypto,
    readonly sealing: Sealing,
    readonly armoring: Armoring | undefined,
  ) {
    this.chunkLen = sealing.chunk_len();
    this.fragment = sealing.fragment();
  }

  /** Draws the keys and writes the header. */
  static async start(options: EncryptOptions & Watch, flight: Flight, plaintextLen?: number): Promise<Sealer> {
    const loaded = await core();
    const crypto = await frameCrypto(options.crypto);
    const recipe = await readRecipe(loaded, options, options.signal);
    const sealing = guard(() => recipe.start());
    const sealer = new Sealer(flight, crypto, sealing, options.armor === true ? new loaded.Armoring() : undefined);
    for await (const part of headerParts(sealing, options)) {
      await flight.room();
      flight.afterwards(() => sealer.#out([part]));
    }
    sealer.#phase = new Phase(options, { phase: "content", total: plaintextLen });
    return sealer;
  }

  /** Bytes of the container for so much plaintext, without armor. */
  containerLen(plaintextLen: number): number {
    return Number(this.sealing.container_len(BigInt(plaintextLen)));
  }

  /** Seals a full chunk that is not the last. Resolves once `text` may be changed. */
  middle(text: Bytes): Promise<void> {
    guard(() => this.sealing.middle_frame());
    return this.#seal(text);
  }

  /** Seals the last chunk, and ends. */
  async last(text: Bytes): Promise<void> {
    await this.flight.room();
    guard(() => this.sealing.last_frame(text.length));
    const taken = this.#seal(text);
    this.flight.afterwards(() => {
      const signature = guard(() => this.sealing.finish()) as Bytes | undefined;
      const pieces = this.#out(signature === undefined ? [] : [signature]);
      return this.armoring === undefined ? pieces : [...pieces, this.armoring.finish() as Bytes];
    });
    this.flight.end();
    await taken;
  }

  #seal(text: Bytes): Promise<void> {
    const ticket = ticketAt(this.sealing.ticket());
    const head = ticket.slice(KEY_AND_NONCE);
    const len = text.length;
    const { taken, done } = this.crypto.seal(ticket, text);
    if (this.sealing.wants_digests()) {
      this.flight.add(this.#digested(head, done), ({ frame, digest }) => {
        guard(() => this.sealing.report(digest));
        this.#phase?.add(len);
        return this.#out([frame]);
      });
    } else {
      this.flight.add(done, (sealed) => {
        this.#phase?.add(len);
        return this.#out([head, sealed]);
      });
    }
    return taken;
  }

  async #digested(head: Bytes, sealed: Promise<Bytes>): Promise<{ frame: Bytes; digest: Bytes }> {
    const frame = joined(head, await sealed);
    return { frame, digest: await this.crypto.digest(frame) };
  }

  #out(pieces: Bytes[]): Bytes[] {
    const armoring = this.armoring;
    return armoring === undefined ? pieces : pieces.map((piece) => armoring.push(piece) as Bytes);
  }
}
