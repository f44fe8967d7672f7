//! What a player can ask of a table.

use brickwood_fair::{ClientSeed, Nonce};
use brickwood_rules::{Action, Seat};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{OpenOffer, Remedy, SeatOrder, TableOptions, TradeWord};

/// A command of a player to a table. It is acknowledged or refused, and leaves lines in the table's log.
//
// Those without fields have braces: without them, serde would not refuse unknown fields.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs)]
pub enum Command {
    /// To take an action of the rules.
    Act {
        action: Action,
        /// 32 hexadecimal digits of the client's own chance, which go into the draw that follows:
        /// the server cannot know it beforehand.
        #[serde(default)]
        #[ts(type = "string | null")]
        nonce: Option<Nonce>,
        /// The line of the log that it answers, where it answers one: the offer for `accept`,
        /// `decline`, `counter` and `withdraw`, and for `confirm` the answer that it closes. What
        /// names another line than the one that stands is refused as `offer_changed`.
        #[serde(default)]
        answers: Option<u32>,
    },
    /// To take back the seat's last step, where that reveals and changes nothing for others.
    Undo {},
    /// To say something about trades, beside the offers and answers of the rules.
    TradeTalk {
        /// The message.
        word: TradeWord,
    },
    /// To close a trade that another has suggested, in one's own turn.
    TakeSuggestion {
        /// The line of the log in which it was made.
        suggestion: u32,
    },
    /// To be ready to begin. Before the start, once for each person.
    Ready {
        /// 64 hexadecimal digits of the client's own chance, which go into all draws of the game.
        #[ts(type = "string")]
        seed: ClientSeed,
    },
    /// To give the client's seats up, for good. Once the game has begun, a bot plays on.
    Leave {},
    /// To have one more person play at the client's device, on an open seat, or to give that person another name. Before
    /// the start, and not where the game is rated.
    Companion {
        /// The name; none to give that person's seat up.
        name: Option<String>,
    },
    /// To agree that somebody gets the seat that they ask for, or not.
    Admit {
        request: u32,
        /// Whether the player agrees.
        yes: bool,
    },
    /// To have something done about a player. About one who is here and does not act: by the host at once, or
    /// by most of the others. To remove a player takes most of the others, and never one person alone.
    Remedy {
        /// The player's seat.
        seat: Seat,
        remedy: Remedy,
    },
    /// To end the game without a winner, or to play on where others want to end it. The game ends
    /// once everybody agrees who plays and is not away (RUL-24).
    EndGame {
        /// Whether the player wants to end it.
        yes: bool,
    },
    /// To take a minute more to think, as often as the options allow.
    MoreTime {},
    /// To play again after a bot has played for the client's seats.
    Return {},
    /// To arrange the table, as its host.
    Arrange {
        /// The arrangement.
        order: HostOrder,
    },
}

impl Command {
    /// To take an action while this offer is open: an answer names its line.
    pub fn act(action: Action, offer: Option<OpenOffer>) -> Self {
        Self::Act {
            action,
            nonce: None,
            answers: offer.and_then(|offer| offer.answered_by(action)),
        }
    }

    /// The same with chance of the client's own for the draw that may follow. None follows an answer.
    #[must_use]
    pub const fn with_nonce(mut self, own: Nonce) -> Self {
        if let Self::Act {
            nonce,
            answers: None,
            ..
        } = &mut self
        {
            *nonce = Some(own);
        }
        self
    }

    /// Whether it is a part of the game, for one seat. All others are about the people or the table.
    pub const fn is_in_game(&self) -> bool {
        matches!(
            self,
            Self::Act { .. } | Self::Undo {} | Self::TradeTalk { .. } | Self::TakeSuggestion { .. }
        )
    }
}

/// What a host can have arranged.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs)]
pub enum HostOrder {
    /// The game begins: nobody is missing, and locked seats are left out.
    Start {},
    /// A seat is for somebody else; whoever sits there is removed. Before the start.
    Seat { seat: Seat, to: SeatOrder },
    /// A player has to go, and stays out. Before the start; in a game the others vote (`remedy`).
    Remove { seat: Seat },
    /// Somebody may come back who was removed.
    LetBack { id: u32 },
    /// Another player is the host from now on.
    HandOver { to: Seat },
    /// The table is run in another way. In a game, the clock, the start and the coach stay as
    /// they are, and nothing else gets worse for a player: see [`TableOptions`].
    Options {
        /// How.
        options: TableOptions,
    },
    /// The game waits, and no clock runs.
    Pause {},
    /// The game goes on.
    Unpause {},
    /// A bot plays for a seat whose player has been away for the time that the options allow, until
    /// they are back.
    StandIn { seat: Seat },
}
