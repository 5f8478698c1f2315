// No tests.

/** @type {import("../../page/suite.js").Tests} */
export const tests = () => [];
