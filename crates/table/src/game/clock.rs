//! The clock of a game with a time limit (WIN-05). It follows from the log alone: it runs from the first
//! turn on, from line to line. The time before a `resumed` line does not count, and neither does the time
//! while the game is paused. A `resumed` line is where a table continues after a restart, or after nobody
//! was connected.

use brickwood_rules::{Game, State};

use crate::log::Entry;

#[derive(Clone, Debug)]
pub(crate) struct Clock {
    limit_ms: Option<u64>,
    /// What has run down up to the last line.
    spent_ms: u64,
    /// The time of the last line.
    last_ms: u64,
    /// Whether it has run since that line.
    running: bool,
}

impl Clock {
    pub(crate) fn new(game: &Game) -> Self {
        let minutes = game.rules().time_limit;
        Self {
            limit_ms: minutes.map(|minutes| 60_000 * u64::from(minutes)),
            spent_ms: 0,
            last_ms: 0,
            running: false,
        }
    }

    /// A line was added that led to this state. `plays` says that the game has begun and is not paused.
    pub(crate) fn tick(&mut self, at_ms: u64, entry: Entry, state: &State, plays: bool) {
        if self.running && !entry.is_of_rest() {
            self.spent_ms += at_ms.saturating_sub(self.last_ms);
        }
        self.last_ms = at_ms;
        self.running = self.limit_ms.is_some()
            && plays
            && state.turn() > 0
            && !state.time_up()
            && !state.phase().is_over();
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running
    }

    pub(crate) fn has_run_out(&self, now_ms: u64) -> bool {
        self.running && self.left_ms(now_ms) == Some(0)
    }

    /// When it runs out if nothing stops it, in milliseconds since 1970.
    pub(crate) fn deadline_ms(&self) -> Option<u64> {
        let left = self.left_ms(self.last_ms)?;
        self.running.then(|| self.last_ms + left)
    }

    fn left_ms(&self, now_ms: u64) -> Option<u64> {
        let since_last = if self.running {
            now_ms.saturating_sub(self.last_ms)
        } else {
            0
        };
        Some(self.limit_ms?.saturating_sub(self.spent_ms + since_last))
    }

    pub(crate) fn shown(&self, now_ms: u64) -> Option<brickwood_protocol::Clock> {
        Some(brickwood_protocol::Clock {
            left_ms: self.left_ms(now_ms)?,
            running: self.running,
        })
    }
}
