//! Text forms cross: each side reads what the other writes, and refuses what the other refuses.

use crate::cases;
use cleave_core::hazmat::{identity_from_seed, passphrase_bytes, signing_key_from_seed};
use cleave_core::{Error, Fragment, Identity, Passphrase, Recipient, Signer, SigningKey};
use cleave_reference::{bech32, fragment, keys, signature, text, xwing};
use proptest::prelude::*;
use proptest::sample::Index;

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn keys_cross(seed in any::<[u8; 32]>(), hint in any::<[u8; 8]>()) {
        let public_key = xwing::public_key(&seed);
        let identity = identity_from_seed(&seed);
        prop_assert_eq!(identity.to_text().to_string(), text::secret(text::IDENTITY, &seed));
        prop_assert_eq!(identity.recipient().to_string(), text::public(text::RECIPIENT, &public_key));
        prop_assert_eq!(identity.recipient().fingerprint(), text::fingerprint(&public_key));

        let signing_key = signing_key_from_seed(&seed);
        let signer = signature::public_key(&seed);
        prop_assert_eq!(signing_key.to_text().to_string(), text::secret(text::SIGNING_KEY, &seed));
        prop_assert_eq!(signing_key.signer().to_string(), text::public(text::SIGNER, &signer));

        let bytes = fragment::build(&hint, &seed);
        let read = Fragment::from_bytes(&bytes).unwrap();
        prop_assert_eq!(read.to_text().to_string(), fragment::to_text(&bytes));
        prop_assert_eq!(read.hint().unwrap_or_default(), hint);

        let forms = [
            (Kind::Identity, text::secret(text::IDENTITY, &seed)),
            (Kind::Identity, text::secret(text::AGE_IDENTITY, &seed)),
            (Kind::Recipient, text::public(text::RECIPIENT, &public_key)),
            (Kind::Recipient, text::public(text::AGE_RECIPIENT, &public_key)),
            (Kind::SigningKey, text::secret(text::SIGNING_KEY, &seed)),
            (Kind::Signer, text::public(text::SIGNER, &signer)),
            (Kind::Fragment, fragment::to_text(&bytes)),
        ];
        for (kind, form) in forms {
            for form in [form.to_ascii_lowercase(), form.to_ascii_uppercase()] {
                prop_assert!(kind.by_witness(&form).is_ok(), "{}", form);
                prop_assert_eq!(kind.by_core(&form), kind.by_witness(&form), "{}", form);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn texts_that_were_changed_are_read_alike(
        kind in any_kind(),
        prefix in prop_oneof![4 => Just(None), 1 => any_prefix().prop_map(Some)],
        seed in any::<[u8; 32]>(),
        length in prop_oneof![4 => Just(None), 1 => (0..70usize).prop_map(Some)],
        last_group in prop::option::of(0..32u8),
        more_groups in prop::collection::vec(0..32u8, 0..3),
        change in change(),
    ) {
        let mut bytes = kind.bytes(&seed);
        bytes.resize(length.unwrap_or(bytes.len()), 0);
        let mut groups = bech32::to_groups(&bytes);
        if let (Some(value), Some(last)) = (last_group, groups.last_mut()) {
            *last = value;
        }
        groups.extend(more_groups);
        let mut text = bech32::encode_groups(prefix.unwrap_or(kind.prefix()), &groups);
        change.apply(&mut text);
        prop_assert_eq!(kind.by_core(&text), kind.by_witness(&text), "{}", text);
    }

    #[test]
    fn recipients_are_held_to_the_check_of_their_coefficients_alike(
        seed in any::<[u8; 32]>(),
        places in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let mut key = xwing::public_key(&seed);
        for (place, byte) in places {
            key[place.index(xwing::PUBLIC_KEY)] = byte;
        }
        prop_assert_eq!(Recipient::from_bytes(&key).is_ok(), xwing::is_valid(&key));
    }

    #[test]
    fn passphrases_are_normalized_alike(
        typed in prop_oneof![
            any::<String>(),
            "\\PC{0,12}",
            // Letters with marks in any order, Hangul in parts, compositions that are excluded.
            "[aeiouAEIOUnc\u{300}-\u{330}\u{345}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a8}-\u{11c2}\u{ac00}-\u{ac40}\u{958}\u{2126}\u{212b}\u{fb1d}]{0,16}",
            "[ab\r\n ]{0,4}",
        ],
    ) {
        let core = Passphrase::new(&typed).map(|passphrase| passphrase_bytes(&passphrase));
        let witness = keys::passphrase(&typed);
        prop_assert_eq!(core.map_err(|error| error.name()), witness.map_err(|error| error.name()));
    }
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Recipient,
    Identity,
    Signer,
    SigningKey,
    Fragment,
}

fn any_kind() -> impl Strategy<Value = Kind> {
    use Kind::*;
    prop::sample::select(vec![Recipient, Identity, Signer, SigningKey, Fragment])
}

fn any_prefix() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        text::RECIPIENT,
        text::IDENTITY,
        text::SIGNER,
        text::SIGNING_KEY,
        text::FRAGMENT,
        text::AGE_RECIPIENT,
        text::AGE_IDENTITY,
        "age",
        "cleave1",
        "x",
    ])
}

