// Node itself: a process of its own takes the place of the page.

import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../../page/in-node.js", import.meta.url));

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
        const child = lifetime.start(process.execPath, [PAGE, url], { stdio: [...stdio] });
        child.once("exit", (code, signal) => tell(`the process ended with ${signal ?? code}`));
      },
    };
  },
};
