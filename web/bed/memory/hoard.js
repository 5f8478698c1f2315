// What must be noticed: a reader that keeps all that it is given.

import { through } from "./flow.js";

/** @type {Uint8Array[]} */
const kept = [];

export const tests = through(512, (piece) => void kept.push(piece));
