//! Writing a record as a game goes on.

use std::fmt::Write as _;
use std::io::{self, Write};

use brickwood_rules::Step;
use thiserror::Error;

use super::fairness::nonce_text;
use super::reader::result_text;
use super::{Record, RecordFault, RecordHeader, RecordResult, Replayer};
use crate::step::step_text;

/// Why a record cannot be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// What is to be written is no part of a record: an illegal step for instance.
    #[error(transparent)]
    Fault(#[from] RecordFault),
    /// The file says no.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a record line by line. What it has written is a record at any time.
///
/// It plays every step itself, so that nothing illegal is ever written, writes the number of each
/// turn that begins, and the result once the game is over.
#[derive(Debug)]
pub struct RecordWriter<W> {
    out: W,
    replay: Replayer,
}

impl<W: Write> RecordWriter<W> {
    /// Begins a record with its header.
    ///
    /// # Errors
    ///
    /// A header that could not be read back: a name of two lines, or another number of seats.
    pub fn new(mut out: W, header: RecordHeader) -> Result<Self, WriteError> {
        header.check()?;
        writeln!(out, "{}", header.text())?;
        let replay = Replayer::new(header);
        Ok(Self { out, replay })
    }

    /// Goes on with a record that was read so far, at the end of its file.
    pub fn resume(out: W, replay: Replayer) -> Self {
        Self { out, replay }
    }

    /// The game as far as it was written.
    pub fn replay(&self) -> &Replayer {
        &self.replay
    }

    /// Plays a step and writes it.
    ///
    /// # Errors
    ///
    /// An illegal step, of which nothing is written.
    pub fn step(&mut self, step: Step) -> Result<(), WriteError> {
        let turn = self.replay.state().turn();
        self.replay.play(step)?;
        self.write(step, turn)
    }

    /// Plays a step that was drawn with this nonce, and writes both.
    ///
    /// # Errors
    ///
    /// A step that was not drawn, a header that does not say from what chance followed, or an illegal
    /// step; nothing is written then.
    pub fn drawn_step(&mut self, step: Step, nonce: [u8; 16]) -> Result<(), WriteError> {
        let turn = self.replay.state().turn();
        self.replay.play_drawn(step, nonce)?;
        self.write(step, turn)
    }

    /// Writes a step that was played, in this turn, and what follows from it.
    fn write(&mut self, step: Step, turn: u16) -> Result<(), WriteError> {
        let replay = &self.replay;
        let topology = replay.game().board().topology();
        let mut lines = step_text(topology, step);
        lines.extend(replay.nonce().iter().map(nonce_text));
        lines.push('\n');
        if replay.state().turn() != turn {
            let _ = writeln!(lines, "turn {}", replay.state().turn());
        }
        if let Some(result) = RecordResult::of(replay.game(), replay.state()) {
            lines += &result_text(&result);
            lines.push('\n');
        }
        self.out.write_all(lines.as_bytes())?;
        Ok(())
    }

    /// Writes a comment, one line for each of its lines.
    ///
    /// # Errors
    ///
    /// Only those of the file.
    pub fn comment(&mut self, text: &str) -> Result<(), WriteError> {
        for line in text.lines() {
            writeln!(self.out, "# {line}")?;
        }
        Ok(())
    }

    /// Gives the file back.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// A whole record as text.
///
/// # Errors
///
/// A header that could not be read back, or the first illegal step.
pub fn record_text(record: &Record) -> Result<String, RecordFault> {
    let fault = |error| match error {
        WriteError::Fault(fault) => fault,
        WriteError::Io(_) => unreachable!("memory takes every line"),
    };
    let mut writer = RecordWriter::new(Vec::new(), record.header.clone()).map_err(fault)?;
    for (place, step) in record.steps.iter().enumerate() {
        match record.nonces.get(&place) {
            Some(nonce) => writer.drawn_step(*step, *nonce),
            None => writer.step(*step),
        }
        .map_err(fault)?;
    }
    if let Some((place, _)) = record.nonces.last_key_value()
        && *place >= record.steps.len()
    {
        return Err(RecordFault::Nonce);
    }
    let replay = writer.replay();
    let result = RecordResult::of(replay.game(), replay.state());
    if record.result != result {
        let expected = result.as_ref().map_or_else(String::new, result_text);
        return Err(RecordFault::WrongResult { word: expected });
    }
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}
