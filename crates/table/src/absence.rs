//! Who is there, and what follows when somebody is not. Who is connected is no line of the log: it is
//! what the driver sees. What follows from it is.

use brickwood_rules::{Seat, SeatSet};

use crate::protocol::AbsenceRule;
use crate::standing::{Pause, Standing, moved_up};

/// Who is connected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) present: SeatSet,
    /// From when on the absence of each seat counts, in milliseconds since 1970.
    absent_since: [u64; 6],
}

/// What an absence, or its end, calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Consequence {
    /// A bot plays for these.
    Away(SeatSet),
    /// These are back.
    Back(SeatSet),
    /// The game waits.
    Pause,
    /// The game goes on.
    Unpause,
}

/// How long an absence lasts before it has consequences, and which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    pub(crate) rule: AbsenceRule,
    pub(crate) grace_ms: u64,
}

impl Presence {
    /// Nobody has been seen yet: whoever does not come counts as absent from now on.
    pub(crate) fn since(now_ms: u64) -> Self {
        Self {
            present: SeatSet::EMPTY,
            absent_since: [now_ms; 6],
        }
    }

    /// Notes who is connected now. Where nobody was there before, the others have time to come, too.
    pub(crate) fn note(&mut self, present: SeatSet, now_ms: u64) {
        if self.present.is_empty() {
            self.have_patience(now_ms);
        }
        for seat in self.present.iter() {
            if !present.contains(seat) {
                self.absent_since[seat.index()] = now_ms;
            }
        }
        self.present = present;
    }

    /// Whatever absence there is counts from now on at the earliest.
    pub(crate) fn have_patience(&mut self, now_ms: u64) {
        for since in &mut self.absent_since {
            *since = now_ms.max(*since);
        }
    }

    /// These seats have other players now, who have not been seen.
    pub(crate) fn forget(&mut self, seats: SeatSet, now_ms: u64) {
        for seat in seats.iter() {
            self.present = self.present.without(seat);
            self.absent_since[seat.index()] = now_ms;
        }
    }

    /// The seats move up.
    pub(crate) fn move_up(&mut self, without: SeatSet) {
        let mut moved = Self::default();
        for seat in Seat::all(6) {
            let Some(to) = moved_up(seat, without) else {
                continue;
            };
            moved.absent_since[to.index()] = self.absent_since[seat.index()];
            if self.present.contains(seat) {
                moved.present = moved.present.with(to);
            }
        }
        *self = moved;
    }

    /// From when on nobody is there for any of these seats; none while somebody is.
    pub(crate) fn absent_since_ms(&self, seats: SeatSet) -> Option<u64> {
        if seats.iter().any(|seat| self.present.contains(seat)) {
            return None;
        }
        let since = seats.iter().map(|seat| self.absent_since[seat.index()]);
        since.max()
    }

    /// Whether one of these people is there, or there is none whom the table could wait for.
    pub(crate) fn is_looked_at(&self, people: SeatSet) -> bool {
        people.is_empty() || people.iter().any(|seat| self.present.contains(seat))
    }

    /// What is called for now. `people` are the seats of people. While nobody at all is there, the
    /// table rests.
    pub(crate) fn consequence(
        &self,
        patience: Patience,
        standing: &Standing,
        people: SeatSet,
        now_ms: u64,
    ) -> Option<Consequence> {
        if let Some(end) = self.end_of_absence(standing, people) {
            return Some(end);
        }
        let missing = self.missing(standing, people);
        if !self.is_looked_at(people) || !patience.ends(standing) {
            return None;
        }
        let is_gone = |seat: &Seat| now_ms >= self.gone_at_ms(*seat, patience);
        let gone: SeatSet = missing.iter().filter(is_gone).collect();
        if gone.is_empty() {
            return None;
        }
        Some(match patience.rule {
            AbsenceRule::Bot => Consequence::Away(gone),
            AbsenceRule::Pause => Consequence::Pause,
        })
    }

    /// What the return of somebody calls for, at once.
    fn end_of_absence(&self, standing: &Standing, people: SeatSet) -> Option<Consequence> {
        let is_back = |seat: &Seat| {
            self.present.contains(*seat)
                && standing.away.contains(*seat)
                && !standing.replaced.contains(*seat)
        };
        let back: SeatSet = people.iter().filter(is_back).collect();
        if !back.is_empty() {
            return Some(Consequence::Back(back));
        }
        let waits = standing.paused == Some(Pause::ForAbsent);
        (waits && self.missing(standing, people).is_empty()).then_some(Consequence::Unpause)
    }

    /// When the next consequence is called for if nobody comes or goes.
    pub(crate) fn deadline_ms(
        &self,
        patience: Patience,
        standing: &Standing,
        people: SeatSet,
    ) -> Option<u64> {
        if self.end_of_absence(standing, people).is_some() {
            return Some(0);
        }
        if !self.is_looked_at(people) || !patience.ends(standing) {
            return None;
        }
        let missing = self.missing(standing, people);
        missing
            .iter()
            .map(|seat| self.gone_at_ms(seat, patience))
            .min()
    }

    fn gone_at_ms(&self, seat: Seat, patience: Patience) -> u64 {
        self.absent_since[seat.index()] + patience.grace_ms
    }

    fn missing(&self, standing: &Standing, people: SeatSet) -> SeatSet {
        people
            .iter()
            .filter(|seat| !self.present.contains(*seat) && !standing.away.contains(*seat))
            .collect()
    }
}

impl Patience {
    /// Whether an absence has consequences as the table stands.
    fn ends(self, standing: &Standing) -> bool {
        match standing.paused {
            None => standing.begun,
            Some(Pause::Wanted) => false,
            // The host has chosen to wait no longer.
            Some(Pause::ForAbsent) => self.rule == AbsenceRule::Bot,
        }
    }
}
