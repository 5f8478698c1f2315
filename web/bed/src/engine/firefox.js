// Firefox, headless: Debian's extended support release, or any other.

import { need } from "../program.js";
import { launch } from "./puppeteer.js";

/** @type {import("../program.js").Program} */
const FIREFOX = { names: ["firefox-esr", "firefox"], among: "path", debian: "firefox-esr" };

/** @type {import("../engine.js").BrowserEngine} */
export const firefox = {
  name: "firefox",
  programs: [FIREFOX],
  start: (lifetime) => launch(lifetime, { browser: "firefox", executablePath: need(FIREFOX) }),
};
