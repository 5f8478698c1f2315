// What a suite is made of. A suite is a module that exports `tests`, and is written once for every engine.

/** @typedef {"usual" | "all"} Depth how much is done: what takes a few minutes, or the slow checks too */

/**
 * What a suite is given.
 * @typedef {object} Bed
 * @property {string} engine `node`, `chromium`, `firefox` or `webkit`
 * @property {Depth} depth
 * @property {(path: string) => Promise<Uint8Array<ArrayBuffer>>} read a file of the repository, by its path from the root
 * @property {(folder: string) => Promise<string[]>} list names of the files in a folder, sorted
 * @property {(name: string, bytes: Uint8Array) => Promise<void>} give hands at most 700,000 bytes to the program that
 *   runs the suite, if it takes any; comes true when they were taken
 * @property {() => Promise<void>} going tells, in the midst of a long test, that it is getting on
 */

/** @typedef {{ name: string, run: () => unknown }} Test */

/**
 * What a suite exports under the name `tests`. Tests run one after the other, in this order.
 * @typedef {(bed: Bed) => Test[] | Promise<Test[]>} Tests
 */

/** Ends a test that cannot be run here. */
export class Skip extends Error {}

/**
 * One test. It passes if `run` returns, or comes true.
 * @param {string} name no two of a suite have the same
 * @param {() => unknown} run
 * @returns {Test}
 */
export function test(name, run) {
  return { name, run };
}

/**
 * Ends the running test as skipped.
 * @param {string} reason is printed
 * @returns {never}
 */
export function skip(reason) {
  throw new Skip(reason);
}
