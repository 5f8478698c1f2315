//! Vectors of identities in the text forms in which a reader is given them (FORMAT.md, "Text forms").

use crate::bech32;
use crate::error::Error::KeyMalformed;
use crate::text;
use crate::vector::Vector;
use crate::vectors::case::{SHORT, case, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::write;

pub(super) fn vectors() -> Vec<Vector> {
    let good = |name, comment, identity: String| {
        case(name, comment).identity(&identity).holds(write(&to_alice(name, SHORT))).opens(SHORT)
    };
    let bad = |name, comment, identity: String| {
        case(name, comment).identity(&identity).holds(write(&to_alice(name, SHORT))).fails(KeyMalformed)
    };
    let own = ALICE.identity();
    let padded = {
        let mut groups = bech32::to_groups(&ALICE.seed());
        *groups.last_mut().expect("32 bytes have groups") |= 1;
        bech32::encode_groups(text::IDENTITY, &groups).to_uppercase()
    };
    let last = if own.ends_with('Q') { "P" } else { "Q" };
    vec![
        good(
            "identity-age",
            "the same key as age 1.3 writes it",
            text::secret(text::AGE_IDENTITY, &ALICE.seed()),
        ),
        good("identity-lower-case", "the same key in lower case", own.to_lowercase()),
        bad(
            "identity-checksum",
            "one letter of the identity changed",
            format!("{}{last}", &own[..own.len() - 1]),
        ),
        bad("identity-mixed-case", "upper and lower case mixed", own.replace("CLEAVE", "cleave")),
        bad("identity-padding", "a padding bit of the identity's text form is set", padded),
        bad("identity-short", "31 bytes", text::secret(text::IDENTITY, &ALICE.seed()[..31])),
        bad("identity-is-recipient", "a public key given as an identity", ALICE.recipient()),
        malformed_second(),
    ]
}

/// Every identity is read before any is tried.
fn malformed_second() -> Vector {
    let name = "identity-second-malformed";
    case(name, "the first identity would open, the second is malformed")
        .by(ALICE)
        .identity(&BOB.identity()[1..])
        .holds(write(&to_alice(name, SHORT)))
        .fails(KeyMalformed)
}
