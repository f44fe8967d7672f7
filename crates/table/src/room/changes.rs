//! The only path into the log: a change is proposed, stored, committed, and its author gets the result.

use brickwood_rules::Seat;

use super::guests::check_name;
use super::queries::PendingQuery;
use super::{ConnectionId, Job, Output, Query, Reply, RequestId, Room};
use crate::arrange::TableCommand;
use crate::draft::Batch;
use crate::people::GuestId;
use crate::protocol::{Problem, ProblemKind, ServerMessage, SetUpOrder};
use crate::request::{Refusal, Request};
use crate::stored::AppendError;
use crate::table::Table;

/// How often a change is tried when somebody else has written to the log. The game makes progress each time,
/// so this ends by itself; but players who reconnect at the same time to several nodes must wait for each
/// other.
const ATTEMPTS: u32 = 12;

/// A change that should go into the log.
#[derive(Debug)]
pub(super) struct Change {
    author: Author,
    kind: ChangeKind,
    /// The remaining attempts.
    attempts: u32,
    /// Whether the lines that were due were added before it, in this attempt.
    advanced: bool,
}

/// The author of a change, who gets its result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Author {
    /// Nobody: it is due by itself.
    Time,
    /// A client, by a message with this key.
    Client { connection: ConnectionId, key: u64 },
    /// A caller that waits for the reply to a request.
    Caller(RequestId),
    /// A bot, with its decision.
    Bot(Option<(Seat, Request)>),
    /// The room, for a bot that has failed.
    StandIn,
}

/// The kinds of changes.
#[derive(Debug)]
enum ChangeKind {
    /// The lines that are due without a request: see [`Table::advance`].
    Advance,
    /// A request of a seat: of a bot, or of the guest who acts for the seat.
    Request {
        guest: Option<GuestId>,
        seat: Seat,
        key: Option<u64>,
        request: Request,
    },
    /// A command about the people or the options of the table.
    Command {
        guest: GuestId,
        key: Option<u64>,
        command: TableCommand,
    },
}

impl Change {
    const fn new(author: Author, kind: ChangeKind) -> Self {
        Self {
            author,
            kind,
            attempts: ATTEMPTS,
            advanced: false,
        }
    }

    /// The lines that are due without a request.
    pub(super) const fn advance() -> Self {
        Self::new(Author::Time, ChangeKind::Advance)
    }

    /// A client's request for its seat.
    pub(super) const fn request(
        (connection, key): (ConnectionId, u64),
        (guest, seat): (GuestId, Seat),
        request: Request,
    ) -> Self {
        let kind = ChangeKind::Request {
            guest: Some(guest),
            seat,
            key: Some(key),
            request,
        };
        Self::new(Author::Client { connection, key }, kind)
    }

    /// A bot's request, or its stand-in's.
    pub(super) const fn of_bot(author: Author, seat: Seat, request: Request) -> Self {
        let kind = ChangeKind::Request {
            guest: None,
            seat,
            key: None,
            request,
        };
        Self::new(author, kind)
    }

    /// A client's command.
    pub(super) const fn command(
        connection: ConnectionId,
        key: u64,
        guest: GuestId,
        command: TableCommand,
    ) -> Self {
        let kind = ChangeKind::Command {
            guest,
            key: Some(key),
            command,
        };
        Self::new(Author::Client { connection, key }, kind)
    }

    /// A guest sits down.
    pub(super) const fn sit(
        request: RequestId,
        guest: GuestId,
        name: String,
        seat: Option<Seat>,
    ) -> Self {
        let kind = ChangeKind::Command {
            guest,
            key: None,
            command: TableCommand::Sit { name, seat },
        };
        Self::new(Author::Caller(request), kind)
    }

    /// The host changes the set-up.
    pub(super) const fn set_up(request: RequestId, guest: GuestId, order: Box<SetUpOrder>) -> Self {
        let kind = ChangeKind::Command {
            guest,
            key: None,
            command: TableCommand::SetUp(order),
        };
        Self::new(Author::Caller(request), kind)
    }

    pub(super) const fn author(&self) -> Author {
        self.author
    }

