// What was typed, and what is meant by it.

import { parseArgs } from "node:util";
import { ENGINES } from "../../bed/src/engines.js";

const NAMES = ENGINES.map(({ name }) => name);

export const HELP = `\
Usage: node web/bench/run.js --engine E --settings JSON [OPTION]...

Measures in one engine, and prints a line of JSON for all that it does and for every case. \`cargo xtask bench --web\`
starts it, and says what to measure.

  --engine E        ${NAMES.join(", ")}
  --settings JSON   bytes, rounds, seed, groups, chunkSizes: page/measure.js says what they are
  --native FILE     the program that measures Argon2id outside of engines
  --page PATH       another page than the benchmark's, from the root of the repository
  --patience N      how long a page may be silent, in seconds (120)
  --longest N       how long all of it may take, in seconds (300)
`;

/**
 * @typedef {object} Plan
 * @property {import("../../bed/src/engine.js").Engine} engine
 * @property {string} settings
 * @property {string | undefined} native
 * @property {string} page
 * @property {number} patience in seconds
 * @property {number} longest in seconds
 */

/**
 * @param {string[]} typed
 * @returns {Plan}
 * @throws {Error} whose message says what is wrong with it
 */
export function parse(typed) {
  const { values } = parseArgs({
    args: typed,
    options: {
      engine: { type: "string" },
      settings: { type: "string" },
      native: { type: "string" },
      page: { type: "string", default: "web/bench/page/index.html" },
      patience: { type: "string", default: "120" },
      longest: { type: "string", default: "300" },
    },
  });
  const engine = ENGINES.find(({ name }) => name === values.engine);
  if (engine === undefined) {
    throw new Error(`--engine takes one of ${NAMES.join(", ")}`);
  }
  if (values.settings === undefined) {
    throw new Error("--settings says what to measure, and is missing");
  }
  JSON.parse(values.settings);
  return {
    engine,
    settings: values.settings,
    native: values.native,
    page: `/${values.page}`,
    patience: seconds("--patience", values.patience),
    longest: seconds("--longest", values.longest),
  };
}

/**
 * @param {string} option
 * @param {string} typed
 */
function seconds(option, typed) {
  if (!(Number(typed) > 0)) {
    throw new Error(`${option} takes seconds, and not ${typed}`);
  }
  return Number(typed);
}
