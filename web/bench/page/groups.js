// What is measured beside what.

import { encrypt, generateIdentity, inspect } from "../../package/dist/index.js";
import { xWing } from "../dist/peers.js";
import { mustBe, random } from "./bytes.js";
import { age, cleave, libsodium, raw } from "./ciphers.js";
import { timed } from "./heartbeat.js";

/** @typedef {import("./rounds.js").Contender} Contender */
/** @typedef {import("./measure.js").Settings} Settings */
/** @typedef {import("./measure.js").Send} Send */
/** @typedef {(settings: Settings, send: Send) => Promise<Contender[]>} Group */

/** Argon2id as it is compared: on one lane, since a page has one thread for it. */
const ARGON2ID = { memoryKib: 65536, passes: 3, lanes: 1 };

/** Encapsulations in one sample, which are too short one by one. */
const ENCAPSULATIONS = 64;

/** How long nothing is done, to see how a heart beats that nothing holds up; milliseconds. */
const IDLE = 300;

/** @type {Record<string, Group>} */
const GROUPS = { idle, stream, argon2id, "x-wing": encapsulate, chunks };

/**
 * Those that were asked for, in this order.
 * @param {Settings} settings
 */
export function groups({ groups: wanted }) {
  const unknown = wanted.find((name) => GROUPS[name] === undefined);
  if (unknown !== undefined) {
    throw new Error(`nothing measured here is called ${unknown}: there are ${Object.keys(GROUPS).join(", ")}`);
  }
  return Object.entries(GROUPS).flatMap(([name, group]) => (wanted.includes(name) ? [group] : []));
}

/** @type {Group} */
async function idle() {
  const nothing = () => new Promise((resolve) => setTimeout(resolve, IDLE));
  return [short("nothing", `a timer of ${IDLE} ms`, "idle", nothing)];
}

/**
 * At the size of chunk that cleave takes by itself.
 * @type {Group}
 */
async function stream({ bytes }) {
  const [keys, plain] = [await generateIdentity(), random(bytes)];
  const { container } = await encrypt(new Uint8Array(0), { recipients: [keys.recipient] });
  const { chunkSize } = await inspect(container);
  const named = /** @type {const} */ ([
    ["raw", raw(chunkSize)],
    // The same twice: how far apart their ratio is from 1 is the noise of this run.
    ["raw again", raw(chunkSize)],
    ["cleave", cleave(keys, chunkSize)],
    ["age", await age()],
    ["libsodium", await libsodium()],
  ]);
  return named.map(([name, cipher]) => both(name, cipher, plain, "encrypt", "decrypt"));
}

/** @type {Group} */
async function chunks({ bytes, chunkSizes }) {
  const [keys, plain] = [await generateIdentity(), random(bytes)];
  return chunkSizes.map((size) =>
    both(`${size / 1024} KiB`, cleave(keys, size), plain, "chunks-encrypt", "chunks-decrypt"),
  );
}

/**
 * What a passphrase costs by the public interface is that of encrypting nothing to it, less that of encrypting nothing
 * to a recipient: however the package has Argon2id run, this is what its user waits for.
 * @type {Group}
 */
async function argon2id(_, send) {
  const { recipient } = await generateIdentity();
  const passphrases = [{ passphrase: "correct horse battery staple", ...ARGON2ID }];
  const cost = `${ARGON2ID.memoryKib / 1024} MiB, ${ARGON2ID.passes} passes, ${ARGON2ID.lanes} lane`;
  const nothing = new Uint8Array(0);
  return [
    short("passphrase", `encrypt nothing to a passphrase: ${cost}`, "argon2id", () => encrypt(nothing, { passphrases })),
    short("recipient", "encrypt nothing to a recipient", "argon2id", () =>
      encrypt(nothing, { recipients: [recipient] }),
    ),
    {
      name: "native",
      what: `Argon2id of the native set: ${cost}`,
      bytes: 0,
      steps: [{ case: "argon2id", take: () => send({ kind: "native", what: "argon2id" }) }],
      check: () => {},
    },
  ];
}

/**
 * What one more recipient costs, the reading of its text included, beside the encapsulation alone.
 * @type {Group}
 */
async function encapsulate() {
  const all = await Promise.all(Array.from({ length: ENCAPSULATIONS + 1 }, () => generateIdentity()));
  const recipients = all.map(({ recipient }) => recipient);
  const { publicKey } = xWing.keygen();
  const to = (/** @type {number} */ count) => () =>
    encrypt(new Uint8Array(0), { recipients: recipients.slice(0, count) });
  return [
    short("many", `encrypt nothing to ${ENCAPSULATIONS + 1} recipients`, "x-wing", to(ENCAPSULATIONS + 1)),
    short("one", "encrypt nothing to 1 recipient", "x-wing", to(1)),
    short("noble", `@noble/post-quantum: XWing.encapsulate, ${ENCAPSULATIONS} times`, "x-wing", () => {
      for (let done = 0; done < ENCAPSULATIONS; done += 1) {
        xWing.encapsulate(publicKey);
      }
    }),
  ];
}

/**
 * Encrypts, and decrypts what came of it.
 * @param {string} name
 * @param {import("./ciphers.js").Cipher} cipher
 * @param {Uint8Array<ArrayBuffer>} plain
 * @param {string} sealing name of the case
 * @param {string} opening likewise
 * @returns {Contender}
 */
function both(name, cipher, plain, sealing, opening) {
  return {
    name,
    what: cipher.what,
    bytes: plain.length,
    steps: [
      { case: sealing, take: () => timed(() => cipher.seal(plain)) },
      {
        case: opening,
        take: (sealed) => {
          const found = cipher.between(sealed);
          return timed(() => cipher.open(found));
        },
      },
    ],
    check: (opened) => mustBe(opened, plain),
  };
}

/**
 * @param {string} name
 * @param {string} what
 * @param {string} measured name of the case
 * @param {() => unknown} work
 * @returns {Contender}
 */
function short(name, what, measured, work) {
  return { name, what, bytes: 0, steps: [{ case: measured, take: () => timed(async () => work()) }], check: () => {} };
}
