//! What is stored about a person: as a download, and its deletion.

use std::io;

use axum::{
    Extension,
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;
use brickwood_storage::now_ms;
use futures_util::{
    Stream, StreamExt, TryFutureExt,
    stream::{self, BoxStream},
};

use crate::{
    SiteApp,
    http::{
        answers::{InParts, LONGEST},
        cookie,
        endpoints::endpoints,
        problem::Failure,
        rate_limit::Caller,
        sender::person_of,
    },
    topics::{self, Told},
};

endpoints! {
    of SiteApp;

    /// All that is stored about the caller, as a file.
    get "/api/me/data" => my_data when devices costs History {
        tag = "people", security(("cookie" = []), ("bot" = [])), responses((status = 200, description = "The file: docs/book/privacy.md explains it.", body = Object), RefusedWith<404>, Unstored)
    }

    /// All that is stored about the caller is deleted. In games that go on, a bot plays for them; other games keep a player
    /// without a name.
    delete "/api/me" => delete_me when devices [trusted] {
        tag = "people", security(("cookie" = [])), responses((status = 202, description = "It is begun, and cannot be stopped."), RefusedWith<403>, RefusedWith<404>, Unstored)
    }
}

pub(crate) async fn my_data(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let person = person_of(&app, &headers).await?;
    let turn = app.history(&caller, person).await?;
    let parts = person.into_iter().flat_map(move |person| {
        let app = app.clone();
        topics::all_parts().map(move |part| (part.name, (part.gather)(app.clone(), person)))
    });
    let texts = stream::iter(parts.enumerate()).flat_map(|(place, (name, told))| {
        let separator = if place == 0 { "" } else { ",\n" };
        text(format!("{separator}\"{name}\": "), told)
    });
    let whole = once("{\n").chain(texts).chain(once("\n}\n")).boxed();
    let in_turn = stream::unfold((whole, turn), |(mut whole, turn)| async {
        let step = turn.step().await.ok()?;
        let text = whole.next().await?;
        drop(step);
        // The download breaks off: half of it must not look like all.
        Some((
            text.map_err(|_| io::Error::from(io::ErrorKind::ConnectionAborted)),
            (whole, turn),
        ))
    });
    let head = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"brickwood.json\"",
        ),
    ];
    let in_parts = Extension(InParts { longest: LONGEST });
    Ok((head, in_parts, Body::from_stream(in_turn)).into_response())
}

/// The text of a part, item by item.
fn text(head: String, told: Told) -> BoxStream<'static, Result<String, Failure>> {
    match told {
        Told::Whole(value) => {
            let text = value.map_ok(move |value| format!("{head}{value:#}"));
            stream::once(text).boxed()
        }
        Told::List(items) => {
            let items = items.enumerate().map(|(place, item)| {
                let separator = if place == 0 { "\n" } else { ",\n" };
                item.map(|item| format!("{separator}{item:#}"))
            });
            once(&(head + "[")).chain(items).chain(once("]")).boxed()
        }
    }
}

fn once(text: &str) -> impl Stream<Item = Result<String, Failure>> + Send + use<> {
    stream::iter([Ok(text.to_owned())])
}

pub(crate) async fn delete_me(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Err(ProblemKind::NotForBots.into());
    }
    if let Some(person) = person_of(&app, &headers).await? {
        let devices = app.stored().begin_deletion(person, now_ms());
        app.devices.lose(devices.await?);
        app.rating_lists.forget().await;
        app.deletions.notify_one();
    }
    let clear = [(header::SET_COOKIE, cookie::clear(&app.address))];
    Ok((StatusCode::ACCEPTED, clear, ()).into_response())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use brickwood_storage::SqliteStorage;
    use brickwood_test_kit::read;
    use rusqlite::Connection;

    use crate::topics::{self, TOPICS};

    fn texts(database: &Connection, query: &str, columns: [usize; 2]) -> Vec<(String, String)> {
        let mut statement = database.prepare(query).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(columns[0])?, row.get(columns[1])?)));
        rows.unwrap().map(Result::unwrap).collect()
    }

    /// The columns of a database that name people: those that refer to a person, and those that are called like one.
    fn columns_of_people() -> BTreeSet<String> {
        let folder = tempfile::tempdir().unwrap();
        drop(SqliteStorage::open(folder.path(), crate::SCHEMA).unwrap());
        let database = Connection::open(folder.path().join("brickwood.db")).unwrap();
        let tables = "SELECT name, name FROM sqlite_master WHERE type = 'table'";
        let mut found = BTreeSet::from(["person.id".to_owned()]);
        for (table, _) in texts(&database, tables, [0, 1]) {
            let references = format!("PRAGMA foreign_key_list({table})");
            for (of, column) in texts(&database, &references, [2, 3]) {
                if of == "person" {
                    found.insert(format!("{table}.{column}"));
                }
            }
            let columns = format!("PRAGMA table_info({table})");
            for (column, _) in texts(&database, &columns, [1, 2]) {
                if ["person", "host", "about", "other"].contains(&&*column) {
                    found.insert(format!("{table}.{column}"));
                }
            }
        }
        found
    }

    #[test]
    fn each_column_that_names_a_person_is_downloaded_or_has_a_reason_that_the_docs_repeat() {
        let told = topics::all_parts().flat_map(|part| part.columns);
        let not_told = TOPICS.iter().flat_map(|topic| topic.not_told);
        let not_told = not_told.map(|(column, _)| column);
        let known: Vec<String> = told
            .chain(not_told)
            .map(|column| (*column).to_owned())
            .collect();
        let once: BTreeSet<String> = known.iter().cloned().collect();
        assert_eq!(known.len(), once.len(), "{known:?}");
        assert_eq!(once, columns_of_people());
        let page = read("docs/book/privacy.md");
        for (column, reason) in TOPICS.iter().flat_map(|topic| topic.not_told) {
            assert!(page.contains(reason), "{column}: {reason}");
        }
        for part in topics::all_parts() {
            assert!(
                page.contains(&format!("| `{}` |", part.name)),
                "{}",
                part.name
            );
        }
    }
}
