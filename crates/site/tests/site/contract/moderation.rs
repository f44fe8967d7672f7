//! The host's way in, decisions about people, blocks and reports.

use std::sync::Arc;

use brickwood_protocol::{
    DecidedReport, Evidence, Misconduct, ReportOutcome, Sanctions, ServerFigures, Suspension,
    TableOptions, Warning,
};
use brickwood_site::{
    StoresSite,
    moderation::{
        host::{HostChange, HostDecision, HostDecisionError, HostKey, NewHostLine},
        reports::{NewReport, ReportBody},
        sanctions::NetworkKey,
    },
};
use brickwood_storage::{NodeId, Storage};
use brickwood_table::PersonId;
use tokio::task::JoinSet;

use super::{create, new_game, people, person, seat};

fn said(at_ms: u64, line: &str) -> NewHostLine {
    NewHostLine {
        at_ms,
        line: format!("\"{line}\""),
    }
}

/// Stores people with these numbers.
async fn know(log: &impl Storage, numbers: impl IntoIterator<Item = u8>) {
    for number in numbers {
        log.persons().add(person(number), 1).await.unwrap();
    }
}

const LINK: HostKey = HostKey([1; 32]);

pub async fn of_many_browsers_one_opens_the_hosts_page_by_a_link(log: impl Storage) {
    let log = Arc::new(log);
    log.site().add_host_link(LINK, 1000, None).await.unwrap();
    let mut opening = JoinSet::new();
    for browser in 0..10 {
        let log = Arc::clone(&log);
        opening.spawn(async move {
            let session = HostKey([100 + browser; 32]);
            let opened = log
                .site()
                .open_host_page(LINK, session, 5000, said(10, "opened"));
            (session, opened.await.unwrap())
        });
    }
    let opened = opening.join_all().await;
    assert_eq!(opened.iter().filter(|(_, opened)| *opened).count(), 1);
    for (session, opened) in opened {
        assert_eq!(log.site().is_host(session, 4999).await, Ok(opened));
        assert_eq!(log.site().is_host(session, 5000).await, Ok(false));
    }
    assert_eq!(log.site().host_sessions(10).await, Ok(1));
    assert_eq!(log.site().host_log(u32::MAX, 10).await.unwrap().len(), 1);
}

pub async fn a_link_to_the_hosts_page_is_valid_for_a_while(log: impl Storage) {
    let site = log.site();
    site.add_host_link(LINK, 1000, Some(said(1, "linked")))
        .await
        .unwrap();
    let session = HostKey([2; 32]);
    let open = async |link, at_ms| {
        let line = said(at_ms, "opened");
        site.open_host_page(link, session, 5000, line).await
    };
    assert_eq!(open(HostKey([3; 32]), 1).await, Ok(false));
    assert_eq!(open(LINK, 1000).await, Ok(false));
    assert_eq!(site.is_host(session, 1).await, Ok(false));
    assert_eq!(open(LINK, 999).await, Ok(true));
    site.end_host_session(session).await.unwrap();
    assert_eq!(site.is_host(session, 1).await, Ok(false));
}

fn suspended(until_ms: u64) -> Sanctions {
    Sanctions {
        suspension: Some(Suspension {
            until_ms,
            reason: Misconduct::Insults,
            words: None,
        }),
        ..Sanctions::default()
    }
}

fn judge(whom: PersonId, from: &Sanctions, to: &Sanctions, at_ms: u64) -> HostDecision {
    HostDecision {
        line: said(at_ms, "judged"),
        change: HostChange::Sanctions {
            person: whom,
            from: Box::new(from.clone()),
            to: Box::new(to.clone()),
            network_until_ms: None,
        },
        reports: Vec::new(),
    }
}

pub async fn of_many_decisions_about_one_person_one_is_made_with_its_line(log: impl Storage) {
    know(&log, [1]).await;
    let log = Arc::new(log);
    let nothing = Sanctions::default();
    assert_eq!(log.site().sanctions(person(1)).await, Ok(nothing.clone()));
    let mut deciding = JoinSet::new();
    for hours in 1..=8 {
        let (log, nothing) = (Arc::clone(&log), nothing.clone());
        deciding.spawn(async move {
            let decision = judge(person(1), &nothing, &suspended(hours), hours);
            log.site().decide(decision).await
        });
    }
    let decided = deciding.join_all().await;
    let made = decided.iter().filter(|one| one.is_ok()).count();
    let conflicts = decided.iter();
    let conflicts = conflicts.filter(|one| **one == Err(HostDecisionError::Conflict));
    assert_eq!((made, conflicts.count()), (1, 7));
    let site = log.site();
    assert_eq!(site.host_log(u32::MAX, 10).await.unwrap().len(), 1);
    let sanctions = site.sanctions(person(1)).await.unwrap();
    let [judged] = &site.sanctioned(10).await.unwrap()[..] else {
        panic!("one person is judged");
    };
    assert_eq!((judged.person, &judged.sanctions), (person(1), &sanctions));
    // Nothing is left of a decision that is taken back.
    let back = judge(person(1), &sanctions, &nothing, 9);
    site.decide(back).await.unwrap();
    assert!(site.sanctioned(10).await.unwrap().is_empty());
}

