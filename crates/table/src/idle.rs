//! Remedies for a player who is connected but does not act. The host applies them at once; the others vote.

use brickwood_rules::{Seat, SeatSet};

use crate::draft::Draft;
use crate::entry::Entry;
use crate::people::GuestId;
use crate::protocol::{ClockRule, Problem, ProblemKind, Remedy, Vote};
use crate::seat_line::SeatLine;
use crate::table::Table;
use crate::table_status::VOTE_MS;

/// The thinking time before a player is reminded, and before each further reminder.
const REMIND_MS: u64 = 20_000;

/// The thinking time before any other remedy.
const IDLE_MS: u64 = 60_000;

impl Table {
    /// A guest asks for a remedy for a player who does not act.
    pub(crate) fn remedy(
        &self,
        draft: &mut Draft<'_>,
        guest: GuestId,
        seat: Seat,
        remedy: Remedy,
    ) -> Result<(), Problem> {
        let own = self.people().seats_of(Some(guest));
        let is_host = self.people().host == Some(guest);
        if own.is_empty() && !is_host {
            return Err(ProblemKind::NotSeated.into());
        }
        self.check_idle(seat, own, remedy, draft.at_ms())?;
        let by = own
            .iter()
            .next()
            .filter(|_| !is_host && remedy != Remedy::Remind);
        if let Some(by) = by {
            let votes = self.votes_for(seat, remedy, draft.at_ms()).with(by);
            draft.note(Entry::Of(by, SeatLine::Votes(remedy, seat)));
            if self.count(votes, seat) < self.needed(seat) {
                return Ok(());
            }
        }
        draft.note(Entry::Of(seat, SeatLine::of(remedy)));
        Ok(())
    }

    fn check_idle(
        &self,
        seat: Seat,
        own: SeatSet,
        remedy: Remedy,
        now_ms: u64,
    ) -> Result<(), Problem> {
        if seat.index() >= self.people().places.len() || own.contains(seat) {
            return Err(ProblemKind::OwnSeat.into());
        }
        let Some(waited_ms) = self.waited_ms(seat, now_ms) else {
            return Err(ProblemKind::NotWaitedFor.into());
        };
        if !self.is_present(seat) {
            return Err(ProblemKind::Absent.into());
        }
        if remedy == Remedy::Remind {
            let reminded_ms = self.fold.status.reminded_ms[seat.index()];
            return if waited_ms < REMIND_MS || now_ms < reminded_ms + REMIND_MS {
                Err(too_soon(REMIND_MS))
            } else {
                Ok(())
            };
        }
        if self.people().options.clock != ClockRule::Off {
            return Err(ProblemKind::HasClock.into());
        }
        if remedy == Remedy::Clock && self.fold.thinking_time.is_hurried(seat) {
            return Err(ProblemKind::HasClock.into());
        }
        if waited_ms < IDLE_MS {
            return Err(too_soon(IDLE_MS));
        }
        Ok(())
    }

    /// How long the table has waited for a player, in milliseconds; none if it does not wait.
    pub(crate) fn waited_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        let waits = self.plays() && !self.is_suspended();
        let time_ms = self.time_ms(now_ms);
        waits
            .then(|| self.fold.thinking_time.waited_ms(seat, time_ms))
            .flatten()
    }

    /// The open votes.
    pub(crate) fn votes(&self, now_ms: u64) -> Vec<Vote> {
        let votes = self.fold.status.votes.iter();
        votes
            .filter(|vote| now_ms < vote.at_ms + VOTE_MS)
            .map(|vote| Vote {
                seat: vote.about,
                remedy: vote.remedy,
                by: vote.by,
                needed: self.needed(vote.about),
                left_ms: vote.at_ms + VOTE_MS - now_ms,
            })
            .collect()
    }

    fn votes_for(&self, seat: Seat, remedy: Remedy, now_ms: u64) -> SeatSet {
        let mut votes = self.votes(now_ms).into_iter();
        let vote = votes.find(|vote| (vote.seat, vote.remedy) == (seat, remedy));
        vote.map_or(SeatSet::EMPTY, |vote| vote.by)
    }

    /// More than half of the connected people, without the player who does not act.
    fn needed(&self, seat: Seat) -> u8 {
        let here = self.people().people_seats().iter();
        let here: SeatSet = here.filter(|one| self.is_present(*one)).collect();
        self.count(here, seat) / 2 + 1
    }

    /// The number of people on these seats, without the player of `seat`. Some people act for several
    /// seats.
    fn count(&self, seats: SeatSet, but: Seat) -> u8 {
        let places = &self.people().places;
        let mut guests: Vec<GuestId> = seats
            .iter()
            .filter_map(|seat| places[seat.index()].guest)
            .filter(|guest| places[but.index()].guest != Some(*guest))
            .collect();
        guests.sort_unstable();
        guests.dedup();
        guests.len() as u8
    }
}

/// Before a player has had this long to think.
fn too_soon(after_ms: u64) -> Problem {
    let seconds = (after_ms / 1000) as u32;
    ProblemKind::TooSoon { seconds }.into()
}
