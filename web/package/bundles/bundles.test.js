// What bundlers make of the package: they ship the `.wasm`, and their page opens a vector in every browser.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { BROWSERS } from "../../bed/src/engines.js";
import { Lifetime } from "../../bed/src/lifetime.js";
import { missing } from "../../bed/src/program.js";
import { serve } from "../../bed/src/server.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const VECTORS = fileURLToPath(new URL("../../../vectors", import.meta.url));
const WASM = readFileSync(new URL("../dist/wasm/cleave_wasm_bg.wasm", import.meta.url));
const VECTOR = "signed-unhedged";
const HTML = "index.html";

/** How long a page may take to show something, in milliseconds. */
const LONGEST = 60_000;

const BUNDLERS = {
  vite: (outDir) =>
    vite({
      root: HERE,
      base: "./",
      logLevel: "silent",
      build: { outDir, emptyOutDir: true, target: "es2022", modulePreload: false },
    }),
  esbuild: async (outdir) => {
    await esbuild({
      entryPoints: [{ in: join(HERE, "esbuild.js"), out: "start" }],
      bundle: true,
      format: "esm",
      platform: "browser",
      outdir,
      loader: { ".wasm": "file" },
      logLevel: "silent",
    });
    copyFileSync(join(HERE, HTML), join(outdir, HTML));
  },
};

const folder = mkdtempSync(join(tmpdir(), "cleave-bundles-"));
let server;

before(async () => {
  server = await serve({ "/bundles": folder, "/vectors": VECTORS });
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`${name} ships the .wasm as it is`, async () => {
    await bundle(join(folder, name));
    const files = readdirSync(join(folder, name), { recursive: true });
    const shipped = files.filter((file) => file.endsWith(".wasm"));
    assert.equal(shipped.length, 1, files.join());
    assert.deepEqual(readFileSync(join(folder, name, shipped[0])), WASM);
  });
}

for (const engine of BROWSERS) {
  test(`the bundles open a vector in ${engine.name}`, { skip: missing(engine.programs) }, async () => {
    const expected = JSON.parse(readFileSync(join(VECTORS, `${VECTOR}.json`), "utf8")).plaintext_sha512;
    const lifetime = new Lifetime();
    try {
      const browser = await engine.start(lifetime);
      for (const name of Object.keys(BUNDLERS)) {
        await browser.open(`${server.origin}/bundles/${name}/${HTML}?vector=${VECTOR}`);
        assert.equal(await shown(browser), `verified ${expected}`, name);
      }
    } finally {
      await lifetime.end();
    }
  });
}

async function shown(browser) {
  for (const latest = Date.now() + LONGEST; Date.now() < latest; await pause(50)) {
    const text = await browser.text("#said");
    if (text !== "nothing yet") {
      return text;
    }
  }
  return "nothing";
}
