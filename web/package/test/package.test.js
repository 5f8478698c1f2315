// The package as it is shipped: its size, its known answers, and what it exports.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { container } from "../suites/vector.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");
const KNOWN = new URL("../../../crates/cleave-wasm/src/known/", import.meta.url);
const VECTORS = new URL("../../../vectors/", import.meta.url);
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
  const named = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, VECTORS), "utf8"));
  const known = (name) => new Uint8Array(readFileSync(new URL(name, KNOWN)));
  const text = (name) => readFileSync(new URL(name, KNOWN), "utf8");
  assert.deepEqual(known("passphrase.bin"), container(named("argon-37-2-3")));
  assert.deepEqual(known("signed.bin"), container(named("signed-unhedged")));
  assert.equal(text("signed.signer.txt"), named("signed-unhedged").signer);
  assert.deepEqual([text("signed.identity.txt")], named("signed-unhedged").identities);
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
