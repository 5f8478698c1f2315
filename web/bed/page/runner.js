// Runs the tests of one suite, in a page or in Node, and reports each step before it takes the next one: so that
// whoever listens knows in which test it stopped.

import { Skip } from "./suite.js";

/**
 * @typedef {{ kind: "names", names: string[] }
 *   | { kind: "begin", index: number }
 *   | { kind: "end", index: number, outcome: "passed" }
 *   | { kind: "end", index: number, outcome: "failed" | "skipped", why: string }
 *   | { kind: "gift", name: string, base64: string }
 *   | { kind: "going" }
 *   | { kind: "done" }
 *   | { kind: "broken", why: string }} Report
 */

/**
 * @typedef {object} Place
 * @property {string} engine
 * @property {string} suite path of the module from the root of the repository
 * @property {import("./suite.js").Depth} depth
 * @property {(path: string) => Promise<{ tests: import("./suite.js").Tests }>} load
 * @property {(path: string) => Promise<Uint8Array<ArrayBuffer>>} read
 * @property {(folder: string) => Promise<string[]>} list
 * @property {(report: Report) => Promise<void>} send
 */

/** @param {Place} place */
export async function run({ engine, suite, depth, load, read, list, send }) {
  /** @type {import("./suite.js").Bed["give"]} */
  const give = (name, bytes) => send({ kind: "gift", name, base64: base64(bytes) });
  const going = () => send({ kind: "going" });
  let tests;
  try {
    tests = await (await load(suite)).tests({ engine, depth, read, list, give, going });
  } catch (error) {
    return send({ kind: "broken", why: `the suite could not be loaded: ${told(error)}` });
  }
  await send({ kind: "names", names: tests.map(({ name }) => name) });
  for (const [index, test] of tests.entries()) {
    await send({ kind: "begin", index });
    await send({ kind: "end", index, ...(await outcome(test)) });
  }
  await send({ kind: "done" });
}

/**
 * @param {import("./suite.js").Test} test
 * @returns {Promise<{ outcome: "passed" } | { outcome: "failed" | "skipped", why: string }>}
 */
async function outcome(test) {
  try {
    await test.run();
    return { outcome: "passed" };
  } catch (error) {
    return error instanceof Skip
      ? { outcome: "skipped", why: error.message }
      : { outcome: "failed", why: told(error) };
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * An error with its message and its stack; the latter has the former in some engines and not in others.
 * @param {unknown} error
 */
export function told(error) {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const [message, stack = ""] = [`${error.name}: ${error.message}`, error.stack];
  return stack.includes(error.message) && error.message !== "" ? stack : `${message}\n${stack}`.trimEnd();
}
