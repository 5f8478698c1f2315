// Who encrypts and hashes frames: the platform's `crypto.subtle`, or the core's portable set.

import { type Bytes, type Core, core, guard } from "./core.js";
import { CleaveError } from "./errors.js";
import { turn } from "./pace.js";

/** Work that was begun. */
export interface Work<T> {
  /** Resolves once the input may be changed. */
  readonly taken: Promise<void>;
  readonly done: Promise<T>;
}

/** AES-256-GCM and SHA-512 of frames. Each call wipes the key of its ticket. */
export interface FrameCrypto {
  /** Ciphertext and tag. */
  seal(ticket: Bytes, text: Bytes): Work<Bytes>;
  /** The plaintext, or nothing if the tag does not fit. */
  open(ticket: Bytes, sealed: Bytes): Work<Bytes | undefined>;
  /** SHA-512 of a whole frame. */
  digest(frame: Bytes): Promise<Bytes>;
}

/** Whose cryptography frames are given to. The bytes are the same. */
export type CryptoChoice = "platform" | "portable";

let tested: Promise<FrameCrypto> | undefined;

/** The one asked for; without a choice the platform's, where it has one (a page needs HTTPS for it). */
export async function frameCrypto(choice?: CryptoChoice): Promise<FrameCrypto> {
  const loaded = await core();
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (choice === "portable" || (choice === undefined && subtle === undefined)) {
    return new PortableCrypto(loaded);
  }
  if (subtle === undefined) {
    throw new CleaveError("usage", "this page has no crypto.subtle: serve it over HTTPS, or choose portable");
  }
  tested ??= proven(new PlatformCrypto(subtle), new PortableCrypto(loaded));
  return tested;
}

const NONCE_AT = 32;
const HEAD_AT = 44;

class PlatformCrypto implements FrameCrypto {
  constructor(readonly subtle: SubtleCrypto) {}

  seal(ticket: Bytes, text: Bytes): Work<Bytes> {
    return this.#begin(ticket, "encrypt", (key) => this.subtle.encrypt(parameters(ticket), key, text));
  }

  open(ticket: Bytes, sealed: Bytes): Work<Bytes | undefined> {
    const work = this.#begin(ticket, "decrypt", (key) => this.subtle.decrypt(parameters(ticket), key, sealed));
    const done = work.done.catch((failure: unknown) => {
      // The name that Web Cryptography gives to a tag that does not fit; any other failure is no verdict.
      if ((failure as { name?: string }).name === "OperationError") {
        return undefined;
      }
      throw failure;
    });
    return { taken: work.taken, done };
  }

  async digest(frame: Bytes): Promise<Bytes> {
    return new Uint8Array(await this.subtle.digest("SHA-512", frame));
  }

  #begin(ticket: Bytes, usage: KeyUsage, run: (key: CryptoKey) => Promise<ArrayBuffer>): Work<Bytes> {
    const imported = this.subtle.importKey("raw", ticket.subarray(0, NONCE_AT), "AES-GCM", false, [usage]);
    // Inside an object, since a promise of a promise would wait for both.
    const begun = imported.then((key) => {
      ticket.fill(0, 0, NONCE_AT);
      return { result: run(key) };
    });
    const taken = begun.then(() => undefined);
    taken.catch(() => undefined);
    return { taken, done: begun.then(async ({ result }) => new Uint8Array(await result)) };
  }
}

function parameters(ticket: Bytes): AesGcmParams {
  const iv = ticket.subarray(NONCE_AT, HEAD_AT);
  return { name: "AES-GCM", iv, additionalData: ticket.subarray(HEAD_AT), tagLength: 128 };
}

/** Its work is done on the calling thread, which is given back between frames. */
class PortableCrypto implements FrameCrypto {
  constructor(readonly loaded: Core) {}

  seal(ticket: Bytes, text: Bytes): Work<Bytes> {
    return later(() => guard(() => this.loaded.portable_seal(ticket, text)) as Bytes);
  }

  open(ticket: Bytes, sealed: Bytes): Work<Bytes | undefined> {
    return later(() => guard(() => this.loaded.portable_open(ticket, sealed)) as Bytes | undefined);
  }

  digest(frame: Bytes): Promise<Bytes> {
    return later(() => this.loaded.portable_sha512(frame) as Bytes).done;
  }
}

/** One piece of work at a time, whoever asks for it. */
let line: Promise<unknown> = Promise.resolve();

function later<T>(run: () => T): Work<T> {
  const done = line.then(() => turn(undefined)).then(run);
  line = done.catch(() => undefined);
  return { taken: line.then(() => undefined), done };
}

/** Holds the platform's answers to the portable set's, which the core's self-test held to known ones. */
async function proven(platform: FrameCrypto, portable: FrameCrypto): Promise<FrameCrypto> {
  const ticket = () => new Uint8Array(48).map((_, index) => 5 * index + 1);
  const text = new Uint8Array(1000).map((_, index) => 3 * index);
  const [ours, theirs] = await Promise.all([portable.seal(ticket(), text).done, platform.seal(ticket(), text).done]);
  const opened = await platform.open(ticket(), ours).done;
  const refused = await platform.open(ticket(), flipped(ours)).done;
  const digests = await Promise.all([portable.digest(text), platform.digest(text)]);
  if (!same(ours, theirs) || !same(opened, text) || refused !== undefined || !same(digests[0], digests[1])) {
    throw new CleaveError("self_test_failed", "crypto.subtle computes known answers wrongly here: choose portable");
  }
  return platform;
}

function same(left: Bytes | undefined, right: Bytes | undefined): boolean {
  return left?.length === right?.length && left?.every((byte, index) => byte === right?.[index]) === true;
}

function flipped(bytes: Bytes): Bytes {
  return bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
}
