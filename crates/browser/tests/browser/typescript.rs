//! The committed TypeScript declarations are those of calls and answers.

use brickwood_test_kit::are_declared;

#[test]
fn the_committed_declarations_are_those_of_calls_and_answers() {
    are_declared(&["module"], brickwood_browser::declarations);
}
