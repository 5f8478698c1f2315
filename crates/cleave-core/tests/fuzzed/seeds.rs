//! Where the fuzzers and their test begin: the containers and the texts of `vectors/`, and seeds of choices.
#![allow(unreachable_pub, reason = "the fuzzers' crate includes this file, and hands the seeds out")]

use crate::properties;
use crate::recipe::armored;
use base64::Engine as _;
use cleave_core::hazmat::sha512;
use serde_json::Value;
use std::path::Path;

/// A property by its name, which is its fuzzer's too, and the inputs that it begins with.
pub struct Target {
    pub name: &'static str,
    pub holds: fn(&[u8]),
    pub seeds: Vec<Vec<u8>>,
}

/// All of them. Inputs of over 20,000 bytes are left out: they make a fuzzer slow, and show nothing more.
pub fn targets(vectors: &Path) -> Vec<Target> {
    let (containers, texts) = read(vectors);
    let keyed: Vec<Vec<u8>> = containers.iter().map(|bytes| [&[99], &bytes[..]].concat()).collect();
    let armors = containers.iter().map(|bytes| if bytes.is_ascii() { bytes.clone() } else { armored(bytes) });
    // More white space than is kept, before what is no armor: found by the fuzzer.
    let armors = armors.chain([[&[b'\r'; 85][..], b"'\x16)\x16"].concat()]).collect();
    let choices: Vec<Vec<u8>> = (0..64u64).map(|number| sha512(&number.to_be_bytes()).repeat(4)).collect();
    let target = |name, holds, seeds: &Vec<Vec<u8>>| Target { name, holds, seeds: seeds.clone() };
    vec![
        target("header", properties::header as fn(&[u8]), &containers),
        target("reader", properties::reader, &keyed),
        target("armor", properties::armor, &armors),
        target("keys", properties::keys, &texts),
        target("fragment", properties::fragment, &texts),
        target("damage", properties::damage, &choices),
        target("rewrap", properties::rewrap, &choices),
        target("round_trip", properties::round_trip, &choices),
        target("providers", properties::providers, &choices),
        target("sets", properties::sets, &choices),
    ]
}

/// Containers and text forms.
fn read(vectors: &Path) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let entries = std::fs::read_dir(vectors).unwrap_or_else(|error| panic!("{}: {error}", vectors.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let (mut containers, mut texts) = (Vec::new(), Vec::new());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the vector can be read");
        let vector: Value = serde_json::from_str(&text).expect("the vector is JSON");
        if let Some(container) = vector["container"].as_str() {
            containers.push(base64::prelude::BASE64_STANDARD.decode(container).expect("it is base64"));
        } else {
            texts.push(vector["text"]["text"].as_str().expect("it is a text").as_bytes().to_vec());
        }
    }
    containers.retain(|container| container.len() <= 20_000);
    (containers, texts)
}
