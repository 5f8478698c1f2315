// Opens the vector that the page's address names, and shows what it held, or why it did not open.

import { decrypt } from "cleave-web";

export async function show() {
  document.querySelector("#said").textContent = await opened();
}

async function opened() {
  try {
    const name = new URL(location.href).searchParams.get("vector");
    const { container, identities, signer } = await (await fetch(`/vectors/${name}.json`)).json();
    const bytes = Uint8Array.from(atob(container), (character) => character.charCodeAt(0));
    const { plaintext, authorship } = await decrypt(bytes, { identities, signer });
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", plaintext));
    return `${authorship} ${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  } catch (error) {
    return `${error.code}: ${error.stack}`;
  }
}
