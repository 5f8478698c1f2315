// A range of a container's plaintext, without reading what lies before it.

import { type Bytes, core, error, guard, ticketAt } from "./core.js";
import { OpenedBlob, bytesOf } from "./blob.js";
import { CleaveError } from "./errors.js";
import { IN_FLIGHT } from "./flight.js";
import type { DecryptOptions } from "./options.js";
import { turn } from "./pace.js";
import { Phase, type Watch } from "./watch.js";
import type { RangeOpening } from "./wasm/cleave_wasm.js";
import { concatenated } from "./whole.js";

const HEAD_LEN = 4;

/** Plaintext bytes from `start` (0) up to but not including `end` (the end); or `"A..B"`, as the command writes it. */
export type PlaintextRange = string | { start?: number; end?: number };

/**
 * Opens a range of a container. It vouches for the chunks that the range covers and for no other. An end past the end is
 * the end. With `signer` the signature over the whole is verified first.
 *
 * @throws CleaveError Any of FORMAT.md's errors, by its order of checks; `range_invalid`.
 */
export async function openRange(
  container: Blob,
  options: DecryptOptions & Watch,
  range: PlaintextRange,
): Promise<Bytes> {
  const loaded = await core();
  const span = guard(() => loaded.Span.parse(written(range)));
  const opened = await OpenedBlob.open(container, options);
  const { header, blob } = opened;
  const proof = header.requires_signer() ? await opened.verify(guard(() => header.verify_for(span))) : undefined;
  if (opened.fault !== undefined) {
    throw opened.fault;
  }
  const size = BigInt(blob.size);
  const opening = guard(() =>
    proof === undefined ? header.range(size, span) : header.vouched_range(size, span, proof),
  );
  const phase = new Phase(options, { phase: "content", total: undefined });
  const pieces: Bytes[] = [];
  const flying: Promise<Opened>[] = [];
  let stopped = false;
  while (!opening.is_answered()) {
    await turn(options.signal);
    const at = stopped || flying.length >= IN_FLIGHT ? undefined : opening.read_at();
    if (at !== undefined) {
      const frame = await bytesOf(blob, Number(at), Number(at) + opening.read_len());
      const work = begin(opened, opening, frame);
      work.catch(() => {
        // It comes out in its turn: what stands before a fault counts before it.
        stopped = true;
      });
      flying.push(work);
      continue;
    }
    const next = flying.shift();
    if (next === undefined) {
      throw new CleaveError("usage", "the range waits for nothing, and is not answered: please report this");
    }
    const { text, digest } = await next;
    const piece = guard(() => opening.supply(text, digest)) as Bytes;
    phase.add(piece.length);
    pieces.push(piece);
  }
  opening.free();
  return concatenated(pieces);
}

interface Opened {
  text: Bytes;
  digest: Bytes | undefined;
}

/** Begins to open the frame that was read. */
async function begin({ crypto }: OpenedBlob, opening: RangeOpening, frame: Bytes): Promise<Opened> {
  guard(() => opening.frame(frame.subarray(0, HEAD_LEN), frame.length));
  const index = opening.index();
  const opened = crypto.open(ticketAt(opening.ticket()), frame.subarray(HEAD_LEN)).done;
  const [text, digest] = await Promise.all([opened, opening.wants_digests() ? crypto.digest(frame) : undefined]);
  if (text === undefined) {
    throw error((await core()).chunk_tampered(index));
  }
  return { text, digest };
}

function written(range: PlaintextRange): string {
  return typeof range === "string" ? range : `${range.start ?? ""}..${range.end ?? ""}`;
}
