//! What the host and the moderators do.

use brickwood_protocol::{
    ActAuthor, LONGEST_NAME, LONGEST_NOTICE, LONGEST_REASON, LONGEST_SUSPENSION_H, LoggedAct,
    MOST_REFUSED_NAMES, Problem, ProblemKind, PublicPersonId, Sanctions, SiteAct, SiteNotice,
    SiteOrder, Suspension, Warning,
};
use brickwood_storage::{Games, Unavailable};
use brickwood_table::{PersonId, clean_words};
use serde::Serialize;

use crate::{
    SiteStorage,
    http::metrics,
    moderation::host::{HostChange, HostDecision, HostDecisionError, NewHostLine, prefix},
    settings::{self, features},
};

const HOUR_MS: u64 = 3_600_000;

/// How long a network is suspended with a person.
const NETWORK_MS: u64 = 24 * HOUR_MS;

/// The most names that one person may not have.
const MOST_NAMES: usize = 16;

/// Does what the host or a moderator wants, with a line in the log, or nothing.
///
/// # Errors
///
/// Why it cannot be done: `not_site_host` for what moderators may not do, `switched_off`, `no_such_person`, `no_such_report`,
/// `no_such_table`, `bad_suspension`, `bad_words`, `bad_name`, `changed_meanwhile` if somebody else has decided about the same person
/// at the same time, or `unavailable`.
pub async fn act(
    site: SiteStorage<'_>,
    by: ActAuthor,
    order: SiteOrder,
    now_ms: u64,
) -> Result<(), Problem> {
    if matches!(by, ActAuthor::Moderator { .. }) && !order.act.is_for_moderators() {
        return Err(ProblemKind::NotSiteHost.into());
    }
    if order.act.is_for_moderators() && !features(site).await.map_err(unstored)?.moderation {
        return Err(ProblemKind::SwitchedOff.into());
    }
    let order = clean(order)?;
    let outcome = order.act.outcome();
    if order.reports.is_empty() && matches!(order.act, SiteAct::Settle {}) {
        return Err(ProblemKind::NoSuchReport.into());
    }
    let reports = order.reports.iter();
    let reports = reports.filter_map(|number| Some((*number, outcome?)));
    let decision = HostDecision {
        reports: reports.collect(),
        change: change(site, &order.act, now_ms).await?,
        line: line(now_ms, by, LoggedAct::Ordered { order })?,
    };
    site.decide(decision).await.map_err(|error| match error {
        HostDecisionError::Conflict => ProblemKind::ChangedMeanwhile.into(),
        HostDecisionError::NoSuchReport => ProblemKind::NoSuchReport.into(),
        HostDecisionError::Unavailable(unavailable) => unstored(unavailable),
    })
}

/// A line of the log.
pub(crate) fn line(at_ms: u64, by: ActAuthor, act: LoggedAct) -> Result<NewHostLine, Problem> {
    let line = written(&Said { by, act })?;
    Ok(NewHostLine { at_ms, line })
}

/// What a line of the log says, as it is stored.
#[derive(Serialize, serde::Deserialize)]
pub(crate) struct Said {
    pub(crate) by: ActAuthor,
    pub(crate) act: LoggedAct,
}

// By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn unstored(_: Unavailable) -> Problem {
    metrics::storage_failed();
    ProblemKind::Unavailable.into()
}

fn written(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "a decision of the host cannot be written");
        ProblemKind::Internal.into()
    })
}

/// The order with its texts as they are stored and shown.
fn clean(order: SiteOrder) -> Result<SiteOrder, Problem> {
    let reason = |words: Option<String>| cleaned(words, LONGEST_REASON);
    let act = match order.act {
        SiteAct::Say { text } => SiteAct::Say {
            text: cleaned(text, LONGEST_NOTICE)?,
        },
        SiteAct::Warn {
            person,
            reason: what,
            words,
        } => SiteAct::Warn {
            person,
            reason: what,
            words: reason(words)?,
        },
        SiteAct::Suspend {
            person,
            hours,
            reason: what,
            words,
            network,
        } => {
            if !(1..=LONGEST_SUSPENSION_H).contains(&hours) {
                let most = LONGEST_SUSPENSION_H;
                return Err(ProblemKind::BadSuspension { most }.into());
            }
            SiteAct::Suspend {
                person,
                hours,
                reason: what,
                words: reason(words)?,
                network,
            }
        }
        SiteAct::RefuseNames { mut names } => {
            let most = LONGEST_NAME as u32;
            if names.len() > MOST_REFUSED_NAMES {
                return Err(ProblemKind::BadWords { most }.into());
            }
            for name in &mut names {
                *name = clean_words(name, LONGEST_NAME).ok_or(ProblemKind::BadWords { most })?;
            }
            SiteAct::RefuseNames { names }
        }
        SiteAct::Rename { person, name } => {
            let most = LONGEST_NAME as u32;
            let name = clean_words(&name, LONGEST_NAME).ok_or(ProblemKind::BadName { most })?;
            SiteAct::Rename { person, name }
        }
        act => act,
    };
    Ok(SiteOrder {
        act,
        why: reason(order.why)?,
        reports: order.reports,
    })
}

