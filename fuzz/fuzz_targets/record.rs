//! Any text is a record or an error, and a record's text is read back as that record. A replay of it can
//! be shown, or the table says why not.
#![no_main]

use brickwood_notation::{parse_record, record_text};
use brickwood_table::replay_of_record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let replay = replay_of_record(text);
    match parse_record(text) {
        Ok(record) => {
            let written = record_text(&record).expect("what was read can be written");
            assert_eq!(parse_record(&written), Ok(record));
        }
        Err(_) => assert!(replay.is_err()),
    }
    if let Ok(replay) = replay {
        serde_json::to_string(&replay).expect("replays are JSON");
    }
});