pub async fn the_lines_of_the_hosts_log_are_numbered_and_kept(log: impl Storage) {
    let site = log.site();
    for at_ms in 1..=5 {
        let decision = HostDecision {
            line: said(at_ms, &format!("line {at_ms}")),
            change: HostChange::Setting {
                name: "closed",
                value: at_ms.to_string(),
            },
            reports: Vec::new(),
        };
        site.decide(decision).await.unwrap();
    }
    assert_eq!(site.setting("closed").await.unwrap().as_deref(), Some("5"));
    let lines = site.host_log(5, 2).await.unwrap();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line.number, line.at_ms, line.line.as_str()))
        .collect();
    assert_eq!(told, [(4, 4, "\"line 4\""), (3, 3, "\"line 3\"")]);
}

pub async fn a_warning_is_acknowledged_once(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    let warned = Sanctions {
        warning: Some(Warning {
            at_ms: 7,
            reason: Misconduct::Name,
            words: Some("no".into()),
        }),
        ..suspended(100)
    };
    let warn = judge(person(1), &Sanctions::default(), &warned, 7);
    site.decide(warn).await.unwrap();
    assert_eq!(site.acknowledge(person(1), 6).await, Ok(false));
    assert_eq!(site.acknowledge(person(2), 7).await, Ok(false));
    assert_eq!(site.acknowledge(person(1), 7).await, Ok(true));
    assert_eq!(site.acknowledge(person(1), 7).await, Ok(false));
    assert_eq!(site.sanctions(person(1)).await, Ok(suspended(100)));
}

pub async fn moderators_and_sessions_come_and_go_by_decisions(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    let decide = async |change| {
        let decision = HostDecision {
            line: said(1, "decided"),
            change,
            reports: Vec::new(),
        };
        site.decide(decision).await.unwrap();
    };
    let moderator = |on| HostChange::Moderator {
        person: person(1),
        on,
    };
    for _ in 0..2 {
        decide(moderator(true)).await;
        assert_eq!(site.is_moderator(person(1)).await, Ok(true));
    }
    assert_eq!(site.moderators().await, Ok(vec![person(1)]));
    decide(moderator(false)).await;
    assert_eq!(site.is_moderator(person(1)).await, Ok(false));
    let (first, second) = (HostKey([5; 32]), HostKey([6; 32]));
    site.add_host_link(LINK, 1000, None).await.unwrap();
    site.add_host_link(second, 1000, None).await.unwrap();
    let opened = site.open_host_page(LINK, first, 1000, said(2, "opened"));
    assert_eq!(opened.await, Ok(true));
    decide(HostChange::EndSessions).await;
    assert_eq!(site.is_host(first, 2).await, Ok(false));
    let opened = site.open_host_page(second, first, 1000, said(2, "opened"));
    assert_eq!(opened.await, Ok(false), "links end, too");
}

pub async fn people_are_found_by_the_beginning_of_their_id(log: impl Storage) {
    for number in [1, 2] {
        log.persons().add(person(number), 1).await.unwrap();
    }
    log.persons().rename(person(1), "Ida").await.unwrap();
    let prefix = |one: PersonId| *one.0.first_chunk().unwrap();
    let found = log.site().persons_like(prefix(person(1))).await.unwrap();
    assert_eq!(found, [(person(1), Some("Ida".into()))]);
    let found = log.site().persons_like(prefix(person(2))).await.unwrap();
    assert_eq!(found, [(person(2), None)]);
    assert!(log.site().persons_like([9; 8]).await.unwrap().is_empty());
}

