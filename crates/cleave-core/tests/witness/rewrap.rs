//! Both carry out, or refuse, the same rewraps, and each opens what the other made of them.

use crate::cases;
use crate::damage::{Frames, any_damage};
use crate::outcome::{Outcome, core, witness};
use crate::people::{PASSPHRASE, PEOPLE, PERSON, core_keys, core_limits, cost};
use crate::recipe::{Recipe, any_recipe};
use cleave_core::{Adoption, Error, Passphrase, Resign, Rewrapper, SigningKey};
use cleave_reference::rewrap::{NewPassphrase, Refusal, Rewrap, rewrap};
use cleave_reference::writer::Random;
use cleave_reference::{Keys, Limits};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn rewraps_cross(
        recipe in any_recipe(),
        wish in any_wish(),
        keep_one in any::<prop::sample::Index>(),
        own in any::<bool>(),
        damage in prop::option::weighted(0.4, any_damage()),
    ) {
        let mut wish = possible(&recipe, wish, keep_one.index(recipe.slots.len()));
        if let Some(person) = recipe.signer.filter(|_| own) {
            wish.signing_key = Some(PERSON[person].signing_key.clone());
        }
        let draft = recipe.draft();
        let mut old = draft.container();
        // A rewrap that does not sign copies frames unseen: which faults of theirs it meets is not FORMAT.md's matter.
        if let Some(damage) = damage.filter(|_| wish.signing_key.is_some()) {
            damage.apply(&mut old, Frames::of(&draft));
        }
        let Some(keys) = recipe.all_keys(Some(draft.fragment())).into_iter().next() else {
            return Ok(());
        };
        let keys = Keys { signer: None, ..keys };
        let limits = Limits { kdf_memory_kib: 256, kdf_work_kib: 4096, ..Limits::default() };
        let by_witness = rewrap(&old, &keys, &limits, &wish, &Random { seed: "rewrap".to_owned() });
        let by_core = cleave_core::rewrap(
            &old,
            core_keys(&keys).unwrap(),
            core_limits(&limits),
            |rewrapper| apply(&wish, rewrapper).start(),
        );
        match (by_core, by_witness) {
            (Ok(by_core), Ok(by_witness)) => {
                prop_assert_eq!(by_core.len(), by_witness.len());
                prop_assert_eq!(&by_core[..77], &by_witness[..77]);
                for keys in attempts(&wish, &draft.fragment()) {
                    let expected = witness(&by_witness, &keys, &limits);
                    prop_assert_eq!(&witness(&by_core, &keys, &limits), &expected);
                    for (way, outcome) in core(&by_witness, &keys, &limits).into_iter().chain(core(&by_core, &keys, &limits)) {
                        prop_assert_eq!(&outcome, &expected, "core, {}", way);
                    }
                }
            }
            (Err(Error::Usage { what }), Err(Refusal::SigningKeyRequired)) => {
                prop_assert!(what.contains("signing key"), "{}", what);
            }
            (Err(by_core), Err(Refusal::Error(by_witness))) => {
                prop_assert_eq!(Outcome::from(by_core), Outcome::from(by_witness));
            }
            (by_core, by_witness) => prop_assert!(
                false,
                "core: {:?}, witness: {:?}",
                by_core.map(|new| new.len()),
                by_witness.map(|new| new.len())
            ),
        }
    }
}

/// A wish may keep slots that are not there: those are left out, and one slot at least stands.
fn possible(recipe: &Recipe, mut wish: Rewrap, keep_one: usize) -> Rewrap {
    wish.keep.retain(|place| *place < recipe.slots.len());
    if wish.keep.is_empty()
        && wish.recipients.is_empty()
        && wish.hidden.is_empty()
        && wish.passphrases.is_empty()
    {
        wish.keep.push(keep_one);
    }
    wish
}

fn apply(wish: &Rewrap, rewrapper: Rewrapper) -> Rewrapper {
    let mut places = 0..;
    let mut new = rewrapper.retain(|_| places.next().is_some_and(|place| wish.keep.contains(&place)));
    for text in &wish.recipients {
        new = new.recipient(text.parse().expect("it is a recipient"));
    }
    for text in &wish.hidden {
        new = new.hidden_recipient(text.parse().expect("it is a recipient"));
    }
    for asked in &wish.passphrases {
        let paid = cleave_reference::slot::Cost {
            memory_kib: asked.memory_kib,
            passes: asked.passes,
            lanes: asked.lanes,
        };
        new = new.passphrase(Passphrase::new(&asked.passphrase).expect("it is a passphrase"), cost(paid));
    }
    let adoption = if wish.adopt { Adoption::Adopt } else { Adoption::OwnOnly };
    new.signing(match &wish.signing_key {
        Some(text) => Resign::Sign(SigningKey::parse(text).expect("it is a signing key"), adoption),
        None if wish.unsign => Resign::Remove,
        None => Resign::Refuse,
    })
}

/// Everybody, with each passphrase, with the new signer required and without.
fn attempts(wish: &Rewrap, fragment: &str) -> Vec<Keys> {
    let person =
        wish.signing_key.as_ref().map(|key| PERSON.iter().position(|person| person.signing_key == *key));
    let signer = person.map(|number| PERSON[number.expect("somebody signs")].signer.clone());
    let base = Keys { fragment: Some(fragment.to_owned()), ..Keys::default() };
    let identities =
        PERSON.iter().map(|person| Keys { identities: vec![person.identity.clone()], ..base.clone() });
    let passphrases =
        PASSPHRASE.iter().map(|(text, _)| Keys { passphrase: Some((*text).to_owned()), ..base.clone() });
    identities.chain(passphrases).map(|keys| Keys { signer: signer.clone(), ..keys }).collect()
}

fn any_wish() -> impl Strategy<Value = Rewrap> {
    let recipients = || {
        let people = prop::sample::subsequence(vec![0, 1, 2], 0..=PEOPLE);
        people.prop_map(|people| {
            people.into_iter().map(|person: usize| PERSON[person].recipient.clone()).collect()
        })
    };
    let passphrases = prop::option::of(0..PASSPHRASE.len()).prop_map(|number| {
        let new = number.map(|number| {
            let (passphrase, cost) = PASSPHRASE[number];
            let passphrase = passphrase.to_owned();
            NewPassphrase { passphrase, memory_kib: cost.memory_kib, passes: cost.passes, lanes: cost.lanes }
        });
        new.into_iter().collect()
    });
    let signing_key = prop::option::of((0..PEOPLE).prop_map(|person| PERSON[person].signing_key.clone()));
    let keep = prop::sample::subsequence(vec![0, 1, 2, 3], 0..=4);
    (keep, recipients(), recipients(), passphrases, signing_key, any::<bool>(), any::<bool>()).prop_map(
        |(keep, recipients, hidden, passphrases, signing_key, adopt, unsign)| Rewrap {
            keep,
            recipients,
            hidden,
            passphrases,
            signing_key,
            adopt,
            unsign,
        },
    )
}
