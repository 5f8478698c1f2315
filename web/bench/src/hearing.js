// What a page reports while it measures, and what is made of it: lines for whoever started the run, and an answer for the
// page.

/** @typedef {import("../page/measure.js").Report} Report */

/** Listens to one page. */
export class Hearing {
  /** What the page said last that it does. */
  doing = "starting";
  over = false;
  #latest;

  /**
   * @param {number} longest how long all of it may take, in seconds
   * @param {(line: object) => void} tell takes what was measured
   * @param {(what: string) => Promise<{ nanoseconds: number }>} native takes a sample of what the page asks for
   */
  constructor(longest, tell, native) {
    this.#latest = { at: performance.now() + longest * 1000, after: longest };
    this.tell = tell;
    this.native = native;
  }

  /**
   * @param {unknown} sent by a page, which may be broken in any way
   * @throws {Error} if it ends the run
   */
  async take(sent) {
    const report = /** @type {Report} */ (sent);
    if (performance.now() > this.#latest.at) {
      throw new Error(`it took longer than ${this.#latest.after} s: is something else running?`);
    }
    switch (report?.kind) {
      case "doing":
        this.doing = report.what;
        this.tell({ kind: "doing", what: report.what });
        return undefined;
      case "native":
        return this.native(report.what);
      case "case":
        this.tell({ kind: "case", case: report.case });
        return undefined;
      case "done":
        this.over = true;
        return undefined;
      case "broken":
        throw new Error(report.why);
      default:
        throw new Error(`the page sent what is no report: ${JSON.stringify(report)}`);
    }
  }
}
