//! Reading a record line by line, each step played as it comes.

use std::collections::BTreeMap;

use brickwood_rules::{Board, Edition, Game, Playthrough, Rules, State, Step};

use super::{
    FIRST_LINE, OPENING, Record, RecordError, RecordFault, RecordHeader, RecordResult,
    RecordedPlayer, SeatHeader, cut,
    fairness::{self, FairnessDraft, cut_nonce},
    is_note,
};
use crate::board_text::parse_board;
use crate::joined;
use crate::position::{parse_winners, winners_text};
use crate::rules_text::{RulesTextErrors, parse_edition_and_rules};
use crate::step::{parse_step, step_text};

/// A game that is played step by step, by a record or otherwise.
#[derive(Clone, Debug)]
pub struct Replayer {
    header: RecordHeader,
    played: Playthrough,
    nonce: Option<[u8; 16]>,
    result: Option<RecordResult>,
}

impl Replayer {
    /// The game before its first step.
    pub fn new(header: RecordHeader) -> Self {
        Self {
            played: Playthrough::new(header.game.clone()),
            header,
            nonce: None,
            result: None,
        }
    }

    /// What was said before the first step.
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// The rules and the board.
    pub fn game(&self) -> &Game {
        &self.header.game
    }

    /// The state after the last step.
    pub fn state(&self) -> &State {
        self.played.state()
    }

    /// How many steps were played.
    pub fn steps(&self) -> usize {
        self.played.steps().len()
    }

    /// The nonce with which the last step was drawn, if it was drawn with one.
    pub fn nonce(&self) -> Option<[u8; 16]> {
        self.nonce
    }

    /// The result, once its line was read.
    pub fn result(&self) -> Option<&RecordResult> {
        self.result.as_ref()
    }

    /// Plays a step.
    ///
    /// # Errors
    ///
    /// What the step breaks; nothing is played then.
    pub fn play(&mut self, step: Step) -> Result<(), RecordFault> {
        self.played
            .take(step)
            .map_err(|illegal| RecordFault::Illegal {
                number: self.steps() + 1,
                step: step_text(self.game().board().topology(), step),
                illegal,
            })?;
        self.nonce = None;
        Ok(())
    }

    /// Plays a step that was drawn with this nonce.
    ///
    /// # Errors
    ///
    /// A step that was not drawn at this table, a game of which nobody can say from what its chance followed,
    /// or what the step breaks; nothing is played then.
    pub fn play_drawn(&mut self, step: Step, nonce: [u8; 16]) -> Result<(), RecordFault> {
        let is_given = self.steps() < self.header.opening as usize;
        if is_given || !matches!(step, Step::Chance { .. }) || self.header.fair.is_none() {
            return Err(RecordFault::Nonce);
        }
        self.play(step)?;
        self.nonce = Some(nonce);
        Ok(())
    }
}

/// What a line was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// A part of the header, or its end.
    Header,
    /// A step, which was legal.
    Step(Step),
    /// The result, which is that of the steps.
    Result,
    /// Nothing, a comment, or the number of a turn.
    Other,
}

/// Reads a record as its lines come. After an error every further line is that error, too.
#[derive(Debug, Default)]
pub struct RecordReader {
    line: usize,
    draft: Draft,
    replay: Option<Replayer>,
    failed: Option<RecordError>,
}

/// A header of which not everything has come.
#[derive(Debug, Default)]
struct Draft {
    /// Whether the first line says that the header counts the steps that were given.
    opening: Option<u32>,
    rules: Option<(Edition, Rules)>,
    board: Option<Board>,
    seats: Vec<SeatHeader>,
    fair: FairnessDraft,
    notes: Vec<(String, String)>,
}

impl RecordReader {
    /// A reader of which nothing was asked yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The game as far as it was read; none before the header has ended.
    pub fn replay(&self) -> Option<&Replayer> {
        self.replay.as_ref()
    }

    /// How many lines were read.
    pub fn lines(&self) -> usize {
        self.line
    }

    /// Reads the next line, without its end.
    ///
    /// # Errors
    ///
    /// What is wrong with it, the first illegal step for instance.
    pub fn line(&mut self, text: &str) -> Result<Line, RecordError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        self.line += 1;
        let text = text.trim();
        let read = match &mut self.replay {
            _ if self.line == 1 => first_line(text).map(|()| Line::Header),
            None => self.header_line(text),
            Some(replay) => replay.line(text),
        };
        read.map_err(|fault| {
            let line = self.line;
            let error = RecordError { line, fault };
            self.failed = Some(error.clone());
            error
        })
    }

    /// The game, once all lines were read: to its end, or as far as it was played.
    ///
    /// # Errors
    ///
    /// A header that is not whole, a game that is over and has no result, or the error of a line.
    pub fn finish(mut self) -> Result<Replayer, RecordError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let line = self.line + 1;
        let fail = |fault| RecordError { line, fault };
        if line == 1 {
            return Err(fail(RecordFault::NoRecord));
        }
        let replay = match self.replay.take() {
            Some(replay) => replay,
            None => self.draft.header().map(Replayer::new).map_err(fail)?,
        };
        let over = RecordResult::of(replay.game(), replay.state()).is_some();
        if over && replay.result.is_none() {
            return Err(fail(RecordFault::NoResult));
        }
        Ok(replay)
    }

    fn header_line(&mut self, text: &str) -> Result<Line, RecordFault> {
        if text.is_empty() {
            let header = std::mem::take(&mut self.draft).header()?;
            self.replay = Some(Replayer::new(header));
        } else if !text.starts_with(['#', ';']) {
            self.draft.line(text)?;
        }
        Ok(Line::Header)
    }
}

