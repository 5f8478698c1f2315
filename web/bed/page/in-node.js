// What the bed's page is in a browser: runs, in this process of Node, the suite that the address names.

import { place } from "./place.js";
import { run } from "./runner.js";

const ROOT = new URL("../../../", import.meta.url);

await run({
  ...place(new URL(process.argv[2] ?? "")),
  load: (path) => import(new URL(path, ROOT).href),
});
