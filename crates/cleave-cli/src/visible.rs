//! Text that reaches a terminal or a log: what cannot be seen there, or would change how the rest is seen, is escaped.

/// The same text on one line, with every hidden character as Rust writes it: `\n`, `\u{202e}`.
pub(crate) fn visible(text: &str) -> String {
    text.chars().flat_map(|c| if is_hidden(c) { c.escape_default().collect() } else { vec![c] }).collect()
}

/// Whether a character is a control, breaks a line, changes the direction of writing, or is not drawn at all: Unicode's
/// `Cc`, `Zl`, `Zp` and `Default_Ignorable_Code_Point` (DerivedCoreProperties.txt, Unicode 16), but for the variation
/// selectors U+FE00 to U+FE0F, which only choose how the emoji before them is drawn.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        // Interlinear annotation: format characters that are not default-ignorable, and not drawn by terminals.
        || matches!(c, '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_text_is_escaped_and_letters_stay() {
        let turned = "invoice\u{202e}fdp.exe\u{2066}\u{200b}\u{feff}\u{2028}\u{1b}[2J\n";
        assert_eq!(visible(turned), r"invoice\u{202e}fdp.exe\u{2066}\u{200b}\u{feff}\u{2028}\u{1b}[2J\n");
        for text in ["Grüße, 日本語 עברית العربية", "❤\u{fe0f} a\u{a0}b", "e\u{301}", r"back\slash 'quoted'"]
        {
            assert_eq!(visible(text), text);
        }
    }
}
