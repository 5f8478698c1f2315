#!/usr/bin/env node
// The test bed: runs suites in Node, Chromium, Firefox and WebKitGTK. Parse, serve, run, report.

import { HELP, parse } from "./src/args.js";
import { folders } from "./src/places.js";
import { Report } from "./src/report.js";
import { serve } from "./src/server.js";
import { session } from "./src/session.js";

/** @param {import("./src/args.js").Plan} plan */
async function run({ engines, suites, patience, depth }) {
  const server = await serve(folders(suites));
  const report = new Report();
  for (const engine of engines) {
    for (const suite of suites) {
      report.print(engine.name, suite, await session(engine, suite, { server, patience, depth }));
    }
  }
  await server.close();
  return report.conclude();
}

function planned() {
  try {
    return parse(process.argv.slice(2));
  } catch (error) {
    console.error(`bed: error: ${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(2);
  }
}

const plan = planned();
if (plan === "help") {
  process.stdout.write(HELP);
} else {
  process.exitCode = await run(plan);
}
