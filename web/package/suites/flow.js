// Bytes into a stream and out of it again, in every engine: WebKit's streams are not iterable.

/**
 * Bytes that differ from place to place.
 * @param {number} length
 */
export function pattern(length) {
  return new Uint8Array(length).map((_, index) => (index * 7 + (index >> 8)) % 251);
}

/**
 * A stream of `bytes` in pieces of `step`.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} step
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
export function source(bytes, step) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.subarray(at, at + step));
      at += step;
    },
  });
}

/**
 * Hands each piece to `take`, and waits for it.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} readable
 * @param {(piece: Uint8Array<ArrayBuffer>) => unknown} take
 */
export async function drained(readable, take) {
  const reader = readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    await take(read.value);
  }
}

/**
 * All that comes out; where it fails, the error says under `released` how much had come.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} readable
 */
export async function collected(readable) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let released = 0;
  try {
    await drained(readable, (piece) => {
      pieces.push(piece);
      released += piece.length;
    });
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { released });
  }
  return concatenated(pieces);
}

/** @param {Uint8Array<ArrayBuffer>[]} pieces */
function concatenated(pieces) {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Writes pieces of `step` bytes without waiting for each: as fast as the stream takes them.
 * @param {WritableStream<Uint8Array>} writable
 * @param {Uint8Array} bytes
 * @param {number} step
 */
export async function written(writable, bytes, step) {
  const writer = writable.getWriter();
  // What a write fails with comes out at the reading side too.
  writer.closed.catch(() => undefined);
  try {
    for (let at = 0; at < bytes.length; at += step) {
      await writer.ready;
      writer.write(bytes.subarray(at, at + step)).catch(() => undefined);
    }
    await writer.close();
  } catch {
    // It was stopped.
  }
}
