//! What the topics of a site declare of themselves, once: their tables, what of a person is in them, and whom they keep.

use brickwood_storage::Schema;
use brickwood_table::PersonId;
use futures_util::{
    StreamExt, TryStreamExt,
    future::BoxFuture,
    stream::{self, BoxStream, Stream},
};
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
    pub(crate) gather: fn(SiteApp, PersonId) -> Told,
}

/// What a part of the download tells.
pub(crate) enum Told {
    /// Something that is always small.
    Whole(BoxFuture<'static, Result<Value, Failure>>),
    /// A list, which may be of any length: its items, of which one at a time is in memory.
    List(BoxStream<'static, Result<Value, Failure>>),
}

/// Parts of the download, each by the function that gathers it, which has its name. It returns a value that is always small,
/// or with `as list`, the items of a list as a stream.
macro_rules! parts {
    ($($name:ident of [$($column:literal),* $(,)?] $(as $list:ident)?),+ $(,)?) => {
        &[$($crate::topics::Part {
            name: stringify!($name),
            columns: &[$($column),*],
            gather: |app, person| $crate::topics::parts!(@told $($list)? $name(app, person)),
        }),+]
    };
    (@told list $gathered:expr) => { $crate::topics::Told::List(Box::pin($gathered)) };
    (@told $gathered:expr) => { $crate::topics::Told::Whole(Box::pin($gathered)) };
}
pub(crate) use parts;

/// How many items of a list are read at a time.
pub(crate) const PAGE: u32 = 50;

/// The items of a list that is read page by page. `page` reads those after a place, and tells after which place the next ones
/// are, if there may be any.
pub(crate) fn pages<P, T, F>(
    first: P,
    page: impl Fn(P) -> F + Send + 'static,
) -> impl Stream<Item = Result<T, Failure>> + Send
where
    P: Send + 'static,
    T: Send + 'static,
    F: Future<Output = Result<(Vec<T>, Option<P>), Failure>> + Send + 'static,
{
    let pages = stream::try_unfold(Some(first), move |place| {
        let page = place.map(&page);
        async move {
            let Some(page) = page else { return Ok(None) };
            let (items, next) = page.await?;
            Ok::<_, Failure>(Some((stream::iter(items).map(Ok), next)))
        }
    });
    pages.try_flatten()
}

/// After how many items the next page is, if this one is full.
pub(crate) fn next_page(skip: u32, found: usize) -> Option<u32> {
    (found >= PAGE as usize).then_some(skip + PAGE)
}

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
