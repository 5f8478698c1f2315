// 1 GiB, to a reader that lets go of each piece.

import { through } from "./flow.js";

export const tests = through(1024, () => {});
