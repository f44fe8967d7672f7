//! Presence, and the consequences of an absence. Connections are not lines of the log: the driver reports
//! them. Their consequences are lines of the log.

use brickwood_protocol::AbsenceRule;
use brickwood_rules::{BySeat, Seat, SeatSet};

use crate::seats::{Pause, TableStatus, moved_up};

/// The connected seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) present: SeatSet,
    /// The time from which the absence of each seat counts, in milliseconds since 1970.
    absent_since: BySeat<u64>,
}

/// A consequence of an absence, or of its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Consequence {
    /// A bot plays for these seats.
    Away(SeatSet),
    /// The players of these seats are back.
    Back(SeatSet),
    /// The game waits.
    Pause,
    /// The game goes on.
    Unpause,
}

/// The rule for absences, and how long one lasts before it has consequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    pub(crate) rule: AbsenceRule,
    pub(crate) grace_ms: u64,
}

impl Presence {
    /// Nobody has connected yet: a player who does not come counts as absent from now on.
    pub(crate) fn since(now_ms: u64) -> Self {
        Self {
            present: SeatSet::EMPTY,
            absent_since: BySeat::all(now_ms),
        }
    }

    /// Sets the seats that are connected now. If nobody was connected before, the others get time to come.
    pub(crate) fn note(&mut self, present: SeatSet, now_ms: u64) {
        if self.present.is_empty() {
            self.have_patience(now_ms);
        }
        for seat in self.present.iter() {
            if !present.contains(seat) {
                self.absent_since[seat] = now_ms;
            }
        }
        self.present = present;
    }

    /// Every absence counts from now on at the earliest.
    pub(crate) fn have_patience(&mut self, now_ms: u64) {
        for since in &mut self.absent_since {
            *since = now_ms.max(*since);
        }
    }

    /// These seats have other players now, who have not connected yet.
    pub(crate) fn forget(&mut self, seats: SeatSet, now_ms: u64) {
        for seat in seats.iter() {
            self.present = self.present.without(seat);
            self.absent_since[seat] = now_ms;
        }
    }

    /// The seats move up.
    pub(crate) fn move_up(&mut self, without: SeatSet) {
        let mut moved = Self::default();
        for seat in Seat::all(6) {
            let Some(to) = moved_up(seat, without) else {
                continue;
            };
            moved.absent_since[to] = self.absent_since[seat];
            if self.present.contains(seat) {
                moved.present = moved.present.with(to);
            }
        }
        *self = moved;
    }

    /// The time since which nobody is connected for any of these seats; none while somebody is.
    pub(crate) fn absent_since_ms(&self, seats: SeatSet) -> Option<u64> {
        if seats.iter().any(|seat| self.present.contains(seat)) {
            return None;
        }
        let since = seats.iter().map(|seat| self.absent_since[seat]);
        since.max()
    }

    /// Whether one of these people is connected, or there are no people for whom the table could wait.
    pub(crate) fn is_looked_at(&self, people: SeatSet) -> bool {
        people.is_empty() || people.iter().any(|seat| self.present.contains(seat))
    }

    /// The consequence that is due now. `people` are the seats of people. While nobody is connected, the
    /// table is suspended.
    pub(crate) fn consequence(
        &self,
        patience: Patience,
        status: &TableStatus,
        people: SeatSet,
        now_ms: u64,
    ) -> Option<Consequence> {
        if let Some(end) = self.end_of_absence(status, people) {
            return Some(end);
        }
        let missing = self.missing(status, people);
        if !self.is_looked_at(people) || !patience.ends(status) {
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

    /// The immediate consequence of a player's return.
    fn end_of_absence(&self, status: &TableStatus, people: SeatSet) -> Option<Consequence> {
        let is_back = |seat: &Seat| {
            self.present.contains(*seat)
                && status.away.contains(*seat)
                && !status.replaced.contains(*seat)
        };
        let back: SeatSet = people.iter().filter(is_back).collect();
        if !back.is_empty() {
            return Some(Consequence::Back(back));
        }
        let waits = status.paused == Some(Pause::ForAbsent);
        (waits && self.missing(status, people).is_empty()).then_some(Consequence::Unpause)
    }

    /// When the next consequence is due if nobody comes or goes.
    pub(crate) fn deadline_ms(
        &self,
        patience: Patience,
        status: &TableStatus,
        people: SeatSet,
    ) -> Option<u64> {
        if self.end_of_absence(status, people).is_some() {
            return Some(0);
        }
        if !self.is_looked_at(people) || !patience.ends(status) {
            return None;
        }
        let missing = self.missing(status, people);
        missing
            .iter()
            .map(|seat| self.gone_at_ms(seat, patience))
            .min()
    }

    fn gone_at_ms(&self, seat: Seat, patience: Patience) -> u64 {
        self.absent_since[seat] + patience.grace_ms
    }

    fn missing(&self, status: &TableStatus, people: SeatSet) -> SeatSet {
        people
            .iter()
            .filter(|seat| !self.present.contains(*seat) && !status.away.contains(*seat))
            .collect()
    }
}

impl Patience {
    /// Whether an absence has consequences in the current status.
    fn ends(self, status: &TableStatus) -> bool {
        match status.paused {
            None => status.begun,
            Some(Pause::Wanted) => false,
            // The host has ended the wait.
            Some(Pause::ForAbsent) => self.rule == AbsenceRule::Bot,
        }
    }
}
