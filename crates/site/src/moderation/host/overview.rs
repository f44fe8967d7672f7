//! What the host and the moderators see.

use brickwood_protocol::{
    ActAuthor, Backup, ConductReport, HostLog, HostLogLine, HostTable, HostTables, LoggedAct,
    Person, Problem, ProblemKind, PublicPersonId, ReportCard, ReportCards, SanctionedPerson,
    SiteState,
};
use brickwood_storage::{Games, Progress, Unavailable};
use brickwood_table::PersonId;

use crate::{
    SiteStorage,
    http::list::{LIST, LONG_LIST, List},
    moderation::{
        host::{
            act::{Said, unstored},
            person_id, prefix,
        },
        names::refused_names,
        reports::{StoredCard, StoredReport, gathered},
    },
    settings,
};

/// The most people in a list.
const MOST_PEOPLE: u32 = 200;

/// The most reports, tables or lines in one answer.
const PORTION: u32 = 50;

/// The most reports of a card that are read, and the bytes for which there is room on it.
const MOST_REPORTS: u32 = 50;
const REPORTS_OF_CARD: usize = 8 * 1024;

/// Of how many reports of a card what happened is put together.
const MOST_EVIDENCE: u32 = 8;

/// The path of the feed of reports, by its secret.
pub fn reports_feed_path(secret: &str) -> String {
    format!("/feed/reports/{secret}")
}

/// How the site is.
///
/// # Errors
///
/// `unavailable`.
pub async fn state(site: SiteStorage<'_>, now_ms: u64) -> Result<SiteState, Problem> {
    let gather = async {
        let mut moderators = Vec::new();
        for person in site.moderators().await? {
            moderators.push(with_name(site, person).await?);
        }
        Ok(SiteState {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            features: settings::features(site).await?,
            closed: settings::setting(site, settings::CLOSED)
                .await?
                .unwrap_or(false),
            notice: settings::notice(site).await?,
            reports_feed: reports_feed_path(&settings::reports_feed(site).await?),
            refused_names: refused_names(site).await?,
            moderators,
            sessions: site.host_sessions(now_ms).await?,
            stored: site.stored_figures().await?,
            backup: settings::setting::<Backup>(site, settings::BACKUP).await?,
            backups: None,
            trouble: None,
            provider_trouble: None,
            servers: site.figures().await?,
        })
    };
    gather.await.map_err(unstored)
}

/// People about whom something is decided, the latest first, as many as there is room for.
///
/// # Errors
///
/// `unavailable`.
pub async fn people(site: SiteStorage<'_>) -> Result<Vec<SanctionedPerson>, Problem> {
    let judged = site.sanctioned(MOST_PEOPLE).await.map_err(unstored)?;
    let people = judged.into_iter().map(|judged| SanctionedPerson {
        person: Person {
            id: person_id(judged.person),
            name: judged.name,
            network: None,
        },
        sanctions: judged.sanctions,
        at_ms: judged.at_ms,
    });
    Ok(List::of(LIST, people).into_items())
}

/// The cards of reports before a number that are decided, or that are not, the latest first.
///
/// # Errors
///
/// `unavailable`.
pub async fn reports(
    site: SiteStorage<'_>,
    decided: bool,
    before: u32,
) -> Result<ReportCards, Problem> {
    let gather = async {
        let mut cards = List::with_room(LONG_LIST);
        for stored in site.report_cards(decided, before, PORTION).await? {
            if let Some(card) = card(site, stored).await?
                && !cards.add(card)
            {
                break;
            }
        }
        let (cards, next) = cards.portion(PORTION, |card| card.number);
        Ok(ReportCards { cards, next })
    };
    gather.await.map_err(unstored)
}

/// A card as it is told; none if somebody has just forgotten its reports.
async fn card(site: SiteStorage<'_>, card: StoredCard) -> Result<Option<ReportCard>, Unavailable> {
    let mut reports = List::with_room(REPORTS_OF_CARD);
    let mut lines = Vec::new();
    for report in site.reports_of(&card, MOST_REPORTS).await? {
        lines.extend(report.line);
        if !reports.add(told(site, report).await?) {
            break;
        }
    }
    let evidence = site.evidence_of(&card, MOST_EVIDENCE).await?;
    let Some(evidence) = gathered(evidence, &lines) else {
        return Ok(None);
    };
    Ok(Some(ReportCard {
        number: card.number,
        about: with_name(site, card.about).await?,
        people: card.people as u32,
        players: card.players as u32,
        reports: reports.into_items(),
        evidence,
        sanctions: site.sanctions(card.about).await?,
        outcome: card.outcome,
    }))
}

