// What a run starts and must not leave behind: groups of processes, and folders.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How long the system may take to clear away a group that was killed, in milliseconds. */
const CLEARING = 5000;

/** @type {Set<Lifetime>} */
const open = new Set();

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Ends all that was begun in it: by `end`, or when this process ends, by a signal too. Only SIGKILL leaves it be. */
export class Lifetime {
  /** @type {Set<ChildProcess>} each the leader of a group */
  #leaders = new Set();
  /** @type {Promise<unknown>[]} */
  #launching = [];
  /** @type {string[]} */
  #folders = [];
  #end = new AbortController();

  constructor() {
    guard();
    open.add(this);
  }

  /** A new folder for temporary files. */
  folder() {
    const folder = mkdtempSync(join(tmpdir(), "cleave-bed-"));
    this.#folders.push(folder);
    return folder;
  }

  /**
   * Starts a program as the leader of a group, which what it starts joins too.
   * @param {string} program
   * @param {string[]} words
   * @param {{ env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions }} [options]
   */
  start(program, words, { env = process.env, stdio = "ignore" } = {}) {
    const child = spawn(program, words, { env, stdio, detached: true });
    child.on("error", () => {});
    return this.#keep(child);
  }

  /** Comes when the end begins: whatever is being launched then is to be given up. */
  get signal() {
    return this.#end.signal;
  }

  /**
   * Takes over the leader of a group that something else starts, once it comes. It must heed `signal` until then.
   * @param {Promise<ChildProcess>} launched
   */
  async adopt(launched) {
    const adopted = launched.then((leader) => this.#keep(leader));
    this.#launching.push(adopted);
    return adopted;
  }

  /** Returns when nothing is left. */
  async end() {
    this.#end.abort();
    this.#kill();
    await Promise.allSettled(this.#launching);
    for (const leader of this.#leaders) {
      if (leader.pid !== undefined) {
        if (leader.exitCode === null && leader.signalCode === null) {
          await once(leader, "exit");
        }
        await cleared(leader.pid);
      }
    }
    this.#remove();
    open.delete(this);
  }

  /** The same at once, for when there is no time left to wait: a folder may stay. */
  endNow() {
    this.#end.abort();
    this.#kill();
    try {
      this.#remove();
    } catch {
      // Somebody still wrote into it.
    }
  }

  /** @param {ChildProcess} leader */
  #keep(leader) {
    this.#leaders.add(leader);
    if (this.#end.signal.aborted) {
      this.#kill();
    }
    return leader;
  }

  #kill() {
    for (const { pid } of this.#leaders) {
      if (pid !== undefined) {
        signal(pid, "SIGKILL");
      }
    }
  }

  #remove() {
    for (const folder of this.#folders) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

let guarded = false;

function guard() {
  if (guarded) {
    return;
  }
  guarded = true;
  process.on("exit", () => open.forEach((lifetime) => lifetime.endNow()));
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(name, async () => {
      await Promise.allSettled([...open].map((lifetime) => lifetime.end()));
      process.exit(128 + constants.signals[name]);
    });
  }
}

/** @param {number} leader */
async function cleared(leader) {
  const latest = Date.now() + CLEARING;
  while (signal(leader, 0)) {
    if (Date.now() > latest) {
      throw new Error(`the processes of group ${leader} were killed and are still there: look with \`ps\``);
    }
    await pause(10);
  }
}

/**
 * Whether there was a process in the group to signal.
 * @param {number} leader
 * @param {NodeJS.Signals | 0} name
 */
function signal(leader, name) {
  try {
    process.kill(-leader, name);
    return true;
  } catch {
    return false;
  }
}
