// Each browser by the one interface: it opens, types, chooses files, clicks, reads, takes a picture, and is gone.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BROWSERS } from "../src/engines.js";
import { Lifetime } from "../src/lifetime.js";
import { missing } from "../src/program.js";
import { serve } from "../src/server.js";
import { Trace } from "./left.js";

const PAGES = fileURLToPath(new URL("pages", import.meta.url));
const PNG = [0x89, 0x50, 0x4e, 0x47];

for (const engine of BROWSERS) {
  test(`${engine.name} has hands and eyes, and leaves nothing behind`, { skip: missing(engine.programs) }, async () => {
    const trace = new Trace();
    Object.assign(process.env, trace.env);
    const folder = await mkdtemp(join(tmpdir(), "bed-hands-"));
    const files = ["one", "two"].map((name) => join(folder, name));
    await Promise.all(files.map((file, index) => writeFile(file, `content ${index}`)));
    const server = await serve({ "/pages": PAGES });
    const lifetime = new Lifetime();
    try {
      const browser = await engine.start(lifetime);
      assert.match(browser.version, /^\d+\.\d/);
      await browser.open(`${server.origin}/pages/hands.html`);
      assert.equal(await browser.text("#said"), "nothing yet");
      await browser.type("#name", "Zoë");
      await browser.upload("#files", files);
      await browser.click("#say");
      const expected = "Zoë: content 0+content 1, isolated: true";
      while ((await browser.text("#said")) === "nothing yet") {
        await pause(20);
      }
      assert.equal(await browser.text("#said"), expected);
      assert.deepEqual([...(await browser.screenshot()).subarray(0, 4)], PNG);
      await assert.rejects(browser.click("#missing"));
    } finally {
      await lifetime.end();
      await server.close();
      await rm(folder, { recursive: true });
    }
    assert.deepEqual(await trace.left(), []);
  });
}
