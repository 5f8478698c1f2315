// What everyone writes for everyone else to open, and the damage that everyone must call by the same name.

/** Bytes of plaintext in a chunk. */
export const CHUNK = 4096;

export const PASSPHRASE = "correct horse, älter";

/**
 * How a container is written, in words that the package and the command are both told.
 * @typedef {object} Case
 * @property {string} name
 * @property {number} length of the plaintext
 * @property {readonly ("recipient" | "hidden" | "passphrase")[]} to
 * @property {boolean} [signed]
 * @property {"hinted" | "unhinted"} [split]
 * @property {boolean} [armor]
 */

/** @type {readonly Case[]} */
export const CASES = [
  { name: "recipient", length: 1000, to: ["recipient"] },
  { name: "passphrase", length: 1000, to: ["passphrase"] },
  { name: "hidden", length: 1000, to: ["hidden"] },
  { name: "signed", length: 2 * CHUNK + 100, to: ["recipient"], signed: true },
  { name: "split", length: 1000, to: ["recipient"], split: "hinted" },
  { name: "split-unhinted", length: 1000, to: ["recipient"], split: "unhinted" },
  { name: "armored", length: 1000, to: ["recipient"], armor: true },
  { name: "empty", length: 0, to: ["recipient"] },
  { name: "one-chunk", length: CHUNK, to: ["recipient"] },
  { name: "chunks", length: 3 * CHUNK + 1, to: ["recipient"] },
  { name: "everything", length: 2 * CHUNK, to: ["recipient", "passphrase"], signed: true, split: "hinted", armor: true },
];

/** The bytes of a header before its slots where it is neither signed nor hinted (FORMAT.md, Layout). */
const BEFORE_SLOTS = 77;
/** A recipient's slot, and what follows the slots. */
const [SLOT, HEADER_MAC] = [1177, 32];
const FRAMES = BEFORE_SLOTS + SLOT + HEADER_MAC;
const FRAME = CHUNK + 20;


/** @typedef {(bytes: Uint8Array) => Uint8Array} Damage */

/** @type {(at: number) => Damage} from the end, where it is negative */
const flip = (at) => (bytes) => {
  const place = (at + bytes.length) % bytes.length;
  return bytes.with(place, (bytes[place] ?? 0) ^ 1);
};
/** @type {(at: number) => Damage} */
const drop = (at) => (bytes) => bytes.filter((_, index) => index !== at);
/** @type {(end: number) => Damage} */
const cut = (end) => (bytes) => bytes.slice(0, end);

/**
 * What is done to the container of a case, or which key is put in another's place; and what must come of it.
 * @type {readonly { name: string, of: string, damage?: Damage, keys?: OtherKeys, error: string, chunk?: number }[]}
 */
export const DAMAGES = [
  { name: "no magic", of: "chunks", damage: flip(1), error: "not_a_container" },
  { name: "line ends changed", of: "chunks", damage: drop(4), error: "text_mode_damage" },
  { name: "another version", of: "chunks", damage: flip(8), error: "unsupported_version" },
  { name: "a flag too many", of: "chunks", damage: (bytes) => bytes.with(9, 8), error: "malformed_header" },
  { name: "another commitment", of: "chunks", damage: flip(BEFORE_SLOTS - 1), error: "commitment_mismatch" },
  { name: "another slot", of: "chunks", damage: flip(BEFORE_SLOTS + SLOT - 1), error: "no_matching_key" },
  { name: "another header_mac", of: "chunks", damage: flip(FRAMES - 1), error: "header_tampered" },
  { name: "another first chunk", of: "chunks", damage: flip(FRAMES + 10), error: "chunk_tampered", chunk: 0 },
  { name: "another head", of: "chunks", damage: flip(FRAMES + FRAME + 3), error: "chunk_tampered", chunk: 1 },
  { name: "another tag", of: "chunks", damage: flip(FRAMES + 3 * FRAME - 1), error: "chunk_tampered", chunk: 2 },
  { name: "cut in its header", of: "chunks", damage: cut(500), error: "truncated" },
  { name: "cut between chunks", of: "chunks", damage: cut(FRAMES + 2 * FRAME), error: "truncated" },
  { name: "cut by a byte", of: "chunks", damage: cut(-1), error: "truncated" },
  { name: "nothing at all", of: "chunks", damage: cut(0), error: "truncated" },
  { name: "a byte too many", of: "chunks", damage: (bytes) => Uint8Array.of(...bytes, 0), error: "trailing_data" },
  { name: "another signature", of: "signed", damage: flip(-1), error: "signature_invalid" },
  { name: "a short line of armor", of: "armored", damage: drop(100), error: "armor_malformed" },
  { name: "for somebody else", of: "recipient", keys: "another's identity", error: "no_matching_key" },
  { name: "a guess", of: "passphrase", keys: "another passphrase", error: "wrong_passphrase" },
  { name: "without its fragment", of: "split", keys: "no fragment", error: "fragment_required" },
  { name: "another fragment", of: "split", keys: "another fragment", error: "fragment_mismatch" },
  { name: "another signer", of: "signed", keys: "another signer", error: "wrong_signer" },
  { name: "nobody's signature", of: "chunks", keys: "own signer", error: "signature_missing" },
];

/**
 * @typedef {"another's identity" | "another passphrase" | "no fragment" | "another fragment" | "another signer"
 *   | "own signer"} OtherKeys
 */
