//! The page of the site's host.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    ActAuthor, HostLog, HostPage, HostRole, HostTables, OpenHostPage, Problem, ProblemKind,
    ReportCards, SiteOrder,
};
use brickwood_storage::now_ms;
use brickwood_table::PersonId;
use serde::Deserialize;

use crate::{
    SiteApp,
    http::{
        cookie,
        endpoints::endpoints,
        json::{JsonBody, malformed},
        problem::Failure,
        sender::person_of,
    },
    moderation::host::{self, person_id},
};

endpoints! {
    of SiteApp;

    /// Opens the host's page by a link that the program has printed. The browser gets a cookie for it.
    post "/api/host/session" => open_host_page {
        tag = "host", request_body(content = OpenHostPage),
        responses((status = 204, description = "This browser sees the page."), Unread, RefusedWith<410>, Unstored)
    }

    /// This browser sees the host's page no longer.
    delete "/api/host/session" => leave_host_page {
        tag = "host", security(("host" = [])),
        responses((status = 204, description = "Done."), Unstored)
    }

    /// The host's page, as far as the caller may see it.
    get "/api/host" => host_page {
        tag = "host", security(("host" = []), ("cookie" = [])),
        responses((status = 200, description = "The page.", body = HostPage), RefusedWith<403>, Unstored)
    }

    /// Reports, a card for each person at a table, the latest first; at most 50, and no more than 112 KiB.
    get "/api/host/reports" => host_reports {
        tag = "host", params(Which), security(("host" = []), ("cookie" = [])),
        responses((status = 200, description = "The reports.", body = ReportCards), RefusedWith<400>, RefusedWith<403>, Unstored)
    }

    /// The tables whose games are not over, the newest first; at most 50, and no more than 112 KiB.
    get "/api/host/tables" => host_tables {
        tag = "host", params(Skip), security(("host" = []), ("cookie" = [])),
        responses((status = 200, description = "The tables.", body = HostTables), RefusedWith<400>, RefusedWith<403>, Unstored)
    }

    /// What was done, the latest first; at most 50 lines, and no more than 112 KiB.
    get "/api/host/log" => host_log {
        tag = "host", params(Which), security(("host" = []), ("cookie" = [])),
        responses((status = 200, description = "The lines.", body = HostLog), RefusedWith<400>, RefusedWith<403>, Unstored)
    }

    /// Does something, with a line in the log.
    post "/api/host/acts" => act_as_host {
        tag = "host", security(("host" = []), ("cookie" = [])),
        request_body(content = SiteOrder),
        responses(
            (status = 204, description = "Done."), Unread, RefusedWith<403>, RefusedWith<404>, RefusedWith<409>, Unstored,
        )
    }
}

/// The most lines of the log in one answer.
const LINES: u32 = 50;

/// Who may see the host's page.
pub(crate) enum Visitor {
    Host,
    Moderator(PersonId),
}

impl Visitor {
    /// The sender of a request, if it is the host or a moderator.
    pub(crate) async fn of(app: &SiteApp, headers: &HeaderMap) -> Result<Self, Failure> {
        let site = app.stored();
        if let Some(secret) = cookie::read_host(&app.address, headers)
            && site.is_host(host::key(&secret), now_ms()).await?
        {
            return Ok(Self::Host);
        }
        match person_of(app, headers).await? {
            Some(person)
                if app.features().await?.moderation && site.is_moderator(person).await? =>
            {
                Ok(Self::Moderator(person))
            }
            _ => Err(ProblemKind::NotSiteHost.into()),
        }
    }

    fn author(&self) -> ActAuthor {
        match self {
            Self::Host => ActAuthor::Host,
            Self::Moderator(person) => ActAuthor::Moderator {
                person: person_id(*person),
            },
        }
    }

    /// Whether the visitor is the host.
    pub(crate) const fn is_host(&self) -> bool {
        matches!(self, Self::Host)
    }
}

pub(crate) async fn open_host_page(
    State(app): State<SiteApp>,
    JsonBody(OpenHostPage { secret }): JsonBody<OpenHostPage>,
) -> Result<Response, Failure> {
    let session = host::open(app.stored(), &secret, now_ms()).await?;
    let cookie = cookie::write_host(&app.address, Some(&session));
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

pub(crate) async fn leave_host_page(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if let Some(secret) = cookie::read_host(&app.address, &headers) {
        let site = app.stored();
        site.end_host_session(host::key(&secret)).await?;
    }
    let cookie = cookie::write_host(&app.address, None);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

pub(crate) async fn host_page(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Json<HostPage>, Failure> {
    let visitor = Visitor::of(&app, &headers).await?;
    let site = app.stored();
    let (role, state) = if visitor.is_host() {
        let mut state = host::state(site, now_ms()).await?;
        if let Some(keeper) = &app.backups {
            state.backups = Some(keeper.all().await?);
        }
        state.trouble = app.log().trouble().await;
        state.provider_trouble = app.provider_trouble();
        (HostRole::Host, Some(state))
    } else {
        (HostRole::Moderator, None)
    };
    Ok(Json(HostPage {
        role,
        open_reports: site.open_reports().await?,
        last_report: site.last_report().await?,
        people: host::people(site).await?,
        site: state,
    }))
}

/// Which reports.
#[derive(Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Which {
    /// Those that are decided, instead of those that are not.
    decided: bool,
    /// Before the report or line with this number.
    before: u32,
}

impl Default for Which {
    fn default() -> Self {
        Self {
            decided: false,
            before: u32::MAX,
        }
    }
}

/// Which tables.
#[derive(Deserialize, Default)]
#[serde(default)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Skip {
    /// All but so many of the newest.
    skip: u32,
}

fn asked<T>(asked: Result<Query<T>, QueryRejection>) -> Result<T, Failure> {
    match asked {
        Ok(Query(asked)) => Ok(asked),
        Err(rejection) => Err(malformed(rejection.status(), rejection.body_text())),
    }
}

pub(crate) async fn host_reports(
    State(app): State<SiteApp>,
    which: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<ReportCards>, Failure> {
    let visitor = Visitor::of(&app, &headers).await?;
    let Which { decided, before } = asked(which)?;
    let site = app.stored();
    let mut reports = host::reports(site, decided, before).await?;
    if !visitor.is_host() {
        for card in &mut reports.cards {
            // A table's id is an invitation.
            card.evidence.table.clear();
        }
    }
    Ok(Json(reports))
}

pub(crate) async fn host_tables(
    State(app): State<SiteApp>,
    which: Result<Query<Skip>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<HostTables>, Failure> {
    let visitor = Visitor::of(&app, &headers).await?;
    let Skip { skip } = asked(which)?;
    let tables = host::tables(app.stored(), skip, visitor.is_host()).await?;
    Ok(Json(tables))
}

pub(crate) async fn host_log(
    State(app): State<SiteApp>,
    which: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<HostLog>, Failure> {
    Visitor::of(&app, &headers).await?;
    let Which { before, .. } = asked(which)?;
    let lines = host::log(app.stored(), before, LINES).await?;
    Ok(Json(lines))
}

pub(crate) async fn act_as_host(
    State(app): State<SiteApp>,
    headers: HeaderMap,
    JsonBody(order): JsonBody<SiteOrder>,
) -> Result<StatusCode, Failure> {
    let visitor = Visitor::of(&app, &headers).await?;
    let site = app.stored();
    let done: Result<(), Problem> = host::act(site, visitor.author(), order, now_ms()).await;
    done?;
    app.features.forget().await;
    app.rating_lists.forget().await;
    app.table_orders.notify_one();
    Ok(StatusCode::NO_CONTENT)
}
