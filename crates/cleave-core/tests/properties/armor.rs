//! Armor of every length, in each form that a reader takes, and each fault (FORMAT.md, "Armor").

use crate::cases;
use crate::recipe::{armored, plaintext};
use cleave_core::Error;
use cleave_core::armor::{Decoder, Encoder, Form};
use proptest::prelude::*;
use proptest::sample::Index;

const BEGIN: &str = "-----BEGIN CLEAVE CONTAINER-----\n";
const END: &str = "-----END CLEAVE CONTAINER-----\n";

/// Takes armor off in pushes of `step` bytes; what came out before a fault comes with it.
fn decoded(text: &[u8], step: usize) -> (Vec<u8>, Form, Result<(), Error>) {
    let mut decoder = Decoder::new();
    let mut out = Vec::new();
    let pushed = text.chunks(step).try_for_each(|piece| decoder.push(piece, &mut out));
    let form = decoder.form();
    let result = pushed.and_then(|()| decoder.finish(&mut out));
    (out, form, result)
}

/// Every length of a few lines, and around the multiples after that.
fn lengths() -> impl Iterator<Item = usize> {
    (1..=200)
        .chain([5, 6, 20, 85, 86, 5000].into_iter().flat_map(|lines| (lines * 48 - 2)..=(lines * 48 + 2)))
}

#[test]
fn every_length_in_every_form_that_is_allowed() {
    for len in lengths() {
        let bytes = plaintext(len);
        let text = String::from_utf8(armored(&bytes)).expect("armor is ASCII");
        let crlf = text.replace('\n', "\r\n");
        let forms = [
            text.clone(),
            crlf.clone(),
            text.trim_end().to_owned(),
            format!(" \t\r\n\x0b\x0c\n{text}"),
            format!("{crlf} \x0c\t\r\n\r\n\x0b\n\n"),
            format!("\n{} ", text.trim_end()),
        ];
        for (number, form) in forms.iter().enumerate() {
            for step in if len <= 200 { vec![1, 7, form.len()] } else { vec![form.len()] } {
                let (out, form, result) = decoded(form.as_bytes(), step);
                assert_eq!((result, form), (Ok(()), Form::Armored), "form {number} of {len} bytes by {step}");
                assert!(out == bytes, "form {number} of {len} bytes by {step}");
            }
        }
    }
}

#[test]
fn lines_have_64_columns_and_the_last_is_not_empty() {
    for len in lengths() {
        let text = String::from_utf8(armored(&plaintext(len))).expect("armor is ASCII");
        let body =
            text.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).expect("both lines are there");
        let lines: Vec<&str> = body.split_terminator('\n').collect();
        let (last, full) = lines.split_last().expect("there is a line");
        assert_eq!(lines.len(), len.div_ceil(48), "{len} bytes");
        assert!(full.iter().all(|line| line.len() == 64), "{len} bytes");
        assert!((4..=64).contains(&last.len()) && last.len().is_multiple_of(4), "{len} bytes");
    }
}

#[test]
fn any_split_into_pushes_writes_the_same() {
    let bytes = plaintext(500);
    for step in [1, 2, 47, 48, 49, 96, 97] {
        let mut encoder = Encoder::new();
        let mut text = Vec::new();
        bytes.chunks(step).for_each(|piece| encoder.push(piece, &mut text));
        encoder.finish(&mut text);
        assert_eq!(text, armored(&bytes), "by {step}");
    }
}

