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
use brickwood_storage::{StoredResult, now_ms};
use brickwood_table::GuestId;
use futures_util::{StreamExt, future::BoxFuture, stream};
use serde_json::{Value, json};

use super::{
    App, answers::Counted, cookie, endpoints::endpoints, games::unreadable, params::guest,
    ratings::by_class,
};
use crate::{problem::Failure, results::result};

endpoints! {
    of App;

    /// All that is stored about the caller, as a file.
    get "/api/me/data" => my_data when devices costs Replay {
        tag = "guests", security(("cookie" = []), ("bot" = [])), responses((status = 200, description = "The file: docs/book/privacy.md explains it.", body = Object), Refused<404>, Unstored)
    }

    /// All that is stored about the caller is deleted. In games that go on, a bot plays for them; other games keep a player
    /// without a name.
    delete "/api/me" => delete_me when devices {
        tag = "guests", security(("cookie" = [])), responses((status = 202, description = "It is begun, and cannot be stopped."), Refused<403>, Refused<404>, Unstored)
    }
}

/// Gathers what one part of the server has stored about a guest.
type Gather = fn(App, GuestId) -> BoxFuture<'static, Result<Value, Failure>>;

/// How many results are read at a time.
const PORTION: u32 = 200;

/// A part of the download.
struct Part {
    name: &'static str,
    /// The columns of the database that name the guests of whom it tells. A test holds them to the database.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    columns: &'static [&'static str],
    gather: Gather,
}

macro_rules! parts {
    ($($name:ident of [$($column:literal),*],)+) => {
        &[$(Part {
            name: stringify!($name),
            columns: &[$($column),*],
            gather: |app, guest| Box::pin($name(app, guest)),
        }),+]
    };
}

/// All parts, in the order in which the file has them. What is stored about a guest anywhere has a part here, or is
/// [`NOT_TOLD`].
const PARTS: &[Part] = parts![
    person of ["guest.id"],
    devices of ["device.guest", "recovery.guest"],
    passkeys of ["passkey.guest"],
    identities of ["identity.guest"],
    wish of ["wish.guest", "told.guest"],
    order of [
        "standing.guest", "helper.guest", "network_watch.guest", "block.guest", "report.guest"
    ],
    profile of ["profile.guest"],
    games of ["sitter.guest", "game.host"],
    results of ["result_player.guest"],
    ratings of ["rating_change.guest"],
    attendances of ["attendance.guest"],
];

/// The columns that name guests and are in no part, with the reason, which `docs/book/privacy.md` repeats.
#[cfg(test)]
const NOT_TOLD: &[(&str, &str)] = &[
    (
        "device_link.guest",
        "a code for another device, which is void after five minutes",
    ),
    (
        "ceremony.guest",
        "what was begun with a passkey or on the way to a provider, which is void after five minutes",
    ),
    (
        "deletion.guest",
        "that a guest is being deleted: then nobody is this guest",
    ),
    (
        "block.other",
        "who has blocked the guest: that is told to nobody",
    ),
    (
        "report.about",
        "reports about the guest: whoever reports somebody need not fear them",
    ),
];

pub(super) async fn my_data(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let guest = guest(&app, &headers).await?;
    let parts = guest.map_or(&[][..], |_| PARTS);
    let texts = stream::iter(parts).then(move |part| {
        let app = app.clone();
        async move {
            let guest = guest.ok_or(io::ErrorKind::NotFound)?;
            let found = (part.gather)(app, guest).await;
            // The download breaks off: half of it must not look like all.
            let found = found.map_err(|_| io::ErrorKind::ConnectionAborted)?;
            let name = part.name;
            let separator = if name == PARTS[0].name { "" } else { ",\n" };
            io::Result::Ok(format!("{separator}\"{name}\": {found:#}"))
        }
    });
    let whole = stream::iter([Ok("{\n".to_owned())])
        .chain(texts)
        .chain(stream::iter([Ok("\n}\n".to_owned())]));
    let head = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"brickwood.json\"",
        ),
    ];
    // One part at a time is in memory.
    Ok((head, Extension(Counted), Body::from_stream(whole)).into_response())
}

