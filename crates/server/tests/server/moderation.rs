//! Blocks, reports and suspensions, as people meet them.

use brickwood_protocol::{
    BlockOrder, BlockedPerson, ChatText, ClientMessage, Command, DecidedReport, FromHost, HostPage,
    Misconduct, Phrase, ReadFromHost, ReportCard, ReportCards, ReportOrder, ReportOutcome,
    ServerMessage, SiteAct, SiteFeatures, SpectatorRule,
};
use brickwood_rules::Seat;
use brickwood_site::StoresSite;
use brickwood_storage::now_ms;
use brickwood_test_client::{Answer, Heard, Socket, TestPerson};

use crate::{
    host::{act, host, public_id},
    support::{TestServer, ack, begin, done, enter, order, refused, seat},
};

async fn block(person: &mut TestPerson, table: &str, seat: Seat) -> Answer {
    let table = table.to_owned();
    person
        .post("/api/blocks", &BlockOrder { table, seat })
        .await
}

async fn blocks(person: &mut TestPerson) -> Vec<BlockedPerson> {
    person.ask("GET", "/api/blocks", "").await.json()
}

async fn report(person: &mut TestPerson, table: &str, seat: Seat, line: Option<u32>) -> Answer {
    let report = ReportOrder {
        table: table.to_owned(),
        seat,
        line,
        reason: Misconduct::Insults,
        words: Some("  That hurts. ".into()),
    };
    person.post("/api/reports", &report).await
}

async fn reports(host: &mut TestPerson) -> Vec<ReportCard> {
    let ReportCards { cards, .. } = host.ask("GET", "/api/host/reports", "").await.json();
    cards
}

async fn told(person: &mut TestPerson) -> FromHost {
    person.ask("GET", "/api/me/moderation", "").await.json()
}

fn say(key: u64, text: &str) -> ClientMessage {
    let text = text.to_owned();
    ClientMessage::Say {
        key,
        text: ChatText::Words { text },
    }
}

/// The texts of the next chat.
async fn chat(socket: &mut Socket) -> Vec<String> {
    loop {
        if let ServerMessage::Chat { lines } = socket.message().await {
            let texts = lines.into_iter().map(|line| match line.text {
                ChatText::Words { text } => text,
                ChatText::Phrase { .. } => "phrase".into(),
            });
            return texts.collect();
        }
    }
}

#[tokio::test]
async fn people_of_whom_one_has_blocked_the_other_do_not_sit_together() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(3).await;
    assert_eq!(block(&mut persons[0], &table, seat(1)).await.status, 204);
    // Neither at the blocker's tables nor the other way round, and it is not said why.
    for (host, person) in [(0, 1), (1, 0)] {
        let next = persons[host].create(&order(2, 0)).await;
        let refused = persons[person].join(&next, "Again").await;
        assert_eq!((refused.status, refused.problem()), (409, "cannot_sit"));
        assert_eq!(persons[2].join(&next, "Third").await.status, 204);
    }
    let next = persons[2].create(&order(3, 0)).await;
    assert_eq!(persons[1].join(&next, "Second").await.status, 204);
    assert_eq!(
        persons[0].join(&next, "First").await.problem(),
        "cannot_sit"
    );
    // Until it is taken back.
    let [blocked] = &blocks(&mut persons[0]).await[..] else {
        panic!("one person is blocked");
    };
    assert_eq!(blocked.name, "Person 1");
    assert!(blocks(&mut persons[1]).await.is_empty());
    let path = format!("/api/blocks/{}", blocked.number);
    assert_eq!(persons[1].ask("DELETE", &path, "").await.status, 204);
    assert_eq!(
        blocks(&mut persons[0]).await.len(),
        1,
        "only by who made it"
    );
    assert_eq!(persons[0].ask("DELETE", &path, "").await.status, 204);
    assert_eq!(persons[0].join(&next, "First").await.status, 204);
}

#[tokio::test]
async fn whoever_comes_at_the_same_time_as_somebody_blocked_one_is_seated() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(3).await;
    block(&mut persons[0], &table, seat(1)).await;
    for _ in 0..5 {
        let next = persons[2].create(&order(3, 0)).await;
        let (mut first, mut second) = (persons[0].clone(), persons[1].clone());
        let (one, other) = tokio::join!(first.join(&next, "First"), second.join(&next, "Second"));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409]);
        let mut socket = persons[2].sit(&next).await.0;
        let leave = ClientMessage::Command {
            key: 2,
            command: Command::Leave {},
        };
        done(&mut socket, &leave).await;
    }
}

