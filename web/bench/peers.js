// The packages that cleave-web is measured beside. A page resolves no names of packages: `bundle.js` makes one module of
// them, dist/peers.js.

export { Decrypter, Encrypter, generateHybridIdentity, identityToRecipient } from "age-encryption";
export { ml_kem768_x25519 as xWing } from "@noble/post-quantum/hybrid.js";
export { default as sodium } from "libsodium-wrappers";
