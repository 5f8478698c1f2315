// What the bed promises of every engine: an isolated page, and the parts of the platform that the package stands on.

import { equal, equalBytes, fails, ok } from "../page/assert.js";
import { skip, test } from "../page/suite.js";

const KNOWN_ANSWERS = "crates/cleave-core/tests/data/aes_256_gcm_cavs_encrypt.txt";

/** A module with one function, `add`: (module (func (export "add") (param i32 i32) (result i32) …)). */
const ADD = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 7, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 3, 2, 1, 0, 7, 7, 1, 3],
  ...[0x61, 0x64, 0x64, 0, 0, 10, 9, 1, 7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b],
);

/** @type {import("../page/suite.js").Tests} */
export async function tests({ engine, read }) {
  const answers = parsed(new TextDecoder().decode(await read(KNOWN_ANSWERS)));
  return [
    test("the page is isolated and secure", () => {
      onlyInPages(engine);
      ok(crossOriginIsolated, "crossOriginIsolated");
      ok(isSecureContext, "isSecureContext");
    }),
    test("memory can be shared between threads", () => {
      if (engine === "webkit" && typeof SharedArrayBuffer === "undefined") {
        skip("WebKitGTK has no SharedArrayBuffer, in isolated pages neither");
      }
      equal(new SharedArrayBuffer(8).byteLength, 8);
    }),
    test("crypto.subtle seals AES-256-GCM as NIST's 75 known answers say", async () => {
      equal(answers.length, 75, "known answers");
      for (const answer of answers) {
        equalBytes(await sealed(answer), joined(answer.CT, answer.Tag), `count ${answer.count}`);
      }
    }),
    test("crypto.subtle refuses AES-256-GCM with one bit changed", async () => {
      const answer = answers.at(-1);
      ok(answer, "there is an answer");
      const bytes = joined(answer.CT, answer.Tag);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      const error = await fails(opened(answer, bytes), "opening a changed ciphertext");
      equal(/** @type {Error} */ (error).name, "OperationError");
    }),
    test("WebAssembly runs", async () => {
      const { instance } = await WebAssembly.instantiate(ADD);
      const add = /** @type {(a: number, b: number) => number} */ (instance.exports["add"]);
      equal(add(40, 2), 42);
    }),
    test("a module worker takes bytes over and gives them back", async () => {
      if (engine === "node") {
        skip("Node has no Worker of the web");
      }
      const worker = new Worker(new URL("platform-worker.js", import.meta.url), { type: "module" });
      const answer = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      const bytes = Uint8Array.of(1, 2, 3);
      worker.postMessage(bytes, [bytes.buffer]);
      equal(bytes.length, 0, "length of what was handed over");
      equalBytes(/** @type {Uint8Array} */ (await answer), Uint8Array.of(2, 3, 4));
      worker.terminate();
    }),
    test("streams pass bytes through a transform, to their end", async () => {
      const doubled = new TransformStream({
        transform: (/** @type {Uint8Array} */ piece, controller) => controller.enqueue(joined(piece, piece)),
      });
      const source = new Blob([Uint8Array.of(7, 8)]).stream();
      const answer = new Response(source.pipeThrough(doubled));
      equalBytes(new Uint8Array(await answer.arrayBuffer()), Uint8Array.of(7, 8, 7, 8));
    }),
    test("a stream that is cancelled tells its source", async () => {
      /** @type {unknown} */
      let told;
      const stream = new ReadableStream({ cancel: (reason) => void (told = reason) });
      await stream.cancel("enough");
      equal(told, "enough");
    }),
  ];
}

/** @param {string} engine */
function onlyInPages(engine) {
  if (engine === "node") {
    skip("only pages are isolated");
  }
}

/**
 * @typedef {Record<"Key" | "IV" | "PT" | "AAD" | "CT" | "Tag", Uint8Array<ArrayBuffer>> & { count: string }} Answer
 */

/**
 * The cases of a file of NIST's CAVS: lines `Name = hex`, and an empty one after each case.
 * @param {string} text
 * @returns {Answer[]}
 */
function parsed(text) {
  const cases = text.split(/\r?\n\r?\n/).filter((part) => part.startsWith("Count"));
  return cases.map((part) => {
    const fields = part.split(/\r?\n/).map((line) => line.split(" = ").map((side) => side.trim()));
    const [[, count = ""] = [], ...rest] = fields;
    const bytes = rest.map(([name = "", hex = ""]) => [name.replace(/ =$/, ""), fromHex(hex)]);
    return /** @type {Answer} */ ({ count, ...Object.fromEntries(bytes) });
  });
}

/** @param {string} hex */
function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function joined(first, second) {
  return Uint8Array.of(...first, ...second);
}

/** @param {Answer} answer */
async function sealed({ Key, IV, PT, AAD }) {
  const key = await crypto.subtle.importKey("raw", Key, "AES-GCM", false, ["encrypt"]);
  return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: IV, additionalData: AAD }, key, PT));
}

/**
 * @param {Answer} answer
 * @param {Uint8Array<ArrayBuffer>} ciphertext
 */
async function opened({ Key, IV, AAD }, ciphertext) {
  const key = await crypto.subtle.importKey("raw", Key, "AES-GCM", false, ["decrypt"]);
  return crypto.subtle.decrypt({ name: "AES-GCM", iv: IV, additionalData: AAD }, key, ciphertext);
}
