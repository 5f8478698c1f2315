// Which processes a run has started, and which of them are left of it.
//
// What is started has the run's environment, and so the mark in it; except that Chromium's processes write over theirs.
// Those are known by their session, which is that of a process with the mark.

import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** How long a process may take to appear, in milliseconds. */
const LONGEST = 30_000;

/** How long what a run has ended may take to be gone, in milliseconds. */
const ENDING = 2000;

/** @typedef {{ pid: number, session: string, words: string, environment: string[] }} Process */

/** Follows what is started with `env` in its environment. */
export class Trace {
  #mark = `CLEAVE_BED_TEST=${randomBytes(8).toString("hex")}`;
  /** @type {Set<string>} */
  #sessions = new Set();
  #timer = setInterval(() => this.#running(), 50).unref();

  get env() {
    const [name = "", value = ""] = this.#mark.split("=");
    return { [name]: value };
  }

  /** The command lines of what is left, once the run is over: a killed browser's reporter of crashes ends after it. */
  async left() {
    clearInterval(this.#timer);
    for (const latest = Date.now() + ENDING; Date.now() < latest && this.#running().length > 0; await pause(20));
    return this.#running().map(({ words }) => words);
  }

  /**
   * Waits until a process with `word` in its command line was started.
   * @param {string} word
   * @returns {Promise<number[]>} the identifiers of all such
   */
  async appeared(word) {
    for (const latest = Date.now() + LONGEST; Date.now() < latest; await pause(20)) {
      const found = this.#running().filter(({ words }) => words.includes(word));
      if (found.length > 0) {
        return found.map(({ pid }) => pid);
      }
    }
    throw new Error(`there is no ${word}, but:\n${(await this.left()).join("\n")}`);
  }

  #running() {
    const all = processes().filter(({ pid }) => pid !== process.pid);
    const own = all.find(({ pid }) => pid === process.ppid)?.session;
    for (const { environment, session } of all) {
      if (environment.includes(this.#mark) && session !== own) {
        this.#sessions.add(session);
      }
    }
    return all.filter(
      ({ environment, session }) => environment.includes(this.#mark) || this.#sessions.has(session),
    );
  }
}

/** @returns {Process[]} that run and can be read */
function processes() {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const read = (/** @type {string} */ file) => readFileSync(`/proc/${name}/${file}`, "utf8");
      const words = read("cmdline").replaceAll("\0", " ").trim();
      // After the name, which may have blanks and brackets of its own: state, parent, group, session.
      const [state = "", , , session = ""] = read("stat").replace(/^.*\) /s, "").split(" ");
      const ended = state === "Z" || state === "X";
      return ended ? [] : [{ pid: Number(name), session, words, environment: read("environ").split("\0") }];
    } catch {
      // It ended while it was looked at, or is another user's.
      return [];
    }
  });
}
