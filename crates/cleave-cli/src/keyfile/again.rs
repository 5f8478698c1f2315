//! Recipients whose keys are not kept: 1216 bytes each, of which 65,535 may be given, and the order in which they are
//! needed is drawn at random.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Seek, SeekFrom};
use std::sync::Arc;

use cleave_core::{Error, Recipient};

use super::lines::{Content, Line, Lines};

/// A recipient that was read and found good.
pub(crate) struct Given {
    pub(crate) recipient: Recipient,
    /// Where it can be read again.
    pub(super) place: Option<Place>,
}

/// A line of a regular file.
pub(super) struct Place {
    pub(super) file: Arc<File>,
    /// Bytes from the file's beginning.
    pub(super) at: u64,
}

impl From<Recipient> for Given {
    fn from(recipient: Recipient) -> Self {
        Self { recipient, place: None }
    }
}

/// Recipients, each once, in the order in which they were given first.
#[derive(Default)]
pub(crate) struct Distinct {
    seen: HashSet<Print>,
    hashers: Arc<[RandomState; 2]>,
    all: Vec<Due>,
}

/// Tells keys apart: 128 bits under keys that were drawn for this run, so that nobody can make two that collide.
type Print = [u64; 2];

/// A recipient whose key is to be had when its slot is written.
pub(crate) struct Due {
    kept: Kept,
    hashers: Arc<[RandomState; 2]>,
}

enum Kept {
    Key(Recipient),
    Line(Place, Print),
}

impl Distinct {
    /// Adds one, or gives it back if it is there already.
    pub(crate) fn add(&mut self, given: Given) -> Option<Recipient> {
        let print = print(&self.hashers, &given.recipient);
        if !self.seen.insert(print) {
            return Some(given.recipient);
        }
        let kept = match given.place {
            Some(place) => Kept::Line(place, print),
            None => Kept::Key(given.recipient),
        };
        self.all.push(Due { kept, hashers: Arc::clone(&self.hashers) });
        None
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn contains(&self, recipient: &Recipient) -> bool {
        self.seen.contains(&print(&self.hashers, recipient))
    }
}

impl IntoIterator for Distinct {
    type Item = Due;
    type IntoIter = std::vec::IntoIter<Due>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl Due {
    /// The key.
    ///
    /// # Errors
    /// `key_malformed` if its line is not there any more.
    pub(crate) fn get(&self) -> Result<Recipient, Error> {
        match &self.kept {
            Kept::Key(recipient) => Ok(recipient.clone()),
            Kept::Line(place, expected) => {
                let read = place.read().ok().flatten();
                read.filter(|recipient| print(&self.hashers, recipient) == *expected).ok_or(CHANGED)
            }
        }
    }
}

const CHANGED: Error = Error::KeyMalformed {
    what: "a recipient's file changed, or could not be read again, while the container was written",
};

fn print(hashers: &[RandomState; 2], recipient: &Recipient) -> Print {
    hashers.each_ref().map(|hasher| hasher.hash_one(recipient))
}

impl Place {
    /// The recipient that stands there now, if there is one.
    fn read(&self) -> io::Result<Option<Recipient>> {
        (&*self.file).seek(SeekFrom::Start(self.at))?;
        let line = Lines::new(&*self.file)?.next_line()?;
        Ok(match line {
            Some(Line { content: Content::Text(text), .. }) => text.parse().ok(),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use cleave_core::Identity;

    use super::*;

    fn recipient() -> Recipient {
        Identity::generate().expect("randomness").recipient().clone()
    }

    fn written(lines: &[&Recipient]) -> (Arc<File>, Vec<u64>) {
        let mut file = tempfile::tempfile().expect("a file");
        let mut places = Vec::new();
        for line in lines {
            places.push(file.stream_position().expect("a place"));
            writeln!(file, "{line}").expect("written");
        }
        (Arc::new(file), places)
    }

    fn given(recipient: &Recipient, file: &Arc<File>, at: u64) -> Given {
        Given { recipient: recipient.clone(), place: Some(Place { file: Arc::clone(file), at }) }
    }

    #[test]
    fn each_is_there_once_and_read_again_in_any_order() {
        let [first, second] = [recipient(), recipient()];
        let (file, places) = written(&[&first, &second, &first]);
        let mut distinct = Distinct::default();
        assert!(distinct.add(given(&first, &file, places[0])).is_none());
        assert!(distinct.add(given(&second, &file, places[1])).is_none());
        assert!(distinct.add(given(&first, &file, places[2])).as_ref() == Some(&first));
        assert!(distinct.add(Given::from(second.clone())).as_ref() == Some(&second));
        assert_eq!(distinct.len(), 2);
        assert!(distinct.contains(&first) && !distinct.contains(&recipient()));
        let read = distinct.into_iter().rev().map(|due| due.get().expect("it stands there"));
        let read = read.collect::<Vec<_>>();
        assert!(read == [second, first]);
    }

    #[test]
    fn a_file_that_changed_gives_nobody_else_instead() {
        let [first, second] = [recipient(), recipient()];
        let (file, places) = written(&[&first]);
        let mut distinct = Distinct::default();
        distinct.add(given(&first, &file, places[0]));
        (&*file).seek(SeekFrom::Start(0)).expect("sought");
        write!(&*file, "{second}").expect("written");
        let due = distinct.into_iter().next().expect("one was added");
        assert!(due.get().is_err_and(|error| error.name() == "key_malformed"));
    }
}
