//! How strong and how reliable players are.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use brickwood_protocol::{GameRating, MyRating, ProblemKind, Reputation, SeatKind};
use brickwood_rating::Class;
use brickwood_table::PersonId;

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        list::{LIST, List},
        problem::Failure,
        sender::{person_of, table_id},
    },
    record::ratings::{
        OwnRatingChange,
        computed::{bot, range},
    },
};

endpoints! {
    of SiteApp;

    /// The caller's ratings, for tables of each size at which they have played rated games.
    get "/api/me/ratings" => my_ratings when ratings [compressed] {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The ratings.", body = Vec<MyRating>),
            RefusedWith<404>, Unstored,
        )
    }

    /// How a finished game has changed the caller's rating, some seconds after it has ended.
    get "/api/me/ratings/{id}" => rating_change when ratings {
        tag = "games", params(TableId),
        security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "The change.", body = GameRating),
            RefusedWith<404>, Unstored,
        )
    }

    /// What is known of the players of a table, by seat: whether they stay to the end, and at a rated table how strong they
    /// are.
    get "/api/tables/{id}/players" => table_players when ratings | moderation {
        tag = "tables", params(TableId), security(("cookie" = []), ("bot" = []), ()),
        responses(
            (status = 200, description = "The players.", body = Vec<Reputation>),
            RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }
}

/// How many rated games are told.
const RATED: u32 = 200;

pub(crate) async fn my_ratings(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<List<MyRating>, Failure> {
    let Some(person) = person_of(&app, &headers).await? else {
        return Ok(List::of(LIST, []));
    };
    let site = app.stored();
    let changes = site.rating_changes_of(person, RATED).await?;
    Ok(List::of(LIST, by_class(&changes)))
}

/// Somebody's ratings, by what has changed them: class by class, the latest change of each first.
fn by_class(changes: &[OwnRatingChange]) -> Vec<MyRating> {
    let each = changes.chunk_by(|one, other| one.class == other.class);
    let ratings = each.filter_map(|of_class| {
        let latest = of_class.first()?;
        Some(MyRating {
            players: latest.class.number(),
            now: range(latest.change.after),
            games: of_class.iter().map(told).collect(),
        })
    });
    ratings.collect()
}

pub(crate) async fn rating_change(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<GameRating>, Failure> {
    let id = table_id(id)?;
    let person = person_of(&app, &headers)
        .await?
        .ok_or(ProblemKind::NoSuchTable)?;
    let site = app.stored();
    let change = site.rating_change_in(&id, person).await?;
    Ok(Json(told(&change.ok_or(ProblemKind::NoSuchTable)?)))
}

pub(crate) fn told(change: &OwnRatingChange) -> GameRating {
    GameRating {
        table: change.game.clone(),
        ended_ms: change.ended_ms,
        place: change.change.place,
        before: range(change.change.before),
        after: range(change.change.after),
    }
}

pub(crate) async fn table_players(
    State(app): State<SiteApp>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<List<Reputation>, Failure> {
    let features = app.features().await?;
    let id = table_id(id)?;
    let viewer = person_of(&app, &headers).await?;
    let game = app.log().games().listed(&id).await?;
    let game = game.ok_or(ProblemKind::NoSuchTable)?;
    if let Some(problem) = game.shut_out(viewer) {
        return Err(problem.into());
    }
    let places = &game.people.places;
    let mut reputations = vec![Reputation::default(); places.len()];
    let (seats, persons): (Vec<usize>, Vec<PersonId>) = (0..)
        .zip(places)
        .filter(|(_, place)| place.kind == SeatKind::Human)
        .filter_map(|(seat, place)| Some((seat, place.person?)))
        .unzip();
    let told = app.reliability_of(&persons).await?;
    for (seat, reliability) in seats.iter().zip(told) {
        reputations[*seat].reliability = reliability;
    }
    let class = Class::of(places.len());
    if let Some(class) = class.filter(|_| features.ratings && game.people.options.rated) {
        let ratings = app.stored().ratings_of(&persons, class).await?;
        for (seat, rating) in seats.iter().zip(ratings) {
            reputations[*seat].rating = Some(range(rating.unwrap_or(class.start())));
        }
        for (reputation, place) in reputations.iter_mut().zip(places) {
            if let SeatKind::Bot { level } = place.kind {
                reputation.rating = bot(class, level).map(range);
            }
        }
    }
    Ok(List::of(LIST, reputations))
}
