// Measures what is compared: rounds in which everyone takes their steps once, in a random order.

/** @typedef {import("./heartbeat.js").Sample} Sample */

/**
 * One thing that a contender does and that is measured. It is given what the step before it gave.
 * @typedef {object} Step
 * @property {string} case what this is compared under, with the steps of others
 * @property {(given: any) => Promise<Sample & { result: any }>} take
 */

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} what it does, as a person would write it
 * @property {number} bytes of plaintext in each step; 0 where that says nothing
 * @property {readonly Step[]} steps in this order
 * @property {(result: any) => void} check throws if what the last step gave is wrong; called in the round that does not count
 */

/**
 * What a record holds: samples of one index are of one round.
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} what
 * @property {number} bytes
 * @property {number[]} nanoseconds
 * @property {number[]} gap_nanoseconds empty where no page was watched
 */

/** @typedef {{ name: string, entries: Entry[] }} Case */

/**
 * @param {readonly Contender[]} contenders
 * @param {number} count of rounds, after one that does not count
 * @param {import("./order.js").Order} order
 * @param {import("./measure.js").Send} send
 * @returns {Promise<Case[]>}
 */
export async function rounds(contenders, count, order, send) {
  const samples = contenders.map(({ steps }) => steps.map(() => /** @type {Sample[]} */ ([])));
  for (let round = 0; round <= count; round += 1) {
    for (const index of order.of(contenders.length)) {
      const contender = /** @type {Contender} */ (contenders[index]);
      const taken = /** @type {Sample[][]} */ (samples[index]);
      let given;
      for (const [at, step] of contender.steps.entries()) {
        await send({ kind: "doing", what: `${step.case}, ${contender.name}, round ${round} of ${count}` });
        const { result, ...sample } = await step.take(given);
        given = result;
        if (round > 0) {
          taken[at]?.push(sample);
        }
      }
      if (round === 0) {
        contender.check(given);
      }
    }
  }
  return cases(contenders, samples);
}

/**
 * @param {readonly Contender[]} contenders
 * @param {readonly Sample[][][]} samples by contender and step
 */
function cases(contenders, samples) {
  /** @type {Map<string, Case>} */
  const found = new Map();
  for (const [index, { name, what, bytes, steps }] of contenders.entries()) {
    for (const [at, step] of steps.entries()) {
      const taken = samples[index]?.[at] ?? [];
      const gaps = taken.flatMap(({ gap }) => (gap === undefined ? [] : [gap]));
      const entry = { name, what, bytes, nanoseconds: taken.map((sample) => sample.nanoseconds), gap_nanoseconds: gaps };
      const measured = found.get(step.case) ?? { name: step.case, entries: [] };
      measured.entries.push(entry);
      found.set(step.case, measured);
    }
  }
  return [...found.values()];
}