pub async fn a_block_keeps_two_people_apart_until_it_is_taken_back(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    let block = async |from, to, most| {
        let done = site.block(person(from), person(to), "Ida", 5, most).await;
        done.unwrap()
    };
    assert!(block(1, 2, 2).await);
    assert!(block(1, 2, 2).await);
    assert!(block(1, 3, 2).await);
    assert!(!block(1, 4, 2).await, "two are the most");
    assert!(block(1, 3, 2).await, "this one is blocked already");
    assert!(block(2, 1, 2).await);
    let mut apart = site.apart_from(person(1)).await.unwrap();
    apart.sort_unstable();
    assert_eq!(apart, [person(2), person(3)]);
    assert_eq!(site.apart_from(person(3)).await, Ok(vec![person(1)]));
    assert!(site.blocked_by(person(3)).await.unwrap().is_empty());
    let blocks = site.blocks(person(1)).await.unwrap();
    let told: Vec<_> = blocks
        .iter()
        .map(|one| (one.name.as_str(), one.at_ms))
        .collect();
    assert_eq!(told, [("Ida", 5), ("Ida", 5)]);
    // Nobody else can take it back.
    for block in &blocks {
        site.unblock(person(3), block.number).await.unwrap();
    }
    assert_eq!(site.blocked_by(person(1)).await.unwrap().len(), 2);
    for block in blocks {
        site.unblock(person(1), block.number).await.unwrap();
    }
    assert_eq!(site.apart_from(person(1)).await, Ok(vec![person(2)]));
}

fn report(by: u8, at_ms: u64) -> NewReport {
    NewReport {
        at_ms,
        by: person(by),
        player: by < 3,
        about: person(9),
        line: None,
        body: ReportBody {
            reason: Misconduct::Spoiling,
            words: Some("again".into()),
        },
        evidence: Evidence {
            table: "a".into(),
            seat: seat(1),
            names: vec![Some("Ida".into()), None],
            options: TableOptions::default(),
            talk: Vec::new(),
            log: Vec::new(),
            board: None,
        },
    }
}

fn at_table(table: &str, report: NewReport) -> NewReport {
    let evidence = Evidence {
        table: table.into(),
        ..report.evidence
    };
    NewReport { evidence, ..report }
}

pub async fn a_report_is_decided_once_and_its_sender_hears_of_it(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    for (at_ms, table) in (1..=3).zip(["a", "b", "c"]) {
        let report = at_table(table, report(1, at_ms));
        assert_eq!(site.report(report, 0, 3).await, Ok(true));
    }
    assert_eq!(site.report(report(1, 4), 0, 3).await, Ok(false));
    let other = at_table("d", report(1, 4));
    assert_eq!(site.report(other, 2, 3).await, Ok(true));
    let last = at_table("e", report(2, 5));
    assert_eq!(site.report(last, 0, 3).await, Ok(true));
    assert_eq!(site.open_reports().await, Ok(5));
    let open = site.report_cards(false, u32::MAX, 10).await.unwrap();
    assert_eq!(open.len(), 5);
    assert_eq!((open[0].about, open[0].game.as_str()), (person(9), "e"));
    let numbers: Vec<u32> = open.iter().map(|one| one.number).collect();
    let rest = site.report_cards(false, numbers[3], 10).await.unwrap();
    assert_eq!(rest.len(), 1);
    let decide = |reports: Vec<(u32, ReportOutcome)>| HostDecision {
        line: said(6, "decided"),
        change: HostChange::Nothing,
        reports,
    };
    let warned = (numbers[0], ReportOutcome::Warned);
    let nothing = (numbers[1], ReportOutcome::NoAction);
    site.decide(decide(vec![warned])).await.unwrap();
    let again = site.decide(decide(vec![nothing, warned])).await;
    assert_eq!(again, Err(HostDecisionError::NoSuchReport));
    assert_eq!(site.open_reports().await, Ok(4), "all or nothing");
    assert_eq!(site.host_log(u32::MAX, 10).await.unwrap().len(), 1);
    let heard = DecidedReport {
        number: warned.0,
        outcome: warned.1,
    };
    assert_eq!(site.heard(person(2)).await, Ok(vec![heard]));
    assert_eq!(site.heard(person(1)).await, Ok(Vec::new()));
    site.have_heard(person(1), &numbers).await.unwrap();
    assert_eq!(site.heard(person(2)).await, Ok(vec![heard]));
    site.have_heard(person(2), &numbers).await.unwrap();
    assert_eq!(site.heard(person(2)).await, Ok(Vec::new()));
    let decided = site.report_cards(true, u32::MAX, 10).await.unwrap();
    assert_eq!(decided[0].outcome, Some(ReportOutcome::Warned));
    assert_eq!(site.forget_decided(10, 5).await, Ok(0));
    assert_eq!(site.forget_decided(10, 6).await, Ok(1));
    assert_eq!(site.open_reports().await, Ok(4), "open ones stay");
    // All at once, but for what has come meanwhile.
    let settle = HostDecision {
        line: said(7, "settled"),
        change: HostChange::Settled { last: numbers[1] },
        reports: Vec::new(),
    };
    site.report(report(3, 9), 0, 3).await.unwrap();
    site.decide(settle).await.unwrap();
    assert_eq!(site.open_reports().await, Ok(1));
}

