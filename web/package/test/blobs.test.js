// Containers in a Blob: streamed, in two passes where a signer is required, and by range.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decryptBlob, openRange } from "cleave-web";
import { chunkLen, container, containers, differing, difference, keys, outcome, ranges } from "./vector.js";

for (const crypto of ["platform", "portable"]) {
  test(`containers from a Blob, by the ${crypto} set`, async () => {
    const failures = await differing(containers, async (vector) => {
      const bytes = container(vector);
      const found = await outcome(() => read(bytes, { ...keys(vector), crypto }));
      // What is verified first releases nothing of what is then found wrong.
      const late = vector.signer !== undefined && found.error !== undefined && found.released > 0;
      return late ? "plaintext was released" : difference(vector, found, chunkLen(bytes));
    });
    assert.deepEqual(failures, []);
  });

  test(`ranges, by the ${crypto} set`, async () => {
    assert.ok(ranges.length >= 66, `${ranges.length}`);
    const failures = await differing(ranges, async (vector) => {
      const blob = new Blob([container(vector)]);
      const found = await outcome(() => openRange(blob, { ...keys(vector), crypto }, vector.range));
      return difference(vector, found, Infinity);
    });
    assert.deepEqual(failures, []);
  });
}

async function read(bytes, options) {
  const { readable, result } = await decryptBlob(new Blob([bytes]), options);
  const pieces = [];
  let released = 0;
  try {
    for await (const piece of readable) {
      pieces.push(piece);
      released += piece.length;
    }
    assert.equal((await result).plaintextLength, released);
  } catch (error) {
    error.released = released;
    throw error;
  }
  return Buffer.concat(pieces);
}
