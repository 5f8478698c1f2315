// What the bed's page is in a browser: runs, in this process of Node, the suite that the address names.

import { readFile } from "node:fs/promises";
import { run } from "./runner.js";

const ROOT = new URL("../../../", import.meta.url);

const address = new URL(process.argv[2] ?? "");
const [engine = "", suite = "", mailbox = ""] = ["engine", "suite", "report"].map(
  (name) => address.searchParams.get(name) ?? "",
);

await run({
  engine,
  suite,
  load: (path) => import(new URL(path, ROOT).href),
  read: async (path) => new Uint8Array(await readFile(new URL(path, ROOT))),
  async send(report) {
    const body = JSON.stringify(report);
    const response = await fetch(new URL(mailbox, address), { method: "POST", body });
    if (!response.ok) {
      throw new Error(`a report was answered with ${response.status}`);
    }
  },
});
