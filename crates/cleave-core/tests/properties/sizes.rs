//! Sizes, known before a container is written (FORMAT.md, "Sizes").

use crate::recipe::{Holder, Recipe, Signing, limits};
use cleave_core::{ChunkSize, HintField, Signed, Written, container_len, decrypt};

/// Each side of nothing and of the first three multiples.
fn lengths(chunk: usize) -> impl Iterator<Item = usize> {
    [0, 1].into_iter().chain(
        (1..=3).flat_map(move |multiple| [-1, 0, 1].map(|by| (multiple * chunk).saturating_add_signed(by))),
    )
}

fn written(recipe: &Recipe) -> (Vec<u8>, Written) {
    let mut writer = recipe.start().writer;
    let mut out = Vec::new();
    writer.push(&recipe.plaintext, &mut out).expect("memory holds it");
    let written = writer.finish(&mut out).expect("memory holds it");
    (out, written)
}

#[test]
fn one_recipient_and_nothing_else_costs_1286_bytes_and_20_a_chunk() {
    for log2 in [12, 13, 20] {
        let chunk = ChunkSize::from_log2(log2).expect("in range");
        for len in lengths(chunk.bytes()) {
            let recipe = Recipe { chunk, ..Recipe::of(len) };
            let (container, written) = written(&recipe);
            let chunks = len.div_ceil(1 << log2).max(1);
            assert_eq!(container.len(), 1286 + 20 * chunks + len, "{len} bytes in chunks of 2^{log2}");
            let said = container_len(1286, len as u64, chunk, Signed::No);
            assert_eq!(said, Some(container.len() as u64), "{len} bytes in chunks of 2^{log2}");
            assert_eq!(written.container_len, container.len() as u64);
            assert_eq!((written.plaintext_len, written.chunks), (len as u64, chunks as u64));
            assert_eq!(written.header_len, 1286);
            let opened = decrypt(&container, recipe.first_keys(), limits()).expect("the key fits");
            assert!(opened.plaintext == recipe.plaintext, "{len} bytes in chunks of 2^{log2}");
            assert_eq!((opened.read.plaintext_len, opened.read.chunks), (len as u64, chunks as u64));
        }
    }
}

#[test]
fn every_part_has_its_size() {
    let holders = [Holder::Named(1), Holder::Hidden(2), Holder::Passphrase, Holder::Passphrase];
    for split in [None, Some(HintField::Stored), Some(HintField::Omitted)] {
        for signing in [Signing::Unsigned, Signing::Unchecked(1)] {
            for count in 1..=holders.len() {
                let recipe =
                    Recipe { holders: holders[..count].to_vec(), split, signing, ..Recipe::of(5000) };
                let (container, written) = written(&recipe);
                let header = 109
                    + holders[..count]
                        .iter()
                        .map(|h| if *h == Holder::Passphrase { 71 } else { 1177 })
                        .sum::<u64>()
                    + if split == Some(HintField::Stored) { 8 } else { 0 }
                    + if signing == Signing::Unsigned { 0 } else { 32 };
                let signed = if signing == Signing::Unsigned { Signed::No } else { Signed::Yes };
                let end = if signing == Signing::Unsigned { 0 } else { 3309 };
                assert_eq!(written.header_len, header);
                assert_eq!(container.len() as u64, header + 5000 + 2 * 20 + end);
                assert_eq!(container_len(header, 5000, recipe.chunk, signed), Some(container.len() as u64));
            }
        }
    }
}

#[test]
fn each_chunk_is_sealed_as_soon_as_a_byte_after_it_came_and_no_sooner() {
    let recipe = Recipe::of(0);
    let mut writer = recipe.start().writer;
    let mut out = Vec::new();
    let mut given = |bytes: usize| {
        writer.push(&vec![1; bytes], &mut out).expect("memory holds it");
        out.len()
    };
    assert_eq!(given(4096), 1286, "it may be the last");
    assert_eq!(given(1), 1286 + 4116);
    assert_eq!(given(4095), 1286 + 4116);
    assert_eq!(given(8193), 1286 + 4 * 4116);
}
