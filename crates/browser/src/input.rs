//! What happens to a table, as the worker says it.

use brickwood_protocol::{ChatLine, ClientMessage, Problem, ProblemKind, RequestFault, SetUpOrder};
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    AppendError, Attendance, CreateError, NodeId, StoredGame, Unavailable,
    room::{
        Answer, Arrival, Attended, ConnectionId, Input as RoomInput, Names as RoomNames, RequestId,
    },
};
use serde::Deserialize;

use crate::hex;
use crate::stored::{Game, OWNER};

/// This page, among those of one browser that have the same table open.
pub(crate) const HERE: NodeId = NodeId(1);

/// Another page.
const ELSEWHERE: NodeId = NodeId(2);

/// What happens to a table.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Input {
    Connect {
        request: RequestId,
        connection: ConnectionId,
        after: Option<u32>,
    },
    /// A message of the page, as it was sent.
    Say {
        connection: ConnectionId,
        text: String,
    },
    HasRead {
        connection: ConnectionId,
    },
    Leave {
        connection: ConnectionId,
    },
    Join {
        request: RequestId,
        name: String,
        seat: Option<Seat>,
    },
    SetUp {
        request: RequestId,
        order: Box<SetUpOrder>,
    },
    Rematch {
        request: RequestId,
    },
    Hint,
    Timer,
    /// The bots are to decide now.
    Think,
    /// The coach is to answer now.
    Advise,
    /// The answers of the storage begin here.
    Loaded {
        game: Option<Game>,
    },
    Tail {
        game: Option<Game>,
    },
    Appended {
        result: Appended,
    },
    Attended {
        /// Whether this page runs the table's clock and bots.
        holds: bool,
        /// Whether no page did before.
        was_free: bool,
    },
    Said {
        line: ChatLine,
    },
    Chat {
        lines: Vec<ChatLine>,
    },
    Names(Names),
    Created {
        result: Created,
    },
    /// The storage has failed: the answer to whatever was asked.
    Failed,
}

/// The result of an append.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Appended {
    Done,
    Conflict { head: u32 },
    Gone,
}

/// The result of creating a game.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Created {
    Done,
    Exists,
    Other { id: String },
}

/// The random values of a new table.
#[derive(Deserialize)]
pub(crate) struct Names {
    pub(crate) id: String,
    #[serde(deserialize_with = "hex::bytes")]
    pub(crate) seed: [u8; 32],
}

impl Input {
    /// The room's input, if it is one that the room knows.
    pub(crate) fn read(self) -> Result<RoomInput, Problem> {
        Ok(match self {
            Self::Connect {
                request,
                connection,
                after,
            } => RoomInput::Connect(Arrival {
                request,
                connection,
                guest: Some(OWNER),
                after,
                spectators: 0,
            }),
            Self::Say { connection, text } => RoomInput::Say {
                connection,
                message: message(&text)?,
                too_many: false,
            },
            Self::HasRead { connection } => RoomInput::HasRead { connection },
            Self::Leave { connection } => RoomInput::Leave { connection },
            Self::Join {
                request,
                name,
                seat,
            } => RoomInput::Join {
                request,
                guest: OWNER,
                name: brickwood_table::person_name(&name)?,
                seat,
            },
            Self::SetUp { request, order } => RoomInput::SetUp {
                request,
                guest: OWNER,
                order,
            },
            Self::Rematch { request } => RoomInput::Rematch {
                request,
                guest: Some(OWNER),
            },
            Self::Hint => RoomInput::Hint,
            Self::Timer => RoomInput::Timer,
            answer => RoomInput::Answer(answer.answer()?),
        })
    }

    fn answer(self) -> Result<Answer, Problem> {
        Ok(match self {
            Self::Loaded { game } => Answer::Loaded(stored(game)),
            Self::Tail { game } => Answer::Tail(stored(game)),
            Self::Appended { result } => Answer::Appended(match result {
                Appended::Done => Ok(()),
                Appended::Conflict { head } => Err(AppendError::Conflict { head }),
                Appended::Gone => Err(AppendError::NoSuchGame),
            }),
            Self::Attended { holds, was_free } => Answer::Attended(Ok(Attended {
                attendance: Attendance {
                    holder: Some(if holds { HERE } else { ELSEWHERE }),
                    seats: SeatSet::EMPTY,
                },
                was_free,
            })),
            Self::Said { line } => Answer::Said(Ok(line)),
            Self::Chat { lines } => Answer::Chat(Ok(lines)),
            Self::Names(Names { id, seed }) => Answer::Names(Ok(RoomNames {
                id,
                seed,
                code: String::new(),
            })),
            Self::Created { result } => Answer::Created(match result {
                Created::Done => Ok(()),
                Created::Exists => Err(CreateError::Exists),
                Created::Other { id } => Err(CreateError::OtherRematch(id)),
            }),
            _ => return Err(malformed("it is not an answer".to_owned())),
        })
    }
}

/// A document that is damaged is as good as none.
fn stored(game: Option<Game>) -> Result<Option<Box<StoredGame>>, Unavailable> {
    let game = game.map(Game::stored).transpose();
    game.map(|game| game.map(Box::new)).map_err(|_| Unavailable)
}

fn message(text: &str) -> Result<ClientMessage, Problem> {
    serde_json::from_str(text).map_err(|error| malformed(error.to_string()))
}

pub(crate) fn malformed(detail: String) -> Problem {
    let why = RequestFault::Unreadable { detail };
    ProblemKind::Malformed { why }.into()
}
