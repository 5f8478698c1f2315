// What Vite bundles: it finds the `.wasm` by itself.

import { show } from "./show.js";

await show();
