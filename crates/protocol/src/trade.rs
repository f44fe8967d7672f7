//! Talking about trades: what is said about them beside the steps of the rules.

use brickwood_rules::{Action, Cards, Seat, SeatSet, Terms};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// The most cards that one side of a trade may leave open.
pub const MOST_ANY: u8 = 4;

/// The terms of a trade of which part may be left open, told from the side of the seat whose turn it
/// is, as in an offer.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTerms {
    /// What the seat whose turn it is gives.
    pub give: Cards,
    /// What it takes.
    pub take: Cards,
    /// How many cards of any kind it gives besides.
    #[serde(default)]
    pub any_give: u8,
    /// How many cards of any kind it takes besides.
    #[serde(default)]
    pub any_take: u8,
}

impl OpenTerms {
    /// The terms, where nothing is left open.
    pub fn concrete(self) -> Option<Terms> {
        let Self {
            give,
            take,
            any_give,
            any_take,
        } = self;
        (any_give == 0 && any_take == 0).then_some(Terms { give, take })
    }
}

impl From<Terms> for OpenTerms {
    fn from(Terms { give, take }: Terms) -> Self {
        Self {
            give,
            take,
            any_give: 0,
            any_take: 0,
        }
    }
}

/// What a seat says about trades, beside the offers and answers of the rules.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs)]
pub enum TradeWord {
    /// Suggests a trade (TRD-03): to the seat whose turn it is, or, said by that seat, to all others.
    Suggest {
        /// What for what.
        terms: OpenTerms,
        /// The suggestion that this one answers, by its line in the log: one of the seat whose turn it
        /// is.
        answers: Option<u32>,
    },
    /// Takes an own suggestion back.
    TakeBack {
        /// Its line in the log.
        suggestion: u32,
    },
    /// Says no to another's suggestion.
    Decline {
        /// Its line in the log.
        suggestion: u32,
    },
    /// Says no to every offer until the end of this turn.
    DeclineAll,
    /// Answers offers again.
    Listen,
    /// Trades no more with a player: neither hears the other's offers and suggestions.
    Block { seat: Seat },
    /// Trades with a player again.
    Unblock { seat: Seat },
}

/// A trade that a seat suggests, to the seat whose turn it is, or as that seat to all others.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suggestion {
    /// The line of the log in which it was made: its name.
    pub line: u32,
    /// Who suggests it.
    pub from: Seat,
    /// What for what.
    pub terms: OpenTerms,
    /// The suggestion that it answers, if it answers one.
    pub answers: Option<u32>,
    /// Who has said no to it.
    pub declined: SeatSet,
}

/// The lines of the log that an answer to the open offer has to name.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenOffer {
    /// The line of the offer: what `accept`, `decline`, `counter` and `withdraw` answer. It is 0 for an offer
    /// that was open in the position from which the game began.
    pub line: u32,
    /// By seat, the line of its last answer: what `confirm` answers.
    pub answers: [Option<u32>; 6],
}

impl OpenOffer {
    /// The line that an action answers; none if it answers nothing.
    pub fn answered_by(&self, action: Action) -> Option<u32> {
        match action {
            Action::Confirm { with } => self.answers[with.index()],
            _ if is_answer(action) => Some(self.line),
            _ => None,
        }
    }
}

/// Whether an action answers an offer, or an answer to one.
pub const fn is_answer(action: Action) -> bool {
    matches!(
        action,
        Action::Accept
            | Action::Decline
            | Action::Counter { .. }
            | Action::Confirm { .. }
            | Action::Withdraw
    )
}
