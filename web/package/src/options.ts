// What a container is written for and opened with, and how that reaches the core.

import { type Core, guard } from "./core.js";
import type { CryptoChoice } from "./crypto.js";
import { CleaveError } from "./errors.js";
import { turn } from "./pace.js";
import type { KeySet, ReaderLimits, Recipe } from "./wasm/cleave_wasm.js";

/** A passphrase, and what Argon2id (RFC 9106) spends on it. */
export interface PassphraseOptions {
  passphrase: string;
  /** KiB; 65536 if not given. A reader in a browser refuses more than 262144 unless told otherwise. */
  memoryKib?: number;
  /** 3 if not given. */
  passes?: number;
  /** 4 if not given. */
  lanes?: number;
}

/** Who can open a container, and how it is written. Give a recipient or a passphrase at least. */
export interface EncryptOptions {
  /** Text forms `cleave1…` or age's `age1pq1…`. */
  recipients?: readonly string[];
  /** Recipients whose slots carry no key identifier. */
  hiddenRecipients?: readonly string[];
  passphrases?: readonly (string | PassphraseOptions)[];
  /** `CLEAVE-SIGNING-KEY-1…`: signs the content. */
  signingKey?: string;
  /** Splits the master key: the container opens only with its fragment. `hinted` lets the two find each other. */
  split?: "hinted" | "unhinted";
  /** Bytes, a power of two from 4096 to 16777216. */
  chunkSize?: number;
  /** Text instead of bytes: a third larger, and survives mail. */
  armor?: boolean;
  crypto?: CryptoChoice;
}

/** What a container is opened with. */
export interface DecryptOptions {
  /** `CLEAVE-SECRET-KEY-1…` or age's `AGE-SECRET-KEY-PQ-1…`; tried in this order. */
  identities?: readonly string[];
  /** Tried after the identities. */
  passphrase?: string;
  /** A fragment's text form or its 61 bytes. */
  fragment?: string | Uint8Array;
  /** `cleavesig1…`: the container must be signed by this signer. Without it no signature is checked. */
  signer?: string;
  limits?: Limits;
  crypto?: CryptoChoice;
}

/** What a reader refuses before it spends memory or time. Raise one only for a container whose source you trust. */
export interface Limits {
  /** Bytes; 134217728 if not given. */
  headerBytes?: number;
  /** Passphrase slots tried in one container; 8 if not given. */
  kdfSlots?: number;
  /** Argon2id memory of one slot, KiB; 262144 if not given, which is less than FORMAT.md's. */
  kdfMemoryKib?: number;
  /** Argon2id lanes of one slot; 16 if not given. */
  kdfLanes?: number;
  /** Argon2id memory × passes over all slots, KiB; 8388608 if not given. */
  kdfWorkKib?: number;
  /** Trial decapsulations; 4096 if not given. */
  trials?: number;
}

/** Argon2id's cost where none is given: RFC 9106's second recommended set. */
const COST = { memoryKib: 65536, passes: 3, lanes: 4 };

/** What takes recipients and passphrases: a container that is made, or one that is rewrapped. */
interface TakesSlots {
  recipient(text: string): void;
  hidden_recipient(text: string): void;
  passphrase(utf8: Uint8Array, memoryKib: number, passes: number, lanes: number): void;
}

type SlotOptions = Pick<EncryptOptions, "recipients" | "hiddenRecipients" | "passphrases">;

export async function addSlots(to: TakesSlots, options: SlotOptions, signal: AbortSignal | undefined): Promise<void> {
  await each(options.recipients, (text) => to.recipient(text), signal);
  await each(options.hiddenRecipients, (text) => to.hidden_recipient(text), signal);
  guard(() => {
    for (const given of options.passphrases ?? []) {
      const { passphrase, memoryKib, passes, lanes } = {
        ...COST,
        ...(typeof given === "string" ? { passphrase: given } : given),
      };
      to.passphrase(
        utf8(passphrase),
        whole(memoryKib, 0xffffffff, "memoryKib"),
        whole(passes, 255, "passes"),
        whole(lanes, 255, "lanes"),
      );
    }
  });
}

/** Hands over keys, of which each takes the core some of a millisecond to read. */
async function each(
  texts: readonly string[] = [],
  take: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const text of texts) {
    guard(() => take(text));
    await turn(signal);
  }
}

export async function recipe(core: Core, options: EncryptOptions, signal: AbortSignal | undefined): Promise<Recipe> {
  const made = new core.Recipe();
  await addSlots(made, options, signal);
  guard(() => {
    if (options.split === "hinted") {
      made.split_with_hint();
    } else if (options.split === "unhinted") {
      made.split_without_hint();
    }
    if (options.signingKey !== undefined) {
      made.sign(options.signingKey);
    }
    if (options.chunkSize !== undefined) {
      made.chunk_len(whole(options.chunkSize, 0xffffffff, "chunkSize"));
    }
  });
  return made;
}

export async function keySet(core: Core, options: DecryptOptions, signal: AbortSignal | undefined): Promise<KeySet> {
  const keys = new core.KeySet();
  await each(options.identities, (text) => keys.identity(text), signal);
  return guard(() => {
    if (options.passphrase !== undefined) {
      keys.passphrase(utf8(options.passphrase));
    }
    if (typeof options.fragment === "string") {
      keys.fragment_text(options.fragment);
    } else if (options.fragment !== undefined) {
      keys.fragment_bytes(options.fragment);
    }
    if (options.signer !== undefined) {
      keys.signer(options.signer);
    }
    return keys;
  });
}

export function readerLimits(core: Core, given: Limits = {}): ReaderLimits {
  const limits = new core.ReaderLimits();
  const wide = (value: number, name: string) => BigInt(whole(value, Number.MAX_SAFE_INTEGER, name));
  if (given.headerBytes !== undefined) limits.header_bytes = wide(given.headerBytes, "headerBytes");
  if (given.kdfSlots !== undefined) limits.kdf_slots = whole(given.kdfSlots, 0xffffffff, "kdfSlots");
  if (given.kdfMemoryKib !== undefined) limits.kdf_memory_kib = whole(given.kdfMemoryKib, 0xffffffff, "kdfMemoryKib");
  if (given.kdfLanes !== undefined) limits.kdf_lanes = whole(given.kdfLanes, 255, "kdfLanes");
  if (given.kdfWorkKib !== undefined) limits.kdf_work_kib = wide(given.kdfWorkKib, "kdfWorkKib");
  if (given.trials !== undefined) limits.trials = wide(given.trials, "trials");
  return limits;
}

/** Numbers reach the core modulo its integers: what does not fit is refused here. */
function whole(value: number, most: number, name: string): number {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new CleaveError("usage", `${name} must be a whole number from 0 to ${most}`);
  }
  return value;
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** A passphrase in UTF-8. A lone surrogate has none, and an encoder would put another character in its place. */
export function utf8(passphrase: string): Uint8Array {
  if (LONE_SURROGATE.test(passphrase)) {
    throw new CleaveError("key_malformed", "the passphrase is not well-formed text: it holds half a character");
  }
  return new TextEncoder().encode(passphrase);
}
