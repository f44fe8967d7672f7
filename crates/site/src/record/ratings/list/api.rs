//! The site's list of ratings: who is in it, and who wants to be.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{ProblemKind, RatingList, RatingListChoice, RequestFault};
use brickwood_rating::Class;
use brickwood_storage::now_ms;
use serde::Deserialize;

use crate::{
    SiteApp,
    http::{
        cached::Cached,
        endpoints::endpoints,
        json::{JsonBody, malformed_query},
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of},
    },
    moderation::sanctions::api::is_refused,
    record::ratings::list::{Ranked, page, ranked},
};

endpoints! {
    of SiteApp;

    /// The site's list of ratings at tables of a size, 100 on a page: who wants to be in it, and is neither suspended nor has
    /// a name that is refused.
    get "/api/ratings" => rating_list when ratings [compressed] {
        tag = "games", params(RatingListOrder), security(("cookie" = []), ("bot" = []), ()),
        responses(
            (status = 200, description = "The list.", body = RatingList),
            RefusedWith<400>, RefusedWith<404>, Unstored,
        )
    }

    /// Whether the caller wants to be in the site's list of ratings.
    get "/api/me/listing" => my_listing when ratings {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        responses(
            (status = 200, description = "Whether.", body = RatingListChoice),
            RefusedWith<404>, Unstored,
        )
    }

    /// The caller wants to be in the site's list of ratings from now on, or does not any more. Whoever has no cookie gets one.
    put "/api/me/listing" => choose_listing when ratings {
        tag = "games", security(("cookie" = []), ("bot" = [])),
        request_body(content = RatingListChoice, example = json!({ "listed": true })),
        responses(
            (status = 204, description = "Done."),
            Unread, RefusedWith<401>, RefusedWith<404>, Unstored,
        )
    }
}

/// The most people in a list. Thousands of accounts make it no longer.
const MOST_LISTED: u32 = 1000;

/// How old a list may be. What its people or the host decide here is in it at once.
const AGE: Duration = Duration::from_secs(30);

/// The site's lists of ratings, as they were read last. Cheap to clone.
#[derive(Clone, Default)]
pub struct RatingLists([Cached<Arc<[Ranked]>>; Class::ALL.len()]);

impl RatingLists {
    /// Somebody is not to be in them any more, or is now.
    pub async fn forget(&self) {
        for list in &self.0 {
            list.forget().await;
        }
    }
}

/// Which page of which list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct RatingListOrder {
    /// That of tables of so many players; without it, of three and four.
    #[serde(default = "four")]
    #[cfg_attr(feature = "openapi", param(minimum = 2, maximum = 6))]
    players: u8,
    /// `next` of the page before; without it, the page is the first.
    #[serde(default)]
    after: u32,
}

fn four() -> u8 {
    4
}

impl SiteApp {
    /// The list of a class.
    async fn rating_list(&self, class: Class) -> Result<Arc<[Ranked]>, Failure> {
        let read = async {
            let mut listings = self.stored().rating_listings(class, MOST_LISTED).await?;
            if self.features().await?.moderation {
                let refused = self.refused_names().await?;
                let now_ms = now_ms();
                listings.retain(|one| {
                    one.sanctions.suspension(now_ms).is_none()
                        && !is_refused(&one.sanctions, &one.name)
                        && !refused.refuses(&one.name)
                });
            }
            Ok(ranked(listings).into())
        };
        self.rating_lists.0[class as usize].get(AGE, read).await
    }
}

pub(crate) async fn rating_list(
    State(app): State<SiteApp>,
    headers: HeaderMap,
    order: Result<Query<RatingListOrder>, QueryRejection>,
) -> Result<Json<RatingList>, Failure> {
    let Query(RatingListOrder { players, after }) = order.map_err(malformed_query)?;
    let class = Class::of(players.into()).ok_or(ProblemKind::Malformed {
        why: RequestFault::Unreadable {
            detail: "so many cannot play".into(),
        },
    })?;
    let caller = person_of(&app, &headers).await?;
    let list = app.rating_list(class).await?;
    Ok(Json(page(&list, after, caller)))
}

pub(crate) async fn my_listing(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<RatingListChoice>, Failure> {
    let listed = match person_of(&app, &headers).await? {
        Some(person) => app.stored().rating_listing(person).await?.is_some(),
        None => false,
    };
    Ok(Json(RatingListChoice { listed }))
}

pub(crate) async fn choose_listing(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(choice): JsonBody<RatingListChoice>,
) -> Result<Response, Failure> {
    let person = KnownPerson::of(&app, &caller, &headers).await?;
    let site = app.stored();
    let has_changed = if choice.listed {
        site.list_rating(person.id, now_ms()).await?
    } else {
        site.unlist_rating(person.id).await?
    };
    if has_changed {
        app.rating_lists.forget().await;
    }
    Ok((StatusCode::NO_CONTENT, person.cookie(&app), ()).into_response())
}