pub async fn the_reports_about_a_person_at_a_table_are_one_card(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    let of_line = |by, at_ms, line| NewReport {
        line: Some(line),
        ..report(by, at_ms)
    };
    for one in [
        report(4, 1),
        report(1, 2),
        report(5, 3),
        of_line(1, 4, 7),
        of_line(2, 5, 7),
    ] {
        assert_eq!(site.report(one, 0, 9).await, Ok(true));
    }
    let cards = async |decided| site.report_cards(decided, u32::MAX, 9).await.unwrap();
    let [card] = &cards(false).await[..] else {
        panic!("there is one card");
    };
    assert_eq!((card.people, card.players), (4, 2));
    let reports = site.reports_of(card, 9).await.unwrap();
    let by: Vec<_> = reports.iter().map(|one| (one.by, one.line)).collect();
    let by_player = [(1, None), (1, Some(7)), (2, Some(7)), (4, None), (5, None)];
    assert_eq!(by, by_player.map(|(by, line)| (Some(person(by)), line)));
    // However many say it, what happened is kept once for each line.
    assert_eq!(site.evidence_of(card, 9).await.unwrap().len(), 2);
    // Whichever of them is decided, all are.
    let decision = |number, outcome| HostDecision {
        line: said(6, "decided"),
        change: HostChange::Nothing,
        reports: vec![(number, outcome)],
    };
    let warned = decision(reports[2].number, ReportOutcome::Warned);
    site.decide(warned).await.unwrap();
    assert_eq!(site.open_reports().await, Ok(0));
    for by in [1, 2, 4, 5] {
        assert!(!site.heard(person(by)).await.unwrap().is_empty(), "{by}");
    }
    // What comes later is another card, with what happened.
    site.report(report(3, 100), 0, 9).await.unwrap();
    let [new] = &cards(false).await[..] else {
        panic!("there is another card");
    };
    assert_eq!(site.evidence_of(new, 9).await.unwrap().len(), 1);
    let again = decision(new.number, ReportOutcome::Warned);
    site.decide(again).await.unwrap();
    let [both] = &cards(true).await[..] else {
        panic!("of both came the same");
    };
    assert_eq!((both.number, both.people), (card.number, 5));
    // The card goes with its last report.
    assert_eq!(site.forget_decided(0, 50).await, Ok(0));
    assert_eq!(site.forget_decided(0, 101).await, Ok(6));
}

pub async fn it_is_known_for_a_day_who_watches_a_table(log: impl Storage) {
    know(&log, [1, 2]).await;
    create(&log, "a", 1, &people(&[Some(person(2)), None])).await;
    let site = log.site();
    for (who, at_ms) in [(1, 10), (1, 20), (2, 10), (3, 10)] {
        site.watches(person(who), "a", at_ms).await.unwrap();
    }
    let watched = async |who, before_ms| site.has_watched(person(who), "a", before_ms).await;
    assert_eq!(watched(1, 9).await, Ok(false));
    assert_eq!(watched(1, 10).await, Ok(true));
    assert_eq!(watched(2, 10).await, Ok(false), "who sits there");
    assert_eq!(watched(3, 10).await, Ok(false), "who is not known");
    let day_ms = 24 * 3_600_000;
    site.forget_decided(day_ms + 10, 0).await.unwrap();
    let known = site.watched_by(person(1), 0, 10).await;
    assert_eq!(known, Ok(vec![("a".to_owned(), 10)]));
    site.forget_decided(day_ms + 11, 0).await.unwrap();
    assert_eq!(watched(1, 10).await, Ok(false));
}

