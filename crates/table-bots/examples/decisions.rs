//! What the decisions of bots at a table cost, early in a game and late: one game of four bots of a level in a room, for
//! `valgrind --tool=callgrind`. `docs/lab/benchmarks.md` says how to run it.

#[path = "../tests/watched/mod.rs"]
mod watched;

use std::ops::RangeInclusive;

use brickwood_protocol::{BotLevel, Level};
use brickwood_table::room::BotTask;
use brickwood_table_bots::BuiltIn;
use watched::{Choice, Watched, order, stored};

/// One round each.
const EARLY: RangeInclusive<u16> = 20..=23;
const LATE: RangeInclusive<u16> = 60..=63;

// Two functions that the compiler does not fold into one, so that the profile tells them apart.
#[inline(never)]
fn decide_early(work: &BotTask) -> Choice {
    work.decide(&BuiltIn)
}

#[inline(never)]
fn decide_late(work: &BotTask) -> Choice {
    std::hint::black_box(work).decide(&BuiltIn)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let named = args.next().and_then(|name| Level::named(&name));
    let level = BotLevel::Own(named.unwrap_or(Level::Hard));
    let seed = args
        .next()
        .map_or(7, |seed| seed.parse().expect("0 to 255"));
    let mut storage = stored(&order([level; 4]), seed);
    let mut room = Watched::new(0);
    let (mut early, mut late) = (0, 0);
    while storage.table.state().turn() <= *LATE.end() && !storage.is_over {
        room.go_on(&mut storage, |storage, work| {
            match storage.table.state().turn() {
                turn if EARLY.contains(&turn) => {
                    early += 1;
                    decide_early(work)
                }
                turn if LATE.contains(&turn) => {
                    late += 1;
                    decide_late(work)
                }
                _ => work.decide(&BuiltIn),
            }
        });
    }
    println!("decisions: {early} in turns {EARLY:?}, {late} in turns {LATE:?}");
}
