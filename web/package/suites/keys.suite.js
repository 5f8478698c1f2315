// Keys come from the core, never from the platform's key generation; and each opens what was sealed for it.

import { equal, equalBytes, fails } from "../../bed/page/assert.js";
import { test } from "../../bed/page/suite.js";
import {
  decrypt,
  encrypt,
  generateIdentity,
  generateSigningKey,
  recipientOf,
  rewrap,
  signerOf,
} from "../dist/index.js";

const PAIRS = 300;
const AT_ONCE = 50;
const TEXT = new TextEncoder().encode("for one alone");

/** What `crypto.subtle` may be asked for, and nothing else: frames are sealed, opened and hashed by it. */
const ALLOWED = ["encrypt", "decrypt", "digest"];

export async function tests() {
  return [
    test("with all of crypto.subtle but AES-GCM and digests thrown out", async () => {
      const asked = await restricted(async () => {
        for (const choice of ["platform", "portable"]) {
          await returns(await pair(), { crypto: choice, passphrases: [cheap("also")] });
        }
      });
      equal(asked.join(), "", "what else was asked for");
    }),
    test("what throws it out does throw", async () => {
      const asked = await restricted(async () => {
        const [curve, raw] = [{ name: "ECDSA", namedCurve: "P-256" }, new Uint8Array(32)];
        await fails(crypto.subtle.generateKey(curve, true, ["sign"]), "making a key");
        await fails(crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]), "taking a key in");
        await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"]);
      });
      equal(asked.join(), "generateKey,importKey");
    }),
    ...Array.from({ length: PAIRS / AT_ONCE }, (_, part) =>
      test(`pairs of keys ${part * AT_ONCE + 1} to ${(part + 1) * AT_ONCE} open what they sealed and signed`, async () => {
        const seen = new Set();
        for (let count = 0; count < AT_ONCE; count++) {
          const keys = await pair();
          [keys.identity, keys.signingKey].forEach((secret) => seen.add(secret));
          equal(await recipientOf(keys.identity), keys.recipient);
          equal(await signerOf(keys.signingKey), keys.signer);
          await returns(keys, {});
        }
        equal(seen.size, 2 * AT_ONCE, "different keys");
      }),
    ),
    test("a named recipient is removed", async () => {
      const [ann, bob] = [await generateIdentity(), await generateIdentity()];
      const { container } = await encrypt(TEXT, { recipients: [ann.recipient, bob.recipient] });
      const made = await rewrap(container, { identities: [ann.identity] }, { remove: [bob.recipient] });
      equalBytes((await decrypt(made, { identities: [ann.identity] })).plaintext, TEXT);
      equal((await fails(decrypt(made, { identities: [bob.identity] }), "bob opens")).code, "no_matching_key");
    }),
    test("half a character is no passphrase", async () => {
      for (const passphrase of ["\uD800", "a\uDC00b", "\uD83D"]) {
        equal((await fails(encrypt(TEXT, { passphrases: [passphrase] }), "sealing")).code, "key_malformed");
      }
    }),
  ];
}

async function pair() {
  return { ...(await generateIdentity()), ...(await generateSigningKey()) };
}

function cheap(passphrase) {
  return { passphrase, memoryKib: 8, passes: 1, lanes: 1 };
}

async function returns({ identity, recipient, signingKey, signer }, options) {
  const { container } = await encrypt(TEXT, { recipients: [recipient], signingKey, ...options });
  const { plaintext, authorship } = await decrypt(container, { identities: [identity], signer, crypto: options.crypto });
  equalBytes(plaintext, TEXT);
  equal(authorship, "verified");
}

/** Runs `work` while what is not allowed throws, and names what was asked for all the same. */
async function restricted(work) {
  const [prototype, asked] = [SubtleCrypto.prototype, []];
  const methods = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([name, { value }]) => typeof value === "function" && name !== "constructor" && !ALLOWED.includes(name),
  );
  for (const [name, { value }] of methods) {
    prototype[name] = function (...words) {
      if (name === "importKey" && words[2] === "AES-GCM") {
        return value.apply(this, words);
      }
      asked.push(name);
      return Promise.reject(new Error(`crypto.subtle.${name} was asked for`));
    };
  }
  try {
    await work();
  } finally {
    methods.forEach(([name, descriptor]) => Object.defineProperty(prototype, name, descriptor));
  }
  return asked;
}
