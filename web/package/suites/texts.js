// How each kind of text is read, and what it must hold; and rewraps.

import {
  decrypt,
  encrypt,
  fingerprint,
  fragmentBytes,
  fragmentText,
  inspect,
  recipientOf,
  rewrap,
  signerOf,
} from "../dist/index.js";
import { container, difference, keys, outcome, sha512 } from "./vector.js";

/** A recipient, signer or passphrase has no function of its own, and is read where it is used. */
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
    const again = await fragmentText(bytes);
    if (again.toLowerCase() !== text.toLowerCase()) {
      throw new Error(`written again it is ${again}`);
    }
    return { sha512: await sha512(bytes.subarray(13, 45)) };
  },
  passphrase: async (text) => {
    const cheap = { passphrase: text, memoryKib: 8, passes: 1, lanes: 1 };
    const { container } = await encrypt(new Uint8Array(0), { passphrases: [cheap] });
    await decrypt(container, { passphrase: text.normalize("NFC") });
    return {};
  },
};

/** Why a text form is not what its vector says; nothing if it is. */
export async function misread({ text: { kind, text, ...expected }, error: code }) {
  let found;
  try {
    found = await READERS[kind](text);
  } catch (error) {
    return error.code === code && code !== undefined ? undefined : `failed with ${error.stack}`;
  }
  if (code !== undefined) {
    return `it was read, and ${code} is expected`;
  }
  const wrong = Object.entries(found).filter(([field, value]) => value !== expected[field]);
  return wrong.length > 0 ? JSON.stringify(wrong) : undefined;
}

/** Why a rewrap does not give what its vector says; nothing if it does. */
export async function miswrapped(vector, worker) {
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
    const why = await difference(attempt, found, Infinity);
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
