// Times work, and watches how long it keeps everything else from running.

/**
 * What one run took.
 * @typedef {object} Sample
 * @property {number} nanoseconds wall time
 * @property {number | undefined} gap the longest time between two beats of a heart that beats by `setTimeout`,
 *   nanoseconds: a page does not answer a click for so long. Timers are kept four milliseconds apart: it is never below
 */

/**
 * @template Result
 * @param {() => Promise<Result> | Result} work
 * @returns {Promise<Sample & { result: Result }>}
 */
export async function timed(work) {
  const heart = new Heart();
  const began = performance.now();
  try {
    const result = await work();
    const nanoseconds = inNanoseconds(performance.now() - began);
    return { result, nanoseconds, gap: inNanoseconds(heart.longest()) };
  } finally {
    heart.stop();
  }
}

/** @param {number} milliseconds */
function inNanoseconds(milliseconds) {
  return Math.round(milliseconds * 1e6);
}

class Heart {
  #last = performance.now();
  #longest = 0;
  #timer = setTimeout(() => this.#beat());

  /** In milliseconds; work that did not let it beat to this moment counts. */
  longest() {
    return Math.max(this.#longest, performance.now() - this.#last);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #beat() {
    this.#longest = this.longest();
    this.#last = performance.now();
    this.#timer = setTimeout(() => this.#beat());
  }
}
