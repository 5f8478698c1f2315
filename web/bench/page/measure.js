// One run in one engine: every case that was asked for, one after the other, each reported when it ends.

import { told } from "../../bed/page/runner.js";
import { groups } from "./groups.js";
import { Order } from "./order.js";
import { rounds } from "./rounds.js";

/**
 * What is measured, and how.
 * @typedef {object} Settings
 * @property {number} bytes of the plaintext
 * @property {number} rounds that count
 * @property {number} seed of the order within each round
 * @property {readonly string[]} groups names
 * @property {readonly number[]} chunkSizes of the sweep, in bytes
 */

/**
 * What a page sends. `doing` comes before each sample, so that whoever listens knows during which a page died.
 * @typedef {{ kind: "doing", what: string }
 *   | { kind: "native", what: string }
 *   | { kind: "case", case: import("./rounds.js").Case }
 *   | { kind: "done" }
 *   | { kind: "broken", why: string }} Report
 */

/** @typedef {(report: Report) => Promise<any>} Send gives the answer */

/**
 * @param {Settings} settings
 * @param {Send} send
 */
export async function measure(settings, send) {
  try {
    const order = new Order(settings.seed);
    for (const begin of groups(settings)) {
      await send({ kind: "doing", what: "making what is measured" });
      for (const measured of await rounds(await begin(settings, send), settings.rounds, order, send)) {
        await send({ kind: "case", case: measured });
      }
    }
    await send({ kind: "done" });
  } catch (error) {
    await send({ kind: "broken", why: told(error) });
  }
}

/** @param {string} href the page's address */
export function settingsOf(href) {
  const wanted = new URL(href).searchParams;
  const mailbox = new URL(wanted.get("report") ?? "", href).href;
  return { mailbox, settings: /** @type {Settings} */ (JSON.parse(wanted.get("settings") ?? "{}")) };
}