/// What the host has decided about the guest, whom they have blocked and what they have reported.
async fn order(app: App, guest: GuestId) -> Result<Value, Failure> {
    let site = app.tables.log().site();
    let reports = site.sent_reports(guest).await?;
    let reports = reports.iter().map(|report| {
        json!({
            "number": report.number,
            "at_ms": report.at_ms,
            "reason": report.body.reason,
            "words": report.body.words,
            "outcome": report.outcome,
        })
    });
    Ok(json!({
        "standing": site.standing(guest).await?,
        "helps": site.is_helper(guest).await?,
        "network_suspended_until_ms": site.network_watch(guest).await?,
        "blocks": site.blocks(guest).await?,
        "reports": reports.collect::<Vec<_>>(),
    }))
}

async fn person(app: App, guest: GuestId) -> Result<Value, Failure> {
    let log = app.tables.log();
    let stay = log.site().stay(guest).await?;
    Ok(json!({
        "id": base16ct::lower::encode_string(&guest.0),
        "name": log.site().name_of(guest).await?,
        "created_ms": stay.map(|stay| stay.created_ms),
        "seen_ms": stay.map(|stay| stay.seen_ms),
    }))
}

async fn devices(app: App, guest: GuestId) -> Result<Value, Failure> {
    let site = app.tables.log().site();
    let devices = site.devices_of(guest).await?.into_iter().map(|device| {
        json!({
            "name": device.name,
            "created_ms": device.created_ms,
            "seen_ms": device.seen_ms,
        })
    });
    Ok(json!({
        "devices": devices.collect::<Vec<_>>(),
        "recovery_words_ms": site.words_ms(guest).await?,
    }))
}

async fn passkeys(app: App, guest: GuestId) -> Result<Value, Failure> {
    let passkeys = app.tables.log().site().passkeys_of(guest).await?;
    let passkeys = passkeys.into_iter().map(|passkey| {
        json!({
            "name": passkey.name,
            "created_ms": passkey.created_ms,
            "used_ms": passkey.used_ms,
        })
    });
    Ok(passkeys.collect())
}

async fn wish(app: App, guest: GuestId) -> Result<Value, Failure> {
    let wish = app.tables.log().site().wish_of(guest, now_ms()).await?;
    Ok(wish.map_or(
        Value::Null,
        |wish| json!({ "until_ms": wish.until_ms, "told_of": wish.told }),
    ))
}

async fn identities(app: App, guest: GuestId) -> Result<Value, Failure> {
    let identities = app.tables.log().site().identities_of(guest).await?;
    let identities = identities.into_iter().map(|identity| {
        json!({
            "provider": identity.issuer,
            "created_ms": identity.created_ms,
            "used_ms": identity.used_ms,
        })
    });
    Ok(identities.collect())
}

async fn profile(app: App, guest: GuestId) -> Result<Value, Failure> {
    let shown = app.tables.log().site().profile(guest).await?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| unreadable(&error));
    shown.map_or(Ok(Value::Null), read)
}

async fn games(app: App, guest: GuestId) -> Result<Value, Failure> {
    let log = app.tables.log();
    let mut games = Vec::new();
    for game in log.site().games_of(guest, u32::MAX).await? {
        let held = game.people.seats_held_by(guest);
        let seats: Vec<Value> = held
            .iter()
            .map(|seat| {
                let place = &game.people.places[seat.index()];
                json!({
                    "seat": u8::from(seat) + 1,
                    "name": place.name,
                    "former_names": place.former,
                    "won": game.outline.winners.contains(seat),
                })
            })
            .collect();
        let said: Vec<Value> = log
            .site()
            .talk_of(&game.id, held)
            .await?
            .into_iter()
            .map(|line| json!({ "at_ms": line.at_ms, "name": line.name, "text": line.text }))
            .collect();
        games.push(json!({
            "table": game.id,
            "created_ms": game.created_ms,
            "edition": game.edition,
            "progress": game.outline.progress,
            "host": game.people.host == Some(guest),
            "rated": game.people.rated.contains(&Some(guest)),
            "seats": seats,
            "said": said,
            "record": format!("/api/tables/{}/record", game.id),
        }));
    }
    Ok(games.into())
}

