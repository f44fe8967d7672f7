//! The time that each player has left to think. Like the time limit of a game (see `clock`) it follows from
//! the log alone: time runs from line to line, but not before a `resumed` line.

use brickwood_protocol::ClockRule;
use brickwood_rules::{BySeat, Seat, SeatSet, State};

use crate::game::turn_of;
use crate::log::{Entry, SeatLine};

/// The minimum of a time bank in each turn. Without it, a table of players who have no time left would play
/// to its end in a moment.
const LEAST_MS: u64 = 5000;

/// The time of a player who is put on a clock.
const HURRY_MS: u64 = 60_000;

/// The time of an extension.
const EXTENSION_MS: u64 = 60_000;

/// The grace: how much longer a player has than is shown. A message that was sent while time was left may
/// arrive after it.
const GRACE_MS: u64 = 1000;

#[derive(Clone, Debug, Default)]
pub(crate) struct ThinkingTime {
    /// The time that each seat has left at the last line, including the grace.
    left_ms: BySeat<u64>,
    /// The seats whose time has run since that line; none without a clock.
    running: SeatSet,
    /// The number of each player's extensions.
    extensions: BySeat<u8>,
    /// The seats with a clock for this turn only.
    hurried: SeatSet,
    /// The seats for which the table waits, and since when, in milliseconds since 1970.
    awaited: SeatSet,
    awaited_since_ms: BySeat<u64>,
    last_ms: u64,
}

/// What a table waits for after a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awaited {
    /// The seats that it waits for.
    pub(crate) seats: SeatSet,
    /// Whether the line has brought the game further than it was in this turn.
    pub(crate) moved_on: bool,
}

impl ThinkingTime {
    /// A line was added that led from one state to another.
    pub(crate) fn tick(
        &mut self,
        rule: ClockRule,
        at_ms: u64,
        entry: Entry,
        before: &State,
        after: &State,
        awaited: Awaited,
    ) {
        let Awaited {
            seats: thinking,
            moved_on,
        } = awaited;
        if !entry.is_of_rest() {
            let passed = at_ms.saturating_sub(self.last_ms);
            for seat in self.running.iter() {
                let left = &mut self.left_ms[seat];
                *left = left.saturating_sub(passed);
            }
        }
        self.last_ms = at_ms;
        self.wait_for(thinking, entry, moved_on, at_ms);
        if turn_of(before) != turn_of(after) {
            self.hurried = SeatSet::EMPTY;
        }
        match entry {
            Entry::Of(seat, SeatLine::Hurried) => {
                self.hurried = self.hurried.with(seat);
                self.left_ms[seat] = HURRY_MS + GRACE_MS;
            }
            Entry::Of(seat, SeatLine::MoreTime) => {
                self.left_ms[seat] += EXTENSION_MS;
                self.extensions[seat] += 1;
            }
            _ => {}
        }
        let Some(full_ms) = full_ms(rule) else {
            let is_hurried = |seat: &Seat| self.hurried.contains(*seat);
            self.running = thinking.iter().filter(is_hurried).collect();
            return;
        };
        if matches!(entry, Entry::Started { .. }) {
            self.left_ms = BySeat::all(full_ms);
        }
        match rule {
            ClockRule::Off => {}
            ClockRule::Turn { .. } => {
                // Each builder after a turn has separate time (SBP-01).
                if (before.turn(), before.builder()) != (after.turn(), after.builder()) {
                    self.left_ms = BySeat::all(full_ms);
                }
            }
            ClockRule::Bank { increment_s, .. } => {
                if (before.turn(), before.active()) != (after.turn(), after.active()) {
                    let left = &mut self.left_ms[after.active()];
                    let more = (*left + 1000 * u64::from(increment_s)).min(full_ms);
                    *left = more.max(*left);
                    for left in &mut self.left_ms {
                        *left = (LEAST_MS + GRACE_MS).max(*left);
                    }
                }
            }
        }
        self.running = thinking;
    }

    /// Patience is measured from what has moved the game on, and not from what a player can do again and again.
    fn wait_for(&mut self, thinking: SeatSet, entry: Entry, moved_on: bool, at_ms: u64) {
        for seat in thinking.iter() {
            let acted = moved_on && entry.actor() == Some(seat);
            let goes_on = self.awaited.contains(seat) && !acted && !entry.is_of_rest();
            if !goes_on {
                self.awaited_since_ms[seat] = at_ms;
            }
        }
        self.awaited = thinking;
    }

    /// How long the table has waited for a player; none if it does not wait.
    pub(crate) fn waited_ms(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        let since_ms = self.awaited_since_ms[seat];
        self.awaited
            .contains(seat)
            .then(|| now_ms.saturating_sub(since_ms))
    }

    /// Whether a player has a clock for this turn only.
    pub(crate) const fn is_hurried(&self, seat: Seat) -> bool {
        self.hurried.contains(seat)
    }

    /// Whether a player's time runs.
    pub(crate) const fn runs_for(&self, seat: Seat) -> bool {
        self.running.contains(seat)
    }

    /// The number of a player's extensions.
    pub(crate) fn extensions(&self, seat: Seat) -> u8 {
        self.extensions[seat]
    }

    /// Whether anybody's time runs.
    pub(crate) const fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// The seats whose time is up.
    pub(crate) fn run_out(&self, now_ms: u64) -> SeatSet {
        let is_up = |seat: &Seat| self.left_ms(*seat, now_ms) == 0;
        self.running.iter().filter(is_up).collect()
    }

    /// When the next one's time is up if nothing happens until then, in milliseconds since 1970.
    pub(crate) fn deadline_ms(&self) -> Option<u64> {
        let left = self.running.iter().map(|seat| self.left_ms[seat]);
        Some(self.last_ms + left.min()?)
    }

    /// The time that a seat has left, as it is shown, and whether it runs.
    pub(crate) fn shown(&self, seat: Seat, now_ms: u64) -> (u64, bool) {
        let left = self.left_ms(seat, now_ms).saturating_sub(GRACE_MS);
        (left, self.running.contains(seat))
    }

    fn left_ms(&self, seat: Seat, now_ms: u64) -> u64 {
        let left = self.left_ms[seat];
        if self.running.contains(seat) {
            left.saturating_sub(now_ms.saturating_sub(self.last_ms))
        } else {
            left
        }
    }
}

/// The time of each seat at the beginning, including the grace; none without a clock.
fn full_ms(rule: ClockRule) -> Option<u64> {
    let shown = match rule {
        ClockRule::Off => return None,
        ClockRule::Turn { seconds } => 1000 * u64::from(seconds),
        ClockRule::Bank { minutes, .. } => 60_000 * u64::from(minutes),
    };
    Some(shown + GRACE_MS)
}
