/** Names of errors: FORMAT.md's, and a few of a caller's or a platform's. They are the same in every CLEAVE program. */
export type ErrorCode =
  | "not_a_container"
  | "text_mode_damage"
  | "unsupported_version"
  | "malformed_header"
  | "header_limit"
  | "kdf_limit"
  | "trial_limit"
  | "no_matching_key"
  | "wrong_passphrase"
  | "fragment_required"
  | "fragment_malformed"
  | "fragment_mismatch"
  | "commitment_mismatch"
  | "header_tampered"
  | "chunk_tampered"
  | "truncated"
  | "trailing_data"
  | "signature_missing"
  | "wrong_signer"
  | "signature_invalid"
  | "armor_malformed"
  | "key_malformed"
  | "range_invalid"
  /** The caller asked for what cannot be. */
  | "usage"
  /** The platform's random generator failed. */
  | "randomness"
  /** The memory that this takes, for a chunk or for Argon2id, cannot be had. */
  | "out_of_memory"
  /** The platform computes known answers wrongly: nothing is encrypted or decrypted on it. */
  | "self_test_failed";

/** Everything that can go wrong with a container, a key or a request. Its message names the cause and the next step. */
export class CleaveError extends Error {
  override readonly name = "CleaveError";
  /** The stable name. */
  readonly code: ErrorCode;
  /** The index of the chunk at fault, from 0, with `chunk_tampered`. */
  readonly chunk: number | undefined;

  constructor(code: ErrorCode, message: string, chunk?: number) {
    super(message);
    this.code = code;
    this.chunk = chunk;
  }
}
