//! What the topics of a site declare of themselves, once: their tables, what of a person is in them, and whom they keep.

use brickwood_storage::Schema;
use brickwood_table::PersonId;
use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::{SiteApp, http::problem::Failure, lobby, moderation, person, record, settings};

/// What a topic declares of itself.
pub(crate) struct Topic {
    /// Its tables, in the words of a [`Schema`].
    pub(crate) tables: &'static str,
    /// Tables in which a row keeps its `person`, who is not forgotten then.
    pub(crate) keeps: &'static [&'static str],
    /// Its parts of what a person downloads.
    pub(crate) told: &'static [Part],
    /// The columns that name a person and are in no part, with the reason, which `docs/book/privacy.md` repeats.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    pub(crate) not_told: &'static [(&'static str, &'static str)],
}

impl Topic {
    /// A topic that stores nothing.
    pub(crate) const NOTHING: Self = Self {
        tables: "",
        keeps: &[],
        told: &[],
        not_told: &[],
    };
}

/// A part of the download of what is stored about a person.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// The columns of the database that name the people of whom it tells. A test holds them to the database.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    pub(crate) columns: &'static [&'static str],
    /// Gathers what is stored about a person.
    pub(crate) gather: fn(SiteApp, PersonId) -> BoxFuture<'static, Result<Value, Failure>>,
}

/// Parts of the download, each by the function that gathers it, which has its name.
macro_rules! parts {
    ($($name:ident of [$($column:literal),* $(,)?]),+ $(,)?) => {
        &[$($crate::topics::Part {
            name: stringify!($name),
            columns: &[$($column),*],
            gather: |app, person| Box::pin($name(app, person)),
        }),+]
    };
}
pub(crate) use parts;

/// All topics, in the order in which the download has their parts.
pub(crate) const TOPICS: [&Topic; 12] = [
    &settings::TOPIC,
    &person::personal_data::TOPIC,
    &person::devices::TOPIC,
    &person::recovery::TOPIC,
    &person::passkeys::TOPIC,
    &person::identities::TOPIC,
    &lobby::open_tables::TOPIC,
    &moderation::TOPIC,
    &record::profiles::TOPIC,
    &record::results::TOPIC,
    &record::ratings::TOPIC,
    &record::attendances::TOPIC,
];

/// The tables of all topics.
pub const SCHEMA: Schema = Schema {
    tables: &TABLES,
    of_sqlite: &[include_str!("moderation/host_log.sqlite.sql")],
    of_postgres: &[include_str!("moderation/host_log.postgres.sql")],
};

const TABLES: [&str; TOPICS.len()] = {
    let mut tables = [""; TOPICS.len()];
    let mut place = 0;
    while place < TOPICS.len() {
        tables[place] = TOPICS[place].tables;
        place += 1;
    }
    tables
};

/// All parts of the download.
pub(crate) fn all_parts() -> impl Iterator<Item = &'static Part> {
    TOPICS.iter().flat_map(|topic| topic.told)
}

/// The tables in which a row keeps its person.
pub(crate) fn keeps() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().flat_map(|topic| topic.keeps).copied()
}