#[tokio::test]
async fn blocked_people_are_not_heard_from_then_on() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(3).await;
    let mut sockets: Vec<Socket> = Vec::new();
    for (socket, _) in begin(&persons, &table).await {
        sockets.push(socket);
    }
    done(&mut sockets[1], &say(1, "one")).await;
    assert_eq!(chat(&mut sockets[0]).await, ["one"]);
    block(&mut persons[0], &table, seat(1)).await;
    done(&mut sockets[1], &say(2, "two")).await;
    done(&mut sockets[2], &say(3, "three")).await;
    assert_eq!(chat(&mut sockets[0]).await, ["three"]);
    // On the other side, and at a third player, nothing changes.
    done(&mut sockets[0], &say(4, "four")).await;
    let (mut third, _, _) = persons[2].sit(&table).await;
    assert_eq!(chat(&mut third).await, ["one", "two", "three", "four"]);
    // Nor is what was said before told again.
    let (mut again, _, _) = persons[0].sit(&table).await;
    assert_eq!(chat(&mut again).await, ["three", "four"]);
}

#[tokio::test]
async fn only_people_at_tables_can_be_blocked_or_reported() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let table = person.create(&order(2, 1)).await;
    for (place, problem) in [
        (0, "own_seat"),
        (1, "nobody_there"),
        (2, "nobody_there"),
        (5, "no_such_seat"),
    ] {
        let refused = block(&mut person, &table, seat(place)).await;
        assert_eq!(refused.problem(), problem);
        let refused = report(&mut person, &table, seat(place), None).await;
        assert_eq!(refused.problem(), problem);
    }
    let refused = block(&mut person, "no-such-table", seat(0)).await;
    assert_eq!(refused.problem(), "no_such_table");
    let table = server.person().create(&order(2, 0)).await;
    assert_eq!(person.join(&table, "Ole").await.status, 204);
    let refused = report(&mut person, &table, seat(0), Some(1)).await;
    assert_eq!(refused.problem(), "nobody_there", "nothing was said");
}

#[tokio::test]
async fn a_report_comes_with_what_happened_and_its_sender_hears_what_came_of_it() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(2).await;
    let mut sockets = Vec::new();
    for (socket, _) in begin(&persons, &table).await {
        sockets.push(socket);
    }
    for key in 1..=3 {
        done(&mut sockets[1], &say(key, &format!("line {key}"))).await;
    }
    assert_eq!(
        report(&mut persons[0], &table, seat(1), Some(2))
            .await
            .status,
        204
    );
    // What was said is kept with the report.
    server.log.forget_talk(u64::MAX >> 1).await.unwrap();
    let [sent] = &reports(&mut host).await[..] else {
        panic!("there is one report");
    };
    assert_eq!(sent.about.id, public_id(&persons[1]));
    let [said] = &sent.reports[..] else {
        panic!("one person has sent it");
    };
    assert_eq!(said.by.as_ref().unwrap().id, public_id(&persons[0]));
    assert_eq!(said.words.as_deref(), Some("That hurts."));
    assert_eq!((said.line, said.player), (Some(2), true));
    assert_eq!(sent.evidence.talk.len(), 3);
    assert_eq!(sent.evidence.names[1].as_deref(), Some("Person 1"));
    assert!(!sent.evidence.log.is_empty());
    let board = sent.evidence.board.as_ref().expect("the log can be read");
    let drawn = host.post("/api/boards", board).await;
    assert_eq!(drawn.status, 200, "its places can be named");
    assert_eq!(told(&mut persons[0]).await, FromHost::default());

    let warn = SiteAct::Warn {
        person: public_id(&persons[1]),
        reason: Misconduct::Insults,
        words: Some("Please be kind.".into()),
    };
    assert_eq!(
        act(&mut host, warn.clone(), &[sent.number]).await.status,
        204
    );
    let twice = act(&mut host, warn, &[sent.number]).await;
    assert_eq!(twice.problem(), "no_such_report");
    assert!(reports(&mut host).await.is_empty());
    let heard = told(&mut persons[0]).await.reports;
    let number = sent.number;
    let outcome = ReportOutcome::Warned;
    assert_eq!(heard, [DecidedReport { number, outcome }]);
    let read = ReadFromHost {
        warning_ms: None,
        reports: vec![number],
    };
    assert_eq!(
        persons[0].post("/api/me/moderation", &read).await.status,
        204
    );
    assert_eq!(told(&mut persons[0]).await, FromHost::default());
}

