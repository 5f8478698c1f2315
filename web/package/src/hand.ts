// A worker, whichever kind the platform has.

import type { Answer, Job, READY } from "./job.js";

/** What is heard of a worker. */
export interface Heard {
  message(message: Answer | typeof READY): void;
  /** It did not load, or it ended by itself. */
  ended(why: string): void;
}

/** A worker at work. */
export interface Hand {
  give(job: Job): void;
  /** Ends it, whatever it is doing. Its memory is free once this resolves. */
  end(): Promise<void>;
}

interface NodeWorker {
  on(event: string, heard: (value: never) => void): void;
  postMessage(message: Job): void;
  terminate(): Promise<number>;
}

interface NodeProcess {
  getBuiltinModule?(name: string): { Worker?: new (url: URL | string) => NodeWorker } | undefined;
}

/**
 * Starts a worker of the script at `url`; without one, of the script beside this one.
 *
 * @throws Where the platform has no workers, or forbids this one.
 */
export function hire(url: URL | string | undefined, heard: Heard): Hand {
  const { process } = globalThis as { process?: NodeProcess };
  const NodeWorker = process?.getBuiltinModule?.("node:worker_threads")?.Worker;
  return NodeWorker === undefined ? webHand(url, heard) : nodeHand(new NodeWorker(url ?? beside("./worker.js")), heard);
}

function nodeHand(worker: NodeWorker, heard: Heard): Hand {
  worker.on("message", (message: Answer | typeof READY) => heard.message(message));
  worker.on("error", (error: Error) => heard.ended(error.message));
  worker.on("exit", (code: number) => heard.ended(`it exited with code ${code}`));
  return {
    give: (job) => worker.postMessage(job),
    end: async () => void (await worker.terminate()),
  };
}

function webHand(url: URL | string | undefined, heard: Heard): Hand {
  // Bundlers look for this very expression, and ship the script that it names.
  const worker =
    url === undefined
      ? new Worker(new URL("./worker.js", import.meta.url), { type: "module" })
      : new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => heard.message(data as Answer | typeof READY);
  worker.onmessageerror = () => heard.ended("its answer cannot be read");
  worker.onerror = (event) => {
    event.preventDefault();
    heard.ended(event.message ?? "its script does not load");
  };
  return {
    give: (job) => worker.postMessage(job),
    end: async () => worker.terminate(),
  };
}

/** Not spelled out at its place, where bundlers would ship the script a second time. */
function beside(name: string): URL {
  return new URL(name, import.meta.url);
}
