//! What makes a further device somebody's: a link for minutes, or recovery words.

mod keys;
mod store;

use crate::topics::Topic;
pub(crate) use keys::{LINK_MS, hash_of, new_link, new_words, no_such};
pub use store::{Claimed, KeyHash};

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("recovery/tables.sql"),
    keeps: &["recovery"],
    not_told: &[(
        "device_link.person",
        "a code for another device, which is void after five minutes",
    )],
    ..Topic::NOTHING
};
