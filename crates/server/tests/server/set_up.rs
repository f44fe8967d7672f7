//! The set-up of a table: its check before the table exists, and its changes until the game begins.

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    BoardChoice, BoardOrder, BoardReport, BotPace, ClientMessage, Command, DraftFault, DraftOrder,
    DraftReport, FillOrder, HostOrder, NewSeat, NewTable, ServerMessage, SetUpOrder, StartRule,
    TableEvent, TableSummary,
};
use brickwood_rules::HexId;
use brickwood_test_client::{Answer, TestPerson};

use crate::support::{TestServer, begin, enter, order, refused, shown};

async fn change(host: &mut TestPerson, table: &str, order: &SetUpOrder) -> Answer {
    let body = serde_json::to_string(order).unwrap();
    let path = format!("/api/tables/{table}/set-up");
    host.ask("PUT", &path, &body).await
}

/// The set-up that leaves a table unchanged.
fn as_ordered(order: &NewTable) -> SetUpOrder {
    SetUpOrder {
        edition: order.edition,
        rules: order.rules,
        board: order.board.clone(),
        colors: order.seats.iter().map(NewSeat::color).collect(),
        options: order.options,
        instead_of: None,
    }
}

fn gathering() -> NewTable {
    let mut order = order(2, 0);
    order.board = BoardChoice::Random;
    order.options.start = StartRule::ByHost;
    order
}

#[tokio::test]
async fn everybody_gets_the_new_set_up_of_a_changed_table() {
    let server = TestServer::open().await;
    let ordered = gathering();
    let mut host = server.person();
    let table = host.create(&ordered).await;
    let mut person = server.person();
    person.join(&table, "Ole").await;
    let (mut socket, before, _) = person.sit(&table).await;
    let (mut watching, _) = enter(&server.person(), &table, None).await;

    let mut order = as_ordered(&ordered);
    order.rules.points_to_win = 12;
    order.options.bot_pace = BotPace::Fast;
    order.instead_of = Some(1);
    assert_eq!(change(&mut person, &table, &order).await.status, 403);
    assert_eq!(
        change(&mut server.person(), &table, &order).await.status,
        403
    );
    assert_eq!(change(&mut host, &table, &order).await.status, 204);
    for socket in [&mut socket, &mut watching] {
        let (info, update) = loop {
            if let ServerMessage::Welcome { table, update, .. } = socket.message().await {
                break (table, update);
            }
        };
        assert_eq!((info.rules.points_to_win, info.deal), (12, 2));
        assert_eq!(info.commitment, before.commitment);
        let told = update.log.last().unwrap().at_table.clone();
        let what = ["deal", "points_to_win", "bot_pace"].map(str::to_owned);
        assert_eq!(told, Some(TableEvent::Changed { what: what.into() }));
        assert!(update.seats[1].asked && !update.seats[1].ready);
    }
    // The same set-up again changes nothing, and does not deal another board.
    assert_eq!(change(&mut host, &table, &order).await.status, 204);
    let (mut hosts, now) = enter(&host, &table, None).await;
    assert_eq!(now.log.len(), 3);
    // The host must wait for connected players.
    let start = ClientMessage::Command {
        key: 7,
        command: Command::Arrange {
            order: HostOrder::Start {},
        },
    };
    assert_eq!(refused(&mut hosts, &start).await, "changes_pending");
    let ready = ClientMessage::Command {
        key: 8,
        command: Command::Ready {
            seed: ClientSeed::new([8; 32]),
        },
    };
    socket.say(&ready).await.unwrap();
    shown(&mut socket, |update| update.seats[1].ready).await;
    hosts.say(&start).await.unwrap();
    shown(&mut socket, |update| update.started).await;
    let late = change(&mut host, &table, &as_ordered(&ordered)).await;
    assert_eq!((late.status, late.problem()), (409, "begun"));
}

#[tokio::test]
async fn an_invalid_change_is_refused_with_its_problem_and_changes_nothing() {
    let server = TestServer::open().await;
    let ordered = gathering();
    let mut host = server.person();
    let table = host.create(&ordered).await;
    let mut order = as_ordered(&ordered);
    order.board = BoardChoice::Own {
        text: "O10 W2 X9".into(),
    };
    let bad = change(&mut host, &table, &order).await;
    assert_eq!((bad.status, bad.problem()), (422, "bad_board"));
    let missing = change(&mut host, "no-such-table", &order).await;
    assert_eq!(missing.status, 404);
    let (_, update) = enter(&host, &table, None).await;
    assert_eq!(update.log.len(), 0);
}

