//! The committed TypeScript declarations are those of what goes into a room and comes out.

use brickwood_test_kit::are_declared;

#[test]
fn the_committed_declarations_are_those_of_a_room() {
    are_declared(&["room"], brickwood_table::room::declarations);
}
