// The runner from outside: what it prints, and how it ends where a page does not come to its end.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../run.js", import.meta.url));
const SETTINGS = { bytes: 300_000, rounds: 2, seed: 1, groups: ["chunks"], chunkSizes: [4096, 65536] };

/** @param {string[]} words */
async function ran(words) {
  const child = spawn(process.execPath, [RUN, "--engine", "node", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const told = { text: "" };
    stream.on("data", (piece) => (told.text += piece));
    return told;
  });
  const [code] = await once(child, "close");
  return { code, out: out?.text ?? "", err: err?.text ?? "" };
}

/** @param {string} name */
const page = (name) => ["--settings", "{}", "--page", `web/bench/tests/pages/${name}/index.html`];

test("a page that breaks off ends the run: the engine, the cause and what was measured are named", async () => {
  const { code, err } = await ran(page("broken"));
  assert.equal(code, 1);
  assert.match(err, /node [\d.]+: no memory \(while: encrypt, cleave, round 2 of 7\)/);
});

test("so does one that dies", async () => {
  const { code, err } = await ran(page("gone"));
  assert.equal(code, 1);
  assert.match(err, /node [\d.]+: .*SIGKILL \(while: encrypt, age, round 3 of 7\)/);
});

test("and one that hangs", async () => {
  const { code, err } = await ran([...page("silent"), "--patience", "1"]);
  assert.equal(code, 1);
  assert.match(err, /nothing was heard for 1 s \(while: decrypt, raw, round 1 of 7\)/);
});

test("what takes too long is ended at its next report", async () => {
  const { code, err } = await ran([...page("broken"), "--longest", "0.000001"]);
  assert.equal(code, 1);
  assert.match(err, /it took longer than 0.000001 s/);
});

test("what was typed wrongly is told", async () => {
  for (const words of [[], ["--settings", "not JSON"], ["--settings", "{}", "--engine", "lynx"], ["--settings", "{}", "--longest", "x"]]) {
    const { code, err } = await ran(words);
    assert.equal(code, 2);
    assert.match(err, /bench: error: /);
  }
});

const built = ["../../package/dist/index.js", "../dist/peers.js"].every((path) =>
  existsSync(fileURLToPath(new URL(path, import.meta.url))),
);
const skip = built ? false : "the package or the bundle is not built: cargo xtask web; npm run bundle";

test("a run prints a line for each case, and the engine's version last", { skip }, async () => {
  const { code, out, err } = await ran(["--settings", JSON.stringify(SETTINGS)]);
  assert.equal(code, 0, err);
  const lines = out.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.at(-1), { kind: "engine", version: process.versions.node });
  const cases = lines.filter(({ kind }) => kind === "case").map((line) => line.case);
  assert.deepEqual(cases.map(({ name }) => name), ["chunks-encrypt", "chunks-decrypt"]);
  for (const { entries } of cases) {
    assert.deepEqual(entries.map((/** @type {any} */ entry) => entry.name), ["4 KiB", "64 KiB"]);
    for (const { nanoseconds, bytes } of entries) {
      assert.ok(nanoseconds.length === 2 && nanoseconds.every((/** @type {number} */ one) => one > 0));
      assert.equal(bytes, SETTINGS.bytes);
    }
  }
});

test("a group that there is not ends the run by its name", { skip }, async () => {
  const { code, err } = await ran(["--settings", JSON.stringify({ ...SETTINGS, groups: ["nothing"] })]);
  assert.equal(code, 1);
  assert.match(err, /nothing measured here is called nothing: there are idle, stream/);
});
