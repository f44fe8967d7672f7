//! Changes that should go into the log, and the lines that they lead to.

use brickwood_protocol::{Command, HostOrder, Problem, ProblemKind, SeatOrder};
use brickwood_rules::Seat;

use super::allowances::MessageKind;
use super::{ConnectionId, RequestId};
use crate::seats::{NetworkMark, People, PersonId};
use crate::table::{Author, Batch, Refusal, Request, Table};
use crate::text::same_to_the_eye;

/// How often a change is tried when somebody else has written to the log. The game makes progress each time,
/// so this ends by itself; but players who reconnect at the same time to several nodes must wait for each
/// other.
const ATTEMPTS: u32 = 12;

/// A change that should go into the log.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) origin: Origin,
    pub(super) kind: ChangeKind,
    pub(super) allowance: Allowance,
    /// The people with whom its author does not sit at a table.
    pub(super) apart: Vec<PersonId>,
    /// The network from which its author comes, as far as it is known.
    pub(super) network: Option<NetworkMark>,
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
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// Nobody: it is due by itself.
    Time,
    /// A client, by a message with this key.
    Client { connection: ConnectionId, key: u64 },
    /// A caller that waits for the reply to a request.
    Caller(RequestId),
    /// A bot, with its decision.
    Bot(Option<(Seat, Command)>),
    /// The room, for a bot that has failed.
    StandIn,
}

/// The kinds of changes.
#[derive(Debug)]
pub(super) enum ChangeKind {
    /// The lines that are due without a request: see [`Table::advance`].
    Advance,
    /// What somebody asks of the table.
    Request { by: Author, request: Request },
}

impl Change {
    const fn new(origin: Origin, kind: ChangeKind) -> Self {
        Self {
            origin,
            kind,
            allowance: Allowance::NotNeeded,
            apart: Vec::new(),
            network: None,
            attempts: ATTEMPTS,
            advanced: false,
        }
    }

    /// The same change of an author who may send only so many messages of its kind.
    pub(super) fn with(mut self, allowance: Allowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// The same change of an author who does not sit at a table with these people.
    pub(super) fn apart_from(mut self, apart: Vec<PersonId>) -> Self {
        self.apart = apart;
        self
    }

    /// The same change of an author who comes from this network.
    pub(super) const fn in_network(mut self, network: Option<NetworkMark>) -> Self {
        self.network = network;
        self
    }

    /// The line that the change has led to before.
    pub(super) fn line(&self, table: &Table) -> Option<u32> {
        match self.kind {
            ChangeKind::Advance => None,
            ChangeKind::Request { by, .. } => table.line_of(by.message()),
        }
    }

    /// Whether it is a part of the game, for one seat.
    pub(super) const fn is_in_game(&self) -> bool {
        matches!(&self.kind, ChangeKind::Request { request, .. } if request.is_in_game())
    }

    /// The lines that are due without a request.
    pub(super) const fn advance() -> Self {
        Self::new(Origin::Time, ChangeKind::Advance)
    }

    /// A client's command.
    pub(super) const fn command(
        (connection, key): (ConnectionId, u64),
        (person, seat): (PersonId, Option<Seat>),
        command: Command,
    ) -> Self {
        let kind = ChangeKind::Request {
            by: Author::person(person, seat, Some(key)),
            request: Request::Command(command),
        };
        Self::new(Origin::Client { connection, key }, kind)
    }

    /// A bot's command, or its stand-in's.
    pub(super) const fn of_bot(origin: Origin, seat: Seat, command: Command) -> Self {
        let kind = ChangeKind::Request {
            by: Author::Seat(seat),
            request: Request::Command(command),
        };
        Self::new(origin, kind)
    }

    /// What a person asks for by a call.
    pub(super) const fn call(caller: RequestId, person: PersonId, request: Request) -> Self {
        let kind = ChangeKind::Request {
            by: Author::person(person, None, None),
            request,
        };
        Self::new(Origin::Caller(caller), kind)
    }

    /// The lines that it leads to at the current table; none if nothing is due.
    pub(super) fn propose(&self, table: &Table, now_ms: u64) -> Result<Option<Batch>, Refusal> {
        match &self.kind {
            ChangeKind::Advance => Ok(table.advance(now_ms)),
            ChangeKind::Request { by, request } => {
                match *by {
                    Author::Person { person, .. } => {
                        if let Request::Sit { seat, .. } = request
                            && table.keeps_away(person, *seat, &self.apart)
                        {
                            return Err(ProblemKind::CannotSit.into());
                        }
                        check_name(table.people(), person, request)?;
                    }
                    // A person may hold the seat by now.
                    Author::Seat(seat) if table.bot(seat).is_none() => {
                        return Err(ProblemKind::NotSeated.into());
                    }
                    Author::Seat(_) => {}
                }
                table
                    .propose_from(*by, self.network, request, now_ms)
                    .map(Some)
            }
        }
    }
}

/// Refuses a name that can be confused with another player's.
fn check_name(people: &People, person: PersonId, request: &Request) -> Result<(), Problem> {
    let (name, seat) = match request {
        Request::Sit { name, .. } => (name, None),
        Request::Command(Command::Arrange {
            order:
                HostOrder::Seat {
                    seat,
                    to: SeatOrder::Local { name },
                },
        }) => (name, Some(seat.index())),
        Request::Command(Command::Companion { name: Some(name) }) => {
            (name, people.companion_of(person).map(Seat::index))
        }
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
            let is_theirs = place.claims.contains(&person);
            place.name.iter().chain(former.filter(move |_| !is_theirs))
        });
    if names.any(|other| same_to_the_eye(other, name)) {
        return Err(ProblemKind::NameTaken.into());
    }
    Ok(())
}
