//! What the host and the moderators see.

use brickwood_protocol::{
    ActAuthor, Backup, ConductReport, HostLogLine, HostTable, LoggedAct, Person, Problem,
    ProblemKind, PublicPersonId, SanctionedPerson, SiteState,
};
use brickwood_storage::{Games, Progress, Unavailable};
use brickwood_table::PersonId;

use crate::{
    SiteStorage,
    moderation::host::{
        act::{Said, unstored},
        person_id, prefix,
    },
    settings,
};

/// The most people in a list.
const MOST_PEOPLE: u32 = 200;

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
            moderators,
            sessions: site.host_sessions(now_ms).await?,
            stored: site.stored_figures().await?,
            backup: settings::setting::<Backup>(site, settings::BACKUP).await?,
            servers: site.figures().await?,
        })
    };
    gather.await.map_err(unstored)
}

/// People about whom something is decided, the latest first.
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
        },
        sanctions: judged.sanctions,
        at_ms: judged.at_ms,
    });
    Ok(people.collect())
}

/// The reports before a number that are decided, or that are not, the latest first, at most `limit`.
///
/// # Errors
///
/// `unavailable`.
pub async fn reports(
    site: SiteStorage<'_>,
    decided: bool,
    before: u32,
    limit: u32,
) -> Result<Vec<ConductReport>, Problem> {
    let gather = async {
        let mut reports = Vec::new();
        for stored in site.reports(decided, before, limit).await? {
            let by = match stored.by {
                Some(person) => Some(with_name(site, person).await?),
                None => None,
            };
            reports.push(ConductReport {
                number: stored.number,
                at_ms: stored.at_ms,
                by,
                about: with_name(site, stored.about).await?,
                reason: stored.body.reason,
                words: stored.body.words,
                evidence: stored.body.evidence,
                sanctions: site.sanctions(stored.about).await?,
                outcome: stored.outcome,
            });
        }
        Ok(reports)
    };
    gather.await.map_err(unstored)
}

/// The tables whose games are not over, the newest first, at most `limit`. The ids of those that are not public are
/// invitations, and are only told to whom `sees_all`.
///
/// # Errors
///
/// `unavailable`.
pub async fn tables(
    site: SiteStorage<'_>,
    limit: u32,
    sees_all: bool,
) -> Result<Vec<HostTable>, Problem> {
    let games = Games::of(site.sql)
        .latest_games(limit)
        .await
        .map_err(unstored)?;
    let tables = games.into_iter().map(|game| {
        let public = game.people.options.public;
        let people = game.people.places.into_iter().filter_map(|place| {
            Some(Person {
                id: person_id(place.person?),
                name: place.name,
            })
        });
        HostTable {
            id: (public || sees_all).then_some(game.id),
            created_ms: game.created_ms,
            started: game.outline.progress != Progress::Gathering,
            public,
            people: people.collect(),
        }
    });
    Ok(tables.collect())
}

/// The log of what was done before a line, the latest first, at most `limit`.
///
/// # Errors
///
/// `unavailable`, or `internal` if a line cannot be read.
pub async fn log(
    site: SiteStorage<'_>,
    before: u32,
    limit: u32,
) -> Result<Vec<HostLogLine>, Problem> {
    let mut lines = Vec::new();
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
            }));
        }
        lines.push(HostLogLine {
            number: line.number,
            at_ms: line.at_ms,
            by,
            act,
            names,
        });
    }
    Ok(lines)
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
    Ok(Person { id, name })
}
