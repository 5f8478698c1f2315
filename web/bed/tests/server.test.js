// The server: what it hands out and what it does not, and what it takes.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../src/server.js";

/** @type {string} */
let folder;
/** @type {import("../src/server.js").Server} */
let server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "bed-server-"));
  await mkdir(join(folder, "open/sub/.hidden"), { recursive: true });
  await writeFile(join(folder, "open/page.html"), "a page");
  await writeFile(join(folder, "open/sub/core.wasm"), new Uint8Array(100_000).fill(7));
  await writeFile(join(folder, "open/a name.txt"), "blank");
  await writeFile(join(folder, "open/.secret"), "no");
  await writeFile(join(folder, "open/sub/.hidden/file.txt"), "no");
  await writeFile(join(folder, "closed.txt"), "no");
  await symlink("page.html", join(folder, "open/inside"));
  await symlink("../closed.txt", join(folder, "open/outside.txt"));
  await symlink("sub/.hidden/file.txt", join(folder, "open/to-hidden.txt"));
  server = await serve({ "/named": join(folder, "open") });
});

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/**
 * Sent as it is: `fetch` would take dots out of the path.
 * @param {string} path
 * @param {{ method?: string, host?: string, body?: string }} [options]
 * @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, body: Buffer }>}
 */
function ask(path, { method = "GET", host, body } = {}) {
  const { hostname, port } = new URL(server.origin);
  const headers = host === undefined ? {} : { Host: host };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      const pieces = [];
      for await (const piece of response) {
        pieces.push(piece);
      }
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("a file below a named folder, with its type and the headers of an isolated page", async () => {
  const page = await ask("/named/page.html?a=/../b");
  assert.equal(page.status, 200);
  assert.equal(page.body.toString(), "a page");
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(page.headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(page.headers["cross-origin-embedder-policy"], "require-corp");
  const core = await ask("/named/sub/core.wasm");
  assert.equal(core.headers["content-type"], "application/wasm");
  assert.equal(core.body.length, 100_000);
  assert.equal((await ask("/named/a%20name.txt")).body.toString(), "blank");
  assert.equal((await ask("/named/inside")).body.toString(), "a page");
  const head = await ask("/named/page.html", { method: "HEAD" });
  assert.deepEqual([head.status, head.headers["content-length"], head.body.length], [200, "6", 0]);
});

test("a named folder is the list of its files, without what is hidden, linked or a folder", async () => {
  const { status, headers, body } = await ask("/named/");
  assert.deepEqual([status, headers["content-type"]], [200, "application/json"]);
  assert.deepEqual(JSON.parse(body.toString()), ["a name.txt", "page.html"]);
});

for (const path of [
  "/",
  "/closed.txt",
  "/named",
  "/named//",
  "/named/../",
  "/named/sub/",
  "/named/sub",
  "/named/missing",
  "/named/../closed.txt",
  "/named/%2e%2e/closed.txt",
  "/named/..%2fclosed.txt",
  "/named/..%5cclosed.txt",
  "/named//page.html",
  "/named/.secret",
  "/named/sub/.hidden/file.txt",
  "/named/outside.txt",
  "/named/to-hidden.txt",
  "/named/page.html%00",
  "/named/%zz",
  "/nam%65d.html",
]) {
  test(`nothing is at ${path}`, async () => {
    const { status, body } = await ask(path);
    assert.deepEqual([status, body.length], [404, 0]);
  });
}

test("a request that came by another name is not answered", async () => {
  assert.equal((await ask("/named/page.html", { host: "elsewhere.example" })).status, 421);
});

test("only reading is allowed, except where reports go", async () => {
  assert.equal((await ask("/named/page.html", { method: "POST" })).status, 405);
  assert.equal((await ask("/named/page.html", { method: "DELETE" })).status, 405);
  assert.equal((await ask("/report/0", { method: "POST" })).status, 405);
});

test("a mailbox takes JSON for as long as it is open", async () => {
  /** @type {unknown[]} */
  const got = [];
  const mailbox = server.mailbox((report) => void got.push(report));
  const post = (/** @type {string} */ body) => ask(mailbox.path, { method: "POST", body });
  assert.equal((await post('{"kind":"x"}')).status, 204);
  assert.equal((await post("not JSON")).status, 400);
  assert.equal((await post(JSON.stringify("x".repeat(2 << 20)))).status, 413);
  mailbox.close();
  assert.equal((await post('{"kind":"y"}')).status, 405);
  assert.deepEqual(got, [{ kind: "x" }]);
  assert.match(mailbox.path, /^\/report\/[0-9a-f]{32}$/);
});

test("what a mailbox gives is the answer, whenever it comes, and what it throws is none", async () => {
  const mailbox = server.mailbox(async (report) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (report === "wrong") {
      throw new Error("not to be told");
    }
    return { got: report };
  });
  const post = (/** @type {string} */ body) => ask(mailbox.path, { method: "POST", body });
  const answer = await post('"right"');
  assert.deepEqual([answer.status, answer.body.toString()], [200, '{"got":"right"}']);
  assert.equal(answer.headers["content-type"], "application/json");
  const refused = await post('"wrong"');
  assert.deepEqual([refused.status, refused.body.length], [500, 0]);
  mailbox.close();
});

test("it listens on loopback and nowhere else", () => {
  assert.match(server.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
});
