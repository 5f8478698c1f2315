//! Vectors of armor (FORMAT.md, "Text forms"; RFC 7468, section 3).

use crate::armor::{BEGIN, END, encode};
use crate::error::Error::{self, *};
use crate::vector::Vector;
use crate::vectors::case::{Case, SHORT, TWO_FRAMES, for_alice};

pub(super) fn vectors() -> Vec<Vector> {
    [good(), broken(), not_armor(), both()].concat()
}

/// Alice's container, armored and then changed.
fn armored(name: &str, comment: &str, length: usize, change: &dyn Fn(String) -> String) -> Case {
    let (case, draft) = for_alice(name, comment, length);
    case.holds(change(encode(&draft.container(), "\n")))
}

fn good() -> Vec<Vector> {
    let row = |name, comment, length, change: &dyn Fn(String) -> String| {
        armored(name, comment, length, change).opens(length)
    };
    let as_it_is: &dyn Fn(String) -> String = &|text| text;
    // With the 1306 bytes around it, a plaintext of 38 bytes fills the last line.
    vec![
        row("armor", "armored, LF", TWO_FRAMES, as_it_is),
        row("armor-crlf", "armored, CRLF", SHORT, &|text| text.replace('\n', "\r\n")),
        row("armor-full-last-line", "the last line has 64 columns", 38, as_it_is),
        row("armor-short-last-line", "the last line has four columns, two of them padding", 39, as_it_is),
        row("armor-padding-1", "one padding letter", 40, as_it_is),
        row("armor-padding-0", "no padding letter", 41, as_it_is),
        row("armor-no-final-newline", "the input ends with the last line", SHORT, &|text| {
            text.trim_end().to_string()
        }),
        row("armor-space-before", "white space before", SHORT, &|text| format!("\r\n \t\n{text}")),
        row("armor-space-after", "white space after", SHORT, &|text| format!("{text}\n \t\r\n\x0b\x0c")),
        row("armor-space-around-lines", "spaces before BEGIN and after END", SHORT, &|text| {
            format!("  {} \n", text.trim_end())
        }),
        row("armor-mixed-line-endings", "LF on some lines, CRLF on others", SHORT, &|text| {
            text.replacen('\n', "\r\n", 3)
        }),
    ]
}

fn broken() -> Vec<Vector> {
    let row = |name, comment, change: &dyn Fn(String) -> String| {
        armored(name, comment, SHORT, change).fails(ArmorMalformed)
    };
    let begin = format!("{BEGIN}\n");
    let end = format!("{END}\n");
    vec![
        row("armor-no-end", "the last line is missing", &|text| text.replace(&end, "")),
        row("armor-cut", "the text is cut inside a line", &|text| text[..700].to_string()),
        row("armor-begin-only", "BEGIN, and no more", &|text| text[..begin.len()].to_string()),
        row("armor-begin-cut", "the input ends inside BEGIN", &|text| text[..20].to_string()),
        row("armor-end-label", "another label at the end", &|text| {
            text.replace("END CLEAVE CONTAINER", "END CLEAVE")
        }),
        row("armor-end-cut", "the last line is cut", &|text| text[..text.len() - 3].to_string()),
        row("armor-begin-space", "a space after BEGIN", &|text| text.replacen('\n', " \n", 1)),
        row("armor-body-on-begin", "no line ending after BEGIN", &|text| text.replacen('\n', "", 1)),
        row("armor-empty", "no text between the lines", &|_| format!("{begin}{end}")),
        row("armor-line-63", "a line of 63 columns", &|text| {
            let place = begin.len() + 63;
            format!("{}\n{}", &text[..place], &text[place..])
        }),
        row("armor-line-60", "a line of 60 columns before the last", &|text| {
            let place = begin.len() + 60;
            format!("{}\n{}", &text[..place], &text[place..])
        }),
        row("armor-line-68", "a line of 68 columns", &|text| {
            let place = begin.len() + 64;
            format!("{}{}\n{}", &text[..place], &text[place + 1..place + 5], &text[place + 5..])
        }),
        row("armor-one-line", "all on one line", &|text| {
            format!(
                "{begin}{}\n{end}",
                text.lines().skip(1).take_while(|line| *line != END).collect::<String>()
            )
        }),
        row("armor-empty-line-first", "an empty line after BEGIN", &|text| text.replacen('\n', "\n\n", 1)),
        row("armor-empty-line-last", "an empty line before END", &|text| {
            text.replace(&end, &format!("\n{end}"))
        }),
        row("armor-no-padding", "the padding is missing", &|text| text.replace("=\n", "\n").replace('=', "")),
        row("armor-padding-bits", "bits behind the padding are set", &|text| set_padding_bits(&text)),
        row("armor-padding-inside", "padding inside the text", &|text| {
            format!("{}AA=={}", &text[..begin.len()], &text[begin.len() + 4..])
        }),
        row("armor-space-inside", "a space inside a line", &|text| replace_at(&text, 50, " ")),
        row("armor-space-at-line-end", "a space at the end of a line", &|text| {
            let place = begin.len() + 64;
            format!("{} {}", &text[..place], &text[place..])
        }),
        row("armor-url-alphabet", "a letter of the other alphabet", &|text| replace_at(&text, 50, "_")),
        row("armor-zero-byte", "a zero byte inside a line", &|text| replace_at(&text, 50, "\0")),
        row("armor-header", "a header field before the text", &|text| {
            text.replacen('\n', "\nVersion: 1\n\n", 1)
        }),
        row("armor-cr", "CR alone as line ending", &|text| text.replace('\n', "\r")),
        row("armor-junk-after", "something after the last line", &|text| format!("{text}x")),
        row("armor-twice", "another armored text after it", &|text| format!("{text}{text}")),
    ]
}