#[tokio::test]
async fn only_who_plays_or_has_watched_for_a_while_reports_and_all_of_it_is_one_card() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(3).await;
    begin(&persons, &table).await;
    // Fifteen strangers whom nobody has seen there.
    for _ in 0..15 {
        let refused = report(&mut server.person(), &table, seat(1), None).await;
        assert_eq!((refused.status, refused.problem()), (403, "no_witness"));
    }
    let mut watcher = server.person();
    watcher.rename("Wim").await;
    enter(&watcher, &table, None).await;
    let refused = report(&mut watcher, &table, seat(1), None).await;
    assert_eq!(refused.problem(), "no_witness", "only just come");
    let mut early = server.person();
    early.rename("Eve").await;
    let minute_ago = now_ms() - 60_000;
    let site = server.log.site();
    site.watches(early.id().unwrap(), &table, minute_ago)
        .await
        .unwrap();
    let (first, rest) = persons.split_at_mut(1);
    for person in [&mut early, &mut first[0], &mut rest[1]] {
        assert_eq!(report(person, &table, seat(1), None).await.status, 204);
    }
    let [card] = &reports(&mut host).await[..] else {
        panic!("there is one card");
    };
    assert_eq!((card.people, card.players), (3, 2));
    let played: Vec<_> = card.reports.iter().map(|one| one.player).collect();
    assert_eq!(played, [true, true, false]);
    // Whoever may not watch a table saw nothing there.
    let mut closed = order(2, 0);
    closed.options.spectators = SpectatorRule::Forbidden;
    let (closed, players) = server.seated_at(&closed).await;
    begin(&players, &closed).await;
    let mut stranger = server.person();
    stranger.rename("Uwe").await;
    let mut socket = stranger.hello(&closed, None).await.unwrap();
    assert_eq!(socket.refusal().await.1.code(), "players_only");
    let id = stranger.id().unwrap();
    assert_eq!(
        site.has_watched(id, &closed, u64::MAX >> 1).await,
        Ok(false)
    );
}

#[tokio::test]
async fn all_open_reports_are_settled_at_once_but_for_those_that_come_meanwhile() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(3).await;
    for (by, about) in [(0, 1), (1, 2)] {
        report(&mut persons[by], &table, seat(about), None).await;
    }
    let HostPage {
        open_reports,
        last_report: last,
        ..
    } = host.ask("GET", "/api/host", "").await.json();
    assert_eq!(open_reports, 2);
    report(&mut persons[2], &table, seat(0), None).await;
    let settled = act(&mut host, SiteAct::SettleAll { last }, &[]).await;
    assert_eq!(settled.status, 204);
    let [left] = &reports(&mut host).await[..] else {
        panic!("one has come meanwhile");
    };
    assert_eq!(left.about.id, public_id(&persons[0]));
    let outcome = told(&mut persons[0]).await.reports[0].outcome;
    assert_eq!(outcome, ReportOutcome::NoAction);
}

#[tokio::test]
async fn nobody_has_a_name_that_the_site_refuses() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut person = server.person();
    for name in ["Moderator", "Adm\u{456}n", "Spielleiter 2", "Modératrice"] {
        assert_eq!(
            person.rename(name).await.problem(),
            "name_refused",
            "{name}"
        );
        let mut wanted = order(2, 0);
        wanted.name = name.to_owned();
        let refused = person.post("/api/tables", &wanted).await;
        assert_eq!(refused.problem(), "name_refused", "{name}");
        let bot = serde_json::json!({ "name": name });
        assert_eq!(
            person.post("/api/bots", &bot).await.problem(),
            "name_refused"
        );
    }
    let table = person.create(&order(2, 0)).await;
    let (mut socket, _) = enter(&person, &table, None).await;
    let companion = |key, name: &str| ClientMessage::Command {
        key,
        command: Command::Companion {
            name: Some(name.to_owned()),
        },
    };
    assert_eq!(
        refused(&mut socket, &companion(1, "Admin")).await,
        "name_refused"
    );
    let refuse = SiteAct::RefuseNames {
        names: vec!["Rex".into()],
    };
    assert_eq!(act(&mut host, refuse, &[]).await.status, 204);
    assert_eq!(person.rename("Rex").await.problem(), "name_refused");
    assert_eq!(
        person.rename("Admin").await.status,
        204,
        "the host wants it so"
    );
    let too_long = SiteAct::RefuseNames {
        names: vec!["x".repeat(25)],
    };
    assert_eq!(act(&mut host, too_long, &[]).await.problem(), "bad_words");
}

