//! The sweep over sizes of chunks: how much of the best speed of each place a size reaches, and what it loses at worst.

use std::fmt::Write as _;

use super::super::stats::Spread;
use super::record::{Case, Entry, Record};

/// The two directions, as cases and as they are told.
const DIRECTIONS: [(&str, &str); 2] = [("chunks-encrypt", "encrypt"), ("chunks-decrypt", "decrypt")];

/// One place in one direction.
struct Column {
    name: String,
    /// Bytes in a nanosecond, of the best size.
    best: f64,
    /// Of each size, in the order of the record: its speed over that of the best.
    reached: Vec<f64>,
}

/// The table and what follows from it; nothing if there was no sweep.
pub(crate) fn table(record: &Record) -> Option<String> {
    let columns = columns(record);
    let sizes: Vec<&str> = record
        .cases
        .iter()
        .find(|case| case.name == DIRECTIONS[0].0)?
        .entries
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    let mut text = String::from("### Sizes of chunks: speed, in percent of the best size of each place\n\n|");
    for column in &columns {
        let _ = write!(text, " | {}", column.name);
    }
    let _ = writeln!(text, " | loses at worst |\n|---{}|--:|", "|--:".repeat(columns.len()));
    let mut losses = Vec::new();
    for (index, size) in sizes.iter().enumerate() {
        let reached: Vec<f64> =
            columns.iter().filter_map(|column| column.reached.get(index).copied()).collect();
        let cells: Vec<String> = reached.iter().map(|reached| format!("{:.0}", reached * 100.0)).collect();
        let loss = 100.0 * (1.0 - reached.iter().copied().fold(1.0, f64::min));
        let _ = writeln!(text, "| {size} | {} | {loss:.0} % |", cells.join(" | "));
        losses.push((loss, *size));
    }
    let best: Vec<String> =
        columns.iter().map(|column| format!("{:.0}", mib_a_second(column.best))).collect();
    let _ = writeln!(text, "| best, MiB/s | {} | |", best.join(" | "));
    let (loss, size) = losses.iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
    let places = record.places().into_iter().filter(|place| record.case(DIRECTIONS[0].0, place).is_some());
    let _ = writeln!(
        text,
        "\nOf these, {size} loses least anywhere: at worst {loss:.0} % of what the best size of a place reaches there \
         ({}).",
        places.collect::<Vec<_>>().join(", ")
    );
    Some(text)
}

fn columns(record: &Record) -> Vec<Column> {
    let mut columns = Vec::new();
    for place in record.places() {
        for (case, direction) in DIRECTIONS {
            columns.extend(record.case(case, place).and_then(|case| column(case, place, direction)));
        }
    }
    columns
}

/// Ratios are taken within rounds, to the size that is best by its median.
fn column(case: &Case, place: &str, direction: &str) -> Option<Column> {
    let speed = |entry: &Entry| entry.time().map_or(0.0, |time| entry.bytes as f64 / time.median);
    let best = case.entries.iter().max_by(|one, other| speed(one).total_cmp(&speed(other)))?;
    let reached = |entry: &Entry| {
        let ratio = Spread::of_rounds(&best.nanoseconds, &entry.nanoseconds, |best, this| best / this);
        ratio.map_or(0.0, |ratio| ratio.median)
    };
    Some(Column {
        name: format!("{place}, {direction}"),
        best: speed(best),
        reached: case.entries.iter().map(reached).collect(),
    })
}

/// Of bytes in a nanosecond.
pub(crate) fn mib_a_second(speed: f64) -> f64 {
    speed * 1e9 / 1_048_576.0
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{case, entry, record};
    use super::*;

    fn swept(name: &str, place: &str, times: [[u64; 3]; 3]) -> Case {
        let sizes = ["64 KiB", "256 KiB", "1024 KiB"];
        case(name, place, sizes.iter().zip(times).map(|(size, times)| entry(size, &times, 1)).collect())
    }

    #[test]
    fn each_place_has_its_own_best_and_the_default_loses_least_anywhere() {
        let record = record(vec![
            swept("chunks-encrypt", "chromium", [[200, 200, 200], [100, 100, 100], [200, 220, 180]]),
            swept("chunks-decrypt", "chromium", [[125, 125, 125], [100, 100, 100], [200, 200, 200]]),
            swept("chunks-encrypt", "native", [[100, 100, 100], [64, 64, 64], [48, 48, 48]]),
        ]);
        let text = table(&record).expect("there was a sweep");
        assert!(
            text.contains("| | chromium, encrypt | chromium, decrypt | native, encrypt | loses"),
            "{text}"
        );
        assert!(text.contains("| 64 KiB | 50 | 80 | 48 | 52 % |"), "{text}");
        assert!(text.contains("| 256 KiB | 100 | 100 | 75 | 25 % |"), "{text}");
        assert!(text.contains("| 1024 KiB | 50 | 50 | 100 | 50 % |"), "{text}");
        assert!(text.contains("256 KiB loses least anywhere: at worst 25 %"), "{text}");
        assert!(text.contains("(chromium, native)"), "{text}");
    }

    #[test]
    fn a_ratio_is_taken_within_its_round() {
        // Everything slows down from round to round; the ratio stays.
        let slowing = swept("chunks-encrypt", "node", [[10, 100, 1000], [5, 50, 500], [20, 200, 2000]]);
        let column = column(&slowing, "node", "encrypt").expect("there are entries");
        assert_eq!(column.reached, [0.5, 1.0, 0.25]);
    }

    #[test]
    fn without_a_sweep_there_is_no_table() {
        assert_eq!(table(&record(vec![case("encrypt", "node", vec![entry("raw", &[1], 1)])])), None);
    }
}
