// The order of rounds, and the rounds themselves, on made-up contenders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { timed } from "../page/heartbeat.js";
import { Order } from "../page/order.js";
import { rounds } from "../page/rounds.js";

test("the generator is the published one", () => {
  const order = new Order(1234567);
  assert.deepEqual([order.next(), order.next()], [6457827717110365317n, 3203168211198807973n]);
});

test("every round has each once, and rounds differ", () => {
  const order = new Order(1);
  const all = Array.from({ length: 20 }, () => order.of(6));
  assert.ok(all.every((one) => [...one].sort().join() === "0,1,2,3,4,5"));
  assert.ok(new Set(all.map(String)).size > 10);
  assert.deepEqual(new Order(1).of(6), all[0]);
});

/**
 * @param {string} name
 * @param {string[]} log
 * @param {number} took
 * @returns {import("../page/rounds.js").Contender}
 */
function contender(name, log, took) {
  const sample = (/** @type {string} */ step) => async (/** @type {any} */ given) => {
    log.push(`${name} ${step} ${given ?? "nothing"}`);
    return { nanoseconds: took, gap: step === "a" ? 7 : undefined, result: `${name}'s ${step}` };
  };
  const steps = [{ case: "first", take: sample("a") }, { case: "second", take: sample("b") }];
  return { name, what: `does ${name}`, bytes: 5, steps, check: (result) => void log.push(`check ${result}`) };
}

test("a round that does not count is checked; the others are recorded by step, samples of a round side by side", async () => {
  const log = /** @type {string[]} */ ([]);
  const sent = /** @type {any[]} */ ([]);
  const cases = await rounds([contender("x", log, 1), contender("y", log, 2)], 3, new Order(5), async (report) => {
    sent.push(report);
  });
  assert.deepEqual(
    cases.map(({ name, entries }) => [name, entries.map((entry) => entry.name)]),
    [["first", ["x", "y"]], ["second", ["x", "y"]]],
  );
  assert.deepEqual(cases[1]?.entries[1]?.nanoseconds, [2, 2, 2]);
  assert.deepEqual(cases[0]?.entries[0]?.gap_nanoseconds, [7, 7, 7]);
  assert.deepEqual(cases[1]?.entries[0]?.gap_nanoseconds, []);
  assert.equal(log.filter((line) => line.startsWith("check")).length, 2);
  assert.ok(log.includes("x b x's a") && log.includes("y a nothing"));
  assert.equal(sent.length, 2 * 2 * 4, "each sample is announced");
  assert.equal(sent.at(-1).what.replace(/[xy]/, "z"), "second, z, round 3 of 3");
});

test("what was decrypted wrongly ends the run", async () => {
  const wrong = contender("x", [], 1);
  wrong.check = () => {
    throw new Error("byte 3 differs");
  };
  await assert.rejects(rounds([wrong], 3, new Order(1), async () => {}), /byte 3 differs/);
});

test("work that holds everything up is a gap, and work that waits is not", async () => {
  const wait = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const held = await timed(async () => {
    await wait(10);
    const until = performance.now() + 120;
    while (performance.now() < until);
    await wait(10);
  });
  assert.ok((held.gap ?? 0) >= 120e6, `a gap of ${held.gap}`);
  const waited = await timed(() => wait(600));
  assert.ok((waited.gap ?? 0) < waited.nanoseconds, `a gap of ${waited.gap} in ${waited.nanoseconds}`);
});

test("work that ends without ever waiting is one gap", async () => {
  const { gap = 0, nanoseconds } = await timed(() => {
    const until = performance.now() + 30;
    while (performance.now() < until);
  });
  assert.ok(gap >= 30e6 && gap >= nanoseconds, `a gap of ${gap} in ${nanoseconds}`);
});
