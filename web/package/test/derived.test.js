// What vectors say of containers with a passphrase holds where a worker derives it.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { decrypt } from "cleave-web";
import { miswrapped } from "../suites/texts.js";
import { chunkLen, container, difference, keys, kind, outcome, vectors } from "../suites/vector.js";
import { living, workers } from "./workers.js";

const at = (path) => new URL(`../../../${path}`, import.meta.url);
const all = await vectors({ list: async (path) => readdir(at(path)), read: async (path) => readFile(at(path)) });

test("containers with a passphrase", async () => {
  const guarded = all.filter((vector) => kind(vector) === "container" && vector.passphrase !== undefined);
  const made = workers.length;
  for (const vector of guarded) {
    const bytes = container(vector);
    const open = () => decrypt(bytes, { ...keys(vector), worker: true }).then(({ plaintext }) => plaintext);
    assert.equal(await difference(vector, await outcome(open), chunkLen(bytes)), undefined, vector.name);
  }
  assert.ok(workers.length - made >= 20, `${workers.length - made} workers for ${guarded.length} containers`);
  assert.deepEqual(living(), []);
});

test("rewraps", async () => {
  const rewraps = all.filter((vector) => kind(vector) === "rewrap");
  assert.ok(rewraps.length >= 25, `${rewraps.length}`);
  for (const vector of rewraps) {
    assert.equal(await miswrapped(vector, true), undefined, vector.name);
  }
});
