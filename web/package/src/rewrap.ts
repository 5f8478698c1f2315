// A new header over the same frames: recipients come and go without encrypting anew.

import { type Bytes, core, guard, unshared } from "./core.js";
import { Dearmor, HeaderReader } from "./header.js";
import { type Slot, slot } from "./inspect.js";
import { type DecryptOptions, type EncryptOptions, addSlots } from "./options.js";
import { turn } from "./pace.js";
import { headerParts } from "./sealer.js";
import { Phase, type Watch, keyPhase } from "./watch.js";
import type { Rewrapping } from "./wasm/cleave_wasm.js";
import { concatenated, dearmored } from "./whole.js";

/** What the new header is to have. */
export interface RewrapOptions extends Pick<EncryptOptions, "recipients" | "hiddenRecipients" | "passphrases"> {
  /** Which old slots are kept; all if not given. `place` counts from 0, in the old header's order. */
  keep?: (slot: Slot, place: number) => boolean;
  /** Named recipients to be removed. One who kept 32 bytes of the old container still reads the new one. */
  remove?: readonly string[];
  /** What becomes of the signature. A signed container is refused unless this says so. */
  signature?:
    | { remove: true }
    /** `adopt`: sign content also if this key did not sign it before, and anyone who could open it could have changed it. */
    | { signingKey: string; adopt?: boolean };
}

/** Bytes of frames that are handed to the core at once. */
const STEP = 1 << 18;

/**
 * Gives the container under a new header. `keys` open the old one; a signer that they require is verified.
 *
 * @throws CleaveError As `decrypt`, as far as it must look; `usage` if nobody could open the result, or a signed container's
 * signature is neither made anew nor removed.
 */
export async function rewrap(
  container: Uint8Array,
  keys: DecryptOptions & Watch,
  change: RewrapOptions,
): Promise<Bytes> {
  keyPhase(keys);
  const { signal } = keys;
  const loaded = await core();
  const reader = await HeaderReader.keepingSlots(keys);
  const { bytes, fault } = await dearmored(new Dearmor(loaded), unshared(container), signal);
  const rest = await reader.push(bytes);
  if (rest === undefined && fault !== undefined) {
    throw fault;
  }
  const locked = await reader.derived();
  const rewrapping = guard(() => locked.rewrap());
  await apply(rewrapping, change, signal);
  const header = guard(() => rewrapping.start());
  const pieces: Bytes[] = [];
  for await (const part of headerParts(header, keys)) {
    pieces.push(part);
  }
  const copying = guard(() => header.into_copying());
  const frames = rest ?? bytes.subarray(bytes.length);
  const phase = new Phase(keys, { phase: "content", total: frames.length });
  for (let at = 0; at < frames.length; at += STEP) {
    const piece = frames.subarray(at, at + STEP);
    pieces.push(guard(() => copying.push(piece)) as Bytes);
    phase.add(piece.length);
    await turn(signal);
  }
  if (fault !== undefined) {
    throw fault;
  }
  pieces.push(guard(() => copying.finish()) as Bytes);
  return concatenated(pieces);
}

async function apply(rewrapping: Rewrapping, change: RewrapOptions, signal: AbortSignal | undefined): Promise<void> {
  const removed = new Set<string>();
  for (const recipient of change.remove ?? []) {
    removed.add(guard(() => rewrapping.key_id(recipient)));
    await turn(signal);
  }
  const kept = guard(() => rewrapping.slots())
    .map(slot)
    .map((old, place) => ({ old, place }))
    .filter(({ old, place }) => change.keep?.(old, place) ?? true)
    .filter(({ old }) => old.kind !== "recipient" || old.keyId === undefined || !removed.has(old.keyId));
  guard(() => rewrapping.keep(Uint32Array.from(kept, ({ place }) => place)));
  await addSlots(rewrapping, change, signal);
  const { signature } = change;
  if (signature === undefined) {
    return;
  }
  guard(() => {
    if ("remove" in signature) {
      rewrapping.unsign();
    } else if (signature.adopt === true) {
      rewrapping.sign_adopted(signature.signingKey);
    } else {
      rewrapping.sign_own(signature.signingKey);
    }
  });
}
