// What a suite is given, and what it gives, in each engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ENGINES } from "../src/engines.js";
import { folders } from "../src/places.js";
import { missing } from "../src/program.js";
import { serve } from "../src/server.js";
import { session } from "../src/session.js";

const SUITE = "web/bed/tests/suites/gives.js";
const PATIENCE = 30;

/** @type {import("../src/server.js").Server} */
let server;
before(async () => {
  server = await serve(folders([SUITE]));
});
after(() => server.close());

for (const engine of ENGINES) {
  test(`${engine.name}: a suite's gift arrives`, { skip: missing(engine.programs) }, async () => {
    /** @type {[string, number[]][]} */
    const taken = [];
    const take = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => void taken.push([name, [...bytes]]);
    const { tests } = await session(engine, SUITE, { server, patience: PATIENCE, depth: "all", take });
    assert.deepEqual(tests, [{ name: "gives", outcome: "passed", why: "" }]);
    assert.deepEqual(taken, [["all", [0, 128, 255]]]);
  });
}

test("a gift that nobody takes is a fault of the suite", async () => {
  const [node] = ENGINES;
  assert.ok(node);
  const { tests } = await session(node, SUITE, { server, patience: PATIENCE, depth: "usual" });
  assert.deepEqual(tests.map(({ outcome }) => outcome), ["failed"]);
});