/// A text as it is stored and shown. One of nothing but spaces is none.
pub(crate) fn cleaned(text: Option<String>, most: usize) -> Result<Option<String>, Problem> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    let refused = ProblemKind::BadWords { most: most as u32 };
    clean_words(&text, most).map(Some).ok_or(refused.into())
}

async fn change(site: SiteStorage<'_>, act: &SiteAct, now_ms: u64) -> Result<HostChange, Problem> {
    let setting = |name, value| HostChange::Setting { name, value };
    Ok(match act {
        SiteAct::Features { features } => setting(settings::FEATURES, written(features)?),
        SiteAct::Close { closed } => setting(settings::CLOSED, written(closed)?),
        SiteAct::Say { text } => {
            let notice = text.clone().map(|text| SiteNotice {
                at_ms: now_ms,
                text,
            });
            setting(settings::NOTICE, written(&notice)?)
        }
        SiteAct::RefuseNames { names } => setting(settings::REFUSED_NAMES, written(names)?),
        SiteAct::Moderator { person, on } => HostChange::Moderator {
            person: id_of(site, person).await?,
            on: *on,
        },
        SiteAct::EndSessions {} => HostChange::EndSessions,
        SiteAct::CloseTable { table } => {
            let known = Games::of(site.sql).listed(table).await.map_err(unstored)?;
            let game = known.ok_or(ProblemKind::NoSuchTable)?.id;
            HostChange::CloseTable { game }
        }
        SiteAct::Settle {} => HostChange::Nothing,
        SiteAct::SettleAll { last } => HostChange::Settled { last: *last },
        SiteAct::Warn { person, .. }
        | SiteAct::Suspend { person, .. }
        | SiteAct::Lift { person }
        | SiteAct::Rename { person, .. } => {
            let person = id_of(site, person).await?;
            let from = site.sanctions(person).await.map_err(unstored)?;
            let to = judged(&from, act, now_ms);
            let network = matches!(act, SiteAct::Suspend { network: true, .. });
            HostChange::Sanctions {
                person,
                from: Box::new(from),
                to: Box::new(to),
                network_until_ms: network.then_some(now_ms + NETWORK_MS),
            }
        }
    })
}

/// The person whom an id names.
async fn id_of(site: SiteStorage<'_>, person: &PublicPersonId) -> Result<PersonId, Problem> {
    let prefix = prefix(person).ok_or(ProblemKind::NoSuchPerson)?;
    let known = site.persons_like(prefix).await.map_err(unstored)?;
    match known.as_slice() {
        [(person, _)] => Ok(*person),
        _ => Err(ProblemKind::NoSuchPerson.into()),
    }
}

/// What is decided about somebody from now on.
fn judged(sanctions: &Sanctions, act: &SiteAct, now_ms: u64) -> Sanctions {
    let mut sanctions = sanctions.clone();
    match act {
        SiteAct::Warn { reason, words, .. } => {
            sanctions.warning = Some(Warning {
                at_ms: now_ms,
                reason: *reason,
                words: words.clone(),
            });
        }
        SiteAct::Suspend {
            hours,
            reason,
            words,
            ..
        } => {
            sanctions.suspension = Some(Suspension {
                until_ms: now_ms + u64::from(*hours) * HOUR_MS,
                reason: *reason,
                words: words.clone(),
            });
        }
        SiteAct::Lift { .. } => {
            sanctions.suspension = None;
            sanctions.warning = None;
        }
        SiteAct::Rename { name, .. } => {
            sanctions.refused_names.retain(|other| other != name);
            if sanctions.refused_names.len() >= MOST_NAMES {
                sanctions.refused_names.remove(0);
            }
            sanctions.refused_names.push(name.clone());
        }
        _ => {}
    }
    sanctions
}
