//! What may be wrong with a stored game.

use std::collections::HashMap;

use brickwood_table::{StoredGame, Table};

/// The first fault of the game with this id; none if every line follows on the one before and leads where it led when it was
/// written.
pub fn first_fault(id: &str, game: StoredGame) -> Option<String> {
    if game.setup.id != id {
        return Some(format!("its set-up is that of {}", game.setup.id));
    }
    let mut keys = HashMap::new();
    for record in &game.records {
        if let Some(key) = record.actor.zip(record.key)
            && let Some(first) = keys.insert(key, record.seq)
        {
            let seq = record.seq;
            return Some(format!("line {seq} of the log has the key of line {first}"));
        }
    }
    Table::restore(game.setup, game.people, game.records)
        .err()
        .map(|error| error.to_string())
}
