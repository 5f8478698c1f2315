// Node itself: a process of its own takes the place of the page.

import { join } from "node:path";
import { ROOT } from "../places.js";

/** @type {import("../engine.js").Engine} */
export const node = {
  name: "node",
  programs: [],
  async start(lifetime) {
    /** @type {(how: string) => void} */
    let tell;
    return {
      version: process.versions.node,
      gone: new Promise((resolve) => (tell = resolve)),
      async open(url) {
        const stdio = /** @type {const} */ (["ignore", "inherit", "inherit"]);
        const child = lifetime.start(process.execPath, [script(url), url], { stdio: [...stdio] });
        child.once("exit", (code, signal) => tell(`the process ended with ${signal ?? code}`));
      },
    };
  },
};

/**
 * What does for Node what the page does for a browser stands beside the page.
 * @param {string} page
 */
function script(page) {
  return join(ROOT, new URL("in-node.js", page).pathname);
}
