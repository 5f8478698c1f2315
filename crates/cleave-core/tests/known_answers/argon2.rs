//! Argon2id version 0x13: RFC 9106, section 5.3, and cases without secret and associated data, as the format has it.

use argon2::{Algorithm, Argon2, AssociatedData, ParamsBuilder, Version};

use crate::primitives::{Argon2Cost, argon2id};
use crate::published::{Response, bytes, responses};

fn number(case: &Response, name: &str) -> u32 {
    case[name].parse().expect("a cost is a number")
}

#[test]
fn published_answers() {
    let cases = responses(include_str!("../data/argon2id.txt"));
    let (mut with_secret, mut plain) = (0, 0);
    for case in &cases {
        let (password, salt, expected) = (bytes(&case["pass"]), bytes(&case["salt"]), bytes(&case["output"]));
        let out = if case.contains_key("secret") {
            with_secret += 1;
            with_secret_and_data(case, &password, &salt)
        } else {
            plain += 1;
            let cost = Argon2Cost {
                memory_kib: number(case, "memcost"),
                passes: number(case, "iter"),
                lanes: number(case, "lanes"),
            };
            argon2id(&password, &salt, &cost, expected.len())
        };
        assert_eq!(out, expected, "case {}", case["COUNT"]);
    }
    assert_eq!((with_secret, plain), (1, 5));
}

/// What the RFC's own case needs and the format does not use.
fn with_secret_and_data(case: &Response, password: &[u8], salt: &[u8]) -> Vec<u8> {
    let (secret, data, length) =
        (bytes(&case["secret"]), bytes(&case["ad"]), number(case, "length") as usize);
    let params = ParamsBuilder::new()
        .m_cost(number(case, "memcost"))
        .t_cost(number(case, "iter"))
        .p_cost(number(case, "lanes"))
        .data(AssociatedData::new(&data).expect("the data are short"))
        .output_len(length)
        .build()
        .expect("a possible cost");
    let mut out = vec![0; length];
    Argon2::new_with_secret(&secret, Algorithm::Argon2id, Version::V0x13, params)
        .expect("the secret is short")
        .hash_password_into(password, salt, &mut out)
        .expect("passwords and salts are of possible lengths");
    out
}
