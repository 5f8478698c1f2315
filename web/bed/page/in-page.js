// The bed's page: runs the suite that its address names.

import { place } from "./place.js";
import { run, told } from "./runner.js";

const here = place(new URL(location.href));

// What goes wrong beside a test would be lost, and is the suite's all the same.
addEventListener("error", (event) => {
  void here.send({ kind: "broken", why: `uncaught: ${event.error === undefined ? event.message : told(event.error)}` });
});
addEventListener("unhandledrejection", (event) => {
  void here.send({ kind: "broken", why: `nobody waited for: ${told(event.reason)}` });
});

await run({ ...here, load: (path) => import(`/${path}`) });
