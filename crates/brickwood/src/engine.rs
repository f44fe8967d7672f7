//! `brickwood engine`: the engine protocol on stdin and stdout.

use std::{
    error::Error,
    fs::{self, File},
    io::{self, BufRead, ErrorKind, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    time::Instant,
};

use brickwood_engine::{LONGEST_LINE, Session, SessionAnswer, World};

/// Answers every line until there are no more, or the other side says `quit`.
pub(crate) fn run() -> Result<ExitCode, Box<dyn Error>> {
    match converse(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        // The other side has ended the session by closing the pipe.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn converse(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let world = Here(Instant::now());
    let mut session = Session::new();
    let mut line = Vec::new();
    loop {
        let answer = match read_line(input, &mut line)? {
            Incoming::End => return Ok(()),
            Incoming::TooLong => Session::refuse_long_line(),
            Incoming::Line if line.trim_ascii().is_empty() => continue,
            Incoming::Line => answer(&mut session, &line, &world),
        };
        output.write_all(answer.line.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
        if answer.is_last {
            return Ok(());
        }
    }
}

/// A bug in the program ends the game, but not the session.
fn answer(session: &mut Session, line: &[u8], world: &Here) -> SessionAnswer {
    let answered = catch_unwind(AssertUnwindSafe(|| session.answer(line, world)));
    answered.unwrap_or_else(|_| {
        *session = Session::new();
        Session::apologize()
    })
}

enum Incoming {
    Line,
    TooLong,
    End,
}

/// Reads the next line without its end, up to the maximum length.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Incoming> {
    line.clear();
    let most = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(Incoming::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST_LINE {
        line.clear();
        input.skip_until(b'\n')?;
        return Ok(Incoming::TooLong);
    }
    Ok(Incoming::Line)
}

/// The environment of this process.
struct Here(Instant);

impl World for Here {
    fn read(&self, path: &str) -> Result<String, String> {
        // Opening a pipe would wait for a writer.
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Err("it is not a regular file".to_owned());
        }
        let mut text = String::new();
        let read = File::open(path)
            .and_then(|file| file.take(LONGEST_LINE as u64).read_to_string(&mut text));
        match read {
            Ok(length) if length < LONGEST_LINE => Ok(text),
            Ok(_) => Err(format!("it is longer than {LONGEST_LINE} bytes")),
            Err(error) => Err(error.to_string()),
        }
    }

    fn milliseconds(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
