// The bed's page: runs the suite that its address names.

import { run, told } from "./runner.js";

const wanted = new URL(location.href).searchParams;
const [engine = "", suite = "", mailbox = ""] = ["engine", "suite", "report"].map(
  (name) => wanted.get(name) ?? "",
);

/** @param {import("./runner.js").Report} report */
async function send(report) {
  const response = await fetch(mailbox, { method: "POST", body: JSON.stringify(report) });
  if (!response.ok) {
    throw new Error(`a report was answered with ${response.status}`);
  }
}

// What goes wrong beside a test would be lost, and is the suite's all the same.
addEventListener("error", (event) => {
  void send({ kind: "broken", why: `uncaught: ${event.error === undefined ? event.message : told(event.error)}` });
});
addEventListener("unhandledrejection", (event) => {
  void send({ kind: "broken", why: `nobody waited for: ${told(event.reason)}` });
});

await run({
  engine,
  suite,
  send,
  load: (path) => import(`/${path}`),
  async read(path) {
    const response = await fetch(`/${path}`);
    if (!response.ok) {
      throw new Error(`${path} was answered with ${response.status}: is its folder among those of the bed?`);
    }
    return new Uint8Array(await response.arrayBuffer());
  },
});
