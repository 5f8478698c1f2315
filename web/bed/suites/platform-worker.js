// Adds one to each byte.

addEventListener("message", ({ data }) => {
  const bytes = /** @type {Uint8Array} */ (data).map((byte) => byte + 1);
  postMessage(bytes, { transfer: [bytes.buffer] });
});
