// The files of vectors/, and what must come of each (vectors/README.md).

import { CleaveError } from "../dist/index.js";

/** FORMAT.md's limits, which the vectors are written for; the package's own allow Argon2 a quarter of that memory. */
const FORMAT_LIMITS = { kdfMemoryKib: 1048576 };

const LIMITS = {
  header_bytes: "headerBytes",
  kdf_slots: "kdfSlots",
  kdf_memory_kib: "kdfMemoryKib",
  kdf_lanes: "kdfLanes",
  kdf_work_kib: "kdfWorkKib",
  trials: "trials",
};

/** All of them, in the order of their names. */
export async function vectors({ list, read }) {
  const files = (await list("vectors")).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(files.map((name) => read(`vectors/${name}`)));
  return texts.map((text) => JSON.parse(new TextDecoder().decode(text)));
}

/** What is asked of a vector's reader. */
export function kind(vector) {
  return ["text", "rewrap", "range"].find((kind) => vector[kind] !== undefined) ?? "container";
}

/** The container's bytes, in a buffer of their own. */
export function container(vector) {
  return Uint8Array.from(atob(vector.container), (character) => character.charCodeAt(0));
}

/** Keys and limits, as the package takes them. */
export function keys(vector) {
  const { identities = [], passphrase, fragment, signer } = vector;
  const raised = Object.entries(vector.limits ?? {}).map(([name, value]) => [LIMITS[name], value]);
  const limits = { ...FORMAT_LIMITS, ...Object.fromEntries(raised) };
  const given = Object.entries({ passphrase, fragment, signer }).filter(([, value]) => value !== undefined);
  return { identities, limits, ...Object.fromEntries(given) };
}

/** What came of an attempt: its bytes, or its error; and how many bytes had been released. */
export async function outcome(attempt) {
  try {
    const bytes = await attempt();
    return { bytes, released: bytes.length };
  } catch (error) {
    return { error, released: error.released ?? 0 };
  }
}

/** Why the outcome is not what `expected` says; nothing if it is. */
export async function difference(expected, { bytes, error, released }, chunkLen) {
  if (error !== undefined) {
    if (!(error instanceof CleaveError)) {
      return `failed with ${error?.stack ?? error}`;
    }
    if (error.code !== expected.error || error.chunk !== expected.chunk) {
      return `${error.code} ${error.chunk ?? ""} (${error.message}), not ${expected.error ?? "success"}`;
    }
    const most = expected.chunk === undefined ? Infinity : expected.chunk * chunkLen;
    return released > most ? `${released} bytes were released before chunk ${expected.chunk}` : undefined;
  }
  if (expected.error !== undefined) {
    return `it opened, and ${expected.error} is expected`;
  }
  if (bytes.length !== expected.plaintext_length || (await sha512(bytes)) !== expected.plaintext_sha512) {
    return `${bytes.length} bytes of other content`;
  }
  return undefined;
}

/** In hexadecimal. */
export async function sha512(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes of a chunk of a binary container, by its header. */
export function chunkLen(bytes) {
  return 2 ** (bytes[10] ?? 24);
}
