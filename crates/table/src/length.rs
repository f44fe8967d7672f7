//! Limits on the length of a table's log. No real game needs as much; the limits stop an attacker who would
//! fill the memory of a server with a table that grows for ever.

use crate::arrange::TableCommand;
use crate::protocol::{HostOrder, Problem, ProblemKind};
use crate::request::Request;
use crate::table::Table;

/// Before the game: after this number of lines, a host can only start the game.
const MOST_ARRANGED: u32 = 300;

/// Before the game: after this number of lines, nobody can sit down or get ready.
const MOST_GATHERED: u32 = 500;

/// During a game: after this number of lines, nobody can arrange the table, undo or talk about trades. It is
/// several times the length of the longest games.
const MOST_BESIDE: u32 = 4000;

/// After this number of lines, nobody can act.
const MOST_PLAYED: u32 = 6000;

impl Table {
    /// Whether there is room in the log for a command.
    pub(crate) fn check_room_for_command(&self, command: &TableCommand) -> Result<(), Problem> {
        let most = match command {
            // Everybody can always leave, but come back only as long as there is room.
            TableCommand::Leave => return Ok(()),
            // So that players can end a game that has become too long.
            TableCommand::End { .. } => MOST_PLAYED,
            _ if self.started() => MOST_BESIDE,
            TableCommand::Host(HostOrder::Start) => return Ok(()),
            TableCommand::Host(_)
            | TableCommand::SetUp(_)
            | TableCommand::Admit { .. }
            | TableCommand::Remedy { .. }
            | TableCommand::MoreTime
            | TableCommand::Return => MOST_ARRANGED,
            TableCommand::Sit { .. } | TableCommand::Ready(_) => MOST_GATHERED,
        };
        if self.head() < most {
            return Ok(());
        }
        Err(ProblemKind::TooManyArrangements.into())
    }

    /// Whether there is room in the log for a seat's request.
    pub(crate) fn check_room_for(&self, request: &Request) -> Result<(), Problem> {
        let most = match request {
            Request::Undo | Request::Talk(_) => MOST_BESIDE,
            _ => MOST_PLAYED,
        };
        if self.head() < most {
            return Ok(());
        }
        Err(ProblemKind::TooLong.into())
    }
}
