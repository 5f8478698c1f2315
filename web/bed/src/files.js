// Which file a requested path names: one below a named folder, or none.

import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Where the paths of a server lead: from a path such as `/web/bed/page` to a folder of this machine. Everything below
 * such a folder is handed out, except names that begin with a dot, and links that lead out of it.
 * @typedef {Record<string, string>} Folders
 */

/**
 * @typedef {object} Found
 * @property {string} path real, without links
 * @property {number} size in bytes
 */

/**
 * The file that `pathname` names, which is a URL's path as it was sent.
 * @param {Folders} folders
 * @param {string} pathname
 * @returns {Promise<Found | undefined>} nothing, if there is no such file or it is not for others
 */
export async function find(folders, pathname) {
  const wanted = segments(pathname);
  if (wanted === undefined) {
    return undefined;
  }
  for (const [prefix, folder] of Object.entries(folders)) {
    const named = prefix.split("/").filter((segment) => segment !== "");
    if (named.every((segment, index) => wanted[index] === segment)) {
      const found = await below(folder, wanted.slice(named.length));
      if (found !== undefined) {
        return found;
      }
    }
  }
  return undefined;
}

/**
 * The names of the files in the folder that `pathname` names, which ends in a slash; sorted.
 * @param {Folders} folders
 * @param {string} pathname
 * @returns {Promise<string[] | undefined>} nothing, if there is no such folder or it is not for others
 */
export async function list(folders, pathname) {
  const wanted = segments(pathname.slice(0, -1))?.join("/");
  const folder = Object.entries(folders).find(([prefix]) => prefix === `/${wanted}`)?.[1];
  if (folder === undefined) {
    return undefined;
  }
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => !name.startsWith(".")).sort();
}

/**
 * The decoded parts of a path; nothing if one of them could lead elsewhere.
 * @param {string} pathname
 */
function segments(pathname) {
  try {
    const parts = pathname.split("/").slice(1).map(decodeURIComponent);
    const plain = parts.every((part) => part !== "" && !part.startsWith(".") && !/[/\\\0]/.test(part));
    return plain ? parts : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} folder
 * @param {string[]} parts
 * @returns {Promise<Found | undefined>}
 */
async function below(folder, parts) {
  try {
    const home = await realpath(folder);
    const path = await realpath(join(home, ...parts));
    const status = await stat(path);
    const inside = path.startsWith(home + sep) && !path.slice(home.length).includes(`${sep}.`);
    return inside && status.isFile() ? { path, size: status.size } : undefined;
  } catch {
    return undefined;
  }
}
