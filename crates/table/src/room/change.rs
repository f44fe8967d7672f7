//! Changes that should go into the log, and the lines that they lead to.

use brickwood_protocol::{HostOrder, Problem, ProblemKind, SeatOrder, SetUpOrder};
use brickwood_rules::Seat;

use super::allowances::MessageKind;
use super::{ConnectionId, RequestId};
use crate::arrange::TableCommand;
use crate::batch::Batch;
use crate::name::same_to_the_eye;
use crate::people::{GuestId, People};
use crate::request::{Refusal, Request};
use crate::table::Table;

/// How often a change is tried when somebody else has written to the log. The game makes progress each time,
/// so this ends by itself; but players who reconnect at the same time to several nodes must wait for each
/// other.
const ATTEMPTS: u32 = 12;

/// A change that should go into the log.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) author: Author,
    pub(super) kind: ChangeKind,
    pub(super) allowance: Allowance,
    /// The remaining attempts.
    pub(super) attempts: u32,
    /// Whether the lines that were due were added before it, in this attempt.
    pub(super) advanced: bool,
}

/// Whether the author of a change may send one more message of its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowance {
    /// There is no limit for this kind, or it was taken already.
    NotNeeded,
    /// It is to be taken from that of the author.
    Needed(MessageKind),
    /// The author has sent too many.
    UsedUp,
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
pub(super) enum ChangeKind {
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
            allowance: Allowance::NotNeeded,
            attempts: ATTEMPTS,
            advanced: false,
        }
    }

    /// The same change of an author who may send only so many messages of its kind.
    pub(super) fn with(mut self, allowance: Allowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// The line that the change has led to before.
    pub(super) fn line(&self, table: &Table) -> Option<u32> {
        let (guest, key) = match self.kind {
            ChangeKind::Advance => return None,
            ChangeKind::Request { guest, key, .. } => (guest?, key?),
            ChangeKind::Command { guest, key, .. } => (guest, key?),
        };
        table.line_of(Some(guest.message(key)))
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

    /// The lines that it leads to at the current table; none if nothing is due.
    pub(super) fn propose(&self, table: &Table, now_ms: u64) -> Result<Option<Batch>, Refusal> {
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

/// Refuses a name that can be confused with another player's.
fn check_name(people: &People, guest: GuestId, command: &TableCommand) -> Result<(), Problem> {
    let (name, seat) = match command {
        TableCommand::Sit { name, .. } => (name, None),
        TableCommand::Host(HostOrder::Seat {
            seat,
            to: SeatOrder::Local { name },
        }) => (name, Some(seat.index())),
        _ => return Ok(()),
    };
    let others = people.places.iter().enumerate();
    let mut names = others
        .filter(|(place, _)| seat != Some(*place))
        .flat_map(|(_, place)| {
            // Only the player who has left may use that name again.
            let former = place
                .former
                .iter()
                .filter_map(|former| former.name.as_ref());
            let is_theirs = place.claims.contains(&guest);
            place.name.iter().chain(former.filter(move |_| !is_theirs))
        });
    if names.any(|other| same_to_the_eye(other, name)) {
        return Err(ProblemKind::NameTaken.into());
    }
    Ok(())
}