#[tokio::test]
async fn the_feed_of_reports_is_for_whoever_knows_its_address_and_names_nobody() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(2).await;
    report(&mut persons[0], &table, seat(1), None).await;
    let page: HostPage = host.ask("GET", "/api/host", "").await.json();
    let path = page.site.unwrap().reports_feed;
    let mut reader = server.person();
    let feed = reader.ask("GET", &path, "").await;
    let text = String::from_utf8(feed.body).unwrap();
    assert!(
        text.contains("<title>Report 1: insults, hate or threats"),
        "{text}"
    );
    assert!(text.contains("Reported by 1, of whom 1 played"), "{text}");
    for name in ["Ida", "Person 1", "hurts", &table] {
        assert!(!text.contains(name), "{name}");
    }
    let other = format!("/feed/reports/{}", "0".repeat(64));
    assert_eq!(reader.ask("GET", &other, "").await.status, 404);
    // Whoever is shut out of the host's page reads no more either.
    act(&mut host, SiteAct::EndSessions {}, &[]).await;
    assert_eq!(reader.ask("GET", &path, "").await.status, 404);
}

#[tokio::test]
async fn a_moderator_is_told_how_many_reports_wait() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(3).await;
    let moderator = SiteAct::Moderator {
        person: public_id(&persons[2]),
        on: true,
    };
    act(&mut host, moderator, &[]).await;
    report(&mut persons[0], &table, seat(1), None).await;
    assert_eq!(told(&mut persons[2]).await.open_reports, 1);
    assert_eq!(told(&mut persons[1]).await.open_reports, 0);
}

#[cfg(feature = "webhook")]
#[tokio::test]
async fn the_webhook_hears_of_many_reports_once() {
    use brickwood_server::Webhook;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    let channel = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", channel.local_addr().unwrap());
    let server = TestServer::with(|server| {
        server.webhook = Some(Webhook::start(url.parse().unwrap()).unwrap());
        server.site.public_url = Some("https://play.example".parse().unwrap());
    })
    .await;
    let (table, mut persons) = server.seated(3).await;
    report(&mut persons[0], &table, seat(1), None).await;
    let (mut stream, _) = channel.accept().await.unwrap();
    let mut request = vec![0; 4096];
    let mut length = 0;
    while !request[..length].ends_with(b"}") {
        length += stream.read(&mut request[length..]).await.unwrap();
    }
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    assert!(request.contains("1 report waits"), "{request}");
    assert!(request.contains("https://play.example/host"), "{request}");
    stream
        .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    report(&mut persons[0], &table, seat(2), None).await;
    let more = tokio::time::timeout(std::time::Duration::from_millis(300), channel.accept());
    assert!(more.await.is_err(), "not so soon");
}

#[tokio::test]
async fn a_warned_person_acknowledges_it_before_they_sit_down_again() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let mut person = server.person();
    person.rename("Ida").await;
    let warn = SiteAct::Warn {
        person: public_id(&person),
        reason: Misconduct::Spoiling,
        words: None,
    };
    act(&mut host, warn, &[]).await;
    let refused = person.post("/api/tables", &order(2, 0)).await;
    assert_eq!((refused.status, refused.problem()), (403, "unread_warning"));
    let warning = told(&mut person).await.sanctions.warning.unwrap();
    let read = ReadFromHost {
        warning_ms: Some(warning.at_ms),
        reports: Vec::new(),
    };
    person.post("/api/me/moderation", &read).await;
    person.create(&order(2, 0)).await;
}

