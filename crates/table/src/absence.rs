//! Who is there, and what follows when somebody is not. Who is connected is no line of the log: it is
//! what the driver sees. What follows from it is.

use brickwood_rules::SeatSet;

use crate::protocol::AbsenceRule;
use crate::standing::{Pause, Standing};

/// Who is connected.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) present: SeatSet,
    /// Since when each seat has been without anybody, in milliseconds since 1970.
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

impl Presence {
    /// Notes who is connected now.
    pub(crate) fn note(&mut self, present: SeatSet, now_ms: u64) {
        for seat in brickwood_rules::Seat::all(6) {
            if self.present.contains(seat) && !present.contains(seat) {
                self.absent_since[seat.index()] = now_ms;
            }
        }
        self.present = present;
    }

    /// Nobody has been seen yet: whoever does not come counts as absent from now on.
    pub(crate) fn since(now_ms: u64) -> Self {
        Self {
            present: SeatSet::EMPTY,
            absent_since: [now_ms; 6],
        }
    }

    /// What is called for now. `people` are the seats of people. While nobody at all is there, the
    /// table rests.
    pub(crate) fn consequence(
        &self,
        rule: AbsenceRule,
        grace_ms: u64,
        standing: &Standing,
        people: SeatSet,
        now_ms: u64,
    ) -> Option<Consequence> {
        let seats = |which: &dyn Fn(brickwood_rules::Seat) -> bool| -> SeatSet {
            people.iter().filter(|seat| which(*seat)).collect()
        };
        let back = seats(&|seat| standing.away.contains(seat) && self.present.contains(seat));
        if !back.is_empty() {
            return Some(Consequence::Back(back));
        }
        let missing = self.missing(standing, people);
        if standing.paused == Some(Pause::ForAbsent) && missing.is_empty() {
            return Some(Consequence::Unpause);
        }
        if self.nobody_is_there(people) || standing.paused.is_some() {
            return None;
        }
        let gone = seats(&|seat| {
            missing.contains(seat) && now_ms >= self.absent_since[seat.index()] + grace_ms
        });
        match rule {
            _ if gone.is_empty() => None,
            AbsenceRule::Bot => Some(Consequence::Away(gone)),
            AbsenceRule::Pause => Some(Consequence::Pause),
        }
    }

    /// When the next consequence is called for if nobody comes or goes.
    pub(crate) fn deadline_ms(
        &self,
        grace_ms: u64,
        standing: &Standing,
        people: SeatSet,
    ) -> Option<u64> {
        if self.nobody_is_there(people) || !standing.plays() {
            return None;
        }
        let missing = self.missing(standing, people);
        missing
            .iter()
            .map(|seat| self.absent_since[seat.index()] + grace_ms)
            .min()
    }

    fn missing(&self, standing: &Standing, people: SeatSet) -> SeatSet {
        people
            .iter()
            .filter(|seat| !self.present.contains(*seat) && !standing.away.contains(*seat))
            .collect()
    }

    fn nobody_is_there(&self, people: SeatSet) -> bool {
        !people.iter().any(|seat| self.present.contains(seat))
    }
}
