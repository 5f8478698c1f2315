// Containers cross with the command `cleave`, both ways.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decrypt, encrypt, generateIdentity, generateSigningKey, inspect, recipientOf } from "cleave-web";

const program = process.platform === "win32" ? "cleave.exe" : "cleave";
const built = ["debug", "release"].map((profile) => fileURLToPath(new URL(`../../../target/${profile}/${program}`, import.meta.url)));
const command = built.find((path) => existsSync(path));
const skip = command === undefined ? "there is no command: run `cargo build`" : false;

const folder = mkdtempSync(join(tmpdir(), "cleave-web-"));
after(() => rmSync(folder, { recursive: true }));
const at = (name) => join(folder, name);

function put(name, content) {
  writeFileSync(at(name), content, { mode: 0o600 });
  return at(name);
}

function cleave(...words) {
  return execFileSync(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
}

const LENGTHS = [0, 1, 4096, 100_000];
const plaintext = (length) => new Uint8Array(length).map((_, index) => (index * 13) % 256);

test("what the package writes, the command opens", { skip }, async () => {
  const { identity, recipient } = await generateIdentity();
  const { signingKey, signer } = await generateSigningKey();
  const key = put("ann.key", `${identity}\n`);
  for (const length of LENGTHS) {
    for (const armor of [false, true]) {
      const options = { recipients: [recipient], signingKey, chunkSize: 4096, armor };
      const { container } = await encrypt(plaintext(length), options);
      const sealed = put(`${length}-${armor}.cleave`, container);
      cleave("-d", "-i", key, "--signer", signer, "-o", at(`${length}-${armor}.out`), sealed);
      assert.deepEqual(new Uint8Array(readFileSync(at(`${length}-${armor}.out`))), plaintext(length));
    }
  }
});

test("what the command writes, the package opens", { skip }, async () => {
  cleave("keygen", "-o", at("bob.key"));
  const identity = readFileSync(at("bob.key"), "utf8").match(/^CLEAVE-SECRET-KEY-1.*$/m)[0];
  const recipient = await recipientOf(identity);
  for (const length of LENGTHS) {
    const plain = put(`${length}.plain`, plaintext(length));
    for (const armor of [[], ["--armor"]]) {
      const sealed = at(`${length}${armor}.sealed`);
      cleave("-r", recipient, "--chunk-size", "4KiB", ...armor, "-o", sealed, plain);
      const opened = await decrypt(readFileSync(sealed), { identities: [identity] });
      assert.deepEqual(opened.plaintext, plaintext(length));
    }
  }
  const { slots, chunkSize } = await inspect(readFileSync(at("0.sealed")));
  assert.deepEqual([slots.length, slots[0].kind, chunkSize], [1, "recipient", 4096]);
});
