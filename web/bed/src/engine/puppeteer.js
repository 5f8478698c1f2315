// Chromium and Firefox, which puppeteer-core drives: the one by its own protocol, the other by WebDriver BiDi.

import puppeteer from "puppeteer-core";
import { environment } from "./environment.js";

/** For starting, and for each command, in milliseconds. */
const LONGEST = 60_000;

/**
 * @param {import("../lifetime.js").Lifetime} lifetime
 * @param {import("puppeteer-core").LaunchOptions} options
 * @returns {Promise<import("../engine.js").Browser>}
 */
export async function launch(lifetime, options) {
  const launched = puppeteer.launch({
    headless: true,
    userDataDir: lifetime.folder(),
    env: environment(lifetime.folder()),
    timeout: LONGEST,
    protocolTimeout: LONGEST,
    // The lifetime does that, for whatever else was started too.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    signal: lifetime.signal,
    ...options,
  });
  const leader = await lifetime.adopt(launched.then(started));
  const browser = await launched;
  // Not the first page: its own empty document may still be under way, and would take the place of ours.
  const page = await browser.newPage();
  const gone = new Promise((/** @type {(how: string) => void} */ resolve) => {
    leader.once("exit", (code, signal) => resolve(`the browser ended with ${signal ?? code}`));
    page.once("error", (error) => resolve(`the page crashed: ${error.message}`));
  });
  const element = async (/** @type {string} */ selector) => {
    const found = await page.$(selector);
    if (found === null) {
      throw new Error(`the page has no ${selector}`);
    }
    return found;
  };

  return {
    version: /[\d.]+/.exec(await browser.version())?.[0] ?? "of unknown version",
    gone,
    async open(url) {
      await page.goto(url, { timeout: 0 });
    },
    async click(selector) {
      await (await element(selector)).click();
    },
    async type(selector, text) {
      await (await element(selector)).type(text);
    },
    async upload(selector, paths) {
      const input = /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (
        await element(selector)
      );
      await input.uploadFile(...paths);
    },
    async text(selector) {
      return (await element(selector)).evaluate((shown) => /** @type {HTMLElement} */ (shown).innerText);
    },
    screenshot: () => page.screenshot({ type: "png" }),
  };
}

/** @param {import("puppeteer-core").Browser} browser */
function started(browser) {
  const leader = browser.process();
  if (leader === null) {
    throw new Error("puppeteer started no process");
  }
  return leader;
}
