// The files of vectors/, and what must come of each (vectors/README.md).

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { CleaveError } from "cleave-web";

const FOLDER = new URL("../../../vectors/", import.meta.url);

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

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
export const vectors = files.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")));

export const texts = vectors.filter((vector) => vector.text !== undefined);
export const rewraps = vectors.filter((vector) => vector.rewrap !== undefined);
export const ranges = vectors.filter((vector) => vector.range !== undefined);
const others = new Set([...texts, ...rewraps, ...ranges]);
export const containers = vectors.filter((vector) => !others.has(vector));

/** The container's bytes, in a buffer of their own. */
export function container(vector) {
  return Uint8Array.from(Buffer.from(vector.container, "base64"));
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
export function difference(expected, { bytes, error, released }, chunkLen) {
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
  const found = createHash("sha512").update(bytes).digest("hex");
  if (bytes.length !== expected.plaintext_length || found !== expected.plaintext_sha512) {
    return `${bytes.length} bytes of other content`;
  }
  return undefined;
}

/** Runs every vector in the way given, and names all that differ at once. */
export async function differing(vectors, run) {
  const failures = [];
  for (const vector of vectors) {
    const why = await run(vector);
    if (why !== undefined) {
      failures.push(`${vector.name}: ${why}`);
    }
  }
  return failures;
}

/** Bytes of a chunk of a binary container, by its header. */
export function chunkLen(bytes) {
  return 2 ** (bytes[10] ?? 24);
}
