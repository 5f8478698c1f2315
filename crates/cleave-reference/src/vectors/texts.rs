//! Vectors of text forms by themselves, with no container (FORMAT.md, "Text forms", "Fragment").

use crate::bech32;
use crate::error::Error;
use crate::fragment;
use crate::keys;
use crate::signature;
use crate::text;
use crate::vector::{GivenText, TextKind, Vector, hex_sha512};
use crate::vectors::people::{ALICE, BOB};
use crate::xwing;

pub(super) fn vectors() -> Vec<Vector> {
    [recipients(), identities(), signers(), signing_keys(), fragments(), passphrases()].concat()
}

fn vector(name: &str, comment: &str, kind: TextKind, text: &str) -> Vector {
    let given = GivenText { kind, text: text.to_string(), sha512: None, fingerprint: None, public: None };
    Vector {
        name: format!("text-{name}"),
        comment: comment.to_string(),
        text: Some(given),
        ..Vector::default()
    }
}

fn bad(name: &str, comment: &str, kind: TextKind, text: &str) -> Vector {
    let error = if kind == TextKind::Fragment { Error::FragmentMalformed } else { Error::KeyMalformed };
    Vector { error: Some(error.name().to_string()), ..vector(name, comment, kind, text) }
}

fn good(name: &str, comment: &str, kind: TextKind, text: &str, bytes: &[u8]) -> Vector {
    let mut vector = vector(name, comment, kind, text);
    let given = vector.text.as_mut().expect("it was given");
    given.sha512 = Some(hex_sha512(bytes));
    match kind {
        TextKind::Recipient => {
            let key = bytes.try_into().expect("a recipient is a public key");
            given.fingerprint = Some(text::fingerprint(key));
        }
        TextKind::Identity => {
            let seed = bytes.try_into().expect("an identity is a seed");
            given.public = Some(text::public(text::RECIPIENT, &xwing::public_key(seed)));
        }
        TextKind::SigningKey => {
            let seed = bytes.try_into().expect("a signing key is a seed");
            given.public = Some(text::public(text::SIGNER, &signature::public_key(seed)));
        }
        TextKind::Signer | TextKind::Fragment | TextKind::Passphrase => {}
    }
    vector
}

/// The faults that every Bech32 form can have.
fn bech32_faults(name: &str, kind: TextKind, prefix: &str, bytes: &[u8]) -> Vec<Vector> {
    let text = text::public(prefix, bytes);
    let row = |fault: &str, comment, text: &str| bad(&format!("{name}-{fault}"), comment, kind, text);
    let last = if text.ends_with('q') { "p" } else { "q" };
    let data = &text[prefix.len() + 1..];
    let mut faults = vec![
        row("checksum", "one letter changed", &format!("{}{last}", &text[..text.len() - 1])),
        row("short", "a byte less", &text::public(prefix, &bytes[..bytes.len() - 1])),
        row("long", "a byte more", &text::public(prefix, &[bytes, &[0]].concat())),
        row("prefix", "the right bytes under another prefix", &text::public("cleavex", bytes)),
        row("mixed-case", "upper and lower case mixed", &format!("{prefix}1{}", data.to_uppercase())),
        row("letter", "a letter that is not in the alphabet", &format!("{prefix}1b{}", &data[1..])),
    ];
    let groups = bech32::to_groups(bytes);
    let mut set = groups.clone();
    *set.last_mut().expect("a key is not empty") |= 1;
    faults.push(row("padding", "a padding bit is set", &bech32::encode_groups(prefix, &set)));
    let more = [&groups[..], &[0]].concat();
    let comment = "five padding bits or more, or a byte more";
    faults.push(row("group-more", comment, &bech32::encode_groups(prefix, &more)));
    faults
}

fn recipients() -> Vec<Vector> {
    let key = ALICE.public_key();
    let own = ALICE.recipient();
    let row = |name, comment, text: &str| good(name, comment, TextKind::Recipient, text, &*key);
    let refused = |name, comment, text: &str| bad(name, comment, TextKind::Recipient, text);
    // A coefficient of the ML-KEM part is q = 3329 or more: FIPS 203, section 7.2.
    let with_coefficient = |coefficient: u16| {
        let mut changed = key.clone();
        changed[0] = coefficient as u8;
        changed[1] = (changed[1] & 0xf0) | (coefficient >> 8) as u8;
        text::public(text::RECIPIENT, &*changed)
    };
    let mut last_coefficient = key.clone();
    last_coefficient[1151] = 0xff;
    last_coefficient[1150] |= 0xf0;
    let mut vectors = vec![
        row("recipient", "a recipient, with its fingerprint", &own),
        row("recipient-upper-case", "all in upper case", &own.to_uppercase()),
        row("recipient-age", "as age 1.3 writes it", &text::public(text::AGE_RECIPIENT, &*key)),
        refused("recipient-coefficient-3329", "a coefficient is q", &with_coefficient(3329)),
        refused("recipient-coefficient-4095", "a coefficient is the largest", &with_coefficient(4095)),
        refused(
            "recipient-coefficient-last",
            "the last coefficient is over q",
            &text::public(text::RECIPIENT, &*last_coefficient),
        ),
        refused("recipient-ones", "nothing but ones", &text::public(text::RECIPIENT, &[0xff; 1216])),
        refused("recipient-is-identity", "an identity given as a recipient", &ALICE.identity()),
        refused("recipient-is-signer", "a signer given as a recipient", &ALICE.signer()),
        refused("recipient-empty", "no text at all", ""),
        refused("recipient-space", "a space at the end", &format!("{own} ")),
        refused("recipient-no-separator", "no separator", &own.replacen('1', "", 1)),
        refused("recipient-cut", "the checksum is cut off", &own[..own.len() - 6]),
    ];
    vectors.extend(bech32_faults("recipient", TextKind::Recipient, text::RECIPIENT, &*key));
    vectors
}

