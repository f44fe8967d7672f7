//! When the players of a table act: at fixed times, however long the server takes (an open loop). A
//! message that is late is late from the time at which it was due.
//!
//! A time belongs to the table, not to a player. The first player who is ready takes it. A player who has
//! to wait for others, or whom others overtake, does not hold a time that they need. So a time passes
//! unused only while the server owes an answer to every player who could act, or while bots play.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// The times at which the players of one table act.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Without one, nobody ever acts.
    interval: Option<Duration>,
    times: Mutex<Times>,
}

#[derive(Debug)]
struct Times {
    next: Instant,
    /// The game that is played.
    game: Option<String>,
}

impl Pace {
    /// An action is due at `start`, and another one each `interval` after it.
    pub(crate) const fn new(start: Instant, interval: Option<Duration>) -> Self {
        let times = Times {
            next: start,
            game: None,
        };
        Self {
            interval,
            times: Mutex::new(times),
        }
    }

    /// A client has seen that a game has begun. Nobody could act before, so the first call for a game
    /// skips the times that have passed.
    pub(crate) fn begin(&self, game: &str, now: Instant) {
        let mut times = self.times.lock();
        let Some(interval) = self.interval else {
            return;
        };
        if times.game.as_deref() == Some(game) {
            return;
        }
        times.game = Some(game.to_owned());
        let passed = now.saturating_duration_since(times.next);
        let skipped = passed.as_nanos().div_ceil(interval.as_nanos().max(1));
        times.next += interval * u32::try_from(skipped).unwrap_or(u32::MAX);
    }

    /// When the next action is due, which may have passed.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.interval.map(|_| self.times.lock().next)
    }

    /// Takes the next time if it has come. If it has not, another player was faster.
    pub(crate) fn take(&self, now: Instant) -> Option<Instant> {
        let interval = self.interval?;
        let mut times = self.times.lock();
        let due = times.next;
        if due > now {
            return None;
        }
        times.next += interval;
        Some(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_millis(20);

    fn at(start: Instant, intervals: u32) -> Instant {
        start + INTERVAL * intervals
    }

    #[test]
    fn actions_are_due_at_fixed_times_however_late_they_are_taken() {
        let start = Instant::now();
        let pace = Pace::new(start, Some(INTERVAL));
        assert_eq!(pace.take(start), Some(start));
        // The server has stalled for two and a half of them.
        let late = start + INTERVAL * 7 / 2;
        assert_eq!(pace.take(late), Some(at(start, 1)));
        assert_eq!(pace.take(late), Some(at(start, 2)));
        assert_eq!(pace.take(late), Some(at(start, 3)));
        assert_eq!(pace.take(late), None);
        assert_eq!(pace.next(), Some(at(start, 4)));
    }

    #[test]
    fn a_player_who_waits_for_others_makes_nobody_late() {
        let start = Instant::now();
        let pace = Pace::new(start, Some(INTERVAL));
        // A player makes an offer, and could act again, but has to wait for the answers of the others, who
        // are ready at the same time.
        assert_eq!(pace.take(start), Some(start));
        let waits = pace.next();
        assert_eq!(waits, Some(at(start, 1)));
        for answer in 1..=3 {
            let due = pace.next().unwrap();
            assert_eq!(pace.take(due), Some(at(start, answer)));
        }
        // It goes on at the time after the last answer.
        assert_eq!(pace.next(), Some(at(start, 4)));
    }

    #[test]
    fn one_of_several_ready_players_takes_a_time_and_the_others_wait_for_the_next() {
        let start = Instant::now();
        let pace = Pace::new(start, Some(INTERVAL));
        assert_eq!(pace.take(start), Some(start));
        assert_eq!(pace.take(start), None);
        assert_eq!(pace.next(), Some(at(start, 1)));
    }

    #[test]
    fn times_before_the_beginning_of_the_game_make_nobody_late() {
        let start = Instant::now();
        let pace = Pace::new(start, Some(INTERVAL));
        let begun = start + INTERVAL * 5 / 2;
        pace.begin("first", begun);
        assert_eq!(pace.take(begun), None);
        assert_eq!(pace.next(), Some(at(start, 3)));
        // The others see it later, when the first may have been held up already.
        let later = at(start, 6);
        pace.begin("first", later);
        assert_eq!(pace.take(later), Some(at(start, 3)));
        pace.begin("next", later);
        assert_eq!(pace.take(later), Some(later));
        // A game that begins before the first time does not change it.
        let early = Pace::new(later, Some(INTERVAL));
        early.begin("first", start);
        assert_eq!(early.next(), Some(later));
    }

    #[test]
    fn without_an_interval_nobody_acts() {
        let start = Instant::now();
        let pace = Pace::new(start, None);
        pace.begin("first", start);
        assert_eq!(pace.next(), None);
        assert_eq!(pace.take(start + INTERVAL), None);
    }
}
