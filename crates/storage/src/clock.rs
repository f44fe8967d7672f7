//! The clock of a process. A person or the network may set the system's clock, and this must not cost a
//! player time: within a process, time never goes back, and a jump is corrected slowly.

use std::{
    sync::OnceLock,
    time::{Duration, Instant, SystemTime},
};

use parking_lot::Mutex;

/// How fast a difference from the system's clock is corrected: by a twentieth of the time that passes.
const CATCH_UP: u64 = 20;

/// A clock that never goes back and never jumps.
pub(crate) struct Clock {
    /// Its time, in nanoseconds since 1970.
    now_ns: u64,
    /// The monotonic time of its last reading.
    read_at: Duration,
}

impl Clock {
    /// A clock that agrees with the system's. `at` is the monotonic time, `wall_ns` the system's.
    pub(crate) const fn set(at: Duration, wall_ns: u64) -> Self {
        Self {
            now_ns: wall_ns,
            read_at: at,
        }
    }

    /// The time in milliseconds since 1970.
    pub(crate) fn read(&mut self, at: Duration, wall_ns: u64) -> u64 {
        let passed = at.saturating_sub(self.read_at).as_nanos() as u64;
        self.read_at = at.max(self.read_at);
        let due = self.now_ns + passed;
        let most = passed / CATCH_UP;
        self.now_ns = wall_ns.clamp(due - most, due + most);
        self.now_ns / 1_000_000
    }
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    static CLOCK: OnceLock<(Instant, Mutex<Clock>)> = OnceLock::new();
    let (start, clock) = CLOCK.get_or_init(|| {
        let clock = Clock::set(Duration::ZERO, wall_ns());
        (Instant::now(), Mutex::new(clock))
    });
    clock.lock().read(start.elapsed(), wall_ns())
}

fn wall_ns() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::{
        BoardChoice, ClockRule, Color, Command, NewSeat, NewTable, TableOptions,
    };
    use brickwood_rules::{Edition, SeatSet};
    use brickwood_table::{Author, People, PersonId, Request, Setup, Table};

    use super::*;

    const SECOND: u64 = 1_000_000_000;
    const HOUR: u64 = 3600 * SECOND;
    const START: u64 = 1_000_000 * SECOND;

    /// A clock, the monotonic time, and the error of the system's clock.
    struct Times {
        clock: Clock,
        passed: u64,
        wrong_by: i64,
    }

    impl Times {
        fn new() -> Self {
            Self {
                clock: Clock::set(Duration::ZERO, START),
                passed: 0,
                wrong_by: 0,
            }
        }

        fn after(&mut self, ns: u64) -> u64 {
            self.passed += ns;
            let wall = (START + self.passed).saturating_add_signed(self.wrong_by);
            self.clock.read(Duration::from_nanos(self.passed), wall)
        }
    }

    #[test]
    fn time_goes_on_evenly_while_the_systems_clock_jumps() {
        for wrong_by in [HOUR.cast_signed(), -HOUR.cast_signed()] {
            let mut times = Times::new();
            assert_eq!(times.after(SECOND), (START + SECOND) / 1_000_000);
            times.wrong_by = wrong_by;
            let mut last = times.after(0);
            for _ in 0..600 {
                let now = times.after(SECOND / 10);
                assert!((95..=105).contains(&(now - last)), "{}", now - last);
                last = now;
            }
            // In the end the clock agrees with the system's again.
            times.wrong_by = 0;
            times.after(HOUR);
            assert_eq!(times.after(SECOND), (START + times.passed) / 1_000_000);
        }
    }

    #[test]
    fn a_small_difference_is_made_up_for() {
        let mut times = Times::new();
        times.wrong_by = 100_000_000;
        times.after(3 * SECOND);
        assert_eq!(
            times.after(SECOND),
            (START + 4 * SECOND + 100_000_000) / 1_000_000
        );
    }

    #[test]
    fn a_jump_of_the_systems_clock_takes_no_players_time() {
        let mut times = Times::new();
        let mut table = timed_table(times.after(0));
        let due = table.deadline_ms().expect("somebody's time runs");
        times.wrong_by = HOUR.cast_signed();
        for _ in 0..50 {
            assert!(table.advance(times.after(SECOND)).is_none());
        }
        times.wrong_by = -HOUR.cast_signed();
        let mut waited = 50;
        let batch = loop {
            waited += 1;
            if let Some(batch) = table.advance(times.after(SECOND)) {
                break batch;
            }
        };
        assert!((58..=66).contains(&waited), "{waited}");
        assert!(batch.records()[0].at_ms >= due);
        table.commit(batch);
    }

    /// A game of two players who have a minute in each turn.
    fn timed_table(now_ms: u64) -> Table {
        let order = NewTable {
            name: "Ann".into(),
            edition: Edition::Modern,
            rules: Edition::Modern.rules(2),
            seats: [Color::Coral, Color::Teal]
                .map(|color| NewSeat::Human { color })
                .into(),
            board: BoardChoice::Beginners,
            options: TableOptions {
                clock: ClockRule::Turn { seconds: 60 },
                ..TableOptions::default()
            },
            from: None,
        };
        let persons = [PersonId([1; 32]), PersonId([2; 32])];
        let setup = Setup::new("t".into(), &order, [7; 32], now_ms).unwrap();
        let people = People::new(&order, persons[0], "Ann", None);
        let mut table = Table::new(setup, people);
        let name = "Ben".into();
        let orders = [
            (persons[1], Request::Sit { name, seat: None }),
            (
                persons[0],
                Command::Ready {
                    seed: "00".repeat(32).parse().unwrap(),
                }
                .into(),
            ),
            (
                persons[1],
                Command::Ready {
                    seed: "11".repeat(32).parse().unwrap(),
                }
                .into(),
            ),
        ];
        for (person, order) in orders {
            let batch = table.propose(Author::person(person, None, None), &order, now_ms);
            table.commit(batch.expect("it can be arranged"));
        }
        table.watch(SeatSet::all(2), now_ms);
        while let Some(batch) = table.advance(now_ms) {
            table.commit(batch);
        }
        table
    }
}
