// How a long call is run, watched and stopped.

/** How a long call is run and stopped. */
export interface Running {
  /** Stops the call, also in the middle of Argon2id; it then throws the signal's reason. */
  signal?: AbortSignal;
  /**
   * Where Argon2id runs. By default in a worker of its own, unless that would take longer than the work; on the calling
   * thread where no worker is to be had. `false`: on the calling thread. `true`: in a worker, or the call fails.
   */
  worker?: boolean;
}

/** What a call is at. */
export interface Progress {
  /**
   * `key`: it writes or opens the header, and a passphrase is derived. `signature`: it reads the container a first time,
   * to verify its signature. `content`: it encrypts, decrypts or copies.
   */
  phase: "key" | "signature" | "content";
  /** Bytes of the phase as a whole, as nearly as the input's length tells; unknown of a key. */
  total: number | undefined;
}

/** How a long call is run, watched and stopped. */
export interface Watch extends Running {
  /** Called with the bytes of plaintext that are done in a phase: 0 at its beginning. */
  onProgress?: (bytes: number, about: Progress) => void;
}

/** Counts the bytes of one phase. */
export class Phase {
  #done = 0;

  constructor(
    readonly watch: Watch,
    readonly about: Progress,
  ) {
    this.add(0);
  }

  /** So many bytes more are done. */
  add(bytes: number): void {
    this.watch.signal?.throwIfAborted();
    this.#done += bytes;
    this.watch.onProgress?.(this.#done, this.about);
  }
}

/** The phase before content. */
export function keyPhase(watch: Watch): void {
  new Phase(watch, { phase: "key", total: undefined });
}

/** Calls `stop` with the signal's reason once it is aborted, at once if it is; the function returned leaves off. */
export function onAbort(signal: AbortSignal | undefined, stop: (reason: unknown) => void): () => void {
  if (signal === undefined) {
    return () => undefined;
  }
  const heard = () => stop(signal.reason);
  if (signal.aborted) {
    heard();
  }
  signal.addEventListener("abort", heard, { once: true });
  return () => signal.removeEventListener("abort", heard);
}
