//! Gathering at a table over the network: people and their names, codes, the lobby, seats, and the host's
//! commands.

use std::time::{Duration, Instant};

use brickwood_protocol::{
    AbsenceRule, BotLevel, ClientMessage, Command, Created, HostOrder, JoinTable, Level, Me,
    NewTable, Problem, SeatKind, SeatOrder, StartRule, TableOptions, TableSummary,
};
use brickwood_test_client::{Heard, TestPerson};

use crate::support::{
    TestServer, act, actor, arrange, begin, done, enter, order, refused, seat, shown,
};

async fn name_of(person: &mut TestPerson) -> Option<String> {
    person.ask("GET", "/api/me", "").await.json::<Me>().name
}

async fn lobby(server: &TestServer) -> Vec<TableSummary> {
    server.person().ask("GET", "/api/lobby", "").await.json()
}

fn public(order: NewTable) -> NewTable {
    let options = TableOptions {
        public: true,
        ..order.options
    };
    NewTable { options, ..order }
}

#[tokio::test]
async fn a_name_is_kept_from_table_to_table() {
    let server = TestServer::open().await;
    let mut person = server.person();
    assert_eq!(name_of(&mut person).await, None);
    assert_eq!(person.rename(" Zoe\u{308} ").await.status, 204);
    assert_eq!(name_of(&mut person).await.as_deref(), Some("Zoë"));
    let refused = person.rename("\u{202e}").await;
    assert_eq!((refused.status, refused.problem()), (422, "bad_name"));
    person.create(&order(2, 0)).await;
    assert_eq!(name_of(&mut person).await.as_deref(), Some("Ida"));
}

#[tokio::test]
async fn nobody_sits_down_with_a_name_that_looks_like_anothers() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let table = host.create(&order(3, 0)).await;
    // The first letter of the second is Cyrillic.
    for name in ["Ida", " iDa", "I d\u{430}"] {
        let taken = server.person().join(&table, name).await;
        assert_eq!(
            (taken.status, taken.problem()),
            (422, "name_taken"),
            "{name}"
        );
    }
    let (mut socket, ..) = host.sit(&table).await;
    let to = SeatOrder::Local { name: "IDA".into() };
    let order = HostOrder::Seat { seat: seat(1), to };
    assert_eq!(refused(&mut socket, &arrange(1, order)).await, "name_taken");
    assert_eq!(server.person().join(&table, "Ole").await.status, 204);
}

#[tokio::test]
async fn a_seat_can_be_chosen() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let table = host.create(&order(3, 0)).await;
    let path = format!("/api/tables/{table}/join");
    let at = |place| JoinTable {
        name: format!("Person {place}"),
        seat: Some(seat(place)),
    };
    let mut person = server.person();
    assert_eq!(person.post(&path, &at(2)).await.status, 204);
    let mut other = server.person();
    for place in [0, 2, 5] {
        let name = "Other".into();
        let taken = JoinTable { name, ..at(place) };
        let taken = other.post(&path, &taken).await;
        assert_eq!((taken.status, taken.problem()), (422, "seat_taken"));
    }
    let (_, seen) = enter(&host, &table, None).await;
    let names: Vec<_> = seen.seats.iter().map(|seat| seat.name.as_deref()).collect();
    assert_eq!(names, [Some("Ida"), None, Some("Person 2")]);
}

#[tokio::test]
async fn a_code_leads_to_its_table_until_the_game_begins() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let (_, seen) = enter(&persons[0], &table, None).await;
    let code = seen.code.unwrap();
    for code in [code.clone(), code.to_uppercase()] {
        let path = format!("/api/codes/{code}");
        let found: Created = server.person().ask("GET", &path, "").await.json();
        assert_eq!(found.id, table);
    }
    let begun = begin(&persons, &table).await;
    assert_eq!(begun[0].1.code, None);
    for code in [code.as_str(), "zzzz", "1", "..%2f.."] {
        let gone = server
            .person()
            .ask("GET", &format!("/api/codes/{code}"), "")
            .await;
        assert_eq!(
            (gone.status, gone.problem()),
            (404, "no_such_table"),
            "{code}"
        );
    }
}

