// The workers that this process makes, counted.

const threads = process.getBuiltinModule("node:worker_threads");
const { Worker } = threads;

/** All that were made, in order. */
export const workers = [];

class Counted extends Worker {
  constructor(...given) {
    super(...given);
    workers.push(this);
  }
}
threads.Worker = Counted;

/** Those that live: a worker that ended has no thread. */
export function living() {
  return workers.filter(({ threadId }) => threadId !== -1);
}

/** Resolves once the next worker runs. */
export async function started() {
  const before = workers.length;
  while (workers.length === before) {
    await new Promise((done) => setImmediate(done));
  }
  await new Promise((done) => workers.at(-1).once("online", done));
}

/** Does `work` where the platform makes workers as `Made` says. */
export async function withWorker(Made, work) {
  threads.Worker = Made;
  try {
    return await work();
  } finally {
    threads.Worker = Counted;
  }
}
