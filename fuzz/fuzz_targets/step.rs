//! Any text is a step or an error, and a step's text is read back as that step.
#![no_main]

use brickwood_notation::{parse_step, step_text};
use brickwood_rules::Layout;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for layout in [Layout::Standard, Layout::Large] {
        let topology = layout.topology();
        if let Ok(step) = parse_step(topology, text) {
            let written = step_text(topology, step);
            assert_eq!(parse_step(topology, &written), Ok(step));
        }
    }
});
