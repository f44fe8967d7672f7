//! The bench signature.

use brickwood_arena::signature;
use brickwood_test_kit::read;

#[test]
fn the_fixed_games_went_as_they_are_written_down() {
    let committed = read("tests-data/bench/signature.txt");
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let found = signature(threads);
    let changed: Vec<(&str, &str)> = committed
        .lines()
        .zip(found.lines())
        .filter(|(committed, found)| committed != found)
        .collect();
    assert!(
        committed == found,
        "{} lines differ, the first of them:\n{:#?}\nIf that is meant: \
         cargo run --release -- bench signature > tests-data/bench/signature.txt",
        changed.len(),
        changed.first()
    );
}