    /// The lines that it leads to at the current table; none if nothing is due.
    fn propose(&self, table: &Table, now_ms: u64) -> Result<Option<Batch>, Refusal> {
        match &self.kind {
            ChangeKind::Advance => Ok(table.advance(now_ms)),
            ChangeKind::Request {
                guest,
                seat,
                key,
                request,
            } => {
                // Somebody else may hold the seat since the guest last saw the table.
                if guest.is_some() && !table.people().seats_of(*guest).contains(*seat) {
                    return Err(ProblemKind::NotSeated.into());
                }
                if guest.is_some() && table.is_stood_in(*seat) {
                    return Err(ProblemKind::Replaced.into());
                }
                table.propose(*seat, *key, *request, now_ms).map(Some)
            }
            ChangeKind::Command {
                guest,
                key,
                command,
            } => {
                check_name(table.people(), *guest, command)?;
                table
                    .arrange(*guest, *key, command.clone(), now_ms)
                    .map(Some)
            }
        }
    }
}

impl Room {
    /// Tries to put a change into the log.
    pub(super) fn attempt(&mut self, mut change: Change) {
        if matches!(change.kind, ChangeKind::Request { .. }) && !change.advanced {
            change.advanced = true;
            return self.next([Job::Change(Change::advance()), Job::Change(change)]);
        }
        let table = self.table();
        match change.propose(table, self.now_ms) {
            Ok(Some(batch)) => {
                let batch = Box::new(batch);
                let query = Query::Append(Box::new((&*batch).into()));
                self.ask(query, PendingQuery::Append { batch, change });
            }
            Ok(None) => {}
            Err(Refusal::AlreadyDone { seq }) => self.first(Job::Answer(change.author, Ok(seq))),
            // No change is finally refused before this node knows what other nodes have written: the change
            // may even be done already.
            Err(Refusal::Problem(problem)) => {
                let after = table.head();
                self.ask(
                    Query::Tail { after },
                    PendingQuery::News {
                        change,
                        problem,
                        head: after,
                    },
                );
            }
        }
    }

    /// The table has been caught up since a change was refused at line `head`.
    pub(super) fn refuse_or_retry(&mut self, change: Change, problem: Problem, head: u32) {
        let now = self.loaded.as_ref().map(|loaded| loaded.table.head());
        if now == Some(head) {
            self.first(Job::Answer(change.author, Err(problem)));
        } else {
            self.retry(change);
        }
    }

    /// Tries again, because the log has new lines.
    fn retry(&mut self, mut change: Change) {
        change.attempts -= 1;
        change.advanced = false;
        if change.attempts > 0 {
            self.first(Job::Change(change));
        } else {
            self.first(Job::Answer(
                change.author,
                Err(ProblemKind::Unavailable.into()),
            ));
        }
    }

    /// Commits a batch that is stored.
    pub(super) fn appended(
        &mut self,
        batch: Batch,
        change: Change,
        stored: Result<(), AppendError>,
    ) {
        match (stored, &mut self.loaded) {
            (Ok(()), Some(loaded)) => {
                let seq = batch.records()[0].seq;
                self.news |= batch.people().is_some();
                loaded.commit(batch);
                self.connections
                    .review(&mut self.outputs, &mut loaded.table, self.now_ms);
                self.first(Job::Answer(change.author, Ok(seq)));
                if matches!(change.kind, ChangeKind::Command { .. }) {
                    self.first(Job::Change(Change::advance()));
                }
            }
            // Something may have been stored: the table is read again.
            (Err(AppendError::Conflict { .. } | AppendError::Duplicate { .. }), _) => {
                self.loaded = None;
                self.retry(change);
            }
            (Err(AppendError::NoSuchGame | AppendError::Unavailable(_)), _) | (Ok(()), None) => {
                self.loaded = None;
                self.first(Job::Answer(
                    change.author,
                    Err(ProblemKind::Unavailable.into()),
                ));
            }
        }
    }

    /// Sends the author of a change its result: its first line in the log, or in the chat.
    pub(super) fn answer(&mut self, author: Author, result: Result<u32, Problem>) {
        match (author, result) {
            (Author::Time, _) => return,
            (Author::Client { connection, key }, result) => {
                let message = match result {
                    Ok(seq) => ServerMessage::Ack { key, seq },
                    Err(problem) => ServerMessage::Refused {
                        key: Some(key),
                        problem,
                    },
                };
                self.send(connection, message);
            }
            (Author::Caller(request), result) => {
                let result = match result {
                    // The table is already set up like that.
                    Err(problem) if problem.kind != ProblemKind::NothingChanged => Err(problem),
                    _ => Ok(Reply::Done),
                };
                self.outputs.push(Output::Reply { request, result });
            }
            (Author::Bot(choice), Err(problem)) => self.stand_in(choice, problem),
            (Author::StandIn, Err(problem)) => self.report_stand_in(problem),
            (Author::Bot(_) | Author::StandIn, Ok(_)) => {}
        }
        self.tell();
    }
}