async fn told(site: SiteStorage<'_>, stored: StoredReport) -> Result<ConductReport, Unavailable> {
    let by = match stored.by {
        Some(person) => Some(with_name(site, person).await?),
        None => None,
    };
    Ok(ConductReport {
        at_ms: stored.at_ms,
        by,
        player: stored.player,
        reason: stored.body.reason,
        words: stored.body.words,
        line: stored.line,
    })
}

/// The tables whose games are not over, the newest first, without the first ones. The ids of those that are not public are
/// invitations, and are only told to whom `sees_all`.
///
/// # Errors
///
/// `unavailable`.
pub async fn tables(
    site: SiteStorage<'_>,
    skip: u32,
    sees_all: bool,
) -> Result<HostTables, Problem> {
    let games = Games::of(site.sql).latest_games(skip, PORTION).await;
    let mut tables = List::with_room(LONG_LIST);
    for game in games.map_err(unstored)? {
        let mut marks = site.marks_at(&game.id).await.map_err(unstored)?;
        let public = game.people.options.public;
        let people = game.people.places.into_iter().filter_map(|place| {
            let person = place.person?;
            Some(Person {
                id: person_id(person),
                name: place.name,
                network: marks.remove(&person),
            })
        });
        let table = HostTable {
            id: (public || sees_all).then_some(game.id),
            created_ms: game.created_ms,
            started: game.outline.progress != Progress::Gathering,
            public,
            people: people.collect(),
        };
        if !tables.add(table) {
            break;
        }
    }
    let (tables, next) = tables.portion(PORTION, |_| ());
    let next = next.map(|()| skip.saturating_add(tables.len() as u32));
    Ok(HostTables { tables, next })
}

/// The log of what was done before a line, the latest line first, at most `limit`.
///
/// # Errors
///
/// `unavailable`, or `internal` if a line cannot be read.
pub async fn log(site: SiteStorage<'_>, before: u32, limit: u32) -> Result<HostLog, Problem> {
    let limit = limit.min(PORTION);
    let mut lines = List::with_room(LONG_LIST);
    for line in site.host_log(before, limit).await.map_err(unstored)? {
        let Said { by, act } = serde_json::from_str(&line.line).map_err(|error| {
            tracing::error!(%error, "a line of the host's log cannot be read");
            ProblemKind::Internal
        })?;
        let mut names = Vec::new();
        for id in named(&by, &act) {
            let known = site.persons_like(prefix(id).unwrap_or_default());
            let known = known.await.map_err(unstored)?;
            names.extend(known.into_iter().map(|(person, name)| Person {
                id: person_id(person),
                name,
                network: None,
            }));
        }
        let line = HostLogLine {
            number: line.number,
            at_ms: line.at_ms,
            by,
            act,
            names,
        };
        if !lines.add(line) {
            break;
        }
    }
    let (lines, next) = lines.portion(limit, |line| line.number);
    Ok(HostLog { lines, next })
}

/// Who is named in a line of the log.
fn named<'a>(by: &'a ActAuthor, act: &'a LoggedAct) -> impl Iterator<Item = &'a PublicPersonId> {
    let author = match by {
        ActAuthor::Moderator { person } => Some(person),
        _ => None,
    };
    let about = match act {
        LoggedAct::Ordered { order } => order.act.person(),
        LoggedAct::Linked | LoggedAct::Opened => None,
    };
    author.into_iter().chain(about)
}

/// Somebody, with the last name.
async fn with_name(site: SiteStorage<'_>, person: PersonId) -> Result<Person, Unavailable> {
    let id = person_id(person);
    let known = site.persons_like(prefix(&id).unwrap_or_default()).await?;
    let known = known.into_iter().find(|(other, _)| *other == person);
    let name = known.and_then(|(_, name)| name);
    let network = site.mark_of(person).await?.map(|(mark, _)| mark);
    Ok(Person { id, name, network })
}