/// The guest's ratings, as they are told to the guest.
async fn ratings(app: App, guest: GuestId) -> Result<Value, Failure> {
    let site = app.tables.log().site();
    let changes = site.rating_changes_of(guest, u32::MAX).await?;
    Ok(json!(by_class(&changes)))
}

/// Whether the guest has stayed to the end of their games, the latest first.
async fn attendances(app: App, guest: GuestId) -> Result<Value, Failure> {
    let site = app.tables.log().site();
    Ok(json!(site.attendances(&[guest], u32::MAX).await?.concat()))
}

async fn results(app: App, guest: GuestId) -> Result<Value, Failure> {
    let mut results = Vec::new();
    let mut before = None;
    loop {
        let site = app.tables.log().site();
        let found = site.results_of(guest, before.as_ref(), PORTION).await?;
        let is_last = found.len() < PORTION as usize;
        before = found.last().map(StoredResult::place);
        for stored in found {
            let told = result(stored).and_then(serde_json::to_value);
            results.push(told.map_err(|error| {
                tracing::error!(%error, "a stored result cannot be read");
                ProblemKind::Internal
            })?);
        }
        if is_last {
            return Ok(results.into());
        }
    }
}

pub(super) async fn delete_me(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if headers.contains_key(header::AUTHORIZATION) {
        return Err(ProblemKind::NotForBots.into());
    }
    if let Some(guest) = guest(&app, &headers).await? {
        let devices = app.tables.log().site().begin_deletion(guest, now_ms());
        app.devices.lose(devices.await?);
        app.deletions.go_on();
    }
    let clear = [(header::SET_COOKIE, cookie::clear(&app.site))];
    Ok((StatusCode::ACCEPTED, clear, ()).into_response())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use brickwood_storage::SqliteStorage;
    use brickwood_test_kit::read;
    use rusqlite::Connection;

    use super::*;

    fn texts(database: &Connection, query: &str, columns: [usize; 2]) -> Vec<(String, String)> {
        let mut statement = database.prepare(query).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(columns[0])?, row.get(columns[1])?)));
        rows.unwrap().map(Result::unwrap).collect()
    }

    /// The columns of a database that name guests: those that refer to a guest, and those that are called like one.
    fn columns_of_guests() -> BTreeSet<String> {
        let folder = tempfile::tempdir().unwrap();
        drop(SqliteStorage::open(folder.path()).unwrap());
        let database = Connection::open(folder.path().join("brickwood.db")).unwrap();
        let tables = "SELECT name, name FROM sqlite_master WHERE type = 'table'";
        let mut found = BTreeSet::from(["guest.id".to_owned()]);
        for (table, _) in texts(&database, tables, [0, 1]) {
            let references = format!("PRAGMA foreign_key_list({table})");
            for (of, column) in texts(&database, &references, [2, 3]) {
                if of == "guest" {
                    found.insert(format!("{table}.{column}"));
                }
            }
            let columns = format!("PRAGMA table_info({table})");
            for (column, _) in texts(&database, &columns, [1, 2]) {
                if ["guest", "host", "about", "other"].contains(&&*column) {
                    found.insert(format!("{table}.{column}"));
                }
            }
        }
        found
    }

    #[test]
    fn each_column_that_names_a_guest_is_downloaded_or_has_a_reason_that_the_docs_repeat() {
        let told = PARTS.iter().flat_map(|part| part.columns);
        let not_told = NOT_TOLD.iter().map(|(column, _)| column);
        let known: Vec<String> = told
            .chain(not_told)
            .map(|column| (*column).to_owned())
            .collect();
        let once: BTreeSet<String> = known.iter().cloned().collect();
        assert_eq!(known.len(), once.len(), "{known:?}");
        assert_eq!(once, columns_of_guests());
        let page = read("docs/book/privacy.md");
        for (column, reason) in NOT_TOLD {
            assert!(page.contains(reason), "{column}: {reason}");
        }
        for part in PARTS {
            assert!(
                page.contains(&format!("| `{}` |", part.name)),
                "{}",
                part.name
            );
        }
    }
}
