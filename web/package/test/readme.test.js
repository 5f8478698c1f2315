// README.md's examples run as they stand, one after the other.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("README.md's examples run", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block);
  assert.ok(blocks.length >= 4, `${blocks.length}`);
  const folder = mkdtempSync(join(ROOT, "dist", "test-"));
  try {
    const script = join(folder, "readme.js");
    const results = "\nexport { opened, plaintext, plaintextLength, text, year };\n";
    writeFileSync(script, blocks.join("\n") + results);
    const { opened, plaintext, plaintextLength, text, year } = await import(pathToFileURL(script).href);
    assert.deepEqual(plaintext, text);
    assert.deepEqual([opened, plaintextLength], ["until 2060", 10]);
    assert.equal(new TextDecoder().decode(year), "2060");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
