// The memory of what this process has started, as Linux counts it (proc(5), /proc/pid/status).

import { readFileSync, readdirSync, writeFileSync } from "node:fs";

/** Watches the largest sum of resident memory from its making on; exact, since the system keeps it for each process. */
export class Watch {
  #before = 0;

  constructor() {
    for (const pid of descendants()) {
      this.#before += memory(pid, "VmRSS");
      reset(pid);
    }
  }

  /** Bytes by which it grew at most: a sum of peaks, even if they were not at one time. Of what still runs. */
  grown() {
    return descendants().reduce((sum, pid) => sum + memory(pid, "VmHWM"), 0) - this.#before;
  }
}

/** The processes that this one has started, and those that these have. */
function descendants() {
  const parents = new Map(readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => [pid, parent(pid)]));
  const started = (/** @type {string | undefined} */ pid) => {
    for (let at = pid; at !== undefined; at = parents.get(at)) {
      if (at === String(process.pid)) {
        return true;
      }
    }
    return false;
  };
  return [...parents].filter(([, above]) => started(above)).map(([pid]) => pid);
}

/** @param {string} pid */
function parent(pid) {
  // After the name, which may have blanks and brackets of its own: the state, then the parent.
  return read(pid, "stat").replace(/^.*\) /s, "").split(" ")[1];
}

/**
 * @param {string} pid
 * @param {"VmRSS" | "VmHWM"} field resident memory now, or at most
 * @returns {number} bytes
 */
function memory(pid, field) {
  const [, kib = "0"] = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(read(pid, "status")) ?? [];
  return Number(kib) * 1024;
}

/**
 * Lets the system begin anew with the most.
 * @param {string} pid
 */
function reset(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // It ended meanwhile.
  }
}

/**
 * @param {string} pid
 * @param {string} file
 */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It ended meanwhile.
    return "";
  }
}