fn first_line(text: &str) -> Result<(), RecordFault> {
    if text == FIRST_LINE {
        return Ok(());
    }
    match text.strip_prefix("brickwood-record ") {
        Some(version) => Err(RecordFault::Version {
            version: version.into(),
        }),
        None => Err(RecordFault::NoRecord),
    }
}

impl Draft {
    fn line(&mut self, text: &str) -> Result<(), RecordFault> {
        let (key, rest) = cut(text);
        match key {
            "rules" if self.rules.is_some() => Err(RecordFault::Twice { word: key.into() }),
            "rules" => {
                let (edition, rules) = parse_edition_and_rules(rest)
                    .map_err(|RulesTextErrors(mut errors)| errors.swap_remove(0))?;
                rules
                    .check()
                    .map_err(|why| RecordFault::Unplayable { why })?;
                self.rules = Some((edition, rules));
                Ok(())
            }
            "board" if self.board.is_some() => Err(RecordFault::Twice { word: key.into() }),
            "board" => {
                self.board = Some(parse_board(rest)?);
                Ok(())
            }
            "seat" => {
                let seat = parse_seat_header(rest, self.seats.len() + 1)
                    .ok_or_else(|| RecordFault::Header { word: text.into() })?;
                self.seats.push(seat);
                Ok(())
            }
            OPENING if self.opening.is_some() => Err(RecordFault::Twice { word: key.into() }),
            OPENING => {
                let count = rest.parse().ok().filter(|count| *count > 0);
                self.opening =
                    Some(count.ok_or_else(|| RecordFault::Header { word: text.into() })?);
                Ok(())
            }
            _ if fairness::KEYS.contains(&key) => self.fair.line(key, rest),
            _ if !is_note(key, rest) => Err(RecordFault::Header { word: text.into() }),
            _ => {
                self.notes.push((key.into(), rest.into()));
                Ok(())
            }
        }
    }

    fn header(self) -> Result<RecordHeader, RecordFault> {
        let (edition, rules) = self.rules.ok_or_else(|| RecordFault::Missing {
            word: "rules".into(),
        })?;
        let board = self.board.ok_or_else(|| RecordFault::Missing {
            word: "board".into(),
        })?;
        let header = RecordHeader {
            edition,
            game: Game::new(rules, board).map_err(|why| RecordFault::Unplayable { why })?,
            seats: self.seats,
            fair: self.fair.finish()?,
            opening: self.opening.unwrap_or(0),
            notes: self.notes,
        };
        header.check()?;
        Ok(header)
    }
}

/// The seat of this number: `1 red human Anna`.
fn parse_seat_header(text: &str, number: usize) -> Option<SeatHeader> {
    let (seat, rest) = cut(text);
    let (color, rest) = cut(rest);
    let (player, name) = cut(rest);
    let player = match player.split_once(':') {
        None if player == "human" => RecordedPlayer::Human,
        Some(("bot", level)) => RecordedPlayer::Bot(level.into()),
        _ => return None,
    };
    (seat == number.to_string()).then(|| SeatHeader {
        color: color.into(),
        player,
        name: name.into(),
    })
}

impl Replayer {
    fn line(&mut self, text: &str) -> Result<Line, RecordFault> {
        // A comment may follow on the same line.
        let text = text.split(['#', ';']).next().unwrap_or_default().trim_end();
        if text.is_empty() {
            return Ok(Line::Other);
        }
        if self.result.is_some() {
            return Err(RecordFault::AfterResult);
        }
        let (word, rest) = cut(text);
        match word {
            "turn" => {
                let expected = self.state().turn();
                if rest == expected.to_string() {
                    Ok(Line::Other)
                } else {
                    Err(RecordFault::Turn {
                        expected,
                        word: rest.into(),
                    })
                }
            }
            "result" => {
                let result =
                    parse_result(rest).ok_or_else(|| RecordFault::Result { word: text.into() })?;
                let expected =
                    RecordResult::of(self.game(), self.state()).ok_or(RecordFault::NotOver)?;
                if result != expected {
                    return Err(RecordFault::WrongResult {
                        word: result_text(&expected),
                    });
                }
                self.result = Some(result);
                Ok(Line::Result)
            }
            _ => {
                let (text, nonce) = cut_nonce(text)?;
                let step = parse_step(self.game().board().topology(), text)?;
                match nonce {
                    Some(nonce) => self.play_drawn(step, nonce)?,
                    None => self.play(step)?,
                }
                Ok(Line::Step(step))
            }
        }
    }
}

/// The line of a result.
pub(super) fn result_text(result: &RecordResult) -> String {
    let points = joined(&result.points, ",");
    format!("result {} points={points}", winners_text(result.winners))
}

fn parse_result(text: &str) -> Option<RecordResult> {
    let (winners, points) = cut(text);
    Some(RecordResult {
        winners: parse_winners(winners)?,
        points: points
            .strip_prefix("points=")?
            .split(',')
            .map(|points| points.parse().ok())
            .collect::<Option<_>>()?,
    })
}

/// Reads a whole record.
///
/// # Errors
///
/// The first thing that is wrong, and its line.
pub fn parse_record(text: &str) -> Result<Record, RecordError> {
    let mut reader = RecordReader::new();
    let mut nonces = BTreeMap::new();
    for line in text.lines() {
        if let (Line::Step(_), Some(replay)) = (reader.line(line)?, reader.replay()) {
            nonces.extend(replay.nonce().map(|nonce| (replay.steps() - 1, nonce)));
        }
    }
    let Replayer {
        header,
        played,
        result,
        ..
    } = reader.finish()?;
    Ok(Record {
        header,
        steps: played.into_steps(),
        nonces,
        result,
    })
}
