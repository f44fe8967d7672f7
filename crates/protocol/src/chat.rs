//! What players say to each other.

use brickwood_rules::Seat;
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// The most characters of what a player says in words.
pub const LONGEST_WORDS: usize = 200;

/// What a player says.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatText {
    /// In words of their own: 1 to [`LONGEST_WORDS`] characters.
    Words {
        /// The words, to be shown as text and nothing else.
        text: String,
    },
    /// One of the phrases that every reader gets in their own language.
    Phrase {
        /// Which.
        phrase: Phrase,
    },
}

/// A phrase that needs no translator.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// Sorry!
    Sorry,
    /// Let me think.
    Thinking,
    /// Your turn.
    YourTurn,
    /// Be right back.
    BeRightBack,
    /// I need ...: anybody want to trade?
    WantsTrade,
    /// No, thank you.
    NoThanks,
    /// Oh no!
    OhNo,
    /// Good game!
    GoodGame,
}

/// One line of the talk at a table.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// From 1, in order; a table's talk has no gaps but what has expired.
    pub number: u32,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// From which seat.
    pub seat: Seat,
    /// The name that its speaker had.
    pub name: String,
    /// What was said.
    pub text: ChatText,
}
