// Workers that do not load, that die, and that are not to be had: never a hang, and the right code.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CleaveError, decrypt, encrypt, load } from "cleave-web";
import { outcome } from "../suites/vector.js";
import { living, withWorker, workers } from "./workers.js";

const plaintext = Uint8Array.of(1, 2, 3);
/** Worth a worker, and little to wait for. */
const passphrases = [{ passphrase: "correct horse", memoryKib: 8192, passes: 1, lanes: 1 }];
const { container } = await encrypt(plaintext, { passphrases });

function opening(how) {
  return outcome(async () => (await decrypt(container, { passphrase: "correct horse", ...how })).plaintext);
}

const script = (text) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const parent = `const { parentPort } = process.getBuiltinModule("node:worker_threads"); parentPort.postMessage("ready");`;

test("where no worker is to be had, the calling thread does its work", async () => {
  class Forbidden {
    constructor() {
      throw new DOMException("a policy forbids it", "SecurityError");
    }
  }
  for (const Made of [undefined, Forbidden]) {
    await withWorker(Made, async () => {
      const made = workers.length;
      assert.deepEqual((await opening()).bytes, plaintext);
      assert.equal(workers.length, made);
      // Who asks for one is told.
      const { error } = await opening({ worker: true });
      assert.ok(error instanceof CleaveError && error.code === "usage", String(error));
    });
  }
});

test("a worker's script that is named and does not load is an error", async () => {
  for (const url of [new URL("./none.js", import.meta.url), script("this is no script"), script("throw new Error('no')")]) {
    await load(undefined, { worker: url });
    const { error } = await opening();
    assert.equal(error?.code, "usage");
    assert.match(error.message, /worker\.js/);
  }
});

test("a worker that dies at its work is an error", async () => {
  for (const end of ["process.exit(0)", "process.exit(9)", "throw new Error('ended')"]) {
    await load(undefined, { worker: script(`${parent} parentPort.onmessage = () => { ${end} };`) });
    const { error } = await opening();
    assert.ok(error instanceof CleaveError);
    assert.equal(error.code, "out_of_memory", end);
  }
});

test("a worker that cannot compute is an error", async () => {
  for (const [answer, code] of [
    [`{ code: undefined, message: "RangeError: no memory" }`, "out_of_memory"],
    [`{ code: "out_of_memory", message: "no memory" }`, "out_of_memory"],
    [`{ derived: new Uint8Array(31) }`, "usage"],
    [`{ derived: new Uint8Array(32) }`, "wrong_passphrase"],
  ]) {
    await load(undefined, { worker: script(`${parent} parentPort.onmessage = () => parentPort.postMessage(${answer});`) });
    assert.equal((await opening()).error?.code, code, answer);
  }
});

test("the package's own script can be named, and none can be asked for", async () => {
  await load(undefined, { worker: new URL("../dist/worker.js", import.meta.url) });
  const made = workers.length;
  assert.deepEqual((await opening()).bytes, plaintext);
  assert.equal(workers.length, made + 1);
  await load(undefined, { worker: false });
  assert.deepEqual((await opening()).bytes, plaintext);
  assert.equal(workers.length, made + 1);
  assert.deepEqual(living(), []);
});