#[tokio::test]
async fn a_table_is_judged_before_it_is_created_and_nothing_is() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let mut ordered = gathering();
    assert_eq!(person.post("/api/tables/check", &ordered).await.status, 204);
    ordered.board = BoardChoice::Own {
        text: "O10 W2 X9\nG7".into(),
    };
    let bad = person.post("/api/tables/check", &ordered).await;
    assert_eq!((bad.status, bad.problem()), (422, "bad_board"));
    ordered.board = BoardChoice::Random;
    ordered.options.grace_s = 1;
    let bad = person.post("/api/tables/check", &ordered).await;
    assert_eq!(bad.problem(), "bad_options");
    assert_eq!(person.id(), None, "nobody becomes a person by asking");
}

#[tokio::test]
async fn a_board_is_described_before_there_is_a_table() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let mut order = BoardOrder {
        rules: gathering().rules,
        board: BoardChoice::Beginners,
    };
    let report: BoardReport = person.post("/api/boards", &order).await.json();
    assert_eq!(report.board.hexes.len(), 19);
    assert_eq!(report.deviations, []);
    order.board = BoardChoice::Own {
        text: report.text.replacen("10", "9", 1),
    };
    let own: BoardReport = person.post("/api/boards", &order).await.json();
    assert_eq!(own.deviations.len(), 2, "one 10 less, one 9 more");
    order.board = BoardChoice::Random;
    let unknown = person.post("/api/boards", &order).await;
    assert_eq!((unknown.status, unknown.problem()), (400, "malformed"));
}

#[tokio::test]
async fn a_board_is_drawn_and_its_rest_filled() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let draft = DraftOrder {
        players: 4,
        text: "D6???/????/?????/????/???~a1nw:3,a1ne:W".into(),
    };
    let unread = person.post("/api/boards/draft", &draft).await;
    assert_eq!((unread.status, unread.problem()), (422, "bad_board"));
    let draft = DraftOrder {
        text: draft.text.replacen("D6???", "D6??", 1),
        ..draft
    };
    let report: DraftReport = person.post("/api/boards/draft", &draft).await.json();
    let faults = [
        DraftFault::WrongNumber { hex: HexId(0) },
        DraftFault::CrowdedHarbor { harbor: 1 },
    ];
    assert_eq!(
        (report.text, &report.faults[..]),
        (draft.text.clone(), &faults[..])
    );
    let mut order = FillOrder {
        rules: gathering().rules,
        text: draft.text,
        seed: "harvest moon".into(),
    };
    let wrong = person.post("/api/boards/fill", &order).await;
    assert_eq!((wrong.status, wrong.problem()), (422, "bad_board"));
    order.text = "D??/?6???/?????/????/???~a1nw:3".into();
    let filled: BoardReport = person.post("/api/boards/fill", &order).await.json();
    assert_eq!(filled.deviations, []);
    let again: BoardReport = person.post("/api/boards/fill", &order).await.json();
    assert_eq!(filled, again);
    order.rules.players = 5;
    let other = person.post("/api/boards/fill", &order).await;
    assert_eq!(other.problem(), "unplayable_rules");
    order.rules.players = 4;
    order.rules.reds_apart = true;
    order.text = "?6?8?/????/?????/????/???".into();
    let unfair = person.post("/api/boards/fill", &order).await;
    assert_eq!((unfair.status, unfair.problem()), (422, "no_fair_board"));
}

#[tokio::test]
async fn a_list_says_who_is_to_act() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    let list: Vec<TableSummary> = persons[0].ask("GET", "/api/tables", "").await.json();
    assert!(list[0].awaited.is_empty(), "it has not begun");
    let sockets = begin(&persons, &table).await;
    let active = sockets[0].1.view.active.index();
    let list: Vec<TableSummary> = persons[0].ask("GET", "/api/tables", "").await.json();
    assert_eq!(list[0].awaited, [["Ida", "Person 1"][active]]);
    assert_eq!(list[0].your_turn, active == 0);
}
