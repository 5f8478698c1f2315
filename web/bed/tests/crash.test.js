// An engine, or the process of its page, that is killed in the middle of a test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINES } from "../src/engines.js";
import { folders } from "../src/places.js";
import { missing } from "../src/program.js";
import { serve } from "../src/server.js";
import { session } from "../src/session.js";
import { Trace } from "./left.js";

const SUITE = "web/bed/tests/suites/waits.js";

/** In seconds; a death that the engine does not tell of is noticed by its silence. */
const PATIENCE = 8;

/** What is killed: a word in its command line, and what the run must say. */
const KILLED = [
  { engine: "node", word: "in-node.js", said: /^the process ended with SIGKILL$/ },
  { engine: "chromium", word: "--user-data-dir=", said: /^the browser ended with SIGKILL$/ },
  { engine: "chromium", word: "--type=renderer", said: /^the page crashed: / },
  { engine: "firefox", word: "--profile", said: /^the browser ended with SIGKILL$/ },
  { engine: "firefox", word: "-isForBrowser", said: /^nothing was heard for 8 s$/ },
  { engine: "webkit", word: "WebKitWebDriver", said: /^the browser's driver ended with SIGKILL$/ },
  { engine: "webkit", word: "MiniBrowser", said: /^nothing was heard for 8 s$/ },
  { engine: "webkit", word: "WebKitWebProcess", said: /^nothing was heard for 8 s$/ },
];

for (const { engine: name, word, said } of KILLED) {
  const engine = ENGINES.find((engine) => engine.name === name);
  assert.ok(engine);
  test(`${name}: ${word} is killed, and the test is named`, { skip: missing(engine.programs) }, async () => {
    const trace = new Trace();
    Object.assign(process.env, trace.env);
    const server = await serve(folders([SUITE]));
    const { tests } = await session(engine, SUITE, {
      server: { ...server, mailbox: killing },
      patience: PATIENCE,
      depth: "usual",
    });
    await server.close();
    assert.deepEqual(tests.map(({ name, outcome }) => [name, outcome]), [["waits", "failed"]]);
    assert.match(tests[0]?.why ?? "", said);
    assert.deepEqual(await trace.left(), []);

    /** @param {import("../src/server.js").Receive} receive */
    function killing(receive) {
      return server.mailbox((report) => {
        receive(report);
        if (/** @type {import("../page/runner.js").Report} */ (report).kind === "begin") {
          void trace.appeared(word).then((pids) => pids.forEach((pid) => process.kill(pid, "SIGKILL")));
        }
      });
    }
  });
}
