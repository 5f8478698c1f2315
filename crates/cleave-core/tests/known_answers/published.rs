//! Reads the two forms in which the answers are published: NIST's JSON test groups, and `name = value` response files.

use std::collections::BTreeMap;

use serde_json::Value;

/// The bytes of hexadecimal digits of either case.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    data_encoding::HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).expect("published answers are hexadecimal")
}

/// As [`bytes`], where the length is fixed by the algorithm.
pub(crate) fn array<const N: usize>(hex: &str) -> [u8; N] {
    let bytes = bytes(hex);
    let found = bytes.len();
    bytes.try_into().unwrap_or_else(|_| panic!("{N} bytes were expected, not {found}"))
}

/// One case of a JSON file.
pub(crate) struct JsonCase {
    group: Value,
    case: Value,
}

impl JsonCase {
    /// The fields of the group that the case belongs to.
    pub(crate) fn group(&self, field: &str) -> &Value {
        &self.group[field]
    }

    pub(crate) fn field(&self, name: &str) -> &Value {
        &self.case[name]
    }

    pub(crate) fn hex(&self, name: &str) -> &str {
        self.case[name].as_str().unwrap_or_else(|| panic!("{}: no field {name}", self.id()))
    }

    /// NIST's number of the case.
    pub(crate) fn id(&self) -> String {
        format!("tcId {}", self.case["tcId"])
    }
}

/// The cases of a file in the form of NIST's Automated Cryptographic Validation Protocol.
pub(crate) fn acvp(file: &str) -> Vec<JsonCase> {
    let file: Value = serde_json::from_str(file).expect("the vendored file is JSON");
    let groups = file["testGroups"].as_array().expect("an ACVP file has testGroups");
    groups
        .iter()
        .flat_map(|group| {
            let cases = group["tests"].as_array().expect("a test group has tests").clone();
            cases.into_iter().map(|case| JsonCase { group: group.clone(), case })
        })
        .collect()
}

/// One case of a response file.
pub(crate) type Response = BTreeMap<String, String>;

/// The cases of a file of `name = value` lines. The file's first name begins each case; a word without a value, such as
/// CAVS's `FAIL`, is a name too; comments and bracketed section heads are passed over.
pub(crate) fn responses(file: &str) -> Vec<Response> {
    let mut cases: Vec<Response> = Vec::new();
    let mut first_name = None;
    for line in file.lines().map(str::trim) {
        if line.is_empty() || line.starts_with(['#', '[']) {
            continue;
        }
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        let name = name.trim().to_owned();
        if *first_name.get_or_insert_with(|| name.clone()) == name {
            cases.push(Response::new());
        }
        let case = cases.last_mut().expect("the first name has begun a case");
        let before = case.insert(name, value.trim().to_owned());
        assert!(before.is_none(), "a case states a name twice: {line}");
    }
    cases
}
