// Bundlers ship the worker too, and it opens on Node what a passphrase protects. The bundles in pages: `npm run bundles`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WASM = readFileSync(join(ROOT, "dist/wasm/cleave_wasm_bg.wasm"));

const SCRIPT = `
import { decrypt, encrypt, generateIdentity } from "cleave-web";
const { identity, recipient } = await generateIdentity();
const { container } = await encrypt(Uint8Array.of(1, 2, 3), { recipients: [recipient] });
const { plaintext } = await decrypt(container, { identities: [identity] });
const cheap = { passphrase: "correct horse", memoryKib: 64, passes: 1, lanes: 1 };
const locked = await encrypt(Uint8Array.of(4), { passphrases: [cheap] });
const unlocked = await decrypt(locked.container, { passphrase: "correct horse", ...globalThis.cleaveTestHow });
globalThis.cleaveTestResult = [...plaintext, ...unlocked.plaintext].join();
`;

/** A folder inside the package, so that its own name leads to it. */
async function inFolder(use) {
  const folder = mkdtempSync(join(ROOT, "dist", "test-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a bundle on Node; `how` it opens what a passphrase protects. */
async function run(script, how) {
  delete globalThis.cleaveTestResult;
  globalThis.cleaveTestHow = how;
  await import(pathToFileURL(script).href);
  assert.equal(globalThis.cleaveTestResult, "1,2,3,4");
}

test("Vite ships the .wasm and the worker by itself", async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, "page.js"), SCRIPT);
    writeFileSync(join(folder, "index.html"), '<script type="module" src="page.js"></script>');
    await vite({ root: folder, base: "./", logLevel: "silent", build: { target: "es2022", modulePreload: false } });
    const assets = readdirSync(join(folder, "dist/assets"));
    const only = (pattern) => {
      const found = assets.filter((name) => pattern.test(name));
      assert.equal(found.length, 1, `${pattern} of ${assets.join()}`);
      return found[0];
    };
    const [wasm, worker, script] = [only(/\.wasm$/), only(/^worker-.*\.js$/), only(/^index-.*\.js$/)];
    assert.equal(assets.length, 3, assets.join());
    assert.deepEqual(readFileSync(join(folder, "dist/assets", wasm)), WASM);
    const page = readFileSync(join(folder, "dist/assets", script), "utf8");
    assert.ok(page.includes(wasm) && page.includes(worker), "the page names both");
    // Its page needs a browser; its worker is one of Node's as well. In a process of its own: the core is loaded once.
    const named = `await load(undefined, { worker: new URL("./dist/assets/${worker}", import.meta.url) });`;
    const how = "globalThis.cleaveTestHow = { worker: true };";
    const after = "console.log(globalThis.cleaveTestResult);";
    const parts = ['import { load } from "cleave-web";', named, how, SCRIPT, after];
    writeFileSync(join(folder, "named.js"), parts.join("\n"));
    assert.equal(execFileSync(process.execPath, [join(folder, "named.js")], { encoding: "utf8" }), "1,2,3,4\n");
  });
});

test("esbuild ships the .wasm and the worker where the page names them", async () => {
  await inFolder(async (folder) => {
    const named = `import wasm from "cleave-web/cleave.wasm";\nimport { load } from "cleave-web";\n`;
    const worker = `{ worker: new URL("./worker.js", import.meta.url) }`;
    writeFileSync(join(folder, "page.js"), `${named}await load(new URL(wasm, import.meta.url), ${worker});\n${SCRIPT}`);
    writeFileSync(join(folder, "short.js"), `${named}await load(new URL(wasm, import.meta.url));\n${SCRIPT}`);
    await esbuild({
      entryPoints: { page: join(folder, "page.js"), short: join(folder, "short.js"), worker: "cleave-web/worker.js" },
      absWorkingDir: folder,
      bundle: true,
      format: "esm",
      platform: "browser",
      outdir: join(folder, "out"),
      loader: { ".wasm": "file" },
      logLevel: "silent",
    });
    const shipped = readdirSync(join(folder, "out")).filter((name) => name.endsWith(".wasm"));
    assert.equal(shipped.length, 1);
    assert.deepEqual(readFileSync(join(folder, "out", shipped[0])), WASM);
    await run(join(folder, "out/page.js"), { worker: true });
    // Without its worker the calling thread does it.
    rmSync(join(folder, "out/worker.js"));
    await run(join(folder, "out/short.js"), {});
  });
});
