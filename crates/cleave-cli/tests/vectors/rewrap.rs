//! Vectors of rewrapping: the slots that do not stay are removed by the flags that name them.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{
    Verdict, compare, compare_error, compare_plaintext, key_arguments, run, run_piped, secret_file, text_of,
};

/// Carries the rewrap out as a file and as a pipe, and opens what comes of it.
pub(super) fn check(vector: &Value, folder: &Path) -> Result<(), Verdict> {
    let container = STANDARD.decode(text_of(&vector["container"])).expect("base64");
    fs::write(folder.join("container"), &container).expect("written");
    let mut arguments = vec!["rewrap".to_owned(), "--json".to_owned()];
    arguments.extend(key_arguments(vector, folder)?);
    arguments.extend(changes(&vector["rewrap"], &container, folder)?);

    let as_file = [arguments.as_slice(), &["-o", "new", "container"].map(str::to_owned)].concat();
    let output = run(folder, &as_file, Stdio::null());
    // The one refusal that has no name in FORMAT.md.
    let refused = vector.get("refused").map(|_| "usage");
    let outcome = |output, how| match refused {
        Some(_) => compare_error(refused, None, output, how),
        None => compare(vector, output, how),
    };
    outcome(&output, "as a file").map_err(Verdict::Fault)?;
    let new = fs::read(folder.join("new")).ok();
    if new.is_some() != output.status.success() {
        return Err(Verdict::Fault("the new container does not stand as the exit code says".to_owned()));
    }
    if let Some(new) = new {
        holds(&vector["rewrapped"], &container, &new, folder).map_err(Verdict::Fault)?;
    }

    let output = run_piped(folder, &arguments, container.clone());
    outcome(&output, "as a pipe").map_err(Verdict::Fault)?;
    if output.status.success() {
        fs::write(folder.join("new"), &output.stdout).expect("written");
        holds(&vector["rewrapped"], &container, &output.stdout, folder).map_err(Verdict::Fault)?;
    }
    Ok(())
}

/// The flags for what the vector wishes. `--remove-hidden` and `--remove-passphrases` take all of their kind.
fn changes(wish: &Value, container: &[u8], folder: &Path) -> Result<Vec<String>, Verdict> {
    let list = |field: &str| wish[field].as_array().into_iter().flatten();
    let mut flags = Vec::new();
    let mut flag = |name: &str, value: Option<&str>| {
        flags.push(name.to_owned());
        flags.extend(value.map(str::to_owned));
    };
    let kept = list("keep").map(|place| place.as_u64().expect("a place")).collect::<Vec<_>>();
    let (slots, _) = slots(container);
    let stays = |place: usize| kept.contains(&(place as u64));
    for (place, slot) in slots.iter().enumerate() {
        match slot {
            Slot::Named(id) if !stays(place) => flag("--remove", Some(id)),
            _ => {}
        }
    }
    for (kind, name) in [(Slot::Hidden, "--remove-hidden"), (Slot::Passphrase, "--remove-passphrases")] {
        let places = (0..slots.len()).filter(|place| slots[*place] == kind).collect::<Vec<_>>();
        match places.iter().filter(|place| stays(**place)).count() {
            0 if !places.is_empty() => flag(name, None),
            staying if staying == places.len() => {}
            _ => return Err(Verdict::Skipped("the command removes all slots of a kind or none")),
        }
    }
    list("recipients").for_each(|text| flag("-r", text.as_str()));
    if list("hidden").count() > 0 {
        if list("recipients").count() > 0 {
            return Err(Verdict::Skipped("the command adds named recipients or hidden ones"));
        }
        flag("--hidden", None);
        list("hidden").for_each(|text| flag("-r", text.as_str()));
    }
    for new in list("passphrases") {
        let file = secret_file(folder, "new-passphrase", text_of(&new["passphrase"]));
        flag("-p", None);
        flag("--new-passphrase-file", Some(&file));
    }
    if let Some(key) = wish["signing_key"].as_str() {
        flag("--sign", Some(&secret_file(folder, "signing-key", key)));
    }
    for (field, name) in [("adopt", "--adopt"), ("unsign", "--unsign")] {
        if wish[field].as_bool() == Some(true) {
            flag(name, None);
        }
    }
    if flags.is_empty() {
        // The command refuses to change nothing; as text it changes something.
        flags.push("-a".to_owned());
    }
    Ok(flags)
}

/// What the flags need to know of a slot.
#[derive(PartialEq, Eq)]
enum Slot {
    Named(String),
    Hidden,
    Passphrase,
    Extension,
}

/// The slots of a binary container, by the lengths of FORMAT.md's table, and where they end.
fn slots(container: &[u8]) -> (Vec<Slot>, usize) {
    let flags = container[9];
    let mut at = 77 + if flags & 4 != 0 { 8 } else { 0 } + if flags & 2 != 0 { 32 } else { 0 };
    let count = u16::from_be_bytes([container[11], container[12]]);
    let mut found = Vec::new();
    for _ in 0..count {
        let (slot, len) = match &container[at..] {
            [1, rest @ ..] if rest[..8] == [0; 8] => (Slot::Hidden, 1177),
            [1, rest @ ..] => {
                (Slot::Named(rest[..8].iter().map(|byte| format!("{byte:02x}")).collect()), 1177)
            }
            [2, ..] => (Slot::Passphrase, 71),
            [_, high, low, ..] => (Slot::Extension, 3 + usize::from(u16::from_be_bytes([*high, *low]))),
            _ => panic!("a vector of rewrapping has a whole header"),
        };
        found.push(slot);
        at += len;
    }
    (found, at)
}

/// The frames of a binary container.
fn frames(container: &[u8]) -> &[u8] {
    let slots_end = slots(container).1;
    let signature = if container[9] & 2 != 0 { 3309 } else { 0 };
    &container[slots_end + 32..container.len() - signature]
}

/// Whether `new`, which is the file of that name too, is what the vector says.
fn holds(expected: &Value, old: &[u8], new: &[u8], folder: &Path) -> Result<(), String> {
    let slot_count = u64::from(u16::from_be_bytes([new[11], new[12]]));
    for (field, found) in [("length", new.len() as u64), ("flags", new[9].into()), ("slot_count", slot_count)]
    {
        if expected[field].as_u64() != Some(found) {
            return Err(format!("{field} is {found}, not {}", expected[field]));
        }
    }
    if frames(old) != frames(new) {
        return Err("the frames are others".to_owned());
    }
    let attempts = expected["opens"].as_array().filter(|attempts| !attempts.is_empty());
    for attempt in attempts.ok_or("nothing is said of who opens it")? {
        let place = tempfile::tempdir_in(folder).expect("a folder");
        fs::copy(folder.join("new"), place.path().join("new")).expect("copied");
        let keys = key_arguments(attempt, place.path()).map_err(|_| "a key that cannot be given")?;
        let line = [&["-d", "--json"].map(str::to_owned)[..], &keys, &["new".to_owned()]].concat();
        let output = run(place.path(), &line, Stdio::null());
        compare(attempt, &output, "opened")?;
        if output.status.success() {
            compare_plaintext(attempt, &output.stdout, "opened")?;
        }
    }
    Ok(())
}
