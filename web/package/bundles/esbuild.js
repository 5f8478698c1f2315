// What esbuild bundles: it is told of the `.wasm`, as README.md says.

import wasm from "cleave-web/cleave.wasm";
import { load } from "cleave-web";
import { show } from "./show.js";

await load(new URL(wasm, import.meta.url));
await show();
