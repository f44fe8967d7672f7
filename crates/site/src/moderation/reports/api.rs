//! Reports about people, to which the site adds what happened.

use std::time::Duration;

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{
    BoardOrder, ChatLine, Evidence, LONGEST_REASON, LogEntry, ProblemKind, ReportOrder,
};
use brickwood_storage::{Unavailable, now_ms};
use brickwood_table::{PersonId, StoredGame, Table};

use crate::{
    SiteApp,
    http::{
        endpoints::endpoints,
        json::JsonBody,
        metrics,
        problem::Failure,
        rate_limit::Caller,
        sender::{KnownPerson, person_of, table_id},
    },
    moderation::{
        blocks::api::person,
        host::cleaned,
        reports::{NewReport, ReportBody, evidence::kept},
    },
};

endpoints! {
    of SiteApp;

    /// Reports whoever has a seat, or has said a line of chat, to the host of the site and the moderators. Only whoever plays at
    /// the table, or has watched it for a minute, can do so. The report keeps the lines around, the names, the options and the
    /// last lines of the log.
    post "/api/reports" => report when moderation costs Report [may_miss] {
        tag = "moderation", security(("cookie" = []), ("bot" = [])),
        request_body(content = ReportOrder),
        responses(
            (status = 204, description = "The host will see it."),
            Unread, RefusedWith<401>, RefusedWith<403>, RefusedWith<404>, RefusedWith<429>, Unstored,
        )
    }
}

/// The most reports of one person in a day.
const MOST_REPORTS: u32 = 10;
const DAY: Duration = Duration::from_hours(24);

/// How long whoever has no seat has to watch a table before they can report its players.
const WATCHED: Duration = Duration::from_mins(1);

/// How many lines of chat before and after the one that a report is about are read to find some of each player.
const AROUND: u32 = 300;

/// How many last lines of the log are kept with a report.
const LOG: u32 = 20;

pub(crate) async fn report(
    State(app): State<SiteApp>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    JsonBody(order): JsonBody<ReportOrder>,
) -> Result<Response, Failure> {
    let ReportOrder {
        table,
        seat,
        line,
        reason,
        words,
    } = order;
    let words = cleaned(words, LONGEST_REASON)?;
    let table = table_id(table)?;
    let game = app.log().load(&table).await?;
    let game = game.ok_or(ProblemKind::NoSuchTable)?;
    let now_ms = now_ms();
    let site = app.stored();
    let known = person_of(&app, &headers).await?;
    let player = known.is_some_and(|person| has_played(&game, person));
    let before_ms = now_ms.saturating_sub(WATCHED.as_millis() as u64);
    let is_witness = match known {
        Some(person) => player || site.has_watched(person, &table, before_ms).await?,
        None => false,
    };
    if !is_witness {
        let seconds = WATCHED.as_secs() as u32;
        return Err(ProblemKind::NoWitness { seconds }.into());
    }
    let me = KnownPerson::of(&app, &caller, &headers).await?;
    let talk = match line {
        Some(line) => {
            let (from, to) = (line.saturating_sub(AROUND), line.saturating_add(AROUND));
            app.log().games().talk_between(&table, from, to).await?
        }
        None => app.log().talk(&table, 0, 2 * AROUND).await?,
    };
    let about = match line {
        Some(line) => {
            let said = talk.iter().find(|other| other.number == line);
            let said = said.filter(|said| said.seat == seat);
            speaker(&game, said.ok_or(ProblemKind::NobodyThere)?, me.id)?
        }
        None => person(&game.people, seat, me.id)?.0,
    };
    let options = game.people.options;
    let names = (game.people.places.iter()).map(|place| place.name.clone());
    let names = names.collect();
    let (log, board) = last_lines(game).await?;
    let evidence = Evidence {
        names,
        options,
        log,
        board,
        table,
        seat,
        talk: kept(talk, line.as_slice()),
    };
    let report = NewReport {
        at_ms: now_ms,
        by: me.id,
        player,
        about,
        line,
        body: ReportBody { reason, words },
        evidence,
    };
    let since_ms = now_ms.saturating_sub(DAY.as_millis() as u64);
    if !site.report(report, since_ms, MOST_REPORTS).await? {
        return Err(ProblemKind::TooManyReports.into());
    }
    app.reported.notify_one();
    Ok((StatusCode::NO_CONTENT, me.cookie(&app), ()).into_response())
}

impl SiteApp {
    /// Somebody watches a table. What cannot be stored now is not worth more: they can report nobody there.
    pub async fn watches(&self, person: PersonId, table: &str) {
        let stored = async {
            if self.features().await?.moderation {
                self.stored().watches(person, table, now_ms()).await?;
            }
            Ok(())
        };
        if let Err(Unavailable) = stored.await {
            metrics::storage_failed();
        }
    }
}

/// Whether a person plays at a table, or has played there: also if they were removed.
fn has_played(game: &StoredGame, person: PersonId) -> bool {
    let people = &game.people;
    people.host == Some(person)
        || people.is_removed(person)
        || !people.seats_held_by(person).is_empty()
}

/// Who has said a line: whoever has the seat, or has left it last.
fn speaker(game: &StoredGame, said: &ChatLine, caller: PersonId) -> Result<PersonId, Failure> {
    let place = game.people.places.get(said.seat.index());
    if let Some(place) = place
        && place.name.as_ref() != Some(&said.name)
        && let Some(person) = place.claims.last()
        && *person != caller
    {
        return Ok(*person);
    }
    Ok(person(&game.people, said.seat, caller)?.0)
}

/// The last lines of the log, as spectators see them, and the board on which they happened.
async fn last_lines(game: StoredGame) -> Result<(Vec<LogEntry>, Option<BoardOrder>), Failure> {
    let read = move || {
        let table = Table::restore(game.setup, game.people, game.records).ok()?;
        let head = table.head();
        let lines = table.log(None, head.saturating_sub(LOG), head);
        Some((lines, Some(table.board_order())))
    };
    let lines = tokio::task::spawn_blocking(read).await;
    let lines = lines.map_err(|error| {
        tracing::error!(%error, "the log for a report could not be read");
        ProblemKind::Internal
    })?;
    // A log that this version cannot read is no reason to refuse a report.
    Ok(lines.unwrap_or_default())
}
