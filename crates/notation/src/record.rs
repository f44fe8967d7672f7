//! A whole game as lines of text: who played by which rules on which board, every step, the result.
//!
//! ```text
//! record  = "brickwood-record 1" EOL *header EOL *( line EOL ) [ result EOL ]
//! header  = "rules" SP rules EOL / "board" SP board EOL
//!         / "seat" SP number SP color SP player [ SP name ] EOL / fair EOL / key SP text EOL
//!         / "opening" SP number EOL
//! player  = "human" / "bot:" level
//! fair    = "fair" SP scheme [ SP table ] / "fair-board" SP ( "drawn" [ SP deal ] / "chosen" )
//!         / "fair-commitment" SP 64hex / "fair-secret" SP 64hex / "fair-seed" SP number SP 64hex
//! line    = step [ " nonce=" 32hex ] / "turn" SP number / comment / nothing
//! result  = "result" SP seats SP "points=" number *( "," number )
//! ```

mod error;
mod fairness;
mod reader;
mod writer;

use std::{collections::BTreeMap, fmt::Write};

use brickwood_rules::{
    Board, Edition, Game, MAX_SEATS, Rules, RulesError, Seat, SeatSet, State, Step,
};

pub use error::{RecordError, RecordFault};
pub use fairness::Fairness;
pub use reader::{Line, RecordReader, Replayer, parse_record};
pub use writer::{RecordWriter, WriteError, record_text};

use crate::board_text::board_text;
use crate::rules_text::rules_text_from;
use crate::step::seat_number;

/// The first line of a record.
const FIRST_LINE: &str = "brickwood-record 1";

/// The header that counts the steps that were given when the game was set up.
const OPENING: &str = "opening";

/// The player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordedPlayer {
    /// A person.
    Human,
    /// A bot of this level, a word such as `hard`.
    Bot(String),
}

/// The colors in the order in which seats take them.
pub const COLORS: [&str; MAX_SEATS] = ["coral", "cobalt", "amber", "teal", "chalk", "plum"];

/// A seat's player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatHeader {
    /// The color of the pieces, a word such as `red`.
    pub color: String,
    /// The player.
    pub player: RecordedPlayer,
    /// The player's name, on one line; perhaps empty.
    pub name: String,
}

/// All that a record says before the first step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordHeader {
    /// The edition from which the rules are told.
    pub edition: Edition,
    /// The rules and the board.
    pub game: Game,
    /// By seat, one for each.
    pub seats: Vec<SeatHeader>,
    /// From what its chance followed; none where nobody can say.
    pub fair: Option<Fairness>,
    /// How many of the first steps were given when the game was set up, such as those of another game. What
    /// chance brought in them does not follow from `fair`.
    pub opening: u32,
    /// All other headers, by key, in their order: `date`, `seed` and whatever a program notes.
    pub notes: Vec<(String, String)>,
}

impl RecordHeader {
    /// A header for these seats, without notes.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played, or not on this board.
    pub fn new(
        edition: Edition,
        rules: Rules,
        board: Board,
        seats: Vec<SeatHeader>,
    ) -> Result<Self, RulesError> {
        Ok(Self {
            edition,
            game: Game::new(rules, board)?,
            seats,
            fair: None,
            opening: 0,
            notes: Vec::new(),
        })
    }

    /// The players' names, by seat; the number of the seat where one has none.
    pub fn names(&self) -> Vec<String> {
        let seats = Seat::all(self.game.rules().players).zip(&self.seats);
        seats
            .map(|(seat, header)| match header.name.as_str() {
                "" => format!("Seat {}", seat_number(seat)),
                name => name.to_owned(),
            })
            .collect()
    }

    /// The same with one more note.
    #[must_use]
    pub fn with_note(mut self, key: &str, text: &str) -> Self {
        self.notes.push((key.into(), text.into()));
        self
    }

    /// Whether this header can be written and read back.
    fn check(&self) -> Result<(), RecordFault> {
        if self.seats.len() != self.game.rules().seats() {
            return Err(RecordFault::Seats {
                expected: self.game.rules().players,
            });
        }
        for seat in &self.seats {
            let level = match &seat.player {
                RecordedPlayer::Human => None,
                RecordedPlayer::Bot(level) => Some(level),
            };
            for word in [Some(&seat.color), level].into_iter().flatten() {
                if !is_word(word) {
                    return Err(RecordFault::Header { word: word.clone() });
                }
            }
            if !is_text(&seat.name) {
                return Err(RecordFault::Header {
                    word: seat.name.clone(),
                });
            }
        }
        if let Some(fair) = &self.fair {
            fair.check(self.game.rules().players)?;
        }
        for (key, text) in &self.notes {
            if key == OPENING || !is_note(key, text) {
                return Err(RecordFault::Header { word: key.clone() });
            }
        }
        Ok(())
    }

    /// The lines of the header, without the empty one that ends it.
    fn text(&self) -> String {
        let rules = rules_text_from(self.edition, self.game.rules());
        let mut text = format!("{FIRST_LINE}\nrules {rules}\n");
        let _ = writeln!(text, "board {}", board_text(self.game.board()));
        for (seat, header) in Seat::all(self.game.rules().players).zip(&self.seats) {
            let player = match &header.player {
                RecordedPlayer::Human => "human".into(),
                RecordedPlayer::Bot(level) => format!("bot:{level}"),
            };
            let line = format!(
                "seat {} {} {player} {}",
                seat_number(seat),
                header.color,
                header.name
            );
            text += line.trim_end();
            text.push('\n');
        }
        if let Some(fair) = &self.fair {
            text += &fair.text();
        }
        if self.opening > 0 {
            let _ = writeln!(text, "{OPENING} {}", self.opening);
        }
        for (key, note) in &self.notes {
            text += format!("{key} {note}").trim_end();
            text.push('\n');
        }
        text
    }
}

/// Whether this can be a header that the program keeps as it is: no other header, and nothing that
/// begins a line of the game, so that a game without the empty line before it is noticed.
fn is_note(key: &str, text: &str) -> bool {
    const TAKEN: [&str; 10] = [
        "rules", "board", "seat", "position", "turn", "result", "dice", "stolen", "drawn",
        "time-up",
    ];
    let begins_well = key.starts_with(|c: char| c.is_alphabetic());
    let taken = TAKEN.contains(&key) || fairness::KEYS.contains(&key);
    begins_well && !taken && is_word(key) && is_text(text)
}

/// The first word and what follows it.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// One line, without blanks round it.
fn is_text(text: &str) -> bool {
    text.trim() == text && !text.contains(|c: char| c.is_control())
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordResult {
    /// The winners: one, several who share a game against the time limit (WIN-05), or nobody where
    /// the players have ended it (RUL-24).
    pub winners: SeatSet,
    /// By seat, hidden victory points included.
    pub points: Vec<u8>,
}

impl RecordResult {
    /// The result of a state; none while the game goes on.
    pub fn of(game: &Game, state: &State) -> Option<Self> {
        let points = |seat| state.points(game, seat).total();
        Some(Self {
            winners: state.phase().winners()?,
            points: Seat::all(game.rules().players).map(points).collect(),
        })
    }
}

/// A whole game, or as much of it as was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What is said before the first step.
    pub header: RecordHeader,
    /// Every step, those of chance included.
    pub steps: Vec<Step>,
    /// The nonces with which chance was drawn, by the place of the outcome among the steps, from 0.
    /// Only where the header says from what chance followed.
    pub nonces: BTreeMap<usize, [u8; 16]>,
    /// The result; none where the game did not come to an end.
    pub result: Option<RecordResult>,
}
