// The worker that Argon2id runs in: one derivation, in a module and a memory of its own that end with the worker.

import { type Answer, type Job, READY } from "./job.js";
import { Fault, derive, initSync } from "./wasm/cleave_wasm.js";

interface Port {
  onmessage: ((event: { data: Job }) => void) | null;
  postMessage(message: Answer | typeof READY): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): { parentPort: Port | null } | undefined;
}

/** Node's workers speak through a port, others through their global object. */
const { process } = globalThis as { process?: NodeProcess };
const port = process?.getBuiltinModule?.("node:worker_threads")?.parentPort ?? (globalThis as unknown as Port);

port.onmessage = ({ data }) => port.postMessage(answer(data));
port.postMessage(READY);

function answer({ module, passphrase, salt, memoryKib, passes, lanes }: Job): Answer {
  try {
    initSync({ module });
    return { derived: derive(passphrase, salt, memoryKib, passes, lanes) as Uint8Array<ArrayBuffer> };
  } catch (thrown) {
    if (thrown instanceof Fault) {
      return { code: thrown.code, message: thrown.message };
    }
    return { code: undefined, message: String(thrown) };
  }
}
