#!/usr/bin/env node
// 1 GiB through encrypt and decrypt, with an eye on the memory of the engine's processes; and that a reader which hoards
// is noticed.
//
//     node web/bed/memory/memory.js

import { chromium } from "../src/engine/chromium.js";
import { node } from "../src/engine/node.js";
import { folders } from "../src/places.js";
import { missing } from "../src/program.js";
import { serve } from "../src/server.js";
import { session } from "../src/session.js";
import { AFTER, BEFORE, CHUNK } from "./flow.js";
import { Watch } from "./watch.js";

/** What is held at most: two streams, each of under 32 chunks (README.md of the package). */
const HELD = 2 * 32 * CHUNK;

/**
 * How far memory may grow: V8 collects at the latest once there is four times what was alive (kMaxGrowingFactor in its
 * src/heap/memory-controller.h). Of other engines we know no such factor, and so no bound.
 */
const MOST = 4 * HELD;
const PATIENCE = 120;
const MIB = 1 << 20;

const [HONEST, HOARDING] = ["web/bed/memory/gigabyte.js", "web/bed/memory/hoard.js"];

/**
 * @param {import("../src/engine.js").Engine} engine
 * @param {string} suite
 * @param {import("../src/server.js").Server} server
 * @returns {Promise<number>} bytes by which the engine's processes grew at most
 */
async function grown(engine, suite, server) {
  /** @type {Watch | undefined} */
  let watch;
  let most = NaN;
  const take = (/** @type {string} */ name) => {
    if (name === BEFORE) {
      watch = new Watch();
    } else if (name === AFTER) {
      most = watch?.grown() ?? NaN;
    }
  };
  const { tests } = await session(engine, suite, { server, patience: PATIENCE, depth: "all", take });
  const failed = tests.find(({ outcome }) => outcome !== "passed");
  if (failed !== undefined || Number.isNaN(most)) {
    throw new Error(`${engine.name}: ${failed?.name}: ${failed?.why ?? "nothing was measured"}`);
  }
  return most;
}

async function run() {
  const server = await serve(folders([HONEST]));
  let failures = 0;
  const verdict = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
    failures += holds ? 0 : 1;
    console.log(`${holds ? "holds " : "FAILED"}  ${what}`);
  };
  for (const engine of [node, chromium]) {
    const lacking = missing(engine.programs);
    if (lacking !== false) {
      console.log(`skipped  ${engine.name}: ${lacking}`);
      continue;
    }
    const mib = (/** @type {number} */ bytes) => `${Math.ceil(bytes / MIB)} MiB`;
    const honest = await grown(engine, HONEST, server);
    verdict(honest < MOST, `${engine.name}: 1 GiB: memory grew by ${mib(honest)}, and by under ${mib(MOST)} it may`);
    const hoarding = await grown(engine, HOARDING, server);
    verdict(hoarding > MOST, `${engine.name}: that a reader keeps 512 MiB is noticed: ${mib(hoarding)}`);
  }
  await server.close();
  return failures === 0 ? 0 : 1;
}

process.exitCode = await run();
