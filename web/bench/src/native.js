// The native program that a page's measurements are held against: takes a sample whenever the page asks for one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Prints the nanoseconds of one run for each line that it reads. */
export class Native {
  #child;
  #lines;

  /** @param {string} program */
  constructor(program) {
    this.#child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.started = once(this.#child, "spawn");
    this.started.catch(() => {});
    this.#child.stdin.on("error", () => {});
  }

  /** @returns {Promise<{ nanoseconds: number }>} */
  async sample() {
    await this.started;
    this.#child.stdin.write("\n");
    const { value, done } = await this.#lines.next();
    const nanoseconds = Number(value);
    if (done || !(nanoseconds > 0)) {
      throw new Error(`the native program gave no time: ${value ?? "it ended"}`);
    }
    return { nanoseconds };
  }

  end() {
    this.#child.kill();
  }
}
