//! What the worker is to do for a table.

use brickwood_protocol::{ChatText, Problem};
use brickwood_rules::Seat;
use brickwood_table::room::{
    ConnectionId, Output as RoomOutput, Query as RoomQuery, Reply, RequestId,
};
use serde::Serialize;

use crate::stored::{self, Documents, Known};

/// What the worker is to do.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Output {
    /// Hand the text of a message to these connections; say `has_read` if there is more.
    Send {
        to: Vec<ConnectionId>,
        text: String,
        more: bool,
    },
    Close {
        connection: ConnectionId,
    },
    /// The result of a request: the id of a table, or nothing, or a problem.
    Reply {
        request: RequestId,
        table: Option<String>,
        problem: Option<Problem>,
    },
    /// Ask the storage.
    Query {
        query: Query,
    },
    /// Say `think`, once all else is done.
    Think,
    /// Say `advise`, once all else is done.
    Advise,
    /// For the console.
    Report {
        text: String,
    },
}

/// A query to the storage.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Query {
    Load,
    Tail {
        after: u32,
    },
    Append {
        /// The number of the first line.
        first: u32,
        lines: Vec<String>,
        documents: Documents,
    },
    Attend {
        /// Whether somebody is connected here.
        here: bool,
    },
    Say {
        at_ms: u64,
        seat: Seat,
        name: String,
        text: ChatText,
    },
    Chat {
        after: u32,
        limit: u32,
    },
    Names,
    Create {
        id: String,
        documents: Documents,
        rematch_of: Option<String>,
    },
}

impl Query {
    pub(crate) fn of(query: RoomQuery, known: Option<&Known>) -> Self {
        match query {
            RoomQuery::Load => Self::Load,
            RoomQuery::Tail { after } => Self::Tail { after },
            RoomQuery::Append(append) => {
                let known = known.expect("a table is loaded before it grows");
                Self::Append {
                    first: append.records.first().map_or(0, |record| record.seq),
                    lines: append.records.iter().map(stored::text).collect(),
                    documents: Documents::after(&append, &known.setup, &known.people),
                }
            }
            RoomQuery::Attend { here, .. } => Self::Attend {
                here: here.is_some(),
            },
            RoomQuery::Say(line) => Self::Say {
                at_ms: line.at_ms,
                seat: line.seat,
                name: line.name,
                text: line.text,
            },
            RoomQuery::FindLine { .. } => unreachable!("it is answered at once"),
            RoomQuery::Chat { after, limit } => Self::Chat { after, limit },
            RoomQuery::Names => Self::Names,
            RoomQuery::Create(game) => Self::Create {
                id: game.setup.id.clone(),
                documents: Documents::of_new(&game),
                rematch_of: game.rematch_of,
            },
        }
    }
}

/// An output that only the worker can carry out; none for those that concern the storage or the bots.
pub(crate) fn plain(output: RoomOutput) -> Option<Output> {
    Some(match output {
        RoomOutput::Send { to, message, more } => Output::Send {
            to,
            text: stored::text(&message),
            more,
        },
        RoomOutput::Close { connection } => Output::Close { connection },
        RoomOutput::Reply { request, result } => {
            let (table, problem) = match result {
                Ok(Reply::Table(table)) => (Some(table), None),
                Ok(Reply::Done) => (None, None),
                Err(problem) => (None, Some(problem)),
            };
            Output::Reply {
                request,
                table,
                problem,
            }
        }
        RoomOutput::Report(fault) => Output::Report {
            text: fault.to_string(),
        },
        RoomOutput::Query(_)
        | RoomOutput::Decide { .. }
        | RoomOutput::Advise { .. }
        | RoomOutput::Overtaken => return None,
    })
}
