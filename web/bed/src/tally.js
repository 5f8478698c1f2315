// What came of a suite in one engine, from the reports of its page as they come in.

/** @typedef {import("../page/runner.js").Report} Report */

/** @typedef {{ name: string, outcome: "passed" | "failed" | "skipped", why: string }} Ended */

/** Takes reports in their order. A suite that does not come to its end has failed, in the test that was running. */
export class Tally {
  /** @type {string[] | undefined} */
  #names;
  /** @type {number | undefined} */
  #running;
  /** @type {Ended[]} */
  #ended = [];
  #over = false;

  /** Whether nothing more is to come. */
  get over() {
    return this.#over;
  }

  /** @returns {readonly Ended[]} */
  get ended() {
    return this.#ended;
  }

  /**
   * @param {unknown} sent by a page, which may be broken in any way
   */
  take(sent) {
    if (this.#over) {
      return;
    }
    const report = /** @type {Report} */ (sent);
    const wrong = this.#step(report);
    if (wrong !== undefined) {
      this.breakOff(wrong);
    }
  }

  /**
   * The suite ends here, and failed.
   * @param {string} why
   */
  breakOff(why) {
    if (this.#over) {
      return;
    }
    this.#over = true;
    const [names = [], at] = [this.#names, this.#running];
    const name = at === undefined ? "(the suite itself)" : (names[at] ?? "");
    const left = names.length - this.#ended.length - (at === undefined ? 0 : 1);
    const missed = left === 0 ? "" : `\n${left} more did not run`;
    this.#ended.push({ name, outcome: "failed", why: why + missed });
  }

  /**
   * @param {Report} report
   * @returns {string | undefined} what is wrong with it
   */
  #step(report) {
    const next = this.#ended.length;
    switch (report?.kind) {
      case "names":
        return this.#begin(report.names);
      case "begin":
        if (this.#names === undefined || this.#running !== undefined || report.index !== next) {
          return `the page began test ${report.index} out of turn`;
        }
        if (next >= this.#names.length) {
          return "the page began more tests than it has";
        }
        this.#running = next;
        return undefined;
      case "end":
        return this.#end(report);
      case "going":
        return this.#running === undefined ? "the page is getting on with no test" : undefined;
      case "done":
        if (this.#names === undefined || this.#running !== undefined || next !== this.#names.length) {
          return "the page ended before its last test";
        }
        this.#over = true;
        return undefined;
      case "broken":
        return report.why;
      default:
        return `the page sent what is no report: ${JSON.stringify(report)}`;
    }
  }

  /** @param {string[]} names */
  #begin(names) {
    if (this.#names !== undefined) {
      return "the page began twice: it was loaded again";
    }
    if (!Array.isArray(names) || names.length === 0) {
      return "the suite has no tests";
    }
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) {
      return `two tests have the name: ${twice}`;
    }
    this.#names = names;
    return undefined;
  }

  /** @param {Extract<Report, { kind: "end" }>} report */
  #end(report) {
    const name = this.#names?.[report.index];
    if (name === undefined || this.#running !== report.index) {
      return `the page ended test ${report.index} out of turn`;
    }
    const why = report.outcome === "passed" ? "" : report.why;
    if (!["passed", "failed", "skipped"].includes(report.outcome)) {
      return `the page sent no outcome: ${report.outcome}`;
    }
    if (report.outcome === "skipped" && !why) {
      return "it was skipped, and gave no reason";
    }
    this.#running = undefined;
    this.#ended.push({ name, outcome: report.outcome, why });
    return undefined;
  }
}
