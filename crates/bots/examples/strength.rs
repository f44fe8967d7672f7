//! How strong the levels are, and how long they take. The figures in `docs/book/bots.md` are what
//! this prints; they depend on nothing but the code, apart from the times.
//!
//! `cargo run --release -p brickwood-bots --example strength [GAMES]`

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use brickwood_bots::{Level, choose};
use brickwood_rules::Action;

fn main() {
    let games = std::env::args()
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(400);
    duel(Level::Medium, Level::Easy, games);
    duel(Level::Hard, Level::Medium, games);
    duel(Level::Hard, Level::Easy, games / 4);
}

/// How long decisions took.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// Mean, 999th of a thousand and worst, in milliseconds.
    fn report(mut self) -> String {
        self.0.sort_unstable();
        let count = self.0.len();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let mean = self
            .0
            .iter()
            .sum::<Duration>()
            .div_f64(f64::from(count as u32));
        format!(
            "{:.2} ms a decision, {:.1} ms in 1 of 1000, {:.1} ms at worst",
            ms(mean),
            ms(self.0[count * 999 / 1000]),
            ms(self.0[count - 1])
        )
    }
}

// Times are what it reports; nothing depends on them.
#[allow(clippy::disallowed_methods)]
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

fn duel(challenger: Level, rivals: Level, games: u32) {
    let mut wins = 0;
    let mut turns = 0_u32;
    let mut unfinished = 0;
    let mut times = Times::default();
    let (mut offers, mut closed, mut counters) = (0_u32, 0_u32, 0_u32);
    for number in 0..u64::from(games) {
        let game = support::game(4, 10_000 + number / 4, false);
        let levels = support::one_against(challenger, rivals, 4, number);
        let outcome = support::play(&game, 20_000 + number / 4, |_, seat, view, seed| {
            let level = levels[seat.index()];
            let (mut took, action) = timed(|| choose(level, &game, view, seed));
            // The same question takes as long again, unless another program had the processor.
            for _ in 0..4 {
                if took > Duration::from_millis(2) {
                    took = took.min(timed(|| choose(level, &game, view, seed)).0);
                }
            }
            if level == challenger {
                times.0.push(took);
                match action {
                    Some(Action::Offer { .. }) => offers += 1,
                    Some(Action::Confirm { .. }) => closed += 1,
                    Some(Action::Counter { .. }) => counters += 1,
                    _ => {}
                }
            }
            action
        });
        turns += u32::from(outcome.turns);
        match outcome.winner {
            None => unfinished += 1,
            Some(seat) => wins += u32::from(levels[seat.index()] == challenger),
        }
    }
    let (low, high) = support::wilson(wins, games);
    let share = 100.0 * f64::from(wins) / f64::from(games);
    println!(
        "1 {challenger:?} against 3 {rivals:?}: {wins} of {games} won, {share:.1} % [{:.1}, {:.1}]",
        100.0 * low,
        100.0 * high
    );
    println!(
        "  {:.0} turns a game, {unfinished} unfinished; {challenger:?}: {}",
        f64::from(turns) / f64::from(games),
        times.report()
    );
    println!("  {offers} offers, {closed} closed, {counters} counter-offers");
}
