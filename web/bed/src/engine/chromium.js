// Chromium, headless.

import { need } from "../program.js";
import { launch } from "./puppeteer.js";

/** @type {import("../program.js").Program} */
const CHROMIUM = { names: ["chromium", "chromium-browser"], among: "path", debian: "chromium" };

const WORDS = [
  "--disable-gpu",
  // Nothing but the page's own requests is to leave the browser.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** @type {import("../engine.js").BrowserEngine} */
export const chromium = {
  name: "chromium",
  programs: [CHROMIUM],
  start(lifetime) {
    // Its sandbox refuses to be root's, as a container of CI is.
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    return launch(lifetime, { executablePath: need(CHROMIUM), args: [...WORDS, ...sandbox] });
  },
};
