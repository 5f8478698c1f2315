// Writes every case in the engine that runs this, and gives containers, fragments and keys to whoever asked.

import { test } from "../page/suite.js";
import { encrypt, generateIdentity, generateSigningKey } from "../../package/dist/index.js";
import { pattern } from "../../package/suites/flow.js";
import { CASES, CHUNK, PASSPHRASE } from "./cases.js";

/** @type {import("../page/suite.js").Tests} */
export async function tests({ give }) {
  const text = (/** @type {string} */ name, /** @type {string} */ value) => give(name, new TextEncoder().encode(value));
  const keys = { ...(await generateIdentity()), ...(await generateSigningKey()) };
  return [
    test("keys", () => text("keys.json", JSON.stringify(keys))),
    ...CASES.map(({ name, length, to, signed = false, split, armor = false }) =>
      test(name, async () => {
        const { container, fragment } = await encrypt(pattern(length), {
          recipients: to.includes("recipient") ? [keys.recipient] : [],
          hiddenRecipients: to.includes("hidden") ? [keys.recipient] : [],
          passphrases: to.includes("passphrase") ? [PASSPHRASE] : [],
          chunkSize: CHUNK,
          armor,
          ...(signed ? { signingKey: keys.signingKey } : {}),
          ...(split === undefined ? {} : { split }),
        });
        await give(`${name}.container`, container);
        if (fragment !== undefined) {
          await text(`${name}.fragment`, fragment);
        }
      }),
    ),
  ];
}
