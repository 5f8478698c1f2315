// What the calling thread and the worker of a derivation tell each other.

import type { Bytes } from "./core.js";

/** The worker's first message: it runs. */
export const READY = "ready";

/** What the worker is given, once. */
export interface Job {
  /** The core, compiled: it is not loaded a second time. */
  module: WebAssembly.Module;
  /** UTF-8. */
  passphrase: Bytes;
  salt: Bytes;
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** What the worker gives back, once: 32 bytes, or why it has none; without a code that is not a fault of the core's. */
export type Answer = { derived: Bytes } | { code: string | undefined; message: string };
