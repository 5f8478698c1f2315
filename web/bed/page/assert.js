// Assertions for suites: Node's own are not there in a page.

/**
 * @param {unknown} condition
 * @param {string} what must be so
 * @returns {asserts condition}
 */
export function ok(condition, what) {
  if (!condition) {
    throw new Error(`not so: ${what}`);
  }
}

/**
 * Of plain values.
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [what] is compared
 */
export function equal(actual, expected, what = "value") {
  if (!Object.is(actual, expected)) {
    throw new Error(`${what}: ${shown(actual)} instead of ${shown(expected)}`);
  }
}

/**
 * @param {Uint8Array} actual
 * @param {Uint8Array} expected
 * @param {string} [what] is compared
 */
export function equalBytes(actual, expected, what = "bytes") {
  equal(actual.length, expected.length, `length of ${what}`);
  // Suites compare hundreds of megabytes: a function called for each byte would take most of their time.
  for (let at = 0; at < expected.length; at++) {
    if (actual[at] !== expected[at]) {
      throw new Error(`${what}: ${actual[at]} instead of ${expected[at]} at ${at} of ${expected.length}`);
    }
  }
}

/**
 * @param {Promise<unknown>} promise
 * @param {string} what must fail
 * @returns {Promise<unknown>} what it failed with
 */
export async function fails(promise, what) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`did not fail: ${what}`);
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
