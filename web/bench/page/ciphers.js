// Who encrypts the same bytes: Web Cryptography alone, cleave, age and libsodium.

import { DecryptStream, EncryptStream } from "../../package/dist/index.js";
import { IN_FLIGHT } from "../../package/dist/flight.js";
import { Decrypter, Encrypter, generateHybridIdentity, identityToRecipient, sodium } from "../dist/peers.js";
import { PIECE, collected, joined, random, streamed } from "./bytes.js";

/**
 * @typedef {object} Cipher
 * @property {string} what it does, as a person would write it
 * @property {(plain: Uint8Array<ArrayBuffer>) => Promise<any>} seal
 * @property {(sealed: any) => any} between what is not measured: puts together what a reader would find in a file
 * @property {(sealed: any) => Promise<Uint8Array[]>} open gives the plaintext in pieces
 */

/**
 * The least that anything must do that has a key for each chunk: as many chunks in flight as cleave has, from memory and
 * into memory, without streams.
 * @param {number} chunk bytes
 * @returns {Cipher}
 */
export function raw(chunk) {
  const base = random(32);
  const key = (/** @type {number} */ index, /** @type {KeyUsage} */ usage) => {
    const bytes = base.slice();
    new DataView(bytes.buffer).setUint32(0, index);
    return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
  };
  const parameters = { name: "AES-GCM", iv: new Uint8Array(12), tagLength: 128 };
  return {
    what: `crypto.subtle: importKey and AES-256-GCM for each ${chunk / 1024} KiB, ${IN_FLIGHT} in flight`,
    seal: (plain) => {
      const chunks = Array.from({ length: Math.ceil(plain.length / chunk) }, (_, index) =>
        plain.subarray(index * chunk, (index + 1) * chunk),
      );
      return flown(chunks, async (text, index) => crypto.subtle.encrypt(parameters, await key(index, "encrypt"), text));
    },
    between: (sealed) => sealed,
    open: (sealed) =>
      flown(sealed, async (text, index) => crypto.subtle.decrypt(parameters, await key(index, "decrypt"), text)),
  };
}

/**
 * @param {readonly Uint8Array<ArrayBuffer>[]} chunks
 * @param {(chunk: Uint8Array<ArrayBuffer>, index: number) => Promise<ArrayBuffer>} begin
 */
async function flown(chunks, begin) {
  /** @type {Promise<ArrayBuffer>[]} */
  const flying = [];
  const landed = [];
  for (const [index, chunk] of chunks.entries()) {
    if (flying.length === IN_FLIGHT) {
      landed.push(new Uint8Array(/** @type {ArrayBuffer} */ (await flying.shift())));
    }
    flying.push(begin(chunk, index));
  }
  landed.push(...(await Promise.all(flying)).map((result) => new Uint8Array(result)));
  return landed;
}

/**
 * @param {import("../../package/dist/index.js").IdentityPair} keys
 * @param {number} chunkSize
 * @returns {Cipher}
 */
export function cleave({ identity, recipient }, chunkSize) {
  return {
    what: `EncryptStream to one recipient, ${chunkSize / 1024} KiB a chunk; DecryptStream`,
    seal: (plain) => collected(streamed(plain).pipeThrough(new EncryptStream({ recipients: [recipient], chunkSize }))),
    between: joined,
    open: (container) => collected(streamed(container).pipeThrough(new DecryptStream({ identities: [identity] }))),
  };
}

/** @returns {Promise<Cipher>} */
export async function age() {
  const identity = await generateHybridIdentity();
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  encrypter.addRecipient(await identityToRecipient(identity));
  decrypter.addIdentity(identity);
  return {
    what: "age-encryption: Encrypter to one hybrid recipient, over a stream; Decrypter",
    seal: async (plain) => collected(await encrypter.encrypt(streamed(plain))),
    between: joined,
    open: async (file) => collected(await decrypter.decrypt(streamed(file))),
  };
}

/**
 * Wants a key that both already have.
 * @returns {Promise<Cipher>}
 */
export async function libsodium() {
  await sodium.ready;
  const key = sodium.crypto_secretstream_xchacha20poly1305_keygen();
  const [last, more] = [
    sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL,
    sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE,
  ];
  return {
    what: `libsodium-wrappers: secretstream (XChaCha20-Poly1305), ${PIECE / 1024} KiB a message`,
    seal: async (plain) => {
      const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key);
      const messages = [header];
      for (let at = 0; at < plain.length; at += PIECE) {
        const tag = at + PIECE < plain.length ? more : last;
        const text = plain.subarray(at, at + PIECE);
        messages.push(sodium.crypto_secretstream_xchacha20poly1305_push(state, text, null, tag));
      }
      return messages;
    },
    between: (messages) => messages,
    open: async ([header, ...messages]) => {
      const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, key);
      return messages.map((/** @type {Uint8Array} */ message) => {
        const pulled = sodium.crypto_secretstream_xchacha20poly1305_pull(state, message, null);
        if (pulled === false) {
          throw new Error("libsodium does not open what it sealed");
        }
        return pulled.message;
      });
    },
  };
}
