//! The committed TypeScript declarations are those of questions.
#![cfg(feature = "ts")]

use brickwood_test_kit::are_declared;

#[test]
fn typescript_knows_what_a_question_is() {
    are_declared(&["puzzles"], brickwood_puzzles::declarations);
}
