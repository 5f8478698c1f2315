// Which processes are left of a run: whatever it started has its environment, and so the mark in it.

import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A variable for the environment of what is started. */
export function mark() {
  return { CLEAVE_BED_TEST: randomBytes(8).toString("hex") };
}

/**
 * The command lines of processes that have `marked` in their environment.
 * @param {Record<string, string>} marked
 * @returns {string[]}
 */
export function left(marked) {
  const wanted = Object.entries(marked).map(([name, value]) => `${name}=${value}`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((process) => {
      try {
        const environment = readFileSync(`/proc/${process}/environ`, "utf8").split("\0");
        const ours = wanted.every((variable) => environment.includes(variable));
        return ours ? [readFileSync(`/proc/${process}/cmdline`, "utf8").replaceAll("\0", " ")] : [];
      } catch {
        // It ended while it was looked at, or is another user's.
        return [];
      }
    });
}

/**
 * Waits until one of the marked processes has `word` in its command line.
 * @param {Record<string, string>} marked
 * @param {string} word
 */
export async function appeared(marked, word) {
  while (!left(marked).some((line) => line.includes(word))) {
    await pause(20);
  }
}
