// The command itself: what it takes, and how it ends where no engine is at fault.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../run.js", import.meta.url));
const SUITES = fileURLToPath(new URL("suites/", import.meta.url));

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} [env]
 */
function ran(words, env = {}) {
  const options = { cwd: SUITES, encoding: /** @type {const} */ ("utf8"), env: { ...process.env, ...env } };
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...words], options);
  return { status, stdout, stderr };
}

test("help is printed, and says which engines there are", () => {
  const { status, stdout } = ran(["--help"]);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: .*node, chromium, firefox, webkit/s);
});

for (const [name, words, said] of /** @type {[string, string[], RegExp][]} */ ([
  ["no suite", [], /no suite was named/],
  ["an unknown engine", ["--engine", "opera", "fails.js"], /no engine is called opera: there are node, chromium/],
  ["an unknown option", ["--fast", "fails.js"], /--fast/],
  ["no patience", ["--patience", "0", "fails.js"], /--patience takes seconds/],
  ["a word for patience", ["--patience", "long", "fails.js"], /--patience takes seconds/],
  ["a missing suite", ["missing.js"], /missing\.js/],
  ["a suite outside the repository", [process.execPath], /is outside the repository/],
])) {
  test(`a usage error: ${name}`, () => {
    const { status, stdout, stderr } = ran(words);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, said);
    assert.match(stderr, /Usage: /);
  });
}

test("a suite without tests fails the run", () => {
  const { status, stdout } = ran(["--engine", "node", "empty.js"]);
  assert.equal(status, 1);
  assert.match(stdout, /^FAILED {3}\(the suite itself\): the suite has no tests$/m);
});

test("two tests of one name fail the run", () => {
  const { status, stdout } = ran(["--engine", "node", "twice.js"]);
  assert.equal(status, 1);
  assert.match(stdout, /two tests have the name: same$/m);
});

test("a run in which nothing passed has failed", () => {
  const { status, stdout } = ran(["--engine", "node", "skips.js"]);
  assert.equal(status, 1);
  assert.match(stdout, /\n0 passed, 0 failed, 1 skipped\n$/);
});

test("a suite that passes does not make up for one that fails", () => {
  const { status, stdout } = ran(["--engine", "node", "fails.js", "skips.js", "../../suites/platform.suite.js"]);
  assert.equal(status, 1);
  assert.match(stdout, /\n8 passed, 1 failed, 4 skipped\n$/);
});

test("an engine that is not there fails the run, and says what to install", () => {
  const { status, stdout } = ran(["--engine", "chromium", "fails.js"], { PATH: "" });
  assert.equal(status, 1);
  assert.match(stdout, /^FAILED .* did not start: chromium missing: sudo apt-get install chromium$/m);
});
