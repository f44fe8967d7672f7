//! How long the log of a table may get. Nobody needs as much; who would fill the memory of a server with a
//! table that grows for ever gets no further than this.

use crate::arrange::Order;
use crate::protocol::{HostOrder, Problem, ProblemKind};
use crate::request::Request;
use crate::table::Table;

/// After so many lines a host arranges nothing any more before the game has begun, but can start it.
const MOST_ARRANGED: u32 = 300;

/// After so many lines nobody sits down or says that they are ready before the game has begun.
const MOST_GATHERED: u32 = 500;

/// After so many lines nothing is arranged, taken back or said about trades during a game: several times as many as the
/// longest games have.
const MOST_BESIDE: u32 = 4000;

/// After so many lines nobody acts any more.
const MOST_PLAYED: u32 = 6000;

impl Table {
    /// Whether an order still has room in the log.
    pub(crate) fn check_room_for_order(&self, order: &Order) -> Result<(), Problem> {
        let most = match order {
            // Everybody can get up, and comes back only as long as there is room.
            Order::Leave => return Ok(()),
            // So that a game can be ended that has become too long to be played.
            Order::End { .. } => MOST_PLAYED,
            _ if self.started() => MOST_BESIDE,
            Order::Host(HostOrder::Start) => return Ok(()),
            Order::Host(_)
            | Order::SetUp(_)
            | Order::Admit { .. }
            | Order::Remedy { .. }
            | Order::MoreTime
            | Order::Return => MOST_ARRANGED,
            Order::Sit { .. } | Order::Ready(_) => MOST_GATHERED,
        };
        if self.head() < most {
            return Ok(());
        }
        Err(ProblemKind::TooManyArrangements.into())
    }

    /// Whether what a seat asks for still has room in the log.
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
