// Gives the thread back between pieces of work, so that a page stays smooth and a signal is heard.

/** Milliseconds that the thread may be kept. */
const SLICE = 10;

/** When the thread was last given back, by any call. */
let since = performance.now();

/**
 * Between two pieces of work: gives the thread back if it was kept for long, and throws the signal's reason if that is
 * aborted.
 */
export async function turn(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (performance.now() - since >= SLICE) {
    await giveBack();
    signal?.throwIfAborted();
  }
}

/** Lets the event loop go round once: promises alone would keep it. */
export async function giveBack(): Promise<void> {
  await round();
  since = performance.now();
}

function round(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (done: () => void) => unknown };
  return new Promise((resolve) => {
    if (setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    // A timer would wait for four milliseconds where it is set again and again.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
