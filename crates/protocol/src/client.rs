//! What a client says at a table, over a WebSocket.

use brickwood_fair::{ClientSeed, Nonce};
use brickwood_rules::{Action, Cards, Seat, Terms};
use serde::{Deserialize, Serialize};

use crate::{ChatText, Remedy, SeatOrder, TableOptions, TradeWord};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello {
        /// The version that the client speaks: [`crate::PROTOCOL`].
        protocol: u32,
        /// The last sequence number that it has seen; none to get the whole log.
        after: Option<u32>,
    },
    /// The client's seat acts.
    Act {
        /// Chosen by the client, never used twice by a guest at a table: whoever re-sends a message
        /// after a cut re-sends its key, and gets the first answer again.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// What it does.
        action: Action,
        /// 32 hexadecimal digits of the client's own chance, which go into the draw that follows:
        /// the server cannot know it beforehand.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(type = "string | null"))]
        nonce: Option<Nonce>,
        /// The line of the log that it answers, where it answers one: the offer for `accept`,
        /// `decline`, `counter` and `withdraw`, and for `confirm` the answer that it closes. What
        /// names another line than the one that stands is refused as `offer_changed`.
        #[serde(default)]
        answers: Option<u32>,
    },
    /// Takes back the seat's last step, where that reveals and changes nothing for others.
    Undo {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
    },
    /// Says something about trades, beside the offers and answers of the rules.
    TradeTalk {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// What.
        word: TradeWord,
    },
    /// The viewer is putting a counter-offer together, or has stopped: shown to all, stored nowhere and
    /// not acknowledged.
    Preparing {
        /// The line of the offer that will be countered.
        offer: u32,
        /// Whether it is being prepared.
        on: bool,
    },
    /// The seat whose turn it is closes a trade that another has suggested.
    TakeSuggestion {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// The line of the log in which it was made.
        suggestion: u32,
    },
    /// The cards that the seat has chosen to discard so far: kept, should its time run out before
    /// it has discarded them. Not acknowledged.
    Draft {
        /// The cards.
        cards: Cards,
    },
    /// The client is ready to begin. Before the start, once for each guest.
    Ready {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// 64 hexadecimal digits of the client's own chance, which go into all draws of the game.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        seed: ClientSeed,
    },
    /// Gives the client's seats up, for good. Once the game has begun, a bot plays on.
    Leave {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
    },
    /// Agrees that somebody gets the seat that they ask for, or does not.
    Admit {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// Which request.
        request: u32,
        /// Whether the player agrees.
        yes: bool,
    },
    /// Has something done about a player. About one who is here and does not act: by the host at once, or
    /// by most of the others. To remove a player takes most of the others, and never one person alone.
    Remedy {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// Whose seat.
        seat: Seat,
        /// What.
        remedy: Remedy,
    },
    /// Wants to end the game without a winner, or to play on where others want to end it. The game ends
    /// once everybody agrees who plays and is not away (RUL-24).
    EndGame {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// Whether the player wants to end it.
        yes: bool,
    },
    /// Takes a minute more to think, as often as the options allow.
    MoreTime {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
    },
    /// Plays again after a bot has played for the client's seats.
    Return {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
    },
    /// The host arranges the table.
    Arrange {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// What about it.
        order: HostOrder,
    },
    /// Shows the table from the side of another seat that this device acts for. Answered by a
    /// `welcome`.
    ViewAs {
        /// Which.
        seat: Seat,
    },
    /// Asks whether the server is still there, and what time it is. Answered by a `beat`.
    Beat,
    /// Asks the coach what to do. Answered by `advice`, unless the game moves on first, or refused; only the
    /// latest question of a connection is answered.
    Advise {
        /// A trade to judge instead of the open offer.
        terms: Option<Terms>,
    },
    /// Says something to all at the table, once for each key of a seat. Answered by `ack` or `refused`;
    /// everybody gets it as `chat`.
    Say {
        /// As in `act`.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        key: u64,
        /// What.
        text: ChatText,
    },
}

impl ClientMessage {
    /// The key of a message that has one.
    pub const fn key(&self) -> Option<u64> {
        match self {
            Self::Act { key, .. }
            | Self::Undo { key }
            | Self::TradeTalk { key, .. }
            | Self::TakeSuggestion { key, .. }
            | Self::Ready { key, .. }
            | Self::Leave { key }
            | Self::Admit { key, .. }
            | Self::Remedy { key, .. }
            | Self::EndGame { key, .. }
            | Self::MoreTime { key }
            | Self::Return { key }
            | Self::Arrange { key, .. }
            | Self::Say { key, .. } => Some(*key),
            Self::Hello { .. }
            | Self::Preparing { .. }
            | Self::Draft { .. }
            | Self::ViewAs { .. }
            | Self::Advise { .. }
            | Self::Beat => None,
        }
    }
}

/// What a host can have arranged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/table.ts"))]
pub enum HostOrder {
    /// The game begins: nobody is missing, and locked seats are left out.
    Start,
    /// A seat is for somebody else; whoever sits there is removed. Before the start.
    Seat {
        /// Which.
        seat: Seat,
        /// For whom.
        to: SeatOrder,
    },
    /// A player has to go, and stays out. Before the start; in a game the others vote (`remedy`).
    Remove {
        /// Whose seat.
        seat: Seat,
    },
    /// Somebody may come back who was removed.
    LetBack {
        /// Who.
        id: u32,
    },
    /// Another player is the host from now on.
    HandOver {
        /// Who.
        to: Seat,
    },
    /// The table is run in another way. In a game, the clock, the start and the coach stay as
    /// they are, and nothing else gets worse for a player: see [`TableOptions`].
    Options {
        /// How.
        options: TableOptions,
    },
    /// The game waits, and no clock runs.
    Pause,
    /// The game goes on.
    Unpause,
    /// A bot plays for a seat whose player has been away for the time that the options allow, until
    /// they are back.
    StandIn {
        /// Which.
        seat: Seat,
    },
}
