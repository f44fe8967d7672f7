//! Limits on the length of a table's log. No real game needs as much; the limits stop an attacker who would
//! fill the memory of a server with a table that grows for ever.
//!
//! Each limit counts the lines of one person, or of one kind: nobody can use up what the others need to defend
//! the table, such as votes, the host's orders, leaving and coming back.

use brickwood_protocol::{Command, HostOrder, Problem, ProblemKind, SeatKind, SeatOrder};
use brickwood_rules::Seat;

use crate::seats::PersonId;
use crate::table::{Request, Table};

/// Steps of a game. The longest games have a few thousand.
const MOST_STEPS: u32 = 6000;

/// A seat's undone steps and words about trades.
const MOST_TALK: u32 = 700;

/// A seat's votes, returns and extensions.
const MOST_ORDERS: u32 = 300;

/// The host's changes of options, pauses and the like.
const MOST_HOST: u32 = 300;

/// Questions for seats of a game in progress.
const MOST_REQUESTS: u32 = 300;

/// Answers to these questions come on top of them.
const MOST_ANSWERS: u32 = 600;

/// Before the game: seats that were taken, left and made ready.
const MOST_GATHERED: u32 = 500;

/// Before the game: the same with what the host has arranged since.
const MOST_ARRANGED: u32 = 1000;

impl Table {
    /// Whether there is room in the log for what a person wants of the people or the table.
    pub(crate) fn check_room_for_arranging(
        &self,
        person: PersonId,
        request: &Request,
    ) -> Result<(), Problem> {
        let lines = self.fold.status.lines;
        let own = self.people().seats_of(Some(person)).iter().next();
        let orders = own.map_or(lines.host, |seat| lines.orders[seat]);
        let command = match request {
            Request::Command(command) => command,
            Request::SetUp(_) => return room(lines.host < MOST_HOST),
            // Whoever occurs among the people can be forgotten once, and a table closed.
            Request::Forget | Request::Close | Request::TakeName { .. } => return Ok(()),
            Request::Sit { .. } if !self.started() => return room(lines.gathered < MOST_GATHERED),
            Request::Sit { .. } => {
                let claims = self.claims(Some(person));
                let mine = |seat: Seat| lines.orders[seat] < MOST_ORDERS;
                return room(claims.iter().any(mine) || lines.requests < MOST_REQUESTS);
            }
        };
        room(match command {
            // Everybody can always leave, and a host can always begin, continue, and act against a player.
            Command::Leave {}
            | Command::Arrange {
                order:
                    HostOrder::Start {}
                    | HostOrder::Unpause {}
                    | HostOrder::Remove { .. }
                    | HostOrder::StandIn { .. },
            } => true,
            Command::Arrange {
                order: HostOrder::Seat { seat, to },
            } => lines.gathered < MOST_ARRANGED || self.closes_a_seat(*seat, to),
            Command::Arrange { .. } => lines.host < MOST_HOST,
            Command::Ready { .. } | Command::Companion { .. } if !self.started() => {
                lines.gathered < MOST_GATHERED
            }
            Command::Admit { .. } => lines.requests < MOST_REQUESTS + MOST_ANSWERS,
            _ => orders < MOST_ORDERS,
        })
    }

    /// Whether a seat that a person can have becomes one that nobody can have. As opening one has a limit, this
    /// comes to an end, and so the host can always begin without those who are missing.
    fn closes_a_seat(&self, seat: Seat, to: &SeatOrder) -> bool {
        let place = self.people().places.get(seat.index());
        matches!(to, SeatOrder::Locked {} | SeatOrder::Bot { .. })
            && place.is_some_and(|place| place.kind == SeatKind::Human)
    }

    /// Whether there is room in the log for what a seat does in the game.
    pub(crate) fn check_room_for_playing(
        &self,
        seat: Seat,
        request: &Request,
    ) -> Result<(), Problem> {
        let lines = self.fold.status.lines;
        let is_open = match request {
            Request::Command(Command::Undo {} | Command::TradeTalk { .. }) => {
                lines.talk[seat] < MOST_TALK
            }
            _ => lines.steps < MOST_STEPS,
        };
        if is_open {
            return Ok(());
        }
        Err(ProblemKind::TooLong.into())
    }
}

fn room(is_left: bool) -> Result<(), Problem> {
    if is_left {
        return Ok(());
    }
    Err(ProblemKind::TooManyArrangements.into())
}