#[tokio::test]
async fn the_lobby_lists_public_tables_with_an_open_seat_before_they_begin() {
    let server = TestServer::with(|server| server.limits.lobby = Duration::ZERO).await;
    let mut host = server.person();
    host.create(&order(2, 0)).await;
    let table = host.create(&public(order(2, 0))).await;
    let listed = lobby(&server).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].id, table);
    assert_eq!(
        (listed[0].open_seats, listed[0].host.as_deref()),
        (1, Some("Ida"))
    );
    assert!(!listed[0].your_turn && !listed[0].started);
    let mut person = server.person();
    person.join(&table, "Ole").await;
    assert!(lobby(&server).await.is_empty(), "every seat is taken");
    // The seat of a player who leaves is open again.
    let (mut socket, _) = enter(&person, &table, None).await;
    done(
        &mut socket,
        &ClientMessage::Command {
            key: 1,
            command: Command::Leave {},
        },
    )
    .await;
    assert_eq!(lobby(&server).await.len(), 1);
}

#[tokio::test]
async fn the_lobby_is_built_once_a_second_for_all_requests() {
    let age = Duration::from_secs(1);
    let server = TestServer::with(|server| server.limits.lobby = age).await;
    let asked = Instant::now();
    assert!(lobby(&server).await.is_empty());
    server.person().create(&public(order(2, 0))).await;
    let listed = lobby(&server).await;
    assert!(listed.is_empty() || asked.elapsed() >= age);
    tokio::time::sleep(age).await;
    assert_eq!(lobby(&server).await.len(), 1);
}

#[tokio::test]
async fn a_host_has_few_tables_that_wait() {
    let server = TestServer::open().await;
    let mut host = server.person();
    for _ in 0..5 {
        host.create(&order(2, 0)).await;
    }
    let sixth = host.post("/api/tables", &order(2, 0)).await;
    assert_eq!((sixth.status, sixth.problem()), (422, "too_many_tables"));
}

#[tokio::test]
async fn a_host_arranges_seats_and_begins_when_they_like() {
    let server = TestServer::open().await;
    let mut host = server.person();
    let mut by_host = order(4, 0);
    by_host.options.start = StartRule::ByHost;
    let table = host.create(&by_host).await;
    let mut person = server.person();
    person.join(&table, "Ole").await;
    let (mut hosts, ..) = host.sit(&table).await;
    let (mut persons, ..) = person.sit(&table).await;

    let start = |key| arrange(key, HostOrder::Start {});
    assert_eq!(refused(&mut persons, &start(1)).await, "not_host");
    assert_eq!(refused(&mut hosts, &start(1)).await, "open_seats");
    let level = BotLevel::Own(Level::Easy);
    for (key, place, to) in [
        (2, 2, SeatOrder::Bot { level }),
        (3, 3, SeatOrder::Locked {}),
    ] {
        let seat = seat(place);
        done(&mut hosts, &arrange(key, HostOrder::Seat { seat, to })).await;
    }
    let seen = shown(&mut persons, |seen| seen.seats[3].kind == SeatKind::Locked).await;
    assert_eq!(seen.seats[2].kind, SeatKind::Bot { level });
    assert!(!seen.started, "the host has not said so");
    done(&mut hosts, &start(4)).await;
    let seen = shown(&mut persons, |seen| seen.started).await;
    assert_eq!(seen.view.seats.len(), seen.seats.len());
    assert_eq!(refused(&mut hosts, &start(5)).await, "begun");
}

#[tokio::test]
async fn a_removed_player_is_told_so_and_stays_out_until_the_host_lets_them_back() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(3).await;
    let (mut host, ..) = persons[0].sit(&table).await;
    let (mut gone, ..) = persons[1].sit(&table).await;
    let order = HostOrder::Remove { seat: seat(1) };
    done(&mut host, &arrange(1, order)).await;
    while let Heard::Message(..) = gone.hear().await {}
    let mut again = persons[1].hello(&table, None).await.unwrap();
    assert_eq!(again.refusal().await.1.code(), "removed");
    assert_eq!(again.hear().await, Heard::Closed(1008));
    let joined = persons[1].join(&table, "Somebody else").await;
    assert_eq!(joined.json::<Problem>().code(), "removed");
    let seen = shown(&mut host, |seen| !seen.seating.removed.is_empty()).await;
    let [removed] = &seen.seating.removed[..] else {
        panic!("one is removed: {:?}", seen.seating.removed);
    };
    assert_eq!(removed.name, "Person 1");
    let order = HostOrder::LetBack { id: removed.id };
    done(&mut host, &arrange(2, order)).await;
    assert_eq!(persons[1].join(&table, "Person 1").await.status, 204);
    enter(&persons[1], &table, None).await;
}

