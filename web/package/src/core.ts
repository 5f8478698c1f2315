/// <reference lib="esnext.disposable" preserve="true" />
// The core as WebAssembly: finds, loads and tests it once; turns its faults into `CleaveError`.

import { CleaveError, type ErrorCode } from "./errors.js";
import { turn } from "./pace.js";
import init, * as bindings from "./wasm/cleave_wasm.js";

/** Where the core's `.wasm` is to be had from. */
export type WasmSource = URL | string | Request | Response | BufferSource | WebAssembly.Module;

/** A view of a buffer that is not shared. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Core = typeof bindings;

let memory: WebAssembly.Memory | undefined;
let compiled: WebAssembly.Module | undefined;
let loading: Promise<Core> | undefined;
let place: URL | string | false | undefined;

/** How the package finds its parts. */
export interface LoadOptions {
  /**
   * Where the script of its worker is, for a bundler that does not know `new Worker(new URL("…", import.meta.url))`; or
   * `false`: without a word to the contrary Argon2id runs on the calling thread.
   */
  worker?: URL | string | false;
}

/**
 * Loads the core from `source`, for a bundler that does not know `new URL("…", import.meta.url)` (esbuild). Without it
 * the core is loaded from the file beside this one; without this call, when it is first needed.
 *
 * @throws CleaveError `self_test_failed`; `usage` if it does not come.
 */
export async function load(source?: WasmSource, options: LoadOptions = {}): Promise<void> {
  place = options.worker ?? place;
  await (source === undefined ? core() : loaded(source));
}

/** The core, loaded and tested. */
export function core(): Promise<Core> {
  // Bundlers look for this very expression, and ship the file that it names.
  return loading ?? loaded(new URL("./wasm/cleave_wasm_bg.wasm", import.meta.url));
}

/** The core as it was compiled, for a worker. */
export function compiledCore(): WebAssembly.Module {
  return present(compiled);
}

/** Where the worker's script is said to be, if anything was said. */
export function workerPlace(): URL | string | false | undefined {
  return place;
}

/** A failed attempt is made again at the next call. */
function loaded(source: WasmSource): Promise<Core> {
  loading ??= start(source);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function start(source: WasmSource): Promise<Core> {
  compiled ??= await compile(source instanceof URL ? await readable(source) : source);
  memory = (await init({ module_or_path: compiled })).memory;
  for (let number = 0; number < bindings.self_tests(); number++) {
    guard(() => bindings.self_test(number));
    await turn(undefined);
  }
  return bindings;
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) {
    const next = "serve the package's .wasm there";
    throw new CleaveError("usage", `the core does not come from ${response.url} (${response.status}): ${next}`);
  }
  // Servers that do not know the type of a .wasm give it another, which streaming refuses.
  const streams = response.headers.get("Content-Type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

interface NodeProcess {
  getBuiltinModule?(name: string): { readFile(path: URL): Promise<Bytes> };
}

/** Node's fetch does not read files; asked for in this way, bundlers for browsers see no module of Node's. */
async function readable(url: URL): Promise<URL | Bytes> {
  const { process } = globalThis as { process?: NodeProcess };
  if (url.protocol !== "file:" || process?.getBuiltinModule === undefined) {
    return url;
  }
  return process.getBuiltinModule("node:fs/promises").readFile(url);
}

/** Bytes of a ticket: key, nonce and head of a frame. */
const TICKET_LEN = 48;

/** A copy of the ticket at `address`; whoever uses it wipes its key. */
export function ticketAt(address: number): Bytes {
  return new Uint8Array(present(memory).buffer as ArrayBuffer, address, TICKET_LEN).slice();
}

function present<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new CleaveError("usage", "the core is not loaded");
  }
  return part;
}

/** Runs `work`, and throws what the core throws as `CleaveError`. */
export function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof bindings.Fault ? error(thrown) : thrown;
  }
}

/** The error of a fault, which is given back to the core. */
export function error(fault: bindings.Fault): CleaveError {
  const chunk = fault.chunk === undefined ? undefined : Number(fault.chunk);
  const made = new CleaveError(fault.code as ErrorCode, fault.message, chunk);
  fault.free();
  return made;
}

/** `bytes`, copied if its buffer is shared: the platform's cryptography does not take such. */
export function unshared(bytes: Uint8Array): Bytes {
  if (!(bytes instanceof Uint8Array)) {
    throw new CleaveError("usage", "give bytes as a Uint8Array");
  }
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Bytes) : new Uint8Array(bytes);
}
