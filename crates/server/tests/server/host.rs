//! The host's page: who sees it, and what is done there.

use brickwood_protocol::{
    FromHost, HostLog, HostPage, HostRole, HostTables, LoggedAct, Misconduct, OpenHostPage,
    PublicPersonId, SiteAct, SiteFeatures, SiteInfo, SiteOrder, SiteState,
};
use brickwood_server::Site;
use brickwood_site::{StoresSite, moderation::host};
use brickwood_storage::now_ms;
use brickwood_test_client::{Answer, TestPerson};

use crate::support::{TestServer, order};

/// A link of the program: its secret.
async fn link(server: &TestServer) -> String {
    let secret = host::new_link(server.log.site(), true, now_ms()).await;
    secret.unwrap()
}

/// A browser that has opened the host's page by a link.
pub async fn host(server: &TestServer) -> TestPerson {
    let mut host = server.person();
    let secret = link(server).await;
    assert_eq!(open(&mut host, &secret).await.status, 204);
    host
}

async fn open(person: &mut TestPerson, secret: &str) -> Answer {
    let secret = secret.to_owned();
    person
        .post("/api/host/session", &OpenHostPage { secret })
        .await
}

/// Does something on the host's page.
pub async fn act(host: &mut TestPerson, act: SiteAct, reports: &[u32]) -> Answer {
    let order = SiteOrder {
        act,
        why: None,
        reports: reports.to_vec(),
    };
    host.post("/api/host/acts", &order).await
}

async fn page(host: &mut TestPerson) -> HostPage {
    host.ask("GET", "/api/host", "").await.json()
}

async fn state(host: &mut TestPerson) -> SiteState {
    page(host).await.site.expect("the host sees all")
}

async fn info(server: &TestServer) -> SiteInfo {
    server.person().ask("GET", "/api/site", "").await.json()
}

/// The id by which the host names a person.
pub fn public_id(person: &TestPerson) -> PublicPersonId {
    host::person_id(person.id().expect("the person has been here"))
}

#[tokio::test]
async fn a_link_opens_the_hosts_page_once_for_one_browser() {
    let server = TestServer::open().await;
    let secret = link(&server).await;
    let (mut host, mut late) = (server.person(), server.person());
    let opened = open(&mut host, &secret).await;
    assert_eq!(opened.status, 204);
    let cookie = opened.field("set-cookie").unwrap();
    for part in [
        "brickwood-host=",
        "; HttpOnly",
        "; SameSite=Strict",
        "; Path=/api/host;",
    ] {
        assert!(cookie.contains(part), "{part} is not in {cookie}");
    }
    assert!(!cookie.contains(&secret), "the link's secret is used up");
    let refused = open(&mut late, &secret).await;
    assert_eq!((refused.status, refused.problem()), (410, "link_used"));
    assert_eq!(page(&mut host).await.role, HostRole::Host);
    for nonsense in ["", "me", &"0".repeat(64)] {
        assert_eq!(open(&mut late, nonsense).await.status, 410);
    }
    let seen = late.ask("GET", "/api/host", "").await;
    assert_eq!((seen.status, seen.problem()), (403, "not_site_host"));
}

#[tokio::test]
async fn the_cookie_of_the_host_is_neither_a_persons_nor_the_other_way_round() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let secret = host.cookie.clone().unwrap();
    let secret = secret.split_once('=').unwrap().1.to_owned();
    let mut person = server.person();
    person.rename("Ida").await;
    let token = person.cookie.clone().unwrap();
    let token = token.split_once('=').unwrap().1.to_owned();
    // The secret of the host as the token of a person.
    host.cookie = Some(format!("brickwood={secret}"));
    host.rename("Bo").await;
    assert_ne!(host.cookie, Some(format!("brickwood={secret}")));
    // The token of a person as the secret of the host.
    person.cookie = Some(format!("brickwood-host={token}"));
    assert_eq!(person.ask("GET", "/api/host", "").await.status, 403);
}

