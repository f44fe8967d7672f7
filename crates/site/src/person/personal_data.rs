//! What is stored about a person: as a download, and its deletion.

pub(crate) mod api;
pub(crate) mod store;

use brickwood_table::PersonId;
use serde_json::{Value, json};

use crate::{
    SiteApp,
    http::problem::Failure,
    topics::{Topic, parts},
};
pub use store::Stay;

/// What it declares of itself.
pub(crate) const TOPIC: Topic = Topic {
    tables: include_str!("personal_data/tables.sql"),
    keeps: &["sitter", "deletion"],
    told: parts![person of ["person.id"], games of ["sitter.person", "game.host"]],
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

async fn games(app: SiteApp, person: PersonId) -> Result<Value, Failure> {
    let log = app.log();
    let mut games = Vec::new();
    for game in log.games().games_of(person, u32::MAX).await? {
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
        let said: Vec<Value> = log
            .games()
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
            "host": game.people.host == Some(person),
            "rated": game.people.rated.contains(&Some(person)),
            "seats": seats,
            "said": said,
            "record": format!("/api/tables/{}/record", game.id),
        }));
    }
    Ok(games.into())
}
