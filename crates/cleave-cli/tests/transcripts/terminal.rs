//! A pseudo-terminal to run a command on: what must be seen on it, and what is typed.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Longer than any command takes; a test that hangs is stopped by it.
const PATIENCE: Duration = Duration::from_secs(60);

/// One thing that happens on the terminal.
pub(crate) enum Exchange {
    /// This text appears, after what was seen before.
    Seen(String),
    /// This line is typed; `^C` and `^D` are those keys.
    Typed(String),
    /// This text never appears.
    NeverSeen(String),
}

/// Runs a command and returns its exit code, and what on the terminal was not as it should be.
pub(crate) fn run(mut command: Command, exchange: &[Exchange]) -> (i32, Option<String>) {
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&control).expect("granted");
    unlockpt(&control).expect("unlocked");
    let name = ptsname(&control, Vec::new()).expect("its name").into_string().expect("a plain name");
    let terminal = || -> File {
        let mut options = OpenOptions::new();
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NOCTTY.bits() as i32,
        );
        options.read(true).write(true).open(&name).expect("the terminal")
    };
    command.stdin(Stdio::from(terminal())).stdout(Stdio::from(terminal())).stderr(Stdio::from(terminal()));
    let mut child = command.spawn().expect("setsid");
    drop(command);

    let mut control = File::from(control);
    let mut reader = control.try_clone().expect("a second descriptor");
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        // The terminal's end is an error to its reader.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if send.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });

    let deadline = Instant::now() + PATIENCE;
    let mut screen = Screen { receive, text: String::new(), at: 0, ended: false };
    let mut fault = None;
    for event in exchange {
        match event {
            Exchange::Seen(text) if !screen.wait_for(text, deadline) => {
                fault = Some(format!("not seen on the terminal: {text:?}"));
                break;
            }
            Exchange::Typed(keys) => {
                let bytes = match keys.as_str() {
                    "^C" => vec![3],
                    "^D" => vec![4],
                    line => format!("{line}\n").into_bytes(),
                };
                control.write_all(&bytes).expect("typed");
            }
            Exchange::Seen(_) | Exchange::NeverSeen(_) => {}
        }
    }
    if fault.is_some() {
        let _ = child.kill();
    }
    screen.drain(deadline);
    let code = child.wait().expect("an end").code().unwrap_or(-1);
    for event in exchange {
        if let Exchange::NeverSeen(text) = event
            && screen.text.contains(text.as_str())
        {
            fault = Some(format!("seen on the terminal: {text:?}"));
        }
    }
    (code, fault.map(|fault| format!("{fault}; the terminal showed:\n{}", screen.text)))
}

struct Screen {
    receive: mpsc::Receiver<Vec<u8>>,
    text: String,
    at: usize,
    ended: bool,
}

impl Screen {
    fn wait_for(&mut self, text: &str, deadline: Instant) -> bool {
        loop {
            if let Some(found) = self.text[self.at..].find(text) {
                self.at += found + text.len();
                return true;
            }
            if self.ended || !self.more(deadline) {
                return false;
            }
        }
    }

    fn drain(&mut self, deadline: Instant) {
        while !self.ended && self.more(deadline) {}
    }

    fn more(&mut self, deadline: Instant) -> bool {
        match self.receive.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(bytes) => {
                self.text.push_str(&String::from_utf8_lossy(&bytes));
                true
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
        }
    }
}
