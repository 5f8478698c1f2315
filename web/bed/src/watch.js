// Waits for the end of something that reports, and loses patience where nothing is heard.

/** Loses patience after so many seconds of silence. */
export class Watch {
  #timer;
  /** @type {() => void} */
  #finish = () => {};
  /** @type {(error: Error) => void} */
  #lose = () => {};

  /** @param {number} patience in seconds */
  constructor(patience) {
    /** @type {Promise<void>} */
    this.ended = new Promise((resolve) => (this.#finish = resolve));
    /** @type {Promise<never>} */
    this.silent = new Promise((_, reject) => (this.#lose = reject));
    this.silent.catch(() => {});
    const silence = new Error(`nothing was heard for ${patience} s`);
    this.#timer = setTimeout(() => this.#lose(silence), patience * 1000);
  }

  heard() {
    this.#timer.refresh();
  }

  end() {
    clearTimeout(this.#timer);
    this.#finish();
  }

  /** @param {Error} error why there is nothing more to wait for */
  fail(error) {
    this.#lose(error);
  }

  /**
   * @template Value
   * @param {Promise<Value>} promise
   */
  unlessSilent(promise) {
    return Promise.race([promise, this.silent]);
  }
}
