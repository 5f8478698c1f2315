//! `fragment show|qr|destroy`: what becomes of the 61 bytes without which a split container opens to nobody.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::Write;
use std::path::Path;

use cleave_core::Fragment;

use super::name::Name;
use super::result::OfFragment;
use super::{qr, show, stdout_target, warn_if_others_read_stdout};
use crate::args::{Destroy, FragmentAct, quoted, shown};
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile::{self, hex};
use crate::place::Place;
use crate::session::Session;
use crate::sink::{Showing, sync_folder};
use crate::term::Terminal;

const CLOSE: &str = "chmod 600 closes it";

pub(super) fn fragment(act: &FragmentAct, session: &mut Session) -> Result<OfFragment, Failure> {
    match act {
        FragmentAct::Show(typed) => {
            let fragment = read(&typed.file, session)?;
            warn_if_others_read_stdout("the fragment", CLOSE, session);
            put(&format!("{}\n", fragment.to_text().as_str()), session)?;
            session.reporter.note(&match fragment.hint() {
                Some(hint) => format!("pairing hint: {}", hex(&hint)),
                None => "it carries no pairing hint: nothing tells which container it belongs to".to_owned(),
            });
            Ok(result("fragment show", &fragment))
        }
        FragmentAct::Qr(typed) => {
            let fragment = read(&typed.file, session)?;
            let code =
                qr::drawn(&fragment).ok_or_else(|| Failure::new("other", "no QR code can be drawn"))?;
            warn_if_others_read_stdout("the fragment", CLOSE, session);
            put(&code, session)?;
            Ok(result("fragment qr", &fragment))
        }
        FragmentAct::Destroy(destroy) => self::destroy(destroy, session),
    }
}

fn read(typed: &OsStr, session: &mut Session) -> Result<Fragment, Failure> {
    keyfile::fragment(typed, session)?.map_err(|error| {
        let failure = explain(&error);
        Failure::new(failure.name(), format!("{}: {}", shown(typed), failure.message()))
    })
}

fn put(text: &str, session: &mut Session) -> Result<(), Failure> {
    show(stdout_target(Showing::Everything, session)?, text)
}

fn result(command: &'static str, fragment: &Fragment) -> OfFragment {
    OfFragment { command, pairing_hint: fragment.hint().map(|hint| hex(&hint)), destroyed: None }
}

fn destroy(plan: &Destroy, session: &mut Session) -> Result<OfFragment, Failure> {
    let path = plan.file.as_path();
    let name = shown(path);
    let metadata = only_a_file(path, &name)?;
    let file = OpenOptions::new().write(true).open(path).map_err(|error| Failure::writing(&name, &error))?;
    // What is not plainly a fragment is not overwritten.
    let fragment = read(path.as_os_str(), session)?;
    let opened = Place::of_file(&file, Some(path)).map_err(|error| Failure::writing(&name, &error))?;
    let named = Place::of_path(path).map_err(|error| Failure::writing(&name, &error))?;
    if opened != named {
        return Err(Failure::input(format!("{name} was replaced while it was read; nothing was destroyed")));
    }
    if !plan.force {
        confirm(&name, &fragment)?;
    }

    overwrite(&file, &metadata).map_err(|error| Failure::writing(&name, &error))?;
    drop(file);
    fs::remove_file(path).and_then(|()| sync_folder(path)).map_err(|error| {
        Failure::writing(&name, &error).hint("the fragment in it was overwritten all the same")
    })?;
    tell(&name, &metadata, session);
    Ok(OfFragment { destroyed: Some(Name::new(path)), ..result("fragment destroy", &fragment) })
}

fn only_a_file(path: &Path, name: &str) -> Result<Metadata, Failure> {
    let metadata = fs::symlink_metadata(path).map_err(|error| Failure::reading(name, &error))?;
    if metadata.is_symlink() {
        let to = fs::canonicalize(path).map_err(|error| Failure::reading(name, &error))?;
        return Err(Failure::input(format!("{name} is a link; the fragment is elsewhere"))
            .hint(format!("cleave fragment destroy {}", quoted(to.as_os_str()))));
    }
    if metadata.is_dir() {
        return Err(Failure::input(format!("{name} is a directory")));
    }
    if !metadata.is_file() {
        return Err(Failure::input(format!("{name} is not a regular file: there is nothing to overwrite")));
    }
    Ok(metadata)
}

/// Asks on the terminal.
fn confirm(name: &str, fragment: &Fragment) -> Result<(), Failure> {
    let Some(mut terminal) = Terminal::open() else {
        return Err(Failure::usage("destroying is to be confirmed, and there is no terminal to ask on")
            .hint("--force destroys without asking"));
    };
    let container = match fragment.hint() {
        Some(hint) => format!("the container with the pairing hint {}", hex(&hint)),
        None => "its container".to_owned(),
    };
    let question = format!(
        "Destroy the fragment in {name}? Without a copy of it nobody opens {container} any more. \
         Type yes to go on: "
    );
    let answer = terminal.ask(&question).map_err(|error| Failure::reading("the terminal", &error))?;
    match answer {
        Some(answer) if answer.trim().eq_ignore_ascii_case("yes") => Ok(()),
        _ => Err(Failure::new("not_confirmed", "not confirmed; nothing was destroyed")),
    }
}

/// Random bytes over all of it, on disk before the name goes.
fn overwrite(mut file: &File, metadata: &Metadata) -> std::io::Result<()> {
    let mut noise = [0; 4096];
    let mut left = metadata.len();
    while left > 0 {
        getrandom::fill(&mut noise).map_err(|_| std::io::Error::other("the random generator failed"))?;
        let count = usize::try_from(left).unwrap_or(noise.len()).min(noise.len());
        file.write_all(&noise[..count])?;
        left -= count as u64;
    }
    file.sync_all()
}

fn tell(name: &str, metadata: &Metadata, session: &Session) {
    let reporter = &session.reporter;
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(metadata) > 1 {
        reporter
            .warn("the file had other names (hard links): what they lead to is overwritten, and they stay");
    }
    #[cfg(not(unix))]
    let _ = metadata;
    reporter.note(&format!("overwrote and removed {name}"));
    reporter.note(
        "this does not reach copies: backups, snapshots, paper, a QR code on a screen, what was sent or pasted",
    );
    reporter.note(
        "nor what a flash disk, a journal or a copy-on-write file system keeps of the bytes that were there",
    );
    reporter.note("and whoever opened the container before may have kept its plaintext or its key");
}
