// What was typed, and what is meant by it.

import { parseArgs } from "node:util";
import { ENGINES } from "./engines.js";
import { suitePath } from "./places.js";

const NAMES = ENGINES.map(({ name }) => name);

export const HELP = `\
Usage: node web/bed/run.js [OPTION]... SUITE...

Runs suites, which are modules, in Node and in pages of browsers. CONTRIBUTING.md says how to write one.

  --engine E       only this one, and may be given again: ${NAMES.join(", ")}
  --patience N     how long a page may be silent before it counts as hanging, in seconds (60)
  --all            the slow checks too
  --help           this
`;

/**
 * @typedef {object} Plan
 * @property {readonly import("./engine.js").Engine[]} engines
 * @property {readonly string[]} suites paths from the root of the repository
 * @property {number} patience in seconds
 * @property {import("../page/suite.js").Depth} depth
 */

/**
 * @param {string[]} typed
 * @returns {Plan | "help"}
 * @throws {Error} whose message says what is wrong with it
 */
export function parse(typed) {
  const { values, positionals } = parseArgs({
    args: typed,
    allowPositionals: true,
    options: {
      engine: { type: "string", multiple: true, default: NAMES },
      patience: { type: "string", default: "60" },
      all: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    return "help";
  }
  const unknown = values.engine.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Error(`no engine is called ${unknown}: there are ${NAMES.join(", ")}`);
  }
  const patience = Number(values.patience);
  if (!(patience > 0 && patience <= 3600)) {
    throw new Error(`--patience takes seconds, up to 3600, and not ${values.patience}`);
  }
  if (positionals.length === 0) {
    throw new Error("no suite was named");
  }
  return {
    engines: ENGINES.filter(({ name }) => values.engine.includes(name)),
    suites: positionals.map(suitePath),
    patience,
    depth: values.all ? "all" : "usual",
  };
}