/// Alice's armored containers of `SHORT` bytes end in one padding letter.
fn set_padding_bits(text: &str) -> String {
    let place = text.find('=').expect("the text is padded") - 1;
    // The two low bits of the letter before the padding are zero, and the alphabet goes on in order there.
    let next = char::from(text.as_bytes()[place] + 1);
    replace_at(text, place, &next.to_string())
}

fn replace_at(text: &str, place: usize, with: &str) -> String {
    format!("{}{with}{}", &text[..place], &text[place + 1..])
}

/// Texts that do not begin as armor does: the magic is absent.
fn not_armor() -> Vec<Vector> {
    let row = |name, comment, change: &dyn Fn(String) -> String| {
        armored(name, comment, SHORT, change).fails(NotAContainer)
    };
    vec![
        row("armor-junk-before", "something before the first line", &|text| format!("x\n{text}")),
        row("armor-other-label", "another label", &|text| text.replace("CLEAVE CONTAINER", "CERTIFICATE")),
        row("armor-four-dashes", "four dashes where five belong", &|text| text[1..].to_string()),
        row("armor-lower-case", "the label in lower case", &|text| {
            text.replace("CLEAVE CONTAINER", "cleave container")
        }),
        row("armor-byte-order-mark", "a byte-order mark before it", &|text| format!("\u{feff}{text}")),
        row("armor-space-only", "nothing but white space", &|_| " \n\t".to_string()),
        row("armor-base64-only", "the text without its first and last line", &|text| {
            text.lines().filter(|line| !line.starts_with('-')).map(|line| format!("{line}\n")).collect()
        }),
    ]
}

/// Faults of what is armored, alone and beside a fault of the armor: whichever a reader meets first is named.
fn both() -> Vec<Vector> {
    let row = |name, comment, patch: &dyn Fn(&mut Vec<u8>), after: &str, error: Error| {
        let (case, draft) = for_alice(name, comment, SHORT);
        let mut bytes = draft.container();
        patch(&mut bytes);
        case.holds(encode(&bytes, "\n") + after).fails(error)
    };
    vec![
        row("armor-truncated", "what is armored ends early", &|bytes| bytes.truncate(1300), "", Truncated),
        row(
            "armor-trailing",
            "what is armored has a byte too many",
            &|bytes| bytes.push(0),
            "",
            TrailingData,
        ),
        row(
            "armor-not-a-container",
            "what is armored is something else",
            &|bytes| bytes[0] = b'x',
            "",
            NotAContainer,
        ),
        row(
            "armor-in-armor",
            "armor in armor",
            &|bytes| *bytes = encode(bytes, "\n").into_bytes(),
            "",
            NotAContainer,
        ),
        row(
            "armor-version-junk",
            "another version, and later a fault of the armor",
            &|bytes| bytes[8] = 2,
            "x",
            UnsupportedVersion,
        ),
        row(
            "armor-chunk-junk",
            "a bad chunk, and later a fault of the armor",
            &|bytes| bytes[1300] ^= 1,
            "x",
            ChunkTampered(0),
        ),
        row(
            "armor-truncated-junk",
            "it ends early, and the armor is at fault there",
            &|bytes| bytes.truncate(1300),
            "x",
            ArmorMalformed,
        ),
    ]
}
