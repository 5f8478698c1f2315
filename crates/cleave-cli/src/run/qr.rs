//! A fragment as a QR code, on the terminal alone.

use cleave_core::Fragment;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use zeroize::Zeroizing;

use crate::term::Terminal;

/// Shows the fragment on the terminal, if there is one. That it cannot be shown is no failure: the file holds it.
pub(super) fn show(fragment: &Fragment) {
    let Some(mut terminal) = Terminal::open() else { return };
    let text = fragment.to_text();
    let Ok(code) = QrCode::new(text.as_bytes()) else { return };
    // On a dark terminal "light" is what the letters are drawn with; scanners read either.
    let image = Zeroizing::new(
        code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build(),
    );
    let _ = terminal.show(&format!("{}\n", image.as_str()));
}