#[tokio::test]
async fn a_site_with_tls_leaves_the_hosts_cookie_for_tls_alone() {
    let server = TestServer::with(|server| {
        server.site = Site {
            public_url: Some("https://play.example".parse().unwrap()),
            ..Site::default()
        };
    })
    .await;
    let secret = link(&server).await;
    let opened = open(&mut server.person(), &secret).await;
    let cookie = opened.field("set-cookie").unwrap();
    assert!(cookie.starts_with("__Secure-brickwood-host="), "{cookie}");
    assert!(cookie.ends_with("; Secure"), "{cookie}");
}

#[tokio::test]
async fn the_host_shuts_out_browsers_of_the_hosts_page() {
    let server = TestServer::open().await;
    let (mut first, mut second) = (host(&server).await, host(&server).await);
    let mut gone = first.clone();
    assert_eq!(
        first.ask("DELETE", "/api/host/session", "").await.status,
        204
    );
    assert_eq!(gone.ask("GET", "/api/host", "").await.status, 403);
    assert_eq!(state(&mut second).await.sessions, 1);
    assert_eq!(
        act(&mut second, SiteAct::EndSessions {}, &[]).await.status,
        204
    );
    assert_eq!(second.ask("GET", "/api/host", "").await.status, 403);
}

#[tokio::test]
async fn what_the_host_switches_is_seen_at_once_and_noted() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let plain = info(&server).await;
    let plain = serde_json::to_value(&plain).unwrap();
    assert!(plain.get("closed").is_none() && plain.get("notice").is_none());
    let features = SiteFeatures {
        ratings: true,
        ..SiteFeatures::NONE
    };
    for step in [
        SiteAct::Features { features },
        SiteAct::Close { closed: true },
        SiteAct::Say {
            text: Some("  Back\nsoon.\u{202e} ".into()),
        },
    ] {
        assert_eq!(act(&mut host, step, &[]).await.status, 204);
    }
    let now = info(&server).await;
    assert_eq!((now.features, now.closed), (features, true));
    assert_eq!(now.notice.clone().unwrap().text, "Back soon.");
    let shown = state(&mut host).await;
    assert_eq!(
        (shown.features, shown.closed, shown.notice),
        (now.features, true, now.notice)
    );
    let HostLog { lines, .. } = host.ask("GET", "/api/host/log", "").await.json();
    assert_eq!(lines.len(), 5, "with the link and the opening");
    assert_eq!(lines[4].act, LoggedAct::Linked);
    assert_eq!(lines[3].act, LoggedAct::Opened);
    let HostLog { lines: before, .. } = host.ask("GET", "/api/host/log?before=3", "").await.json();
    assert_eq!(before, lines[3..]);
    assert_eq!(
        act(&mut host, SiteAct::Say { text: None }, &[])
            .await
            .status,
        204
    );
    assert_eq!(info(&server).await.notice, None);
    let long = SiteAct::Say {
        text: Some("a".repeat(301)),
    };
    assert_eq!(act(&mut host, long, &[]).await.problem(), "bad_words");
}

#[tokio::test]
async fn while_the_site_is_closed_games_go_on_and_none_begins() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut person = server.person();
    let table = person.create(&order(2, 0)).await;
    assert_eq!(
        act(&mut host, SiteAct::Close { closed: true }, &[])
            .await
            .status,
        204
    );
    let refused = person.post("/api/tables", &order(2, 0)).await;
    assert_eq!((refused.status, refused.problem()), (403, "site_closed"));
    assert_eq!(server.person().join(&table, "Bo").await.status, 204);
    act(&mut host, SiteAct::Close { closed: false }, &[]).await;
    person.create(&order(2, 0)).await;
}

