// A page that hangs.

import { settingsOf } from "../../../page/measure.js";

const { mailbox } = settingsOf(process.argv[2] ?? "");
await fetch(mailbox, { method: "POST", body: JSON.stringify({ kind: "doing", what: "decrypt, raw, round 1 of 7" }) });
setInterval(() => {}, 1000);
