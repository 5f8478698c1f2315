// Where the repository is, and which of its folders a suite may read.

import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = realpathSync(fileURLToPath(new URL("../../..", import.meta.url)));

/** A page finds each at the path that it has from the root, and so does Node. */
const READABLE = ["web/bed/page", "web/package", "vectors", "crates/cleave-core/tests/data"];

/**
 * A suite's path from the root, with `/` on every system.
 * @param {string} typed from the current folder
 */
export function suitePath(typed) {
  const path = relative(ROOT, realpathSync(resolve(typed)));
  if (path.startsWith("..")) {
    throw new Error(`${typed} is outside the repository: a suite reads what is beside it there`);
  }
  return path.split(sep).join("/");
}

/**
 * What is served: the folders above, and those of the suites.
 * @param {readonly string[]} suites
 * @returns {import("./files.js").Folders}
 */
export function folders(suites) {
  const all = new Set([...READABLE, ...suites.map((suite) => dirname(suite))]);
  return Object.fromEntries([...all].map((folder) => [`/${folder}`, join(ROOT, folder)]));
}
