// Every text form of vectors/, and every rewrap.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  CleaveError,
  decrypt,
  encrypt,
  fingerprint,
  fragmentBytes,
  fragmentText,
  generateIdentity,
  inspect,
  recipientOf,
  rewrap,
  signerOf,
} from "cleave-web";
import { container, differing, difference, keys, outcome, rewraps, texts } from "./vector.js";

/** How each kind is read; a recipient, signer or passphrase has no function of its own, and is read where it is used. */
const READERS = {
  recipient: async (text) => ({ fingerprint: await fingerprint(text) }),
  identity: async (text) => ({ public: await recipientOf(text) }),
  signer: async (text) => {
    // The key is read before the container, which is none.
    const { error } = await outcome(() => decrypt(new Uint8Array(0), { signer: text }));
    if (error.code !== "truncated") {
      throw error;
    }
    return {};
  },
  "signing-key": async (text) => ({ public: await signerOf(text) }),
  fragment: async (text) => {
    const bytes = await fragmentBytes(text);
    assert.equal((await fragmentText(bytes)).toLowerCase(), text.toLowerCase());
    return { sha512: sha512(bytes.subarray(13, 45)) };
  },
  passphrase: async (text) => {
    const cheap = { passphrase: text, memoryKib: 8, passes: 1, lanes: 1 };
    const { container } = await encrypt(new Uint8Array(0), { passphrases: [cheap] });
    await decrypt(container, { passphrase: text.normalize("NFC") });
    return {};
  },
};

test("text forms", async () => {
  assert.ok(texts.length >= 78, `${texts.length}`);
  const failures = await differing(texts, async ({ text: { kind, text, ...expected }, error: code }) => {
    let found;
    try {
      found = await READERS[kind](text);
    } catch (error) {
      return error instanceof CleaveError && error.code === code ? undefined : `failed with ${error.stack}`;
    }
    if (code !== undefined) {
      return `it was read, and ${code} is expected`;
    }
    const wrong = Object.entries(found).filter(([field, value]) => value !== expected[field]);
    return wrong.length > 0 ? JSON.stringify(wrong) : undefined;
  });
  assert.deepEqual(failures, []);
});

test("half a character is no passphrase", async () => {
  for (const passphrase of ["\uD800", "a\uDC00b", "\uD83D"]) {
    const { error } = await outcome(() => encrypt(new Uint8Array(0), { passphrases: [passphrase] }));
    assert.equal(error?.code, "key_malformed");
  }
});

for (const worker of [false, true]) {
  test(`rewraps, with passphrases derived ${worker ? "in a worker" : "here"}`, async () => {
    assert.ok(rewraps.length >= 25, `${rewraps.length}`);
    assert.deepEqual(await differing(rewraps, (vector) => rewrapped(vector, worker)), []);
  });
}

async function rewrapped(vector, worker) {
  const old = container(vector);
  let made;
  try {
    made = await rewrap(old, { ...keys(vector), worker }, change(vector.rewrap));
  } catch (error) {
    const refused = error.code === "usage" && /signing key/.test(error.message) ? "signing_key_required" : undefined;
    return refused !== undefined && refused === vector.refused ? undefined : difference(vector, { error, released: 0 });
  }
  const { length, flags, slot_count, opens } = vector.rewrapped ?? {};
  const said = await inspect(made);
  if (made.length !== length || made[9] !== flags || said.slots.length !== slot_count) {
    return `${made.length} bytes, flags ${made[9]}, ${said.slots.length} slots`;
  }
  for (const attempt of opens) {
    const found = await outcome(() => decrypt(made, keys(attempt)).then(({ plaintext }) => plaintext));
    const why = difference(attempt, found, Infinity);
    if (why !== undefined) {
      return `opened anew: ${why}`;
    }
  }
  return opens.length === 0 ? "nothing is said of who opens it" : undefined;
}

function change({ keep = [], recipients, hidden, passphrases = [], signing_key, adopt = false, unsign = false }) {
  const signature = signing_key !== undefined ? { signingKey: signing_key, adopt } : unsign ? { remove: true } : undefined;
  return {
    keep: (_, place) => keep.includes(place),
    recipients: recipients ?? [],
    hiddenRecipients: hidden ?? [],
    passphrases: passphrases.map(({ passphrase, memory_kib, passes, lanes }) => ({
      passphrase,
      memoryKib: memory_kib,
      passes,
      lanes,
    })),
    ...(signature === undefined ? {} : { signature }),
  };
}

test("a named recipient is removed", async () => {
  const [ann, bob] = await Promise.all([generateIdentity(), generateIdentity()]);
  const text = new TextEncoder().encode("for two");
  const { container } = await encrypt(text, { recipients: [ann.recipient, bob.recipient] });
  const made = await rewrap(container, { identities: [ann.identity] }, { remove: [bob.recipient] });
  assert.deepEqual((await decrypt(made, { identities: [ann.identity] })).plaintext, text);
  const { error } = await outcome(() => decrypt(made, { identities: [bob.identity] }));
  assert.equal(error?.code, "no_matching_key");
});

function sha512(bytes) {
  return createHash("sha512").update(bytes).digest("hex");
}
