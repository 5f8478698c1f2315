// One suite in one engine: starts the engine, listens, and ends it whatever came of it.

import { Lifetime } from "./lifetime.js";
import { Tally } from "./tally.js";

/** The page that runs a suite; Node takes its address too. */
const PAGE = "/web/bed/page/index.html";

/** How long an engine may take to start, in seconds. */
const STARTING = 60;

/**
 * @typedef {object} Came
 * @property {string} version of the engine; empty if it did not start
 * @property {readonly import("./tally.js").Ended[]} tests
 */

/**
 * What all sessions of a run have in common.
 * @typedef {object} Course
 * @property {import("./server.js").Server} server
 * @property {number} patience how long a page may be silent, in seconds
 * @property {import("../page/suite.js").Depth} depth
 * @property {(name: string, bytes: Uint8Array) => void} [take] what a suite gives; without it that is a fault
 */

/**
 * @param {import("./engine.js").Engine} engine
 * @param {string} suite path of the module from the root of the repository
 * @param {Course} course
 * @returns {Promise<Came>}
 */
export async function session(engine, suite, course) {
  const lifetime = new Lifetime();
  const tally = new Tally();
  let version = "";
  try {
    const visitor = await started(engine, lifetime);
    version = visitor.version;
    const query = new URLSearchParams({ engine: engine.name, suite, depth: course.depth });
    await visited(visitor, `${PAGE}?${query}`, tally, course);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    tally.breakOff(version === "" ? `the engine did not start: ${why}` : why);
  } finally {
    await lifetime.end();
  }
  return { version, tests: tally.ended };
}

/**
 * @param {import("./engine.js").Engine} engine
 * @param {Lifetime} lifetime
 */
async function started(engine, lifetime) {
  const watch = new Watch(STARTING);
  try {
    return await watch.unlessSilent(engine.start(lifetime));
  } finally {
    watch.end();
  }
}

/**
 * Has the page opened, and hands what it reports to `tally`, to the end of it; what it gives, to `course`.
 * @param {import("./engine.js").Visitor} visitor
 * @param {string} page
 * @param {Tally} tally
 * @param {Course} course
 */
async function visited(visitor, page, tally, { server, patience, take }) {
  const watch = new Watch(patience);
  const mailbox = server.mailbox((report) => {
    watch.heard();
    const gift = take === undefined ? undefined : given(report);
    if (gift !== undefined) {
      return take?.(gift.name, Buffer.from(gift.base64, "base64"));
    }
    tally.take(report);
    if (tally.over) {
      watch.end();
    }
  });
  try {
    // That the page is open proves nothing: its reports do.
    const opened = visitor.open(`${server.origin}${page}&report=${mailbox.path}`).then(() => watch.ended);
    const gone = visitor.gone.then((how) => Promise.reject(new Error(how)));
    await watch.unlessSilent(Promise.race([watch.ended, opened, gone]));
  } finally {
    watch.end();
    mailbox.close();
  }
}

/**
 * @param {unknown} report of a page, which may be broken in any way
 * @returns {{ name: string, base64: string } | undefined} nothing, if it is no gift
 */
function given(report) {
  const { kind, name, base64 } = /** @type {Record<string, unknown>} */ (report ?? {});
  const whole = kind === "gift" && typeof name === "string" && typeof base64 === "string";
  return whole ? { name, base64 } : undefined;
}

/** Waits for the end of the reports, and loses patience where none comes. */
class Watch {
  #timer;
  /** @type {() => void} */
  #finish = () => {};
  /** @type {(error: Error) => void} */
  #lose = () => {};

  /** @param {number} patience in seconds */
  constructor(patience) {
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => (this.#finish = resolve));
    /** @type {Promise<never>} */
    this.silent = new Promise((_, reject) => (this.#lose = reject));
    this.silent.catch(() => {});
    const silence = new Error(`nothing was heard for ${patience} s`);
    this.#timer = setTimeout(() => this.#lose(silence), patience * 1000);
  }

  heard() {
    this.#timer.refresh();
  }

  end() {
    clearTimeout(this.#timer);
    this.#finish();
  }

  /**
   * @template Value
   * @param {Promise<Value>} promise
   */
  unlessSilent(promise) {
    return Promise.race([promise, this.silent]);
  }
}
