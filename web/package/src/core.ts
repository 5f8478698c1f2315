/// <reference lib="esnext.disposable" preserve="true" />
// The core as WebAssembly: finds, loads and tests it once; turns its faults into `CleaveError`.

import { CleaveError, type ErrorCode } from "./errors.js";
import init, * as bindings from "./wasm/cleave_wasm.js";

/** Where the core's `.wasm` is to be had from. */
export type WasmSource = URL | string | Request | Response | BufferSource | WebAssembly.Module;

/** A view of a buffer that is not shared. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type Core = typeof bindings;

let memory: WebAssembly.Memory | undefined;
let loading: Promise<Core> | undefined;

/**
 * Loads the core from `source`, for a bundler that does not know `new URL("…", import.meta.url)` (esbuild). Without it
 * the core is loaded when it is first needed, from the file beside this one.
 *
 * @throws CleaveError `self_test_failed`
 */
export async function load(source: WasmSource): Promise<void> {
  await loaded(source);
}

/** The core, loaded and tested. */
export function core(): Promise<Core> {
  // Bundlers look for this very expression, and ship the file that it names.
  return loading ?? loaded(new URL("./wasm/cleave_wasm_bg.wasm", import.meta.url));
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
  const from = source instanceof URL ? await readable(source) : source;
  memory = (await init({ module_or_path: from })).memory;
  guard(() => bindings.self_test());
  return bindings;
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
  if (memory === undefined) {
    throw new CleaveError("usage", "the core is not loaded");
  }
  return new Uint8Array(memory.buffer as ArrayBuffer, address, TICKET_LEN).slice();
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
