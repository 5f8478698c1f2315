// The few commands of WebDriver (W3C) that the bed needs, over fetch.

import { setTimeout as pause } from "node:timers/promises";

/** The key under which an element's identifier stands (section 12.1). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** How long a driver may take to listen, in milliseconds. */
const LISTENING = 30_000;

/** One browser, for as long as its driver runs. */
export class WebDriver {
  #session;

  /**
   * @param {string} session address of the session
   * @param {string} version
   */
  constructor(session, version) {
    this.#session = session;
    this.version = version;
  }

  /**
   * Waits until a driver listens at `origin` and has it start a browser.
   * @param {string} origin
   * @param {Record<string, unknown>} capabilities
   */
  static async begin(origin, capabilities) {
    await listening(origin);
    const value = await command(`${origin}/session`, { capabilities: { alwaysMatch: capabilities } });
    const { sessionId, capabilities: given } = /** @type {Begun} */ (value);
    return new WebDriver(`${origin}/session/${sessionId}`, given.browserVersion);
  }

  /** @param {string} url */
  async open(url) {
    await command(`${this.#session}/url`, { url });
  }

  /** @param {string} selector */
  async click(selector) {
    await command(`${await this.#element(selector)}/click`, {});
  }

  /**
   * @param {string} selector
   * @param {string} text
   */
  async type(selector, text) {
    await command(`${await this.#element(selector)}/value`, { text });
  }

  /** @param {string} selector */
  async text(selector) {
    return String(await command(`${await this.#element(selector)}/text`));
  }

  async screenshot() {
    return new Uint8Array(Buffer.from(String(await command(`${this.#session}/screenshot`)), "base64"));
  }

  /** @param {string} selector */
  async #element(selector) {
    const value = await command(`${this.#session}/element`, { using: "css selector", value: selector });
    return `${this.#session}/element/${/** @type {Record<string, string>} */ (value)[ELEMENT]}`;
  }
}

/** @typedef {{ sessionId: string, capabilities: { browserVersion: string } }} Begun */

/** @param {string} origin */
async function listening(origin) {
  const latest = Date.now() + LISTENING;
  for (;;) {
    try {
      await command(`${origin}/status`);
      return;
    } catch (error) {
      if (Date.now() > latest) {
        throw error;
      }
      await pause(50);
    }
  }
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} [body] makes it a POST
 * @returns {Promise<unknown>} the answer's value
 */
async function command(address, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(address, options);
  const { value } = /** @type {{ value: unknown }} */ (await response.json());
  if (!response.ok) {
    const { error, message } = /** @type {{ error: string, message: string }} */ (value);
    throw new Error(`${new URL(address).pathname.replace(/^.session.[^/]*/, "")}: ${error}: ${message}`);
  }
  return value;
}
