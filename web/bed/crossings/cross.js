#!/usr/bin/env node
// Containers cross every pair of {the command, Node, Chromium, Firefox, WebKitGTK}: each writes, and all open.
//
//     node web/bed/crossings/cross.js target/debug/cleave

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { ENGINES } from "../src/engines.js";
import { Lifetime } from "../src/lifetime.js";
import { folders } from "../src/places.js";
import { missing } from "../src/program.js";
import { Report } from "../src/report.js";
import { serve } from "../src/server.js";
import { session } from "../src/session.js";
import { prepare } from "./attempts.js";
import { Command } from "./command.js";

const [WRITE, OPEN] = ["web/bed/crossings/write.js", "web/bed/crossings/open.js"];
/** How long a page may be silent, in seconds: a passphrase at its full cost takes some. */
const PATIENCE = 120;

/** @param {string} program */
async function cross(program) {
  const lifetime = new Lifetime();
  const shelves = lifetime.folder();
  const command = new Command(resolve(program), lifetime.folder());
  const server = await serve({ ...folders([WRITE]), "/crossed": shelves });
  const course = { server, patience: PATIENCE, depth: /** @type {const} */ ("usual") };
  const engines = ENGINES.filter(({ name, programs }) => {
    const lacking = missing(programs);
    if (lacking !== false) {
      console.log(`skipped  everything with ${name}: ${lacking}`);
    }
    return lacking === false;
  });
  const report = new Report();

  report.print("the command", "written", command.write(join(shelves, "command")));
  for (const engine of engines) {
    const shelf = join(shelves, engine.name);
    mkdirSync(shelf);
    const take = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => {
      writeFileSync(join(shelf, basename(name)), bytes);
    };
    report.print(engine.name, "written", await session(engine, WRITE, { ...course, take }));
  }

  const attempts = prepare(shelves, ["command", ...engines.map(({ name }) => name)]);
  report.print("the command", "opened", command.open(shelves, attempts));
  for (const engine of engines) {
    report.print(engine.name, "opened", await session(engine, OPEN, course));
  }

  await server.close();
  await lifetime.end();
  return report.conclude();
}

const [program, ...rest] = process.argv.slice(2);
if (program === undefined || rest.length > 0) {
  console.error("usage: node web/bed/crossings/cross.js PROGRAM, which is the command `cleave`, built");
  process.exit(2);
}
process.exitCode = await cross(program);
