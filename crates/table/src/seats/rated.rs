//! What a table needs to be rated.

use brickwood_protocol::{
    BoardChoice, CoachRule, Level, Problem, ProblemKind, RatedFault, SeatKind,
};

use crate::seats::{People, SeatAssignment};
use crate::setup::Setup;
use crate::table::{Draft, Table};

/// Whether a table can be played as its options say: a rated one only if nothing helps a player, and if everything is as
/// it was when the bots were measured.
///
/// # Errors
///
/// What keeps it from being rated.
pub(crate) fn check_rated(setup: &Setup, people: &People) -> Result<(), Problem> {
    if !people.options.rated {
        return Ok(());
    }
    let is_local = |place: &SeatAssignment| place.kind == SeatKind::Local;
    let is_outside = |place: &SeatAssignment| {
        let level = Level::ALL.map(|level| SeatKind::Bot {
            level: level.into(),
        });
        matches!(place.kind, SeatKind::Bot { .. }) && !level.contains(&place.kind)
    };
    let rules = setup.game.rules();
    let why = if people.options.coach != CoachRule::Never {
        RatedFault::Coach
    } else if people.options.bots_after.is_some() {
        RatedFault::BotsAfter
    } else if people.options.takeover_rounds > 0 {
        RatedFault::Takeover
    } else if *rules != setup.edition.rules(rules.players) {
        RatedFault::Rules
    } else if !setup.opening.is_empty() {
        RatedFault::Opening
    } else if !matches!(setup.board, BoardChoice::Random | BoardChoice::Beginners) {
        RatedFault::Board
    } else if people.places.iter().any(is_local) {
        RatedFault::SharedDevice
    } else if people.places.iter().any(is_outside) {
        RatedFault::OutsideBot
    } else {
        return Ok(());
    };
    Err(ProblemKind::NotRated { why }.into())
}

impl Table {
    /// Whether all players of a rated game are ready, so that each has agreed to it.
    pub(crate) fn check_all_ready(&self) -> Result<(), Problem> {
        let people = self.people();
        let mut seats = people.people_seats().iter();
        if people.options.rated && !seats.all(|seat| people.is_ready(seat, &self.fold.status)) {
            return Err(ProblemKind::NotAllReady.into());
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// Whether the table, as it is after the draft, can be played as its options say.
    pub(crate) fn check_rated(&self) -> Result<(), Problem> {
        check_rated(self.setup(), self.people())
    }
}