#[tokio::test]
async fn a_host_who_hands_over_can_no_longer_arrange_anything() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(2).await;
    let mut begun = begin(&persons, &table).await.into_iter();
    let (mut first, _) = begun.next().unwrap();
    let (mut second, _) = begun.next().unwrap();
    done(&mut first, &arrange(1, HostOrder::Pause {})).await;
    let seen = shown(&mut second, |seen| seen.paused).await;
    let to_act = actor(&seen).index();
    let acting = if to_act == 0 { &mut first } else { &mut second };
    let code = refused(acting, &act(77, brickwood_rules::Action::Roll)).await;
    assert_eq!(code, "paused");
    let to = seat(1);
    done(&mut first, &arrange(2, HostOrder::HandOver { to })).await;
    assert_eq!(
        refused(&mut first, &arrange(3, HostOrder::Unpause {})).await,
        "not_host"
    );
    done(&mut second, &arrange(1, HostOrder::Unpause {})).await;
    let seen = shown(&mut first, |seen| !seen.paused).await;
    assert!(seen.seats[1].host && !seen.seats[0].host);
}

#[tokio::test]
async fn an_order_that_is_sent_again_is_obeyed_once() {
    let server = TestServer::open().await;
    let (table, persons) = server.seated(3).await;
    let (mut host, ..) = persons[0].sit(&table).await;
    let options = TableOptions {
        absence: AbsenceRule::Pause,
        ..TableOptions::default()
    };
    let order = arrange(1, HostOrder::Options { options });
    let line = done(&mut host, &order).await;
    assert_eq!(done(&mut host, &order).await, line);
}

#[tokio::test]
async fn a_seat_that_was_given_up_in_the_game_goes_to_a_person_whom_the_host_admits() {
    let server = TestServer::open().await;
    let mut order = order(2, 0);
    // No host can order these options; they spare the test the wait.
    order.options.grace_s = 0;
    let mut persons = [server.person(), server.person()];
    let table = server.stored(&order, &mut persons).await;
    let mut begun = begin(&persons, &table).await.into_iter();
    let (mut first, _) = begun.next().unwrap();
    let (mut second, _) = begun.next().unwrap();
    done(
        &mut second,
        &ClientMessage::Command {
            key: 5,
            command: Command::Leave {},
        },
    )
    .await;
    let seen = shown(&mut first, |seen| seen.seats[1].away).await;
    assert_eq!(seen.seats[1].name, None);
    let mut late = server.person();
    assert_eq!(late.join(&table, "Late").await.status, 204);
    let (mut socket, seen) = enter(&late, &table, None).await;
    assert_eq!(seen.view.viewer, None, "asking is not having");
    let [request] = &seen.seating.requests[..] else {
        panic!("one asks: {:?}", seen.seating.requests);
    };
    let (key, request, yes) = (6, request.id, true);
    done(
        &mut first,
        &ClientMessage::Command {
            key,
            command: Command::Admit { request, yes },
        },
    )
    .await;
    let seen = shown(&mut socket, |seen| seen.view.viewer.is_some()).await;
    assert_eq!(seen.view.viewer, Some(seat(1)));
    let seen = shown(&mut first, |seen| seen.seats[1].name.is_some()).await;
    assert_eq!(seen.seats[1].name.as_deref(), Some("Late"));
    assert!(!seen.seats[1].away);
    // The player who has left only watches now.
    let (_, seen) = enter(&persons[1], &table, None).await;
    assert_eq!(seen.view.viewer, None);
}
