// Who opens what, with which keys, and what must come of it: made from what was written.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CASES, DAMAGES, PASSPHRASE } from "./cases.js";

/**
 * @typedef {object} Attempt
 * @property {string} name
 * @property {string} file from the folder of all
 * @property {Keys} keys as the package takes them
 * @property {{ length?: number, authorship?: string, error?: string, chunk?: number | undefined }} expected
 */

/** @typedef {{ identities: string[], passphrase?: string, fragment?: string, signer?: string }} Keys */

/** @typedef {{ identity: string, recipient: string, signingKey: string, signer: string }} Own keys of a writer */

/**
 * Writes the damaged containers, and the list of all attempts for those who read it.
 * @param {string} folder with a folder for each writer
 * @param {readonly string[]} writers two at least
 * @returns {Attempt[]}
 */
export function prepare(folder, writers) {
  const own = new Map(writers.map((writer) => [writer, JSON.parse(text(folder, writer, "keys.json"))]));
  const attempts = writers.flatMap((writer, index) => {
    const other = own.get(writers[(index + 1) % writers.length] ?? "");
    const shelf = { folder, writer, own: own.get(writer), other };
    return [...CASES.flatMap((written) => whole(written, shelf)), ...DAMAGES.map((damage) => broken(damage, shelf))];
  });
  writeFileSync(join(folder, "attempts.json"), JSON.stringify(attempts));
  return attempts;
}

/** @typedef {{ folder: string, writer: string, own: Own, other: Own }} Shelf what one wrote, and another's keys */

/**
 * A case, by each key that it is for.
 * @param {import("./cases.js").Case} written
 * @param {Shelf} shelf
 * @returns {Attempt[]}
 */
function whole(written, shelf) {
  const { name, length, to, signed } = written;
  return to.map((by) => ({
    name: `${shelf.writer} wrote: ${name}, by ${by}`,
    file: `${shelf.writer}/${name}.container`,
    keys: rightKeys(written, shelf, by),
    expected: { length, authorship: signed ? "verified" : "unsigned" },
  }));
}

/**
 * @param {typeof DAMAGES[number]} damage
 * @param {Shelf} shelf
 * @returns {Attempt}
 */
function broken({ name, of, damage, keys, error, chunk }, shelf) {
  const written = CASES.find((written) => written.name === of);
  const by = written?.to[0];
  if (written === undefined || by === undefined) {
    throw new Error(`there is no case ${of}`);
  }
  let file = `${shelf.writer}/${of}.container`;
  if (damage !== undefined) {
    const bytes = damage(new Uint8Array(readFileSync(join(shelf.folder, file))));
    file = `${shelf.writer}/${name.replaceAll(" ", "-")}.container`;
    writeFileSync(join(shelf.folder, file), bytes);
  }
  const right = rightKeys(written, shelf, by);
  return {
    name: `${shelf.writer} wrote: ${of}, and then: ${name}`,
    file,
    keys: keys === undefined ? right : wrongKeys(right, keys, shelf),
    expected: { error, chunk },
  };
}

/**
 * @param {import("./cases.js").Case} written
 * @param {Shelf} shelf
 * @param {string} by
 * @returns {Keys}
 */
function rightKeys({ name, signed, split }, { folder, writer, own }, by) {
  return {
    ...(by === "passphrase" ? { identities: [], passphrase: PASSPHRASE } : { identities: [own.identity] }),
    ...(signed ? { signer: own.signer } : {}),
    ...(split === undefined ? {} : { fragment: fragment(folder, writer, name) }),
  };
}

/**
 * @param {Keys} right
 * @param {import("./cases.js").OtherKeys} which
 * @param {Shelf} shelf
 * @returns {Keys}
 */
function wrongKeys(right, which, { folder, writer, own, other }) {
  switch (which) {
    case "another's identity":
      return { ...right, identities: [other.identity] };
    case "another passphrase":
      return { ...right, passphrase: `${PASSPHRASE}?` };
    case "no fragment":
      return { identities: right.identities };
    case "another fragment":
      return { ...right, fragment: fragment(folder, writer, "everything") };
    case "another signer":
      return { ...right, signer: other.signer };
    case "own signer":
      return { ...right, signer: own.signer };
  }
}

/**
 * The fragment of a case; in the command's file there are comments beside it.
 * @param {string} folder
 * @param {string} writer
 * @param {string} name
 */
function fragment(folder, writer, name) {
  const [line] = /^CLEAVE-FRAGMENT-.*$/m.exec(text(folder, writer, `${name}.fragment`)) ?? [];
  if (line === undefined) {
    throw new Error(`${writer} wrote no fragment with ${name}`);
  }
  return line;
}

/** @param {string[]} path */
function text(...path) {
  return readFileSync(join(...path), "utf8").trim();
}
