//! Argon2id version 0x13: RFC 9106, section 5.3, and the reference implementation's cases.

use argon2::{Algorithm, Argon2, AssociatedData, ParamsBuilder, Version};
use cleave_core::{Argon2Cost, hazmat};

use crate::published::{Response, bytes, responses};

const RFC_9106_AND_OTHERS: &str = include_str!("../data/argon2id.txt");
const REFERENCE: &str = include_str!("../data/argon2id_reference.txt");

#[test]
fn published_answers() {
    let cases = [responses(RFC_9106_AND_OTHERS), responses(REFERENCE)].concat();
    let mut ran_by_the_core = 0;
    for case in &cases {
        let expected = bytes(&case["output"]);
        assert_eq!(by_the_crate(case), expected, "case {}", case["COUNT"]);
        // The core asks for 32 bytes, without secret and associated data.
        if expected.len() == 32 && !case.contains_key("secret") {
            assert_eq!(by_the_core(case)[..], expected, "case {}", case["COUNT"]);
            ran_by_the_core += 1;
        }
    }
    assert_eq!((cases.len(), ran_by_the_core), (6 + 7, 2 + 7));
}

fn number<N: TryFrom<u32>>(case: &Response, name: &str) -> N {
    let number: u32 = case[name].parse().expect("a cost is a number");
    number.try_into().ok().expect("a cost fits its type")
}

fn by_the_core(case: &Response) -> [u8; 32] {
    let cost = Argon2Cost::new(number(case, "memcost"), number(case, "iter"), number(case, "lanes"));
    hazmat::argon2id(&bytes(&case["pass"]), &bytes(&case["salt"]), cost.expect("a possible cost"))
        .expect("the memory can be had")
}

fn by_the_crate(case: &Response) -> Vec<u8> {
    let optional = |name| case.get(name).map_or_else(Vec::new, |hex| bytes(hex));
    let (secret, data) = (optional("secret"), optional("ad"));
    let length = bytes(&case["output"]).len();
    let mut params = ParamsBuilder::new();
    params.m_cost(number(case, "memcost")).t_cost(number(case, "iter")).p_cost(number(case, "lanes"));
    params.data(AssociatedData::new(&data).expect("the data are short")).output_len(length);
    let mut out = vec![0; length];
    let params = params.build().expect("a possible cost");
    Argon2::new_with_secret(&secret, Algorithm::Argon2id, Version::V0x13, params)
        .expect("the secret is short")
        .hash_password_into(&bytes(&case["pass"]), &bytes(&case["salt"]), &mut out)
        .expect("passwords and salts are of possible lengths");
    out
}
