//! Whatever lines come, each is answered by one line of JSON: a result or an error.
#![no_main]

use brickwood_engine::{Session, World};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// No files, and time stands still.
struct Nowhere;

impl World for Nowhere {
    fn read(&self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }

    fn milliseconds(&self) -> u64 {
        0
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::new();
    for line in bytes.split(|byte| *byte == b'\n').take(8) {
        // Counting and thinking take as long as one asks them to.
        let patient = ["\"perft\"", "\"go\""]
            .iter()
            .any(|word| contains(line, word));
        if patient {
            continue;
        }
        let answer = session.answer(line, &Nowhere);
        assert!(!answer.line.contains('\n'));
        let value: Value = serde_json::from_str(&answer.line).expect("an answer is JSON");
        let said = (value.get("result"), value.get("error"));
        assert!(matches!(said, (Some(_), None) | (None, Some(_))), "{value}");
    }
});

fn contains(line: &[u8], word: &str) -> bool {
    line.windows(word.len()).any(|part| part == word.as_bytes())
}