impl Kind {
    fn prefix(self) -> &'static str {
        match self {
            Kind::Recipient => text::RECIPIENT,
            Kind::Identity => text::IDENTITY,
            Kind::Signer => text::SIGNER,
            Kind::SigningKey => text::SIGNING_KEY,
            Kind::Fragment => text::FRAGMENT,
        }
    }

    /// What a good text form of the kind holds.
    fn bytes(self, seed: &[u8; 32]) -> Vec<u8> {
        match self {
            Kind::Recipient => xwing::public_key(seed).to_vec(),
            Kind::Identity | Kind::SigningKey => seed.to_vec(),
            Kind::Signer => signature::public_key(seed).to_vec(),
            Kind::Fragment => fragment::build(&[1; 8], seed).to_vec(),
        }
    }

    /// What the core reads: of a secret, its text form written anew; of a fragment, the share.
    fn by_core(self, given: &str) -> Result<Vec<u8>, &'static str> {
        let read = || -> Result<Vec<u8>, Error> {
            Ok(match self {
                Kind::Recipient => given.parse::<Recipient>()?.as_bytes().to_vec(),
                Kind::Identity => Identity::parse(given)?.to_text().as_bytes().to_vec(),
                Kind::Signer => given.parse::<Signer>()?.as_bytes().to_vec(),
                Kind::SigningKey => SigningKey::parse(given)?.to_text().as_bytes().to_vec(),
                Kind::Fragment => Fragment::parse(given)?.to_bytes()[13..45].to_vec(),
            })
        };
        read().map_err(|error| error.name())
    }

    fn by_witness(self, given: &str) -> Result<Vec<u8>, &'static str> {
        let read = || -> Result<Vec<u8>, cleave_reference::Error> {
            Ok(match self {
                Kind::Recipient => text::recipient(given)?.to_vec(),
                Kind::Identity => text::secret(text::IDENTITY, &text::identity(given)?).into_bytes(),
                Kind::Signer => text::signer(given)?.to_vec(),
                Kind::SigningKey => text::secret(text::SIGNING_KEY, &text::signing_key(given)?).into_bytes(),
                Kind::Fragment => fragment::share(given)?.to_vec(),
            })
        };
        read().map_err(|error| error.name())
    }
}

/// What happens to a text on its way.
#[derive(Debug, Clone)]
enum Change {
    Nothing,
    UpperCase,
    /// A character is put in place of another, or of none.
    Put(Index, usize, String),
    CaseOf(Index),
    Cut(Index),
}

impl Change {
    /// The text is ASCII until then.
    fn apply(&self, text: &mut String) {
        match self {
            Change::Nothing => {}
            Change::UpperCase => text.make_ascii_uppercase(),
            Change::Put(index, over, with) => {
                let at = index.index(text.len());
                text.replace_range(at..(at + over).min(text.len()), with);
            }
            Change::CaseOf(index) => {
                let at = index.index(text.len());
                let other = text[at..=at].to_ascii_uppercase();
                text.replace_range(at..=at, &other);
            }
            Change::Cut(index) => text.truncate(index.index(text.len())),
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let with = prop_oneof![
        3 => "[a-z0-9]", 1 => "[A-Z]", 1 => Just(String::new()), 1 => "[ \t\n\u{7f}\u{e9}\u{1f511}\u{131}\u{17f}\u{212a}]",
    ];
    prop_oneof![
        4 => Just(Change::Nothing),
        1 => Just(Change::UpperCase),
        4 => (any::<Index>(), 0..2usize, with).prop_map(|(at, over, with)| Change::Put(at, over, with)),
        1 => any::<Index>().prop_map(Change::CaseOf),
        1 => any::<Index>().prop_map(Change::Cut),
    ]
}
