// One call each: a whole container in memory.

import { type Bytes, core, guard, unshared } from "./core.js";
import { frameCrypto } from "./crypto.js";
import { Flight, fly } from "./flight.js";
import { Dearmor, HeaderReader } from "./header.js";
import { Opener, type ReadResult, readResult } from "./opener.js";
import type { DecryptOptions, EncryptOptions } from "./options.js";
import { Sealer } from "./sealer.js";

/** How a long call is watched and stopped. */
export interface Watch {
  /** Stops the call; it then throws the signal's reason. */
  signal?: AbortSignal;
  /** Called with the bytes of plaintext that are done. */
  onProgress?: (bytes: number) => void;
}

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
    const sealer = await Sealer.start(options, flight);
    fragment = sealer.fragment;
    let at = 0;
    for (; bytes.length - at > sealer.chunkLen; at += sealer.chunkLen) {
      await flight.room();
      watch(options, at);
      // Its own input stays as it is, by what was asked of the caller: no need to wait for it to be taken.
      void sealer.middle(bytes.subarray(at, at + sealer.chunkLen)).catch(() => undefined);
    }
    await sealer.last(bytes.subarray(at));
  };
  await fly(flight, begin, (piece) => pieces.push(piece));
  watch(options, bytes.length);
  return { container: concatenated(pieces), fragment };
}

/**
 * Opens a container, binary or armored. Nothing is returned unless all of it is genuine, to its end, and with `signer`
 * is that signer's. Do not change its bytes until it is done.
 *
 * @throws CleaveError Any of FORMAT.md's errors, by its order of checks.
 */
export async function decrypt(container: Uint8Array, options: DecryptOptions & Watch): Promise<Decrypted> {
  const loaded = await core();
  const crypto = await frameCrypto(options.crypto);
  const reader = await HeaderReader.opening(options);
  const { bytes, fault } = dearmored(new Dearmor(loaded), unshared(container));
  const rest = reader.push(bytes);
  if (rest === undefined && fault !== undefined) {
    throw fault;
  }
  const header = guard(() => reader.finish().unlock());
  const flight = new Flight();
  const opener = new Opener(loaded, crypto, flight, guard(() => header.frames()), "open");
  header.free();
  const pieces: Bytes[] = [];
  let result: ReadResult | undefined;
  let done = 0;
  const begin = async () => {
    await opener.push(rest ?? bytes.subarray(bytes.length));
    opener.end(() => {
      result = readResult(guard(() => opener.sequence.finish()));
    }, fault);
  };
  await fly(flight, begin, (piece) => {
    done += piece.length;
    watch(options, done);
    pieces.push(piece);
  });
  return { plaintext: concatenated(pieces), ...result! };
}

/** All that armor holds, and how it ended. */
export function dearmored(dearmor: Dearmor, input: Bytes): { bytes: Bytes; fault?: unknown } {
  const pushed = dearmor.push(input);
  const ended = dearmor.finish();
  const fault = pushed.fault ?? ended.fault;
  return { bytes: concatenated([pushed.bytes, ended.bytes]), ...(fault === undefined ? {} : { fault }) };
}

function watch({ signal, onProgress }: Watch, done: number): void {
  signal?.throwIfAborted();
  onProgress?.(done);
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
