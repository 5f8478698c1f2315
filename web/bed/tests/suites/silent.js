// A module that never comes to its end: its page says nothing at all.

await new Promise((resolve) => setInterval(() => resolve, 1000));

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [];
