//! Any text is a position or an error. A position's text is read back as that position, and so is
//! what each seat sees of it.
#![no_main]

use brickwood_notation::{parse_position, parse_view, position_text, view_text};
use brickwood_rules::Seat;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse_view(text);
    let Ok(position) = parse_position(text) else {
        return;
    };
    let (game, state) = (&position.game, &position.state);
    let written = position_text(game, state);
    let read = parse_position(&written).expect("what is written can be read");
    assert_eq!((&read.game, &read.state), (game, state));
    for viewer in Seat::all(game.rules().players).map(Some).chain([None]) {
        let view = state.view(game, viewer);
        let read = parse_view(&view_text(game, &view)).expect("so can a view");
        assert_eq!(read.view, view);
    }
});
