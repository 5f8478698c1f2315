// One page in one engine: starts the engine, listens to what the page reports, and ends it whatever came of it.

import { Lifetime } from "./lifetime.js";
import { Watch } from "./watch.js";

/** How long an engine may take to start, in seconds. */
const STARTING = 60;

/**
 * Takes what a page reports.
 * @typedef {object} Listener
 * @property {(report: unknown) => unknown} take gives what is answered, as JSON; may take its time; ends the visit if it throws
 * @property {boolean} over nothing more is to come
 */

/**
 * @typedef {object} Visited
 * @property {string} version of the engine; empty if it did not start
 * @property {string} [failure] why the visit ended before the listener's end
 */

/**
 * @typedef {object} Trip
 * @property {string} page its path on the server; Node runs `in-node.js` beside it
 * @property {Record<string, string>} query what the page finds in its address, beside `report`: where it is to report to
 * @property {number} patience how long the page may be silent, in seconds
 */

/**
 * @param {import("./engine.js").Engine} engine
 * @param {Trip} trip
 * @param {Listener} listener
 * @param {import("./server.js").Server} server
 * @returns {Promise<Visited>}
 */
export async function visit(engine, trip, listener, server) {
  const lifetime = new Lifetime();
  let version = "";
  try {
    const visitor = await started(engine, lifetime);
    version = visitor.version;
    await heardOut(visitor, trip, listener, server);
    return { version };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { version, failure: version === "" ? `the engine did not start: ${why}` : why };
  } finally {
    await lifetime.end();
  }
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
 * Has the page opened, and hands what it reports to the listener, to the end of it.
 * @param {import("./engine.js").Visitor} visitor
 * @param {Trip} trip
 * @param {Listener} listener
 * @param {import("./server.js").Server} server
 */
async function heardOut(visitor, { page, query, patience }, listener, server) {
  const watch = new Watch(patience);
  const mailbox = server.mailbox(async (report) => {
    watch.heard();
    try {
      const reply = await listener.take(report);
      if (listener.over) {
        watch.end();
      }
      return reply;
    } catch (error) {
      watch.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  });
  try {
    const address = new URL(page, server.origin);
    address.search = new URLSearchParams({ ...query, report: mailbox.path }).toString();
    // That the page is open proves nothing: its reports do.
    const opened = visitor.open(address.href).then(() => watch.ended);
    const gone = visitor.gone.then((how) => Promise.reject(new Error(how)));
    await watch.unlessSilent(Promise.race([watch.ended, opened, gone]));
  } finally {
    watch.end();
    mailbox.close();
  }
}
