//! Any lines are the log of a table or an error that names the first that is none, and whatever log
//! is read can be shown.
#![no_main]

use brickwood_fuzz::{HOST, table};
use brickwood_table::{LogRecord, RestoreError, Table, digest};
use libfuzzer_sys::fuzz_target;

const MOST_LINES: usize = 40;

/// The table with one line more, with the fingerprint that belongs to it.
fn read_on(table: &Table, body: &str) -> Option<Table> {
    let mut record = LogRecord {
        seq: table.head() + 1,
        at_ms: u64::from(table.head()) * 1000,
        actor: None,
        key: None,
        nonce: None,
        body: body.to_owned(),
        post_hash: 0,
    };
    let read = |record: LogRecord| {
        let mut next = table.clone();
        let setup = table.setup().clone();
        let result = next.catch_up(setup, table.people().clone(), vec![record]);
        (next, result)
    };
    let (tried, mut result) = read(record.clone());
    let mut next = tried;
    if matches!(result, Err(RestoreError::Diverged { .. })) {
        record.post_hash = digest(next.game(), next.state());
        (next, result) = read(record);
    }
    match result {
        Ok(()) => Some(next),
        Err(RestoreError::Unreadable { seq, .. } | RestoreError::Illegal { seq, .. }) => {
            assert_eq!(seq, table.head() + 1);
            None
        }
        Err(other) => panic!("{other}"),
    }
}

fuzz_target!(|text: &str| {
    let mut table = table();
    for body in text.lines().take(MOST_LINES) {
        let Some(next) = read_on(&table, body) else {
            break;
        };
        table = next;
    }
    for person in [Some(HOST), None] {
        let update = table.update(table.viewer(person, None), 0, 0);
        serde_json::to_string(&update).expect("updates are JSON");
    }
});
