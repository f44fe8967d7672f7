//! How long each player may still think. Like the time limit of a game (see `clock`) it knows only
//! what the log says: time runs from line to line, but not before a `resumed` line.

use brickwood_rules::{Phase, Seat, SeatSet, ToAct};

use crate::entry::Entry;
use crate::protocol::ClockRule;
use crate::record::Fold;

#[derive(Clone, Debug)]
pub(crate) struct ThinkingTime {
    rule: ClockRule,
    /// What each seat has left, at the time of the last line.
    left_ms: [u64; 6],
    /// Whose time has run since that line.
    running: SeatSet,
    last_ms: u64,
    /// Whose turn it is, so that a new one is noticed: the turn, and who builds in it.
    turn: Option<(u16, Seat)>,
    /// Whether the table rested since the last line.
    stopped: bool,
}

impl ThinkingTime {
    pub(crate) fn new(rule: ClockRule, created_ms: u64) -> Self {
        Self {
            rule,
            left_ms: [full_ms(rule).unwrap_or(0); 6],
            running: SeatSet::EMPTY,
            last_ms: created_ms,
            turn: None,
            stopped: false,
        }
    }

    /// Before the game begins the host may choose another rule.
    pub(crate) fn set_rule(&mut self, rule: ClockRule) {
        *self = Self::new(rule, self.last_ms);
    }

    /// A line was added; `fold` is where the table stands after it, and `people` are the seats of
    /// people.
    pub(crate) fn tick(&mut self, at_ms: u64, entry: Entry, fold: &Fold, people: SeatSet) {
        let Some(full_ms) = full_ms(self.rule) else {
            return;
        };
        if entry != Entry::Resumed {
            let passed = at_ms.saturating_sub(self.last_ms);
            for seat in self.running.iter() {
                let left = &mut self.left_ms[seat.index()];
                *left = left.saturating_sub(passed);
            }
        }
        self.last_ms = at_ms;
        self.stopped = false;
        let turn = fold
            .standing
            .begun
            .then(|| (fold.state.turn(), fold.state.builder()));
        if turn != self.turn {
            self.turn = turn;
            match self.rule {
                ClockRule::Off => {}
                ClockRule::Turn { .. } => self.left_ms = [full_ms; 6],
                ClockRule::Bank { increment_s, .. } => {
                    let left = &mut self.left_ms[fold.state.builder().index()];
                    *left = (*left + 1000 * u64::from(increment_s)).min(full_ms);
                }
            }
        }
        self.running = thinking(fold)
            .iter()
            .filter(|seat| people.contains(*seat))
            .collect();
    }

    /// The table rests: what passes from now on costs nobody time.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether the table has to say that it goes on before time runs again.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped && !self.running.is_empty()
    }

    /// The seats whose time is up.
    pub(crate) fn run_out(&self, now_ms: u64) -> SeatSet {
        if self.stopped {
            return SeatSet::EMPTY;
        }
        self.running
            .iter()
            .filter(|seat| self.left_ms(*seat, now_ms) == 0)
            .collect()
    }

    /// When the next one's time is up if nothing happens until then, in milliseconds since 1970.
    pub(crate) fn deadline_ms(&self) -> Option<u64> {
        if self.stopped {
            return None;
        }
        let left = self.running.iter().map(|seat| self.left_ms[seat.index()]);
        Some(self.last_ms + left.min()?)
    }

    /// What a seat has left, and whether it runs; none without a clock.
    pub(crate) fn shown(&self, seat: Seat, now_ms: u64) -> Option<(u64, bool)> {
        full_ms(self.rule)?;
        Some((self.left_ms(seat, now_ms), self.running.contains(seat)))
    }

    fn left_ms(&self, seat: Seat, now_ms: u64) -> u64 {
        let passed = if self.running.contains(seat) && !self.stopped {
            now_ms.saturating_sub(self.last_ms)
        } else {
            0
        };
        self.left_ms[seat.index()].saturating_sub(passed)
    }
}

/// What everybody has at the beginning; none without a clock.
fn full_ms(rule: ClockRule) -> Option<u64> {
    match rule {
        ClockRule::Off => None,
        ClockRule::Turn { seconds } => Some(1000 * u64::from(seconds)),
        ClockRule::Bank { minutes, .. } => Some(60_000 * u64::from(minutes)),
    }
}

/// The seats for whose decisions the table waits. While an offer stands it is the offering seat's
/// time that runs: the others need not answer.
fn thinking(fold: &Fold) -> SeatSet {
    if !fold.standing.plays() {
        return SeatSet::EMPTY;
    }
    let seats = match (fold.state.phase(), fold.state.to_act()) {
        (Phase::Trade { .. }, _) => SeatSet::only(fold.state.active()),
        (_, ToAct::Seats { seats }) => seats,
        (_, ToAct::Chance | ToAct::Nobody) => SeatSet::EMPTY,
    };
    let away = fold.standing.away;
    seats.iter().filter(|seat| !away.contains(*seat)).collect()
}
