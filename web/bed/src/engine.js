// What every engine can do: the one interface between the runner and Node, Chromium, Firefox and WebKitGTK.

/**
 * @template {Visitor} [Kind=Visitor]
 * @typedef {object} Engine
 * @property {string} name as it is typed
 * @property {readonly import("./program.js").Program[]} programs that it needs
 * @property {(lifetime: import("./lifetime.js").Lifetime) => Promise<Kind>} start all that it starts ends with `lifetime`
 */

/**
 * An engine that has pages, which a test can see and touch.
 * @typedef {Engine<Browser>} BrowserEngine
 */

/**
 * A running engine.
 * @typedef {object} Visitor
 * @property {string} version of the engine, digits and dots
 * @property {Promise<string>} gone comes true when it ended by itself, and says how
 * @property {(url: string) => Promise<void>} open goes to a page; ends when that is loaded, which a page that hangs never is
 */

/**
 * Selectors are those of CSS. The first element that fits is meant, and there must be one.
 * @typedef {object} Hands
 * @property {(selector: string) => Promise<void>} click
 * @property {(selector: string, text: string) => Promise<void>} type key by key
 * @property {(selector: string, paths: string[]) => Promise<void>} upload chooses files in a file input
 * @property {(selector: string) => Promise<string>} text what is shown of it
 * @property {() => Promise<Uint8Array>} screenshot of what is in view, PNG
 */

/** @typedef {Visitor & Hands} Browser */

export {};
