// A page that dies while it measures.

import { settingsOf } from "../../../page/measure.js";

const { mailbox } = settingsOf(process.argv[2] ?? "");
await fetch(mailbox, { method: "POST", body: JSON.stringify({ kind: "doing", what: "encrypt, age, round 3 of 7" }) });
process.kill(process.pid, "SIGKILL");