/// One full line and one of 12 columns, each with the fault, the line that it is on, and the bytes that stand before it.
#[test]
fn each_fault_is_named_where_it_stands() {
    let full = "A".repeat(64);
    let armor = |body: &str| format!("{BEGIN}{body}{END}");
    let two = format!("{full}\nAAAAAAAAAAAA\n");
    let cases = [
        ("empty", armor(""), 2, 0),
        ("an empty line first", armor(&format!("\n{two}")), 2, 0),
        ("an empty line within", armor(&format!("{full}\n\nAAAA\n")), 3, 48),
        ("an empty line last", armor(&format!("{full}\n\n")), 3, 48),
        ("a line of 60 columns before the last", armor(&format!("{}\n{two}", "A".repeat(60))), 3, 45),
        ("a line of 63", armor(&format!("{}\n", "A".repeat(63))), 2, 0),
        ("a line of 65", armor(&format!("{full}A\n")), 2, 0),
        ("a line of 68", armor(&format!("{full}AAAA\n")), 2, 0),
        ("a padded full line before the last", armor(&format!("{}==\nAAAA\n", "A".repeat(62))), 3, 46),
        ("padding missing", armor("AAA\n"), 2, 0),
        ("too much padding", armor("A===\n"), 2, 0),
        ("padding within", armor("AA==AAAA\n"), 2, 0),
        ("bits under one padding letter", armor("AAB=\n"), 2, 0),
        ("bits under two padding letters", armor("AB==\n"), 2, 0),
        ("a space within", armor("AA AA\n"), 2, 0),
        ("a space at the end of a line", armor("AAAA \n"), 2, 0),
        ("the letters of base64url", armor("AA-_\n"), 2, 0),
        ("a zero byte", armor("AA\0A\n"), 2, 0),
        ("a byte that is no text", armor("AA\u{e9}A\n"), 2, 0),
        ("a CR alone", armor("AAAA\rAAAA\n"), 2, 0),
        ("two CRs", armor("AAAA\r\r\n"), 2, 0),
        ("a header", armor(&format!("Comment: no\n\n{two}")), 2, 0),
        ("a space after BEGIN", armor(&two).replacen('\n', " \n", 1), 1, 0),
        ("the body on the BEGIN line", armor(&two).replacen('\n', "", 1), 1, 0),
        ("no END", format!("{BEGIN}{two}"), 4, 57),
        ("half an END", format!("{BEGIN}{two}{}", &END[..20]), 4, 57),
        ("another END", format!("{BEGIN}{two}{}", END.replace("CLEAVE", "CLEFT")), 4, 57),
        ("BEGIN alone", BEGIN.to_owned(), 2, 0),
        ("half a BEGIN", BEGIN[..20].to_owned(), 1, 0),
        ("text after END", format!("{}x", armor(&two)), 5, 57),
        ("text on the END line", armor(&two).replace(END, &END.replace('\n', "x\n")), 4, 57),
        ("two of them", armor(&two).repeat(2), 5, 57),
    ];
    for (what, text, line, before) in cases {
        for step in [1, 5, text.len()] {
            let (out, _, result) = decoded(text.as_bytes(), step);
            let found = match result {
                Err(Error::ArmorMalformed { line, .. }) => line,
                other => panic!("{what}: {other:?}"),
            };
            assert_eq!((found, out.len()), (line, before), "{what}, by {step}");
        }
    }
}

#[test]
fn what_is_no_armor_is_passed_on_as_it_is() {
    for text in [
        "",
        " \n",
        "----BEGIN CLEAVE CONTAINER-----\n",
        "-----BEGIN AGE ENCRYPTED FILE-----\n",
        "AAAA",
        "x-----BEGIN",
    ] {
        for step in [1, 3, 100] {
            let (out, form, result) = decoded(text.as_bytes(), step);
            assert_eq!((out.as_slice(), result), (text.as_bytes(), Ok(())), "{text:?}");
            assert_ne!(form, Form::Armored, "{text:?}");
        }
    }
    let binary = [&b"\x89CLV\r\n\x1a\n"[..], BEGIN.as_bytes()].concat();
    assert_eq!(decoded(&binary, 1), (binary.clone(), Form::Binary, Ok(())));
}

proptest! {
    #![proptest_config(cases(400))]

    /// No change of one character passes for the same bytes, but in white space's kinds.
    #[test]
    fn a_changed_character_is_refused_or_gives_other_bytes(
        len in 1usize..200, at in any::<Index>(), to in any::<u8>(), step in 1usize..100,
    ) {
        let bytes = plaintext(len);
        let mut text = armored(&bytes);
        let at = at.index(text.len() - 1);
        prop_assume!(text[at] != to && !to.is_ascii_whitespace() && to != 0x0b);
        text[at] = to;
        let (out, _, result) = decoded(&text, step);
        prop_assert!(result.is_err() || out != bytes, "byte {} as {:#x}", at, to);
    }
}
