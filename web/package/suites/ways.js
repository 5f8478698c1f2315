// The ways in which the package opens a container; where one fails, its error says how much had been released.

import { DecryptStream, UnvouchedDecryptStream, decrypt, decryptBlob } from "../dist/index.js";
import { collected, written } from "./flow.js";

export const WAYS = {
  "in one call": (bytes, options) => decrypt(bytes, options).then(({ plaintext }) => plaintext),
  "in pieces of 1000 bytes": (bytes, options) => streamed(bytes, options, 1000),
  "byte by byte": (bytes, options) => streamed(bytes, options, 1),
  "from a Blob": fromBlob,
};

async function streamed(bytes, options, step) {
  const stream = options.signer === undefined ? new DecryptStream(options) : new UnvouchedDecryptStream(options);
  const writing = written(stream.writable, bytes, step);
  try {
    const plaintext = await collected(stream.readable);
    await writing;
    return held(plaintext, await stream.result);
  } catch (error) {
    // Of a signer who is required nothing counts as released before the end.
    error.released = options.signer === undefined ? error.released : 0;
    throw error;
  }
}

async function fromBlob(bytes, options) {
  const { readable, result } = await decryptBlob(new Blob([bytes]), options);
  try {
    return held(await collected(readable), await result);
  } catch (error) {
    // What is verified first releases nothing of what is then found wrong.
    if (options.signer !== undefined && error.released > 0) {
      throw new Error(`${error.released} bytes were released of what is not the signer's`);
    }
    throw error;
  }
}

function held(plaintext, { plaintextLength }) {
  if (plaintextLength !== plaintext.length) {
    throw new Error(`${plaintext.length} bytes, and the result says ${plaintextLength}`);
  }
  return plaintext;
}
