//! What a record says so that everybody can draw its chance again.
//!
//! Only the form is looked at here. Whether the draws are those that should have been drawn, somebody
//! finds out who knows the scheme.

use std::fmt::Write;

use brickwood_rules::Seat;

use super::{RecordFault, cut, is_text, is_word};
use crate::step::{parse_seat, seat_number};

/// From what the chance of a game followed. Everything is open: the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fairness {
    /// How it followed: a word such as `brickwood-fair-v1`.
    pub scheme: String,
    /// The id of the table.
    pub table: String,
    /// Which deal of a random board was played on, from 1; none where somebody chose the board.
    pub board_deal: Option<u16>,
    /// What was shown of the secret before the game.
    pub commitment: [u8; 32],
    /// The secret.
    pub secret: [u8; 32],
    /// What the players brought, in the order of seats; not every seat has to.
    pub seeds: Vec<(Seat, [u8; 32])>,
}

const FAIR: &str = "fair";
const BOARD: &str = "fair-board";
const COMMITMENT: &str = "fair-commitment";
const SECRET: &str = "fair-secret";
const SEED: &str = "fair-seed";

/// What the lines of the header begin with.
pub(super) const KEYS: [&str; 5] = [FAIR, BOARD, COMMITMENT, SECRET, SEED];

const NONCE: &str = " nonce=";
const DRAWN: &str = "drawn";

impl Fairness {
    /// Whether it can be written and read back, in a game of so many.
    pub(super) fn check(&self, players: u8) -> Result<(), RecordFault> {
        if !is_word(&self.scheme) || !is_text(&self.table) {
            let line = format!("{FAIR} {} {}", self.scheme, self.table);
            return Err(RecordFault::Header { word: line });
        }
        let in_order = self.seeds.is_sorted_by(|one, next| one.0 < next.0);
        let all_play = self
            .seeds
            .iter()
            .all(|(seat, _)| seat_number(*seat) <= players);
        if in_order && all_play {
            Ok(())
        } else {
            Err(RecordFault::Seeds)
        }
    }

    /// The lines of the header.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{FAIR} {} {}", self.scheme, self.table);
        text.truncate(text.trim_end().len());
        let board = match self.board_deal {
            None => "chosen".to_owned(),
            Some(1) => DRAWN.to_owned(),
            Some(deal) => format!("{DRAWN} {deal}"),
        };
        let _ = write!(
            text,
            "\n{BOARD} {board}\n{COMMITMENT} {}\n{SECRET} {}\n",
            hex_text(&self.commitment),
            hex_text(&self.secret),
        );
        for (seat, seed) in &self.seeds {
            let _ = writeln!(text, "{SEED} {} {}", seat_number(*seat), hex_text(seed));
        }
        text
    }
}

/// A [`Fairness`] of which not everything has come.
#[derive(Debug, Default)]
pub(super) struct FairnessDraft {
    scheme: Option<(String, String)>,
    /// 0 where somebody chose the board.
    board_deal: Option<u16>,
    commitment: Option<[u8; 32]>,
    secret: Option<[u8; 32]>,
    seeds: Vec<(Seat, [u8; 32])>,
}

impl FairnessDraft {
    /// Reads one of the lines that begin with one of [`KEYS`].
    pub(super) fn line(&mut self, key: &str, rest: &str) -> Result<(), RecordFault> {
        let read = match key {
            FAIR => {
                let (scheme, table) = cut(rest);
                let named = is_word(scheme).then(|| (scheme.to_owned(), table.to_owned()));
                fill(&mut self.scheme, named)
            }
            BOARD => fill(&mut self.board_deal, parse_board(rest)),
            COMMITMENT => fill(&mut self.commitment, parse_hex(rest)),
            SECRET => fill(&mut self.secret, parse_hex(rest)),
            _ => {
                let (seat, seed) = cut(rest);
                let read = parse_seat(seat).zip(parse_hex(seed));
                self.seeds.extend(read);
                read.map(|_| true)
            }
        };
        match read {
            Some(true) => Ok(()),
            Some(false) => Err(RecordFault::Twice { word: key.into() }),
            None => Err(RecordFault::Header {
                word: format!("{key} {rest}"),
            }),
        }
    }

    /// All of it, or nothing; a part is a fault.
    pub(super) fn finish(self) -> Result<Option<Fairness>, RecordFault> {
        let missing = |header: &str| RecordFault::Missing {
            word: header.into(),
        };
        let Some((scheme, table)) = self.scheme else {
            let nothing = self.board_deal.is_none()
                && self.commitment.is_none()
                && self.secret.is_none()
                && self.seeds.is_empty();
            return if nothing {
                Ok(None)
            } else {
                Err(missing(FAIR))
            };
        };
        Ok(Some(Fairness {
            scheme,
            table,
            board_deal: Some(self.board_deal.ok_or_else(|| missing(BOARD))?)
                .filter(|deal| *deal > 0),
            commitment: self.commitment.ok_or_else(|| missing(COMMITMENT))?,
            secret: self.secret.ok_or_else(|| missing(SECRET))?,
            seeds: self.seeds,
        }))
    }
}

/// Whether there was nothing yet; none if there is nothing to put there.
fn fill<T>(place: &mut Option<T>, read: Option<T>) -> Option<bool> {
    let first = place.is_none();
    *place = Some(read?);
    Some(first)
}

/// Which deal lay there: 0 where the board was chosen. A line has one form.
fn parse_board(text: &str) -> Option<u16> {
    match text {
        "chosen" => Some(0),
        DRAWN => Some(1),
        _ => {
            let number = text.strip_prefix(DRAWN)?.strip_prefix(' ')?;
            let deal: u16 = number.parse().ok()?;
            (deal > 1 && deal.to_string() == number).then_some(deal)
        }
    }
}

/// The step of a line, and the nonce behind it.
pub(super) fn cut_nonce(line: &str) -> Result<(&str, Option<[u8; 16]>), RecordFault> {
    match line.split_once(NONCE) {
        None => Ok((line, None)),
        Some((step, nonce)) => match parse_hex(nonce) {
            Some(nonce) => Ok((step, Some(nonce))),
            None => Err(RecordFault::Nonce),
        },
    }
}

/// What stands behind a step that was drawn with this nonce.
pub(super) fn nonce_text(nonce: &[u8; 16]) -> String {
    format!("{NONCE}{}", hex_text(nonce))
}

fn hex_text(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let read = base16ct::lower::decode(text, &mut bytes).ok()?.len();
    (read == N).then_some(bytes)
}
