//! The one way into the log: a change is proposed, stored, committed, and its author told.

use brickwood_rules::Seat;

use super::guests::check_name;
use super::queries::Awaited;
use super::{ConnectionId, Job, Output, Query, Reply, RequestId, Room};
use crate::arrange::Order;
use crate::draft::Batch;
use crate::people::GuestId;
use crate::protocol::{Problem, ProblemKind, ServerMessage, SetUpOrder};
use crate::request::{Refusal, Request};
use crate::stored::AppendError;
use crate::table::Table;

/// How often a change is tried when somebody else has written to the log. Each time the game has gone
/// on, so that this ends by itself; but those of a table who come back together at several nodes have to
/// wait for one another.
const ATTEMPTS: u32 = 12;

/// Something that is to be put into the log.
#[derive(Debug)]
pub(super) struct Change {
    author: Author,
    wish: Wish,
    /// How often it may still be tried.
    attempts: u32,
    /// Whether what is due by itself was done before it, in this attempt.
    advanced: bool,
}

/// Who wants a change, and is told what has become of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Author {
    /// Nobody.
    Time,
    /// A client, by a message with this key.
    Client { connection: ConnectionId, key: u64 },
    /// Somebody who waits for the reply to a request.
    Caller(RequestId),
    /// A bot, with what it has decided.
    Bot(Option<(Seat, Request)>),
    /// The room, for a bot that has failed.
    StandIn,
}

/// What is wanted.
#[derive(Debug)]
enum Wish {
    /// What nobody has to ask for: what chance decides, and that the time is up.
    Advance,
    /// Something that a seat does: a bot's, or that of the guest who acts for it.
    Request {
        guest: Option<GuestId>,
        seat: Seat,
        key: Option<u64>,
        request: Request,
    },
    /// Something about those who sit at the table, or how it is run.
    Order {
        guest: GuestId,
        key: Option<u64>,
        order: Order,
    },
}

impl Change {
    const fn new(author: Author, wish: Wish) -> Self {
        Self {
            author,
            wish,
            attempts: ATTEMPTS,
            advanced: false,
        }
    }

    /// What is due by itself.
    pub(super) const fn advance() -> Self {
        Self::new(Author::Time, Wish::Advance)
    }

    /// What a client wants for its seat.
    pub(super) const fn request(
        (connection, key): (ConnectionId, u64),
        (guest, seat): (GuestId, Seat),
        request: Request,
    ) -> Self {
        let wish = Wish::Request {
            guest: Some(guest),
            seat,
            key: Some(key),
            request,
        };
        Self::new(Author::Client { connection, key }, wish)
    }

    /// What a bot wants, or is done in its place.
    pub(super) const fn of_bot(author: Author, seat: Seat, request: Request) -> Self {
        let wish = Wish::Request {
            guest: None,
            seat,
            key: None,
            request,
        };
        Self::new(author, wish)
    }

    /// What a client orders.
    pub(super) const fn order(
        connection: ConnectionId,
        key: u64,
        guest: GuestId,
        order: Order,
    ) -> Self {
        let wish = Wish::Order {
            guest,
            key: Some(key),
            order,
        };
        Self::new(Author::Client { connection, key }, wish)
    }

    /// That a guest sits down.
    pub(super) const fn sit(
        request: RequestId,
        guest: GuestId,
        name: String,
        seat: Option<Seat>,
    ) -> Self {
        let wish = Wish::Order {
            guest,
            key: None,
            order: Order::Sit { name, seat },
        };
        Self::new(Author::Caller(request), wish)
    }

    /// That the table is set up in another way.
    pub(super) const fn set_up(request: RequestId, guest: GuestId, order: Box<SetUpOrder>) -> Self {
        let wish = Wish::Order {
            guest,
            key: None,
            order: Order::SetUp(order),
        };
        Self::new(Author::Caller(request), wish)
    }

    pub(super) const fn author(&self) -> Author {
        self.author
    }

    /// The lines that it leads to at the table as it stands; none if nothing is due.
    fn propose(&self, table: &Table, now_ms: u64) -> Result<Option<Batch>, Refusal> {
        match &self.wish {
            Wish::Advance => Ok(table.advance(now_ms)),
            Wish::Request {
                guest,
                seat,
                key,
                request,
            } => {
                // The seat may be somebody else's since the guest has seen the table.
                if guest.is_some() && !table.people().seats_of(*guest).contains(*seat) {
                    return Err(ProblemKind::NotSeated.into());
                }
                if guest.is_some() && table.is_stood_in(*seat) {
                    return Err(ProblemKind::Replaced.into());
                }
                table.propose(*seat, *key, *request, now_ms).map(Some)
            }
            Wish::Order { guest, key, order } => {
                check_name(table.people(), *guest, order)?;
                table.arrange(*guest, *key, order.clone(), now_ms).map(Some)
            }
        }
    }
}

impl Room {
    /// Tries to put a change into the log.
    pub(super) fn attempt(&mut self, mut change: Change) {
        if matches!(change.wish, Wish::Request { .. }) && !change.advanced {
            change.advanced = true;
            return self.next([Job::Change(Change::advance()), Job::Change(change)]);
        }
        let table = self.table();
        match change.propose(table, self.now_ms) {
            Ok(Some(batch)) => {
                let batch = Box::new(batch);
                let query = Query::Append(Box::new((&*batch).into()));
                self.ask(query, Awaited::Append { batch, change });
            }
            Ok(None) => {}
            Err(Refusal::AlreadyDone { seq }) => self.first(Job::Answer(change.author, Ok(seq))),
            // Nothing is refused for good before it is known what other nodes have written: it may even
            // be done already.
            Err(Refusal::Problem(problem)) => {
                let after = table.head();
                self.ask(
                    Query::Tail { after },
                    Awaited::News {
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

    /// The log knows more than the table did: judges again by what it knows.
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

    /// Makes a batch true that is stored.
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
                if matches!(change.wish, Wish::Order { .. }) {
                    self.first(Job::Change(Change::advance()));
                }
            }
            // Whether anything was stored is not known: the log will tell.
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

    /// Tells the author of a change what has become of it. The answer is its first line in the log, or
    /// in the chat.
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
                    // It is set up like that already.
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
