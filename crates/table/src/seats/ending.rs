//! Ending a game without a winner: every player has to agree, except those who have been away for a while
//! (RUL-24), or nobody can win it any more (RUL-25). As after any game, all hands and the secret of the dice
//! are then shown.

use brickwood_protocol::{EndVote, Problem, ProblemKind};
use brickwood_rules::{Seat, SeatSet, Step};

use crate::log::{Entry, SeatLine};
use crate::seats::{PersonId, VOTE_MS};
use crate::table::{Draft, Table};

/// Nobody is left out of the vote for a shorter absence: a lost connection comes back within this time.
const LEAST_ABSENCE_MS: u64 = 120_000;

impl Table {
    /// A person votes to end the game without a winner, or to continue if others want to end it.
    pub(crate) fn vote_to_end(
        &self,
        draft: &mut Draft<'_>,
        person: PersonId,
        yes: bool,
    ) -> Result<(), Problem> {
        if !self.started() {
            return Err(ProblemKind::NotStarted.into());
        }
        let own = self.people().seats_of(Some(person));
        let Some(seat) = own.iter().next() else {
            let alone = self.people().people_seats().is_empty();
            if !(yes && alone && self.people().host == Some(person)) {
                return Err(ProblemKind::NotSeated.into());
            }
            return Ok(draft.add(Entry::Step(Step::CalledOff))?);
        };
        let now_ms = draft.at_ms();
        let agreed = self.agreed_to_end(now_ms);
        if !yes {
            if agreed.is_empty() {
                return Err(ProblemKind::NoVote.into());
            }
            draft.note(Entry::Of(seat, SeatLine::PlaysOn));
            return Ok(());
        }
        let refused_ms = self.fold.status.end_refused_ms;
        if refused_ms.is_some_and(|refused_ms| now_ms < refused_ms + VOTE_MS) {
            return Err(ProblemKind::EndRefused.into());
        }
        let agreed = own.iter().fold(agreed, SeatSet::with);
        draft.note(Entry::Of(seat, SeatLine::WantsToEnd));
        if self.missing_to_end(agreed, now_ms).is_empty() {
            draft.add(Entry::Step(Step::CalledOff))?;
        }
        Ok(())
    }

    /// The vote to end the game, while one is open.
    pub(crate) fn end_vote(&self, now_ms: u64) -> Option<EndVote> {
        let by = self.agreed_to_end(now_ms);
        let vote = self.fold.status.end_vote.filter(|_| !by.is_empty())?;
        Some(EndVote {
            by,
            missing: self.missing_to_end(by, now_ms),
            left_ms: vote.at_ms + VOTE_MS - now_ms,
        })
    }

    /// The seats whose players want to end the game.
    fn agreed_to_end(&self, now_ms: u64) -> SeatSet {
        let vote = self.fold.status.end_vote;
        let vote = vote.filter(|vote| now_ms < vote.at_ms + VOTE_MS && !self.is_over());
        vote.map_or(SeatSet::EMPTY, |vote| {
            let seats = vote.by.iter();
            let persons = seats.filter_map(|seat| self.people().places[seat.index()].person);
            persons.fold(SeatSet::EMPTY, |seats, person| {
                let own = self.people().seats_of(Some(person));
                own.iter().fold(seats, SeatSet::with)
            })
        })
    }

    /// The seats whose players still have to agree.
    fn missing_to_end(&self, agreed: SeatSet, now_ms: u64) -> SeatSet {
        let people = self.people().people_seats();
        let is_missing = |seat: &Seat| !agreed.contains(*seat) && !self.is_gone(*seat, now_ms);
        people.iter().filter(is_missing).collect()
    }

    /// Whether a bot plays for a player who does not act, or a player has been away for a while.
    pub(super) fn is_gone(&self, seat: Seat, now_ms: u64) -> bool {
        let absent_ms = self.presence.absent_since_ms(SeatSet::only(seat));
        let grace_ms = self.patience().grace_ms.max(LEAST_ABSENCE_MS);
        self.fold.status.replaced.contains(seat)
            || absent_ms.is_some_and(|since_ms| since_ms + grace_ms <= now_ms)
    }
}
