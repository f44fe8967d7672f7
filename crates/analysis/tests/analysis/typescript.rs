//! The committed TypeScript declarations are those of the statistics.

use brickwood_test_kit::are_declared;

#[test]
fn the_committed_declarations_are_those_of_the_statistics() {
    are_declared(&["analysis"], brickwood_analysis::declarations);
}
