// What is made of reports, in order and out of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Tally } from "../src/tally.js";

const NAMES = { kind: "names", names: ["one", "two", "three"] };
const begin = (/** @type {number} */ index) => ({ kind: "begin", index });
const passed = (/** @type {number} */ index) => ({ kind: "end", index, outcome: "passed" });

/**
 * @param {unknown[]} reports
 * @returns {[string, string][]} names and outcomes
 */
function outcomes(reports) {
  return tallied(reports).ended.map(({ name, outcome }) => [name, outcome]);
}

/** @param {unknown[]} reports */
function tallied(reports) {
  const tally = new Tally();
  reports.forEach((report) => tally.take(report));
  return tally;
}

test("a suite that comes to its end", () => {
  const skipped = { kind: "end", index: 1, outcome: "skipped", why: "not here" };
  const failed = { kind: "end", index: 2, outcome: "failed", why: "it broke" };
  const reports = [NAMES, begin(0), { kind: "going" }, passed(0), begin(1), skipped, begin(2), failed];
  const tally = tallied(reports);
  assert.equal(tally.over, false);
  tally.take({ kind: "done" });
  assert.equal(tally.over, true);
  assert.deepEqual(tally.ended, [
    { name: "one", outcome: "passed", why: "" },
    { name: "two", outcome: "skipped", why: "not here" },
    { name: "three", outcome: "failed", why: "it broke" },
  ]);
  tally.breakOff("too late to matter");
  assert.equal(tally.ended.length, 3);
});

test("what is broken off names the test that was running, and counts the rest", () => {
  const tally = tallied([NAMES, begin(0), passed(0), begin(1)]);
  tally.breakOff("it hung");
  assert.deepEqual(tally.ended.at(-1), { name: "two", outcome: "failed", why: "it hung\n1 more did not run" });
  tally.take(passed(1));
  assert.equal(tally.ended.length, 2);
});

test("what is broken off between tests fails the suite itself", () => {
  const tally = tallied([NAMES, begin(0), passed(0)]);
  tally.breakOff("it hung");
  const why = "it hung\n2 more did not run";
  assert.deepEqual(tally.ended.at(-1), { name: "(the suite itself)", outcome: "failed", why });
});

/** @type {[string, unknown[]][]} */
const WRONG = [
  ["no tests", [{ kind: "names", names: [] }]],
  ["two tests of one name", [{ kind: "names", names: ["same", "same"] }]],
  ["names that come twice", [NAMES, NAMES]],
  ["names that are none", [{ kind: "names" }]],
  ["a test before the names", [begin(0)]],
  ["an end before the names", [passed(0)]],
  ["a test that was passed over", [NAMES, begin(1)]],
  ["two tests at once", [NAMES, begin(0), begin(1)]],
  ["an end that had no beginning", [NAMES, passed(0)]],
  ["the end of another test", [NAMES, begin(0), passed(1)]],
  ["a test too many", [{ kind: "names", names: ["one"] }, begin(0), passed(0), begin(1)]],
  ["getting on between tests", [NAMES, { kind: "going" }]],
  ["an unknown outcome", [NAMES, begin(0), { kind: "end", index: 0, outcome: "fine" }]],
  ["a skip without a reason", [NAMES, begin(0), { kind: "end", index: 0, outcome: "skipped", why: "" }]],
  ["an end before the last test", [NAMES, begin(0), passed(0), { kind: "done" }]],
  ["an end in a test", [NAMES, begin(0), { kind: "done" }]],
  ["an end before the names", [{ kind: "done" }]],
  ["a broken suite", [NAMES, { kind: "broken", why: "uncaught" }]],
  ["an unknown report", [{ kind: "hello" }]],
  ["a number", [7]],
  ["null", [null]],
];

for (const [name, reports] of WRONG) {
  test(`it fails: ${name}`, () => {
    const tally = tallied(reports);
    assert.equal(tally.over, true);
    assert.equal(outcomes(reports).at(-1)?.[1], "failed");
    assert.notEqual(tally.ended.at(-1)?.why, "");
  });
}
