// The order within a round: random, and the same again from the same seed.

const MASK = 0xffff_ffff_ffff_ffffn;

/** SplitMix64 (Steele, Lea and Flood, 2014), as the benchmark of whole commands has it. */
export class Order {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = BigInt(seed);
  }

  /**
   * The numbers below `length`, each once.
   * @param {number} length
   */
  of(length) {
    const order = Array.from({ length }, (_, index) => index);
    for (let last = length - 1; last > 0; last -= 1) {
      const other = Number(this.next() % BigInt(last + 1));
      [order[last], order[other]] = [/** @type {number} */ (order[other]), /** @type {number} */ (order[last])];
    }
    return order;
  }

  next() {
    this.#state = (this.#state + 0x9e37_79b9_7f4a_7c15n) & MASK;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK;
    return z ^ (z >> 31n);
  }
}
