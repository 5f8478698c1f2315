//! Every single-bit flip and every cut of a small container of each kind, and what else can be done to one without a key:
//! all of it is refused by a name that fits the place, and nothing of a failing chunk is released.

mod kinds;
mod regions;

use cleave_core::{Error, Frames, Reader, Unlocked};
use kinds::{KINDS, Kind};
use regions::{Region, region_of};

type Outcome = (usize, Result<(), Error>);

/// Reads once, and says what was released before the result.
fn open(kind: &Kind, container: &[u8]) -> Outcome {
    let unlock = || {
        let mut reader = Reader::new(kind.keys(), kinds::limits());
        let taken = reader.push(container)?;
        Ok((reader.finish()?.unlock()?, taken))
    };
    match unlock() {
        Ok((unlocked, taken)) => read_frames(&unlocked, &container[taken..]),
        Err(error) => (0, Err(error)),
    }
}

fn read_frames(unlocked: &Unlocked, bytes: &[u8]) -> Outcome {
    let mut released = Vec::new();
    let mut read = || match unlocked.frames() {
        Frames::Authentic(mut frames) => {
            frames.push(bytes, &mut released)?;
            frames.finish().map(|_| ())
        }
        Frames::Unvouched(mut frames) => {
            frames.push_unvouched(bytes, &mut released)?;
            frames.finish().map(|_| ())
        }
    };
    let result = read();
    (released.len(), result)
}

/// Opens changed copies of one container; where the change lies behind the header, the header is opened once for all.
struct Opener<'k> {
    kind: &'k Kind,
    unlocked: Unlocked,
}

impl<'k> Opener<'k> {
    fn new(kind: &'k Kind, good: &[u8]) -> Self {
        let mut reader = Reader::new(kind.keys(), kinds::limits());
        assert_eq!(reader.push(good), Ok(kind.header_len()));
        let unlocked = reader.finish().and_then(|locked| locked.unlock()).expect("it is good");
        Self { kind, unlocked }
    }

    fn open(&self, container: &[u8], changed_at: usize) -> Outcome {
        match container.get(self.kind.header_len()..) {
            Some(frames) if changed_at >= self.kind.header_len() => read_frames(&self.unlocked, frames),
            _ => open(self.kind, container),
        }
    }
}

#[test]
fn good_containers_open() {
    for kind in KINDS {
        let (released, result) = open(&kind, &kind.container());
        assert_eq!((released, result), (kind.plaintext_len(), Ok(())), "{}", kind.name);
    }
}

#[test]
fn every_single_bit_flip_is_refused_by_name() {
    std::thread::scope(|scope| {
        for kind in KINDS {
            scope.spawn(move || flip_every_bit(&kind));
        }
    });
}

fn flip_every_bit(kind: &Kind) {
    let good = kind.container();
    let layout = regions::layout(kind, &good);
    let mut changed = good.clone();
    let opener = Opener::new(kind, &good);
    for at in 0..good.len() {
        let region = region_of(&layout, at);
        for bit in 0..8 {
            changed[at] ^= 1 << bit;
            let (released, result) = opener.open(&changed, at);
            changed[at] ^= 1 << bit;
            let what = format!("{}: bit {bit} of byte {at}, in {region:?}", kind.name);
            match result {
                Ok(()) => assert_eq!(region, Region::UncheckedSignature, "{what}: accepted"),
                Err(error) => {
                    let name = error.name();
                    assert!(region.allowed().contains(&name), "{what}: refused as {name}: {error}");
                    if let Error::ChunkTampered { index } = error {
                        assert!([Region::Head(index), Region::Frame(index)].contains(&region), "{what}");
                    }
                }
            }
            assert!(released <= region.may_release(kind), "{what}: {released} bytes were released");
        }
    }
}

#[test]
fn every_cut_is_truncated() {
    for kind in KINDS {
        let good = kind.container();
        let layout = regions::layout(&kind, &good);
        let opener = Opener::new(&kind, &good);
        for len in 0..good.len() {
            let (released, result) = opener.open(&good[..len], len);
            assert_eq!(result.map_err(|e| e.name()), Err("truncated"), "{}: cut at {len}", kind.name);
            assert!(released <= region_of(&layout, len).may_release(&kind), "{}: cut at {len}", kind.name);
        }
    }
}

#[test]
fn whatever_is_appended_is_trailing_data() {
    for kind in KINDS {
        let good = kind.container();
        for tail in [&b"\0"[..], b"\n", &good[..good.len().min(40)], &good] {
            let (_, result) = open(&kind, &[&good[..], tail].concat());
            assert_eq!(result, Err(Error::TrailingData), "{}", kind.name);
        }
    }
}

#[test]
fn frames_cannot_change_places() {
    let kind = &kinds::TWO_CHUNKS;
    let good = kind.container();
    let (header, frames) = good.split_at(kind.header_len());
    let (one, two) = frames.split_at(4096 + 20);
    let cases: [(&str, Vec<u8>, u64); 4] = [
        ("swapped", [header, two, one].concat(), 0),
        ("the first dropped", [header, two].concat(), 0),
        ("the first repeated", [header, one, one, two].concat(), 1),
        ("another's", [header, &kind.sealed_again()[kind.header_len()..]].concat(), 0),
    ];
    for (what, container, index) in cases {
        assert_eq!(open(kind, &container).1, Err(Error::ChunkTampered { index }), "{what}");
    }
}

#[test]
fn any_split_into_pushes_gives_the_same() {
    for kind in KINDS {
        let good = kind.container();
        let mut bad = good.clone();
        let last = bad.len() - 1;
        bad[last] ^= 1;
        for container in [good, bad] {
            let whole = open(&kind, &container);
            for step in [1, 2, 3, 7, 64, 1177, 4116] {
                assert_eq!(pushed(&kind, &container, step), whole, "{} by {step}", kind.name);
            }
        }
    }
}

fn pushed(kind: &Kind, container: &[u8], step: usize) -> (usize, Result<(), Error>) {
    let mut released = Vec::new();
    let mut read = || {
        let mut reader = Reader::new(kind.keys(), kinds::limits());
        let mut at = 0;
        while !reader.is_complete() && at < container.len() {
            at += reader.push(&container[at..container.len().min(at + step)])?;
        }
        let unlocked = reader.finish()?.unlock()?;
        match unlocked.frames() {
            Frames::Authentic(mut frames) => {
                container[at..].chunks(step).try_for_each(|piece| frames.push(piece, &mut released))?;
                frames.finish().map(|_| ())
            }
            Frames::Unvouched(mut frames) => {
                container[at..]
                    .chunks(step)
                    .try_for_each(|piece| frames.push_unvouched(piece, &mut released))?;
                frames.finish().map(|_| ())
            }
        }
    };
    let result = read();
    (released.len(), result)
}
