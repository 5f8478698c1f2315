// One call each: a whole container in memory.

import { type Bytes, core, guard, unshared } from "./core.js";
import { frameCrypto } from "./crypto.js";
import { Flight, fly } from "./flight.js";
import { Dearmor, HeaderReader } from "./header.js";
import { Opener, type ReadResult, plaintextLen, readResult } from "./opener.js";
import type { DecryptOptions, EncryptOptions } from "./options.js";
import { turn } from "./pace.js";
import { Sealer } from "./sealer.js";
import { Phase, type Watch, keyPhase } from "./watch.js";

/** What `encrypt` gives. */
export interface Encrypted {
  container: Bytes;
  /** With `split`, the fragment without which the container opens to nobody: keep it apart, and safe. */
  fragment: string | undefined;
}

/** What `decrypt` gives. */
export interface Decrypted extends ReadResult {
  plaintext: Bytes;
}

/**
 * Encrypts bytes. Do not change them until it is done.
 *
 * @throws CleaveError `usage` for nobody, `key_malformed`, `randomness`, `out_of_memory`.
 */
export async function encrypt(plaintext: Uint8Array, options: EncryptOptions & Watch): Promise<Encrypted> {
  const bytes = unshared(plaintext);
  const flight = new Flight();
  const pieces: Bytes[] = [];
  let fragment: string | undefined;
  const begin = async () => {
    keyPhase(options);
    const sealer = await Sealer.start(options, flight, bytes.length);
    fragment = sealer.fragment;
    let at = 0;
    for (; bytes.length - at > sealer.chunkLen; at += sealer.chunkLen) {
      await flight.room();
      // Its own input stays as it is, by what was asked of the caller: no need to wait for it to be taken.
      void sealer.middle(bytes.subarray(at, at + sealer.chunkLen)).catch(() => undefined);
    }
    await sealer.last(bytes.subarray(at));
  };
  await fly(flight, begin, (piece) => pieces.push(piece), options.signal);
  return { container: concatenated(pieces), fragment };
}

/**
 * Opens a container, binary or armored. Nothing is returned unless all of it is genuine, to its end, and with `signer`
 * is that signer's. Do not change its bytes until it is done.
 *
 * @throws CleaveError Any of FORMAT.md's errors, by its order of checks.
 */
export async function decrypt(container: Uint8Array, options: DecryptOptions & Watch): Promise<Decrypted> {
  keyPhase(options);
  const loaded = await core();
  const crypto = await frameCrypto(options.crypto);
  const reader = await HeaderReader.opening(options);
  const { bytes, fault } = await dearmored(new Dearmor(loaded), unshared(container), options.signal);
  const rest = await reader.push(bytes);
  if (rest === undefined && fault !== undefined) {
    throw fault;
  }
  const header = await reader.unlock();
  const flight = new Flight();
  const phase = new Phase(options, { phase: "content", total: plaintextLen(header, bytes.length) });
  const opener = new Opener(loaded, crypto, flight, guard(() => header.frames()), "open", phase);
  header.free();
  const pieces: Bytes[] = [];
  let result: ReadResult | undefined;
  const begin = async () => {
    await opener.push(rest ?? bytes.subarray(bytes.length));
    opener.end(() => {
      result = readResult(guard(() => opener.sequence.finish()));
    }, fault);
  };
  await fly(flight, begin, (piece) => pieces.push(piece), options.signal);
  return { plaintext: concatenated(pieces), ...result! };
}

/** Bytes of armor that are taken at once. */
const STEP = 1 << 18;

/** All that armor holds, and how it ended. */
export async function dearmored(
  dearmor: Dearmor,
  input: Bytes,
  signal: AbortSignal | undefined,
): Promise<{ bytes: Bytes; fault?: unknown }> {
  const pieces: Bytes[] = [];
  let fault: unknown;
  for (let at = 0; at < input.length && fault === undefined; ) {
    // What is binary needs no more looking at.
    const end = dearmor.isBinary ? input.length : at + STEP;
    const pushed = dearmor.push(input.subarray(at, end));
    pieces.push(pushed.bytes);
    fault = pushed.fault;
    at = end;
    await turn(signal);
  }
  const ended = dearmor.finish();
  fault ??= ended.fault;
  const bytes = dearmor.isBinary ? input : concatenated([...pieces, ended.bytes]);
  return { bytes, ...(fault === undefined ? {} : { fault }) };
}

/** The pieces one after the other. */
export function concatenated(pieces: readonly Bytes[]): Bytes {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) {
    return only;
  }
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
