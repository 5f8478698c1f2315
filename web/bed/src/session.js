// One suite in one engine, and what came of its tests.

import { Tally } from "./tally.js";
import { visit } from "./visit.js";

/** The page that runs a suite. */
const PAGE = "/web/bed/page/index.html";

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
export async function session(engine, suite, { server, patience, depth, take }) {
  const tally = new Tally();
  const listener = {
    /** @param {unknown} report */
    take(report) {
      const gift = take === undefined ? undefined : given(report);
      if (gift === undefined) {
        tally.take(report);
      } else {
        take?.(gift.name, Buffer.from(gift.base64, "base64"));
      }
    },
    get over() {
      return tally.over;
    },
  };
  const query = { engine: engine.name, suite, depth };
  const { version, failure } = await visit(engine, { page: PAGE, query, patience }, listener, server);
  if (failure !== undefined) {
    tally.breakOff(failure);
  }
  return { version, tests: tally.ended };
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
