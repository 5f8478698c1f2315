//! `inspect`: what a container tells without a key (FORMAT.md, "Layout"), and what each of its bytes is. Memory grows
//! neither with the file nor with its slots.

mod extent;
mod found;
mod survey;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use cleave_core::armor::{Decoder, Form};
use cleave_core::{Error, Keys, Limits, Reader};

use super::{open_input, refusal};
use crate::failure::Failure;
use crate::keyfile;
use crate::plan;
use crate::session::Session;
use crate::source::Named;
use extent::Walk;
use survey::{Offered, Survey};

pub(super) use found::Found;

/// Bytes that are read at once; what is longer and need not be looked at is passed over, where it can be.
const READ_LEN: usize = 64 << 10;

pub(super) fn inspect(plan: &plan::Inspect, session: &mut Session) -> Result<Found, Failure> {
    let input = open_input(&plan.input, session)?;
    let mut offered = Vec::new();
    for file in &plan.identities {
        for identity in keyfile::identities(file, session)? {
            offered.push(Offered::new(file, identity.recipient().clone()));
        }
    }
    let mut look = Look::new(offered, session.limits);
    look.through(&input)?;
    look.finish().map_err(|error| failed(&error, &input))
}

/// A container as it is looked through.
struct Look {
    survey: Arc<Mutex<Survey>>,
    part: Part,
    container_bytes: u64,
    file_bytes: u64,
    form: Form,
}

enum Part {
    Header(Box<Reader>),
    Frames { header_bytes: u64, walk: Walk },
}

impl Look {
    fn new(offered: Vec<Offered>, limits: Limits) -> Self {
        let survey = Arc::new(Mutex::new(Survey::new(offered)));
        let shown = Arc::clone(&survey);
        let reader = Reader::showing(Keys::new(), limits, move |part| {
            shown.lock().unwrap_or_else(PoisonError::into_inner).see(part);
        });
        Self {
            survey,
            part: Part::Header(Box::new(reader)),
            container_bytes: 0,
            file_bytes: 0,
            form: Form::Undecided,
        }
    }

    fn through(&mut self, input: &Named) -> Result<(), Failure> {
        let (mut decoder, mut raw, mut bytes) = (Decoder::new(), vec![0; READ_LEN], Vec::new());
        loop {
            let count =
                read_some(&input.file, &mut raw).map_err(|error| Failure::reading(&input.name, &error))?;
            self.file_bytes += count as u64;
            let decoded = match count {
                0 => std::mem::take(&mut decoder).finish(&mut bytes),
                _ => decoder.push(&raw[..count], &mut bytes),
            };
            if count > 0 {
                self.form = decoder.form();
            }
            // What stands before a fault of the armor is looked at first.
            let taken = self.take(&bytes).and(decoded);
            taken.map_err(|error| failed(&error, input))?;
            bytes.clear();
            if count == 0 {
                return Ok(());
            }
            self.pass_over(input).map_err(|error| Failure::reading(&input.name, &error))?;
        }
    }

    fn take(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        self.container_bytes += bytes.len() as u64;
        if let Part::Header(reader) = &mut self.part {
            let taken = reader.push(bytes)?;
            if !reader.is_complete() {
                return Ok(());
            }
            bytes = &bytes[taken..];
            let survey = self.survey.lock().unwrap_or_else(PoisonError::into_inner);
            let prefix = survey.prefix().expect("a whole header has shown its prefix");
            let walk = Walk::new(prefix.chunk_size, prefix.signer_id.is_some());
            self.part = Part::Frames { header_bytes: self.container_bytes - bytes.len() as u64, walk };
        }
        if let Part::Frames { walk, .. } = &mut self.part {
            walk.take(bytes);
        }
        Ok(())
    }

    /// Goes on behind what need not be looked at.
    fn pass_over(&mut self, input: &Named) -> io::Result<()> {
        let Part::Frames { walk, .. } = &mut self.part else { return Ok(()) };
        if self.form != Form::Binary || !input.metadata.is_file() || walk.unseen() < READ_LEN as u64 {
            return Ok(());
        }
        let mut file = &input.file;
        let left = input.metadata.len().saturating_sub(file.stream_position()?);
        let skipped = walk.unseen().min(left);
        file.seek(SeekFrom::Current(i64::try_from(skipped).unwrap_or(i64::MAX)))?;
        walk.pass(skipped);
        self.container_bytes += skipped;
        self.file_bytes += skipped;
        Ok(())
    }

    fn finish(self) -> Result<Found, Error> {
        match self.part {
            Part::Header(reader) => {
                reader.finish()?;
                Err(Error::Truncated { what: "the file ends inside the container's header" })
            }
            Part::Frames { header_bytes, walk } => {
                let survey = self.survey.lock().unwrap_or_else(PoisonError::into_inner);
                let armor = (self.form == Form::Armored).then(|| self.file_bytes - self.container_bytes);
                Ok(Found::new(&survey, header_bytes, &walk.finish(), armor, self.file_bytes))
            }
        }
    }
}

fn read_some(mut file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

fn failed(error: &Error, input: &Named) -> Failure {
    let failure = Failure::new(error.name(), error.to_string());
    refusal::of_header(failure, error, input)
}
