#!/usr/bin/env node
// The benchmark in one engine: parse, serve, visit, tell.

import { dirname, join } from "node:path";
import { ROOT } from "../bed/src/places.js";
import { serve } from "../bed/src/server.js";
import { visit } from "../bed/src/visit.js";
import { HELP, parse } from "./src/args.js";
import { Hearing } from "./src/hearing.js";
import { Native } from "./src/native.js";

/** What pages may load, besides the folder of the page itself. */
const FOLDERS = ["web/bed/page", "web/bench/dist", "web/package/dist"];

/** @param {object} line */
function tell(line) {
  console.log(JSON.stringify(line));
}

/** @param {import("./src/args.js").Plan} plan */
async function run({ engine, settings, native: program, page, patience, longest }) {
  const folders = [...FOLDERS, dirname(page).slice(1)].map((folder) => [`/${folder}`, join(ROOT, folder)]);
  const server = await serve(Object.fromEntries(folders));
  const native = program === undefined ? undefined : new Native(program);
  const hearing = new Hearing(longest, tell, async (what) => {
    if (native === undefined) {
      throw new Error(`--native is missing, which measures ${what}`);
    }
    return native.sample();
  });
  const { version, failure } = await visit(engine, { page, query: { settings }, patience }, hearing, server);
  native?.end();
  await server.close();
  if (failure !== undefined) {
    throw new Error(`${engine.name} ${version}: ${failure} (while: ${hearing.doing})`);
  }
  tell({ kind: "engine", version });
}

function planned() {
  try {
    return parse(process.argv.slice(2));
  } catch (error) {
    console.error(`bench: error: ${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(2);
  }
}

const plan = planned();
try {
  await run(plan);
} catch (error) {
  console.error(`bench: error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
