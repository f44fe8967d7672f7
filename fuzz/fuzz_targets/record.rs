//! Any text is a record or an error, and a record's text is read back as that record.
#![no_main]

use brickwood_notation::{parse_record, record_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(record) = parse_record(text) {
        let written = record_text(&record).expect("what was read can be written");
        assert_eq!(parse_record(&written), Ok(record));
    }
});
