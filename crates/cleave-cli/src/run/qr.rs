//! A fragment as a QR code, drawn with characters.

use cleave_core::Fragment;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use zeroize::Zeroizing;

use crate::term::Terminal;

/// Shows the fragment on the terminal, if there is one. That it cannot be shown is no failure: the file holds it.
pub(super) fn show(fragment: &Fragment) {
    let Some(mut terminal) = Terminal::open() else { return };
    if let Some(image) = drawn(fragment) {
        let _ = terminal.show(&image);
    }
}

/// The code in characters, lines broken; `None` is never met, since 61 bytes fit.
pub(super) fn drawn(fragment: &Fragment) -> Option<Zeroizing<String>> {
    let text = fragment.to_text();
    let code = QrCode::new(text.as_bytes()).ok()?;
    // On a dark terminal "light" is what the letters are drawn with; scanners read either.
    let image = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    let image = Zeroizing::new(image);
    Some(Zeroizing::new(format!("{}\n", image.as_str())))
}
