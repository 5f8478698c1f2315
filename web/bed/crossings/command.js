// The command `cleave`, as one more that writes and opens.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pattern } from "../../package/suites/flow.js";
import { CASES, CHUNK, PASSPHRASE } from "./cases.js";

/** @typedef {import("../src/session.js").Came} Came */

/** What the command calls what the package calls otherwise. */
const AUTHORSHIP = new Map([["none", "unsigned"]]);

/** The program at a path, and a folder for its files. */
export class Command {
  /**
   * @param {string} program
   * @param {string} folder of its own
   */
  constructor(program, folder) {
    this.program = program;
    this.folder = folder;
    this.version = this.#said("--version").replace(/^\D*/, "").trim();
  }

  /**
   * Writes every case into `shelf`, with keys of its own.
   * @param {string} shelf
   * @returns {Came}
   */
  write(shelf) {
    mkdirSync(shelf, { recursive: true });
    const secret = this.#put("passphrase", PASSPHRASE);
    const names = ["own.key", "own.sign"].map((name) => join(this.folder, name));
    const [key = "", sign = ""] = names;
    this.#said("keygen", "-o", key);
    this.#said("keygen", "--sign", "-o", sign);
    const [recipient, signer] = names.map((name) => this.#said("keygen", "-y", name).trim());
    const [identity, signingKey] = names.map((name) => /^CLEAVE-.*$/m.exec(readFileSync(name, "utf8"))?.[0]);
    writeFileSync(join(shelf, "keys.json"), JSON.stringify({ identity, recipient, signingKey, signer }));
    return this.#came(CASES, ({ name, length, to, signed, split, armor }) => {
      this.#said(
        ...["-o", join(shelf, `${name}.container`), "--chunk-size", `${CHUNK / 1024}KiB`],
        ...(to.includes("passphrase") ? ["-p", "--passphrase-file", secret] : []),
        ...(to.includes("recipient") || to.includes("hidden") ? ["-r", recipient ?? ""] : []),
        ...(to.includes("hidden") ? ["--hidden"] : []),
        ...(signed ? ["--sign", sign] : []),
        ...(split === undefined ? [] : ["--split", join(shelf, `${name}.fragment`)]),
        ...(split === "unhinted" ? ["--no-hint"] : []),
        ...(armor ? ["--armor"] : []),
        this.#put(`${name}.plain`, pattern(length)),
      );
    });
  }

  /**
   * @param {string} folder of all that was written
   * @param {readonly import("./attempts.js").Attempt[]} attempts
   * @returns {Came}
   */
  open(folder, attempts) {
    return this.#came(attempts, ({ file, keys, expected }) => {
      const given = [
        ...(keys.identities.length > 0 ? ["-i", this.#put("given.key", keys.identities.join("\n"))] : []),
        ...(keys.passphrase === undefined ? [] : ["--passphrase-file", this.#put("given.pass", keys.passphrase)]),
        ...(keys.signer === undefined ? [] : ["--signer", keys.signer]),
        ...(keys.fragment === undefined ? [] : ["--fragment", this.#put("given.fragment", keys.fragment)]),
      ];
      const words = ["-d", "--json", ...given, "-o", "-", join(folder, file)];
      const { stdout, stderr, status } = spawnSync(this.program, words, { cwd: this.folder, maxBuffer: 1 << 26 });
      const said = JSON.parse(stderr.toString().trim().split("\n").at(-1) ?? "");
      const found = { error: said.error, chunk: said.chunk };
      if (found.error !== expected.error || found.chunk !== expected.chunk || (status === 0) !== said.ok) {
        throw new Error(`${JSON.stringify(said)}, exit ${status}, instead of ${JSON.stringify(expected)}`);
      }
      if (expected.error === undefined) {
        const same = stdout.equals(pattern(expected.length ?? 0));
        const authorship = AUTHORSHIP.get(said.signature) ?? said.signature;
        if (!same || authorship !== expected.authorship) {
          throw new Error(`${stdout.length} bytes, ${authorship}, instead of ${JSON.stringify(expected)}`);
        }
      }
    });
  }

  /**
   * @template {{ name: string }} Thing
   * @param {readonly Thing[]} things
   * @param {(thing: Thing) => void} run
   * @returns {Came}
   */
  #came(things, run) {
    const tests = things.map((thing) => {
      try {
        run(thing);
        return { name: thing.name, outcome: /** @type {const} */ ("passed"), why: "" };
      } catch (error) {
        return { name: thing.name, outcome: /** @type {const} */ ("failed"), why: String(error) };
      }
    });
    return { version: this.version, tests };
  }

  /**
   * @param {string} name
   * @param {string | Uint8Array} content
   */
  #put(name, content) {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  /** @param {string[]} words */
  #said(...words) {
    return execFileSync(this.program, words, {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
  }
}
