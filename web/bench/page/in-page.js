// The benchmark's page: measures what its address asks for, and reports.

import { measure, settingsOf } from "./measure.js";
import { told } from "../../bed/page/runner.js";

const { mailbox, settings } = settingsOf(location.href);

/** @param {import("./measure.js").Report} report */
async function send(report) {
  const response = await fetch(mailbox, { method: "POST", body: JSON.stringify(report) });
  if (!response.ok) {
    throw new Error(`a report was answered with ${response.status}`);
  }
  return response.status === 204 ? undefined : response.json();
}

// What goes wrong beside what is measured would be lost.
addEventListener("error", (event) => {
  void send({ kind: "broken", why: `uncaught: ${event.error === undefined ? event.message : told(event.error)}` });
});
addEventListener("unhandledrejection", (event) => {
  void send({ kind: "broken", why: `nobody waited for: ${told(event.reason)}` });
});

await measure(settings, send);