fn identities() -> Vec<Vector> {
    let seed = ALICE.seed();
    let own = ALICE.identity();
    let age = text::secret(text::AGE_IDENTITY, &seed);
    let row = |name, comment, text: &str| good(name, comment, TextKind::Identity, text, &seed);
    let refused = |name, comment, text: &str| bad(name, comment, TextKind::Identity, text);
    let mut vectors = vec![
        row("identity", "an identity, with its recipient", &own),
        row("identity-lower-case", "all in lower case", &own.to_lowercase()),
        row("identity-age", "as age 1.3 writes it", &age),
        row("identity-age-lower-case", "the same in lower case", &age.to_lowercase()),
        refused(
            "identity-age-x25519",
            "age's identity of the older kind",
            &text::secret("age-secret-key-", &seed),
        ),
        refused("identity-is-signing-key", "a signing key given as an identity", &ALICE.signing_key()),
        refused(
            "identity-prefix-of-recipient",
            "a seed under a recipient's prefix",
            &text::secret(text::RECIPIENT, &seed),
        ),
    ];
    vectors.extend(bech32_faults("identity", TextKind::Identity, text::IDENTITY, &seed));
    vectors
}

fn signers() -> Vec<Vector> {
    let key = signature::public_key(&BOB.signing_seed());
    let own = BOB.signer();
    let mut vectors = vec![
        good("signer", "a signer", TextKind::Signer, &own, &key),
        good("signer-upper-case", "all in upper case", TextKind::Signer, &own.to_uppercase(), &key),
        bad("signer-is-recipient", "a recipient given as a signer", TextKind::Signer, &BOB.recipient()),
        bad("signer-is-signing-key", "a signing key given as a signer", TextKind::Signer, &BOB.signing_key()),
    ];
    vectors.extend(bech32_faults("signer", TextKind::Signer, text::SIGNER, &key));
    vectors
}

fn signing_keys() -> Vec<Vector> {
    let seed = BOB.signing_seed();
    let own = BOB.signing_key();
    let lower = own.to_lowercase();
    let kind = TextKind::SigningKey;
    let mut vectors = vec![
        good("signing-key", "a signing key, with its signer", kind, &own, &seed),
        good("signing-key-lower-case", "all in lower case", kind, &lower, &seed),
        bad("signing-key-is-identity", "an identity given as a signing key", kind, &BOB.identity()),
    ];
    vectors.extend(bech32_faults("signing-key", kind, text::SIGNING_KEY, &seed));
    vectors
}

fn fragments() -> Vec<Vector> {
    let share = [0x5a; 32];
    let bytes = fragment::build(&[1, 2, 3, 4, 5, 6, 7, 8], &share);
    let own = fragment::to_text(&bytes);
    let kind = TextKind::Fragment;
    let comment = "a fragment; the digest is that of its share";
    let mut vectors = vec![
        good("fragment", comment, kind, &own, &share),
        good("fragment-lower-case", "all in lower case", kind, &own.to_lowercase(), &share),
        good(
            "fragment-no-hint",
            "the fragment of a container without HINT",
            kind,
            &fragment::to_text(&fragment::build(&[0; 8], &share)),
            &share,
        ),
    ];
    vectors.extend(bech32_faults("fragment", kind, text::FRAGMENT, &bytes));
    vectors
}

fn passphrases() -> Vec<Vector> {
    let kind = TextKind::Passphrase;
    let row = |name, comment, text: &str| {
        let normalized = keys::passphrase(text).expect("it follows the rules");
        good(name, comment, kind, text, &normalized)
    };
    vec![
        row("passphrase", "the digest is that of the bytes that Argon2 sees", "p\u{e4}ss"),
        row("passphrase-decomposed", "the same passphrase, decomposed", "pa\u{308}ss"),
        row("passphrase-space", "a single space", " "),
        row("passphrase-line-separator", "U+2028 is neither LF nor CR", "a\u{2028}b"),
        bad("passphrase-empty", "empty", kind, ""),
        bad("passphrase-lf", "nothing but a line feed", kind, "\n"),
        bad("passphrase-crlf", "a line ending at the end", kind, "a\r\n"),
        bad("passphrase-cr", "a carriage return inside", kind, "a\rb"),
    ]
}
