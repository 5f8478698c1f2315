// What a container says to everyone, without a key. Nothing of it is authenticated.

import { core, guard, unshared } from "./core.js";
import { Dearmor, HeaderReader } from "./header.js";
import type { Limits } from "./options.js";
import type { SlotInfo } from "./wasm/cleave_wasm.js";
import { dearmored } from "./whole.js";

/** One way to open a container. */
export type Slot =
  /** Without `keyId` the recipient is hidden. */
  | { kind: "recipient"; keyId: string | undefined }
  | { kind: "passphrase"; memoryKib: number; passes: number; lanes: number }
  | { kind: "extension" };

/** What a header says. */
export interface Inspection {
  headerLength: number;
  chunkSize: number;
  signed: boolean;
  split: boolean;
  /** The hint by which the fragment is found (`fragmentHint`), if there is one. */
  hint: string | undefined;
  slots: Slot[];
}

/**
 * Reads the header that `container` begins with; what follows it need not be there.
 *
 * @throws CleaveError What is wrong with the header's structure.
 */
export async function inspect(container: Uint8Array, limits: Limits = {}): Promise<Inspection> {
  const loaded = await core();
  const reader = await HeaderReader.keepingSlots({ limits });
  const { bytes, fault } = await dearmored(new Dearmor(loaded), unshared(container), undefined);
  if ((await reader.push(bytes)) === undefined && fault !== undefined) {
    throw fault;
  }
  const header = reader.finish();
  const said = guard(() => ({
    headerLength: Number(header.header_len()),
    chunkSize: header.chunk_len(),
    signed: header.is_signed(),
    split: header.is_split(),
    hint: header.hint(),
    slots: header.slots().map(slot),
  }));
  header.free();
  return said;
}

export function slot(info: SlotInfo): Slot {
  const { kind, key_id, memory_kib, passes, lanes } = info;
  info.free();
  switch (kind) {
    case "recipient":
      return { kind, keyId: key_id };
    case "passphrase":
      return { kind, memoryKib: memory_kib!, passes: passes!, lanes: lanes! };
    default:
      return { kind: "extension" };
  }
}
