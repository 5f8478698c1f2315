// What the benchmark's page is in a browser: measures, in this process of Node, what the address asks for.

import { measure, settingsOf } from "./measure.js";

const address = process.argv[2] ?? "";
const { mailbox, settings } = settingsOf(address);

await measure(settings, async (report) => {
  const response = await fetch(mailbox, { method: "POST", body: JSON.stringify(report) });
  if (!response.ok) {
    throw new Error(`a report was answered with ${response.status}`);
  }
  return response.status === 204 ? undefined : response.json();
});
