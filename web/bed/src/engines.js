// The engines, in the order in which they run.

import { chromium } from "./engine/chromium.js";
import { firefox } from "./engine/firefox.js";
import { node } from "./engine/node.js";
import { webkit } from "./engine/webkit.js";

/** @type {readonly import("./engine.js").BrowserEngine[]} */
export const BROWSERS = [chromium, firefox, webkit];

/** @type {readonly import("./engine.js").Engine[]} */
export const ENGINES = [node, ...BROWSERS];