#[tokio::test]
async fn a_suspended_person_finishes_games_and_does_nothing_else() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(2).await;
    let waiting = persons[1].create(&order(2, 0)).await;
    let (mut room, _) = crate::support::enter(&persons[1], &waiting, None).await;
    let mut begun = begin(&persons, &table).await;
    let suspend = SiteAct::Suspend {
        person: public_id(&persons[1]),
        hours: 24,
        reason: Misconduct::Insults,
        words: Some("A day.".into()),
        network: false,
    };
    act(&mut host, suspend, &[]).await;
    let suspension = told(&mut persons[1]).await.sanctions.suspension.unwrap();
    let other = server.person().create(&order(2, 0)).await;
    for answer in [
        persons[1].post("/api/tables", &order(2, 0)).await,
        persons[1].join(&other, "Bo").await,
    ] {
        assert_eq!((answer.status, answer.problem()), (403, "suspended"));
        let arguments = answer.json::<serde_json::Value>()["arguments"].clone();
        assert_eq!(arguments["until_ms"], suspension.until_ms);
        assert_eq!(arguments["reason"], "insults");
    }
    let hello = ClientMessage::Say {
        key: 8,
        text: ChatText::Phrase {
            phrase: Phrase::Hello,
        },
    };
    assert_eq!(refused(&mut begun[1].0, &hello).await, "suspended");
    // The table at which they wait is closed.
    while let Heard::Message(..) = room.hear().await {}
    // The game goes on, here with a seat that is given up.
    let leave = ClientMessage::Command {
        key: 10,
        command: Command::Leave {},
    };
    begun[1].0.say(&leave).await.unwrap();
    assert_eq!(ack(&mut begun[1].0).await.0, 10);
    let lift = SiteAct::Lift {
        person: public_id(&persons[1]),
    };
    act(&mut host, lift, &[]).await;
    persons[1].create(&order(2, 0)).await;
}

#[tokio::test]
async fn a_refused_name_is_no_name_for_that_person() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (mut person, mut other) = (server.person(), server.person());
    person.rename("Rude").await;
    let rename = SiteAct::Rename {
        person: public_id(&person),
        name: "Rude".into(),
    };
    act(&mut host, rename, &[]).await;
    let mut wanted = order(2, 0);
    wanted.name = "rUdE".into();
    let refused = person.post("/api/tables", &wanted).await;
    assert_eq!((refused.status, refused.problem()), (422, "name_refused"));
    assert_eq!(person.rename("RUDE").await.problem(), "name_refused");
    assert_eq!(person.rename("Kind").await.status, 204);
    person.create(&order(2, 0)).await;
    assert_eq!(
        other.rename("Rude").await.status,
        204,
        "of others nothing is known"
    );
}

#[tokio::test]
async fn of_the_network_of_a_suspended_person_only_those_who_are_new_stay_out() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (mut person, mut known) = (server.person(), server.person());
    person.rename("Ida").await;
    known.rename("Bo").await;
    let suspend = SiteAct::Suspend {
        person: public_id(&person),
        hours: 1,
        reason: Misconduct::Other,
        words: None,
        network: true,
    };
    act(&mut host, suspend, &[]).await;
    server.person().create(&order(2, 0)).await;
    let refused = person.post("/api/tables", &order(2, 0)).await;
    assert_eq!(refused.problem(), "suspended");
    // Without the cookie.
    let refused = server.person().post("/api/tables", &order(2, 0)).await;
    assert_eq!(
        (refused.status, refused.problem()),
        (403, "network_suspended")
    );
    known.create(&order(2, 0)).await;
}

#[tokio::test]
async fn a_person_sends_so_many_reports_in_a_day() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    for _ in 0..10 {
        assert_eq!(
            report(&mut persons[0], &table, seat(1), None).await.status,
            204
        );
    }
    let refused = report(&mut persons[0], &table, seat(1), None).await;
    assert_eq!(
        (refused.status, refused.problem()),
        (429, "too_many_reports")
    );
}

#[tokio::test]
async fn where_order_is_switched_off_nothing_of_it_is_there() {
    let server = TestServer::open().await;
    let mut host = host(&server).await;
    let (table, mut persons) = server.seated(2).await;
    block(&mut persons[0], &table, seat(1)).await;
    let suspend = SiteAct::Suspend {
        person: public_id(&persons[1]),
        hours: 1,
        reason: Misconduct::Other,
        words: None,
        network: false,
    };
    act(&mut host, suspend.clone(), &[]).await;
    let features = SiteFeatures::NONE;
    act(&mut host, SiteAct::Features { features }, &[]).await;
    for (method, path) in [
        ("GET", "/api/blocks"),
        ("DELETE", "/api/blocks/1"),
        ("GET", "/api/me/moderation"),
    ] {
        let answer = persons[0].ask(method, path, "").await;
        assert_eq!((answer.status, answer.problem()), (404, "no_such_address"));
    }
    for answer in [
        block(&mut persons[0], &table, seat(1)).await,
        report(&mut persons[0], &table, seat(1), None).await,
    ] {
        assert_eq!((answer.status, answer.problem()), (404, "no_such_address"));
    }
    assert_eq!(act(&mut host, suspend, &[]).await.problem(), "switched_off");
    // What was decided before rests.
    let next = persons[0].create(&order(2, 0)).await;
    assert_eq!(persons[1].join(&next, "Bo").await.status, 204);
}
