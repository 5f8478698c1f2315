#![no_main]

use cleave_fuzz::properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::sets(data));
