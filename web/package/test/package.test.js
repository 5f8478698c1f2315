// The package as it is shipped: its size, its known answers, and where bundlers find its `.wasm`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { container, vectors } from "./vector.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
const KNOWN = new URL("../../../crates/cleave-wasm/src/known/", import.meta.url);
const WASM = readFileSync(join(DIST, "wasm/cleave_wasm_bg.wasm"));

test("what a visitor loads, WebAssembly, JavaScript and worker together, is under 200 KB compressed", async () => {
  const { outputFiles } = await esbuild({
    entryPoints: [join(DIST, "index.js"), join(DIST, "worker.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    outdir: "nowhere",
    write: false,
    logLevel: "silent",
  });
  assert.equal(outputFiles.length, 2);
  const sizes = [...outputFiles.map(({ contents }) => contents), WASM].map((file) => gzipSync(file, { level: 9 }).length);
  const sum = sizes.reduce((left, right) => left + right);
  assert.ok(Math.min(...sizes) > 1000 && sum < 200_000, `${sizes.join(" + ")} = ${sum}`);
});

test("the known answers of the self-test are those of the vectors", () => {
  const named = (name) => vectors.find((vector) => vector.name === name);
  const known = (name) => new Uint8Array(readFileSync(new URL(name, KNOWN)));
  const text = (name) => readFileSync(new URL(name, KNOWN), "utf8");
  assert.deepEqual(known("passphrase.bin"), container(named("argon-37-2-3")));
  assert.deepEqual(known("signed.bin"), container(named("signed-unhedged")));
  assert.equal(text("signed.signer.txt"), named("signed-unhedged").signer);
  assert.deepEqual([text("signed.identity.txt")], named("signed-unhedged").identities);
});

test("a module that computes wrongly is refused", async () => {
  // A byte of SHA-512's initial value, as constants of 64 bits are stored.
  const sha512 = Buffer.from("6a09e667f3bcc908", "hex").reverse();
  const places = [];
  for (let at = WASM.indexOf(sha512); at >= 0; at = WASM.indexOf(sha512, at + 1)) {
    places.push(at);
  }
  assert.ok(places.length > 0, "the constant is in the module");
  const wrong = Uint8Array.from(WASM);
  places.forEach((at) => (wrong[at] ^= 1));
  const { load, encrypt, generateIdentity } = await import("cleave-web");
  await assert.rejects(load(wrong), { code: "self_test_failed" });
  // And stays refused, whatever is asked of it.
  await assert.rejects(generateIdentity(), { code: "self_test_failed" });
  await assert.rejects(encrypt(new Uint8Array(1), {}), { code: "self_test_failed" });
});

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

test("unused parts of the package are left out of a bundle", async () => {
  const { outputFiles, metafile } = await esbuild({
    stdin: { contents: 'export { CleaveError } from "cleave-web";', resolveDir: ROOT },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  assert.ok(outputFiles[0].contents.length < 2000, `${outputFiles[0].contents.length} bytes`);
  assert.ok(Object.keys(metafile.inputs).length > 0);
});

test("what is exported is there", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const target of Object.values(exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)))) {
    assert.ok(existsSync(join(ROOT, target)), target);
  }
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  const [{ files }] = JSON.parse(listed);
  const paths = files.map(({ path }) => path);
  assert.ok(["dist/wasm/cleave_wasm_bg.wasm", "dist/index.js", "dist/worker.js"].every((path) => paths.includes(path)), paths.join());
});
