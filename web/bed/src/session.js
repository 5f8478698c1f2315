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
 * @param {import("./engine.js").Engine} engine
 * @param {string} suite path of the module from the root of the repository
 * @param {import("./server.js").Server} server
 * @param {number} patience how long a page may be silent, in seconds
 * @returns {Promise<Came>}
 */
export async function session(engine, suite, server, patience) {
  const tally = new Tally();
  const query = { engine: engine.name, suite };
  const { version, failure } = await visit(engine, { page: PAGE, query, patience }, tally, server);
  if (failure !== undefined) {
    tally.breakOff(failure);
  }
  return { version, tests: tally.ended };
}
