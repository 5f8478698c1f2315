// Prints what came of each suite in each engine, and the count, which is the last line.

/** Counts all that it prints. */
export class Report {
  #counts = { passed: 0, failed: 0, skipped: 0 };

  /**
   * @param {string} engine
   * @param {string} suite
   * @param {import("./session.js").Came} came
   */
  print(engine, suite, { version, tests }) {
    console.log(`== ${suite} in ${engine} ${version}`.trimEnd());
    for (const { name, outcome, why } of tests) {
      this.#counts[outcome] += 1;
      if (outcome !== "passed") {
        const word = outcome === "failed" ? "FAILED " : "skipped";
        console.log(`${word}  ${name}: ${why.replaceAll("\n", "\n         ")}`);
      }
    }
    const passed = tests.filter(({ outcome }) => outcome === "passed").length;
    console.log(`${passed} of ${tests.length} passed`);
  }

  /** @returns {number} the exit code: nothing failed, and something passed */
  conclude() {
    const { passed, failed, skipped } = this.#counts;
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
    return failed === 0 && passed > 0 ? 0 : 1;
  }
}
