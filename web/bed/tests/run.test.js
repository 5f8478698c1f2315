// The runner from outside: what it prints, how it ends, and that nothing is left of it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ENGINES } from "../src/engines.js";
import { missing } from "../src/program.js";
import { Trace } from "./left.js";

const RUN = fileURLToPath(new URL("../run.js", import.meta.url));

/** A word in the command line of what each engine starts. */
const PROCESS = new Map([
  ["node", "in-node.js"],
  ["chromium", "--type=renderer"],
  ["firefox", "-contentproc"],
  ["webkit", "WebKitWebProcess"],
]);

/**
 * Runs a suite of suites/ to its end.
 * @param {string} suite
 * @param {string[]} words
 * @param {(pid: number, trace: Trace) => Promise<void>} [meanwhile]
 */
async function ran(suite, words, meanwhile) {
  const [trace, scratch] = [new Trace(), await mkdtemp(join(tmpdir(), "bed-run-"))];
  const path = fileURLToPath(new URL(`suites/${suite}.js`, import.meta.url));
  const child = spawn(process.execPath, [RUN, ...words, path], {
    env: { ...process.env, ...trace.env, TMPDIR: scratch },
    stdio: ["ignore", "pipe", "inherit"],
    // In a session of its own: what it leaves behind is known by that.
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (piece) => (output += piece));
  const closed = once(child, "close");
  try {
    await meanwhile?.(child.pid ?? 0, trace);
  } catch (error) {
    child.kill();
    throw error;
  }
  const [code] = await closed;
  const folders = readdirSync(scratch);
  await rm(scratch, { recursive: true });
  return { code, output, left: await trace.left(), folders };
}

for (const engine of ENGINES) {
  const skip = missing(engine.programs);
  const only = ["--engine", engine.name];

  test(`${engine.name}: a failing test fails the run, and is named with its cause`, { skip }, async () => {
    const { code, output, left, folders } = await ran("fails", only);
    assert.equal(code, 1);
    assert.match(output, /^FAILED {3}fails: .*the count: 1 instead of 2/m);
    assert.match(output, /^skipped {2}is skipped: it is not to be run$/m);
    assert.match(output, /\n2 passed, 1 failed, 1 skipped\n$/);
    assert.match(output, new RegExp(`^== web/bed/tests/suites/fails.js in ${engine.name} \\d+\\.\\d`, "m"));
    assert.deepEqual([left, folders], [[], []]);
  });

  test(`${engine.name}: a page that hangs is given up, and its test is named`, { skip }, async () => {
    const { code, output, left, folders } = await ran("hangs", [...only, "--patience", "8"]);
    assert.equal(code, 1);
    assert.match(output, /^FAILED {3}hangs: nothing was heard for 8 s\n +1 more did not run$/m);
    assert.match(output, /\n1 passed, 1 failed, 0 skipped\n$/);
    assert.deepEqual([left, folders], [[], []]);
  });

  test(`${engine.name}: a silent page fails the run`, { skip }, async () => {
    const { code, output, left } = await ran("silent", [...only, "--patience", "8"]);
    assert.equal(code, 1);
    assert.match(output, /^FAILED {3}\(the suite itself\): (nothing was heard for 8 s|the process ended with 13)$/m);
    assert.deepEqual(left, []);
  });

  test(`${engine.name}: a suite that cannot be loaded fails the run`, { skip }, async () => {
    const { code, output } = await ran("broken", only);
    assert.equal(code, 1);
    assert.match(output, /^FAILED {3}\(the suite itself\): the suite could not be loaded: .*broken on purpose/m);
  });

  test(`${engine.name}: an error that no test waits for fails the run`, { skip }, async () => {
    const { code, output } = await ran("uncaught", only);
    assert.equal(code, 1);
    assert.match(output, /^FAILED {3}loses an error: /m);
  });

  test(`${engine.name}: a run that is stopped takes everything with it`, { skip }, async () => {
    const { code, left, folders } = await ran("waits", only, async (pid, trace) => {
      await trace.appeared(PROCESS.get(engine.name) ?? "");
      process.kill(pid, "SIGTERM");
    });
    assert.equal(code, 128 + 15);
    assert.deepEqual([left, folders], [[], []]);
  });
}
