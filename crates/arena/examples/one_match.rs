//! A match of the medium bot against easy ones, each deal from every seat.
//!
//! `cargo run --release -p brickwood-arena --example one_match 400`: in steps of four games; 8 without a number

use std::{env, thread};

use brickwood_arena::{Budget, Caps, Match, built_in};
use brickwood_rules::Edition;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = env::args().nth(1).map_or(Ok(8), |games| games.parse())?;
    let [challenger, rival] =
        ["medium", "easy"].map(|name| built_in(name).expect("the name of a built-in player"));
    let report = Match {
        rules: Edition::Modern.rules(4),
        challenger: &*challenger,
        rival: &*rival,
        games,
        seed: 1,
        budget: Budget::default(),
        caps: Caps::default(),
        threads: thread::available_parallelism()?.get(),
        sprt: None,
    }
    .run(|so_far| eprintln!("{} of {games} games", so_far.games))?;
    let (won, decided) = (report.tally.won, report.tally.decided());
    let interval = report.tally.interval();
    println!("won {won} of {decided}; 1 in 4 would be even");
    println!(
        "the share lies between {:.0} % and {:.0} %, 95 % sure",
        100.0 * interval.low,
        100.0 * interval.high
    );
    Ok(())
}
