//! What a client says at a table, over a WebSocket.

use brickwood_rules::{Cards, Seat, Terms};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{ChatText, Command};

/// What a client says.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs)]
pub enum ClientMessage {
    /// The first message of a connection.
    Hello {
        /// The version that the client speaks: [`crate::PROTOCOL`].
        protocol: u32,
        /// The last sequence number that it has seen; none to get the whole log.
        after: Option<u32>,
        /// From a client with a seat: what lets it in before spectators when many come at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        returning: Option<Returning>,
    },
    /// The client wants something of the table. Answered by `ack` or `refused`.
    Command {
        /// Chosen by the client, never used twice by a person at a table: whoever re-sends a message
        /// after a cut re-sends its key, and gets the first answer again.
        key: u64,
        command: Command,
    },
    /// Says something to all at the table, once for each key of a seat. Answered by `ack` or `refused`;
    /// everybody gets it as `chat`.
    Say {
        /// As in `command`.
        key: u64,
        /// The message.
        text: ChatText,
    },
    /// The viewer is putting a counter-offer together, or has stopped: shown to all, stored nowhere and
    /// not acknowledged.
    Preparing {
        /// The line of the offer that will be countered.
        offer: u32,
        /// Whether it is being prepared.
        on: bool,
    },
    /// The cards that the seat has chosen to discard so far: kept, should its time run out before
    /// it has discarded them. Not acknowledged.
    Draft { cards: Cards },
    /// Shows the table from the side of another seat that this device acts for. Answered by a
    /// `welcome`.
    ViewAs { seat: Seat },
    /// Asks whether the server is still there, and what time it is. Answered by a `beat`.
    Beat,
    /// Asks the coach what to do. Answered by `advice`, unless the game moves on first, or refused; only the
    /// latest question of a connection is answered.
    Advise {
        /// A trade to judge instead of the open offer.
        terms: Option<Terms>,
    },
}

/// Why a client that comes back is welcomed before others.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returning {
    /// The pass of its last welcome.
    pub pass: String,
    /// Whether the game waited for it, as far as it knows. Whoever has a pass is believed.
    pub to_act: bool,
}

impl ClientMessage {
    /// The key of a message that is acknowledged or refused.
    pub const fn key(&self) -> Option<u64> {
        match self {
            Self::Command { key, .. } | Self::Say { key, .. } => Some(*key),
            _ => None,
        }
    }
}
