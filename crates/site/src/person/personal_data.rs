//! What is stored about a person: as a download, and its deletion.

pub(crate) mod api;
pub(crate) mod store;

use brickwood_table::{Listed, PersonId};
use futures_util::{Stream, TryStreamExt};
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{PAGE, Topic, next_page, pages, parts},
};
pub use store::Stay;

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("personal_data/tables.sql"),
    keeps: &["sitter", "deletion"],
    told: parts![
        person of ["person.id"], games of ["sitter.person", "game.host"] as list, said of [] as list
    ],
    not_told: &[(
        "deletion.person",
        "that somebody is being deleted: then nobody is this person",
    )],
};

async fn person(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let log = app.log();
    let stay = app.stored().stay(person).await?;
    Ok(json!({
        "id": base16ct::lower::encode_string(&person.0),
        "name": log.persons().name_of(person).await?,
        "created_ms": stay.map(|stay| stay.created_ms),
        "seen_ms": stay.map(|stay| stay.seen_ms),
    }))
}

fn games(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    games_of(app, person).map_ok(move |game| told(&game, person))
}

fn games_of(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Listed, Failure>> + Send {
    pages(0, move |skip| {
        let app = app.clone();
        async move {
            let games = app.log().games();
            let games = games.games_of_after(person, skip, PAGE).await?;
            let next = next_page(skip, games.len());
            Ok((games, next))
        }
    })
}

fn told(game: &Listed, person: PersonId) -> Value {
    let held = game.people.seats_held_by(person);
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
    json!({
        "table": game.id,
        "created_ms": game.created_ms,
        "edition": game.edition,
        "progress": game.outline.progress,
        "host": game.people.host == Some(person),
        "rated": game.people.rated.contains(&Some(person)),
        "seats": seats,
        "record": format!("/api/tables/{}/record", game.id),
    })
}

/// What the person has said at tables, game by game.
fn said(app: SiteApp, person: PersonId) -> impl Stream<Item = Result<Value, Failure>> + Send {
    let lines = games_of(app.clone(), person).map_ok(move |game| {
        let (app, held) = (app.clone(), game.people.seats_held_by(person));
        pages(0, move |after| {
            let (app, table) = (app.clone(), game.id.clone());
            async move {
                let games = app.log().games();
                let lines = games.talk_of(&table, held, after, PAGE).await?;
                let last = lines.last().map(|line| line.number);
                let next = last.filter(|_| lines.len() >= PAGE as usize);
                let told = lines.into_iter().map(|line| {
                    json!({ "table": table, "at_ms": line.at_ms, "name": line.name, "text": line.text })
                });
                Ok((told.collect(), next))
            }
        })
    });
    lines.try_flatten()
}
