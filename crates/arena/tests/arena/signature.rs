//! The bench signature.

use std::path::Path;

use brickwood_arena::signature;

#[test]
fn the_fixed_games_went_as_they_are_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests-data/bench/signature.txt");
    let committed = std::fs::read_to_string(&path).expect("the signature lies in tests-data");
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
