// Makes dist/peers.js, which pages and Node load as it stands.

import { writeFile } from "node:fs/promises";
import { build } from "esbuild";

await build({
  entryPoints: [new URL("peers.js", import.meta.url).pathname],
  outfile: new URL("dist/peers.js", import.meta.url).pathname,
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  // libsodium asks for modules of Node's where it runs in Node, and only there.
  external: ["node:*", "module", "fs", "path", "url", "crypto"],
  logLevel: "warning",
});
await writeFile(new URL("dist/peers.d.ts", import.meta.url), 'export * from "../peers.js";\n');
