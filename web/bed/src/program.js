// Where a program is on this machine, and what to install if it is not.

import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @typedef {object} Program
 * @property {readonly string[]} names any of them will do
 * @property {"path" | "webkit"} among where it is looked for: the search path, or the folders of WebKitGTK's own programs
 * @property {string} debian name of the package that has it
 */

/**
 * The program's file.
 * @param {Program} program
 */
export function located(program) {
  const folders = program.among === "path" ? (process.env["PATH"] ?? "").split(delimiter) : webkitFolders();
  const files = program.names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => existsSync(file));
}

/**
 * The same, of a program that cannot be done without.
 * @param {Program} program
 */
export function need(program) {
  const file = located(program);
  if (file === undefined) {
    throw new Error(String(missing([program])));
  }
  return file;
}

/**
 * What `programs` lack on this machine, in a sentence; false if nothing.
 * @param {readonly Program[]} programs
 */
export function missing(programs) {
  const absent = programs.filter((program) => located(program) === undefined);
  if (absent.length === 0) {
    return false;
  }
  const [names, packages] = [absent.map(({ names: [name] }) => name), absent.map(({ debian }) => debian)];
  return `${names.join(", ")} missing: sudo apt-get install ${packages.join(" ")}`;
}

/** Outside the search path, and on Debian below a folder that names the processor. */
function webkitFolders() {
  const libraries = ["/usr/lib", "/usr/libexec", "/usr/lib64"].filter((folder) => existsSync(folder));
  const below = libraries.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return [...libraries, ...below].map((folder) => join(folder, "webkit2gtk-4.1"));
}
