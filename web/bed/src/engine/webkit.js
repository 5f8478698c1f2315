// WebKitGTK: its small browser on a display of its own, driven over WebDriver.

import { once } from "node:events";
import { createServer } from "node:net";
import { need } from "../program.js";
import { environment } from "./environment.js";
import { WebDriver } from "./webdriver.js";

/** @type {import("../program.js").Program} */
const DRIVER = { names: ["WebKitWebDriver"], among: "path", debian: "webkit2gtk-driver" };
/** @type {import("../program.js").Program} */
const DISPLAY = { names: ["Xvfb"], among: "path", debian: "xvfb" };
/** @type {import("../program.js").Program} */
const BROWSER = { names: ["MiniBrowser"], among: "webkit", debian: "libwebkit2gtk-4.1-0" };

/** @type {import("../engine.js").BrowserEngine} */
export const webkit = {
  name: "webkit",
  programs: [DRIVER, DISPLAY, BROWSER],
  async start(lifetime) {
    const [binary, driver, server] = [need(BROWSER), need(DRIVER), need(DISPLAY)];
    const own = { DISPLAY: await display(lifetime, server), GDK_BACKEND: "x11" };
    const env = { ...environment(lifetime.folder()), ...own };
    const port = await freePort();
    const leader = lifetime.start(driver, ["--host=127.0.0.1", `--port=${port}`], { env });
    const gone = new Promise((/** @type {(how: string) => void} */ resolve) => {
      leader.once("exit", (code, signal) => resolve(`the browser's driver ended with ${signal ?? code}`));
    });
    const session = await Promise.race([
      WebDriver.begin(`http://127.0.0.1:${port}`, {
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      }),
      gone.then((how) => Promise.reject(new Error(how))),
    ]);
    return {
      version: session.version,
      gone,
      open: (url) => session.open(url),
      click: (selector) => session.click(selector),
      type: (selector, text) => session.type(selector, text),
      // As WebDriver has it: a file input takes paths, one a line.
      upload: (selector, paths) => session.type(selector, paths.join("\n")),
      text: (selector) => session.text(selector),
      screenshot: () => session.screenshot(),
    };
  },
};

/**
 * The name of a new display. Its number is one that is free, and known once it can be used.
 * @param {import("../lifetime.js").Lifetime} lifetime
 * @param {string} server
 */
async function display(lifetime, server) {
  const words = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const started = lifetime.start(server, words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const told = /** @type {import("node:stream").Readable} */ (started.stdio[3]);
  const [number] = await Promise.race([
    once(told, "data"),
    once(told, "end").then(() => Promise.reject(new Error("Xvfb gave no display"))),
  ]);
  return `:${String(number).trim()}`;
}

/** The driver does not tell a port that it chose itself. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") {
    throw new Error("no port is free");
  }
  return address.port;
}