pub async fn a_network_is_suspended_for_who_is_new_once_a_suspended_person_comes_from_it(
    log: impl Storage,
) {
    let site = log.site();
    for (number, created_ms) in [(1, 1), (2, 5), (3, 50)] {
        log.persons().add(person(number), created_ms).await.unwrap();
    }
    let network = NetworkKey([7; 16]);
    let is_out = async |one: Option<PersonId>, now_ms| {
        let out = site.is_suspended_network(network, one, now_ms).await;
        out.unwrap()
    };
    site.note_network(person(1), network, 10).await.unwrap();
    assert!(!is_out(None, 10).await, "nobody is watched for that");
    let mut suspend = judge(person(1), &Sanctions::default(), &suspended(1000), 10);
    if let HostChange::Sanctions {
        network_until_ms, ..
    } = &mut suspend.change
    {
        *network_until_ms = Some(100);
    }
    assert_eq!(site.network_watch(person(1)).await, Ok(None));
    site.decide(suspend).await.unwrap();
    assert_eq!(site.network_watch(person(1)).await, Ok(Some(100)));
    assert!(!is_out(None, 10).await, "the person has not come yet");
    site.note_network(person(2), network, 20).await.unwrap();
    assert!(!is_out(None, 20).await, "another person has");
    site.note_network(person(1), network, 20).await.unwrap();
    assert!(is_out(None, 20).await);
    assert!(is_out(Some(person(3)), 60).await, "who came afterwards");
    assert!(!is_out(Some(person(2)), 60).await, "who was known before");
    let other = NetworkKey([8; 16]);
    let out = site.is_suspended_network(other, None, 20).await;
    assert_eq!(out, Ok(false));
    assert!(!is_out(None, 100).await, "a day is over");
}

pub async fn what_servers_count_is_known_until_they_are_silent(log: impl Storage) {
    let site = log.site();
    let figures = |at_ms, online| ServerFigures {
        at_ms,
        online,
        ..ServerFigures::default()
    };
    site.note_figures(NodeId(u64::MAX), figures(10, 1), 0)
        .await
        .unwrap();
    site.note_figures(NodeId(2), figures(11, 2), 0)
        .await
        .unwrap();
    site.note_figures(NodeId(2), figures(12, 3), 9)
        .await
        .unwrap();
    let known = site.figures().await.unwrap();
    assert_eq!(known, [figures(10, 1), figures(12, 3)]);
    site.note_figures(NodeId(2), figures(13, 4), 10)
        .await
        .unwrap();
    assert_eq!(site.figures().await, Ok(vec![figures(13, 4)]));
}

pub async fn the_host_sees_how_much_is_stored_and_the_latest_games(log: impl Storage) {
    for (id, created_ms) in [("a", 1), ("b", 2), ("c", 3)] {
        log.create(new_game(id, created_ms)).await.unwrap();
    }
    let site = log.site();
    let stored = site.stored_figures().await.unwrap();
    assert_eq!((stored.gathering, stored.playing, stored.over), (3, 0, 0));
    assert!(stored.bytes > 0);
    for (skip, expected) in [(0, &["c", "b"][..]), (2, &["a"])] {
        let latest = log.games().latest_games(skip, 2).await.unwrap();
        let ids: Vec<_> = latest.iter().map(|game| game.id.as_str()).collect();
        assert_eq!(ids, expected);
    }
}

pub async fn with_a_person_all_goes_that_was_decided_and_reported_about_them(log: impl Storage) {
    know(&log, 1..=9).await;
    let site = log.site();
    site.decide(judge(person(9), &Sanctions::default(), &suspended(5), 1))
        .await
        .unwrap();
    site.block(person(1), person(9), "Ida", 1, 9).await.unwrap();
    site.block(person(9), person(2), "Bo", 1, 9).await.unwrap();
    site.report(report(1, 1), 0, 9).await.unwrap();
    // As long as something is decided, a person who does not come is known.
    assert_eq!(log.site().forget_unseen(u64::MAX >> 1).await, Ok(8));
    site.finish_deletion(person(9)).await.unwrap();
    assert!(site.sanctioned(9).await.unwrap().is_empty());
    assert_eq!(site.open_reports().await, Ok(0));
    assert_eq!(site.host_log(u32::MAX, 9).await.unwrap().len(), 1);
}

pub async fn a_report_stays_when_its_sender_goes(log: impl Storage) {
    know(&log, [1, 9]).await;
    let site = log.site();
    site.report(report(1, 1), 0, 9).await.unwrap();
    site.finish_deletion(person(1)).await.unwrap();
    let [left] = &site.report_cards(false, u32::MAX, 9).await.unwrap()[..] else {
        panic!("the report stays");
    };
    assert_eq!((left.people, left.about), (1, person(9)));
    assert_eq!(site.reports_of(left, 9).await.unwrap()[0].by, None);
}
