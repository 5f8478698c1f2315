//! The terminal device itself: questions go there and never to standard input or output, and answers are not shown.

use zeroize::Zeroizing;

#[cfg(unix)]
pub(crate) use unix::{Terminal, restore};
#[cfg(windows)]
pub(crate) use windows::{Terminal, restore};

/// What a person typed, without its line break.
pub(crate) type Typed = Zeroizing<String>;

#[cfg(unix)]
mod unix {
    use std::fs::{File, OpenOptions};
    use std::io::{self, Read, Write};
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use zeroize::Zeroizing;

    use super::Typed;

    /// The terminal's settings while its echo is off, for whoever ends the process meanwhile.
    static SAVED: Mutex<Option<(File, Termios)>> = Mutex::new(None);

    /// The terminal that the process belongs to.
    #[derive(Debug)]
    pub(crate) struct Terminal(File);

    impl Terminal {
        /// Opens it; `None` where the process has no terminal.
        pub(crate) fn open() -> Option<Self> {
            OpenOptions::new().read(true).write(true).open("/dev/tty").ok().map(Self)
        }

        /// Asks for a line that is not shown as it is typed. `None` means that the terminal was closed, or Ctrl-D.
        pub(crate) fn ask_hidden(&mut self, question: &str) -> io::Result<Option<Typed>> {
            let hidden = Hidden::start(&self.0)?;
            self.show(question)?;
            let answer = self.read_line();
            self.show("\n")?;
            drop(hidden);
            answer
        }

        /// Asks for a line that is shown as it is typed. `None` as with [`Terminal::ask_hidden`].
        pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<Typed>> {
            self.show(question)?;
            self.read_line()
        }

        /// Shows text on the terminal alone.
        pub(crate) fn show(&mut self, text: &str) -> io::Result<()> {
            self.0.write_all(text.as_bytes())
        }

        /// Byte by byte, so that nothing after the line is taken from whoever reads the terminal next.
        fn read_line(&mut self) -> io::Result<Option<Typed>> {
            // A terminal's own line is 4096 bytes at most; the buffer never moves, and leaves no copy behind.
            const LINE: usize = 4096;
            let mut line = Zeroizing::new(Vec::with_capacity(LINE));
            let mut byte = Zeroizing::new([0u8; 1]);
            loop {
                match self.0.read(&mut *byte) {
                    Ok(0) if line.is_empty() => return Ok(None),
                    Ok(0) => break,
                    Ok(_) if byte[0] == b'\n' => break,
                    Ok(_) if line.len() == LINE => return Err(io::Error::other("the line is too long")),
                    Ok(_) => line.push(byte[0]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
            let text =
                std::str::from_utf8(&line).map_err(|_| io::Error::other("what was typed is not UTF-8"))?;
            Ok(Some(Zeroizing::new(text.to_owned())))
        }
    }

    /// While this lives, the terminal shows no letters.
    struct Hidden;

    impl Hidden {
        fn start(terminal: &File) -> io::Result<Self> {
            let mut saved = SAVED.lock().unwrap_or_else(PoisonError::into_inner);
            let before = tcgetattr(terminal)?;
            let mut silent = before.clone();
            silent.local_modes -= LocalModes::ECHO | LocalModes::ECHONL;
            silent.local_modes |= LocalModes::ICANON | LocalModes::ISIG;
            *saved = Some((terminal.try_clone()?, before));
            tcsetattr(terminal, OptionalActions::Flush, &silent)?;
            Ok(Self)
        }
    }

    impl Drop for Hidden {
        fn drop(&mut self) {
            let _ = take_back();
        }
    }

    /// Gives the terminal its echo back if a question is open, and ends the line of that question.
    pub(crate) fn restore() {
        if let Some(mut terminal) = take_back() {
            let _ = terminal.write_all(b"\n");
        }
    }

    fn take_back() -> Option<File> {
        let (terminal, before) = SAVED.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        tcsetattr(&terminal, OptionalActions::Now, &before).ok()?;
        Some(terminal)
    }
}

#[cfg(windows)]
mod windows {
    use std::fs::{File, OpenOptions};
    use std::io::{self, Write};

    use zeroize::Zeroizing;

    use super::Typed;

    /// The console that the process belongs to.
    #[derive(Debug)]
    pub(crate) struct Terminal(File);

    impl Terminal {
        /// Opens it; `None` where the process has no console.
        pub(crate) fn open() -> Option<Self> {
            OpenOptions::new().read(true).write(true).open("CONOUT$").ok().map(Self)
        }

        /// Asks for a line that is not shown as it is typed. `None` means that the console was closed.
        pub(crate) fn ask_hidden(&mut self, question: &str) -> io::Result<Option<Typed>> {
            match rpassword::prompt_password(question) {
                Ok(answer) => Ok(Some(Zeroizing::new(answer))),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                Err(error) => Err(error),
            }
        }

        /// Asks for a line that is shown as it is typed. `None` means that the console was closed.
        pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<Typed>> {
            self.show(question)?;
            let console = OpenOptions::new().read(true).write(true).open("CONIN$")?;
            let mut line = Zeroizing::new(String::new());
            let count = io::BufRead::read_line(&mut io::BufReader::new(console), &mut line)?;
            let text = line.trim_end_matches(['\r', '\n']);
            Ok((count > 0).then(|| Zeroizing::new(text.to_owned())))
        }

        /// Shows text on the console alone.
        pub(crate) fn show(&mut self, text: &str) -> io::Result<()> {
            self.0.write_all(text.as_bytes())
        }
    }

    /// rpassword restores the console itself.
    pub(crate) fn restore() {}
}
