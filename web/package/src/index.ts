/**
 * CLEAVE containers in the browser and on Node: post-quantum file encryption. Unaudited.
 *
 * @packageDocumentation
 */

export { type DecryptedBlob, decryptBlob } from "./blob.js";
export { load, type LoadOptions, type WasmSource } from "./core.js";
export type { CryptoChoice } from "./crypto.js";
export { CleaveError, type ErrorCode } from "./errors.js";
export { type Inspection, inspect, type Slot } from "./inspect.js";
export {
  fingerprint,
  fragmentBytes,
  fragmentHint,
  fragmentText,
  generateIdentity,
  generateSigningKey,
  type IdentityPair,
  recipientOf,
  signerOf,
  type SigningPair,
} from "./keys.js";
export type { ReadResult } from "./opener.js";
export type { DecryptOptions, EncryptOptions, Limits, PassphraseOptions } from "./options.js";
export { openRange, type PlaintextRange } from "./range.js";
export { rewrap, type RewrapOptions } from "./rewrap.js";
export { DecryptStream, EncryptStream, UnvouchedDecryptStream } from "./stream.js";
export type { Progress, Running, Watch } from "./watch.js";
export { type Decrypted, decrypt, type Encrypted, encrypt } from "./whole.js";
