// Keys and fragments. They come from the core and the platform's random generator, as text forms.

import { type Bytes, core, guard } from "./core.js";
import type { KeyPair } from "./wasm/cleave_wasm.js";

/** An identity, and the recipient that others encrypt to. */
export interface IdentityPair {
  /** `CLEAVE-SECRET-KEY-1…`: keep it secret. JavaScript cannot wipe text from memory. */
  identity: string;
  /** `cleave1…` */
  recipient: string;
}

/** A signing key, and the signer that others require. */
export interface SigningPair {
  /** `CLEAVE-SIGNING-KEY-1…`: keep it secret. */
  signingKey: string;
  /** `cleavesig1…` */
  signer: string;
}

/** A fresh X-Wing identity. */
export async function generateIdentity(): Promise<IdentityPair> {
  const loaded = await core();
  const [identity, recipient] = pair(guard(() => loaded.generate_identity()));
  return { identity, recipient };
}

/** A fresh ML-DSA-65 signing key. */
export async function generateSigningKey(): Promise<SigningPair> {
  const loaded = await core();
  const [signingKey, signer] = pair(guard(() => loaded.generate_signing_key()));
  return { signingKey, signer };
}

function pair(made: KeyPair): [secret: string, made: string] {
  const both: [string, string] = [made.secret, made.public];
  made.free();
  return both;
}

/** The recipient of an identity. @throws CleaveError `key_malformed` */
export async function recipientOf(identity: string): Promise<string> {
  const loaded = await core();
  return guard(() => loaded.recipient_of(identity));
}

/** The signer of a signing key. @throws CleaveError `key_malformed` */
export async function signerOf(signingKey: string): Promise<string> {
  const loaded = await core();
  return guard(() => loaded.signer_of(signingKey));
}

/** A recipient's short fingerprint, 20 hexadecimal digits, to be compared by people. @throws CleaveError `key_malformed` */
export async function fingerprint(recipient: string): Promise<string> {
  const loaded = await core();
  return guard(() => loaded.fingerprint(recipient));
}

/** The 61 bytes of a fragment's text form. @throws CleaveError `fragment_malformed` */
export async function fragmentBytes(text: string): Promise<Bytes> {
  const loaded = await core();
  return guard(() => loaded.fragment_bytes(text)) as Bytes;
}

/** The text form of a fragment's 61 bytes. @throws CleaveError `fragment_malformed` */
export async function fragmentText(bytes: Uint8Array): Promise<string> {
  const loaded = await core();
  return guard(() => loaded.fragment_text(bytes));
}

/** The hint by which a fragment's container is found (`Inspection.hint`), if it has one. @throws CleaveError `fragment_malformed` */
export async function fragmentHint(text: string): Promise<string | undefined> {
  const loaded = await core();
  return guard(() => loaded.fragment_hint(text));
}
