// Bytes to encrypt, and how they go in and come out.

/** Of a piece, as files and the network give them, in bytes. */
export const PIECE = 65536;

/** What `crypto.getRandomValues` gives at most at a time, in bytes. */
const DRAWN = 65536;

/**
 * Random bytes, which nothing can compress.
 * @param {number} length
 */
export function random(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += DRAWN) {
    crypto.getRandomValues(bytes.subarray(at, at + DRAWN));
  }
  return bytes;
}

/**
 * A stream of pieces, each as soon as it is asked for.
 * @param {Uint8Array} bytes
 * @param {number} [length] of a piece
 * @returns {ReadableStream<Uint8Array>}
 */
export function streamed(bytes, length = PIECE) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.subarray(at, at + length));
        at += length;
      } else {
        controller.close();
      }
    },
  });
}

/**
 * What comes out of a stream, to its end.
 * @param {ReadableStream<Uint8Array>} stream
 */
export async function collected(stream) {
  const [pieces, reader] = [/** @type {Uint8Array[]} */ ([]), stream.getReader()];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
  }
  return pieces;
}

/** @param {readonly Uint8Array[]} pieces */
export function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * @param {readonly Uint8Array[]} pieces
 * @param {Uint8Array} expected
 * @throws {Error} if they are not the same bytes
 */
export function mustBe(pieces, expected) {
  let at = 0;
  for (const piece of pieces) {
    const wrong = piece.findIndex((byte, index) => byte !== expected[at + index]);
    if (wrong !== -1) {
      throw new Error(`what was decrypted is not what was encrypted: byte ${at + wrong} differs`);
    }
    at += piece.length;
  }
  if (at !== expected.length) {
    throw new Error(`what was decrypted has ${at} bytes instead of ${expected.length}`);
  }
}