#[tokio::test]
async fn a_moderator_decides_about_people_and_nothing_else() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (mut moderator, mut other) = (server.person(), server.person());
    moderator.rename("Hal").await;
    let table = other.create(&order(2, 0)).await;
    let hal = public_id(&moderator);
    let on = |on| SiteAct::Moderator {
        person: hal.clone(),
        on,
    };
    assert_eq!(
        moderator.clone().ask("GET", "/api/host", "").await.status,
        403
    );
    assert_eq!(act(&mut host, on(true), &[]).await.status, 204);
    let moderators = state(&mut host).await.moderators;
    assert_eq!(moderators[0].name.as_deref(), Some("Hal"));
    let told: FromHost = moderator.ask("GET", "/api/me/moderation", "").await.json();
    assert!(told.moderator, "the moderator is told so");
    let told: FromHost = other.ask("GET", "/api/me/moderation", "").await.json();
    assert!(!told.moderator);
    let seen = page(&mut moderator).await;
    assert_eq!((seen.role, seen.site), (HostRole::Moderator, None));
    for not_theirs in [
        SiteAct::Close { closed: true },
        SiteAct::Say { text: None },
        SiteAct::EndSessions {},
        on(false),
        SiteAct::Features {
            features: SiteFeatures::NONE,
        },
    ] {
        let refused = act(&mut moderator, not_theirs, &[]).await;
        assert_eq!((refused.status, refused.problem()), (403, "not_site_host"));
    }
    let warn = SiteAct::Warn {
        person: public_id(&other),
        reason: Misconduct::Other,
        words: None,
    };
    assert_eq!(act(&mut moderator, warn, &[]).await.status, 204);
    // The table is not public, so its id is an invitation.
    let HostTables { tables, .. } = moderator.ask("GET", "/api/host/tables", "").await.json();
    assert_eq!((tables[0].id.clone(), tables[0].people.len()), (None, 1));
    let HostTables { tables, .. } = host.ask("GET", "/api/host/tables", "").await.json();
    assert_eq!(tables[0].id.as_ref(), Some(&table));
    let HostLog { lines, .. } = moderator.ask("GET", "/api/host/log", "").await.json();
    let named: Vec<_> = lines[0]
        .names
        .iter()
        .map(|one| one.name.as_deref())
        .collect();
    assert_eq!(named, [Some("Hal"), Some("Ida")]);
    // Where no order is kept, nobody helps with it, and the host still switches.
    for moderation in [false, true] {
        let features = SiteFeatures {
            moderation,
            ..SiteFeatures::default()
        };
        act(&mut host, SiteAct::Features { features }, &[]).await;
        let seen = moderator.ask("GET", "/api/host", "").await.status;
        assert_eq!(seen, if moderation { 200 } else { 403 });
    }
    assert_eq!(act(&mut host, on(false), &[]).await.status, 204);
    assert_eq!(moderator.ask("GET", "/api/host", "").await.status, 403);
}

#[tokio::test]
async fn a_decision_about_nobody_or_for_no_time_is_refused() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut person = server.person();
    person.rename("Ida").await;
    let suspend = |person: &str, hours| SiteAct::Suspend {
        person: PublicPersonId(person.into()),
        hours,
        reason: Misconduct::Insults,
        words: None,
        network: false,
    };
    let known = public_id(&person).0;
    for (step, reports, problem) in [
        (suspend("nobody", 1), &[][..], "no_such_person"),
        (suspend(&"0".repeat(16), 1), &[], "no_such_person"),
        (suspend(&known, 0), &[], "bad_suspension"),
        (suspend(&known, 8761), &[], "bad_suspension"),
        (suspend(&known, 1), &[7], "no_such_report"),
        (SiteAct::Settle {}, &[], "no_such_report"),
    ] {
        let refused = act(&mut host, step, reports).await;
        assert_eq!(refused.problem(), problem);
    }
    assert!(page(&mut host).await.people.is_empty());
    let asked = host.ask("GET", "/api/host/reports?before=soon", "").await;
    assert_eq!((asked.status, asked.problem()), (400, "malformed"));
}
