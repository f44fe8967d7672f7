//! Attacks from all networks of one home, and from many more.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use brickwood_protocol::{
    BoardChoice, BotLevel, BotPace, Color, Level, NewSeat, NewTable, TableOptions, TableSummary,
};
use brickwood_rules::Edition;
use brickwood_test_client::TestPerson;
use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    sync::Mutex,
    time::{sleep, timeout},
};

use crate::under_attack::{ATTACKER, AttackedServer};

/// The networks of 64 bits of a home.
const NETWORKS: usize = 256;

/// The number of clients that attack at the same time.
const CLIENTS: usize = 44;

/// An address in one of the networks of a home.
fn of_home(number: usize) -> String {
    format!("2001:db8:7:{:x}::1", number % NETWORKS)
}

/// An address of a larger network, in one home after another.
fn of_company(number: usize) -> String {
    format!("2001:db8:8:{:x}::1", (number % NETWORKS) << 8)
}

/// Does this from one address after another.
async fn from_all(
    address: impl Fn(usize) -> String,
    attack: impl AsyncFn(TestPerson),
    at: &AttackedServer,
) {
    let next = AtomicUsize::new(0);
    join_all((0..CLIENTS).map(async |_| {
        loop {
            let mut person = TestPerson::new(at.address);
            person.forwarded = Some(address(next.fetch_add(1, Ordering::Relaxed)));
            attack(person).await;
            sleep(Duration::from_millis(20)).await;
        }
    }))
    .await;
}

/// A connection that takes in as little as it can.
async fn slow_reader(server: &AttackedServer) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2048)?;
    socket.connect(server.address).await
}

/// Sends a request, and does not read the answer before the server ends the connection.
async fn unread(
    server: &AttackedServer,
    person: &TestPerson,
    head: &str,
    body: &str,
) -> io::Result<()> {
    let mut stream = slow_reader(server).await?;
    let address = person.forwarded.as_deref().unwrap_or_default();
    let request = format!(
        "{head} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\ncontent-type: application/json\r\n\
         {}content-length: {}\r\n\r\n{body}",
        server.address,
        person
            .cookie
            .as_deref()
            .map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n")),
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    // Refusals are short. Whoever is not refused keeps the answer waiting.
    let mut begin = [0; 12];
    stream.read_exact(&mut begin).await?;
    if begin.ends_with(b"200") || begin.ends_with(b"422") {
        sleep(Duration::from_secs(12)).await;
    }
    Ok(())
}

/// A record of the greatest length, which leads to a replay that is 160 times as long.
fn long_record() -> String {
    const PLAYED: &str = include_str!("../../../../tests-data/records/beginners.record");
    const OFFER: &str = "1 offer O>B 2,3,4";
    let (before, after) = PLAYED.split_once(OFFER).expect("it is there");
    let (answers, _) = after.split_once("1 withdraw").expect("it is taken back");
    let mut record = format!("{before}{OFFER}{answers}1 withdraw\n");
    let lines = record.lines().count();
    for _ in 0..(9_990 - lines) / 2 {
        record.push_str(OFFER);
        record.push_str("\n1 withdraw\n");
    }
    record
}

/// Requests the longest replays from networks of many homes, and reads none.
pub async fn replays(server: &AttackedServer) {
    let record = long_record();
    let mut person = TestPerson::new(server.address);
    let answer = person.try_ask("POST", "/api/replay", &record).await;
    let answer = answer.expect("an answer comes");
    assert_eq!(
        answer.status,
        200,
        "{}",
        String::from_utf8_lossy(&answer.body[..200])
    );
    assert!(answer.body.len() > 10_000_000, "{}", answer.body.len());
    let attack = async |person: TestPerson| {
        let _ = unread(server, &person, "POST /api/replay", &record).await;
    };
    from_all(of_company, attack, server).await;
}

/// Requests lists of faults, and reads none.
pub async fn faults(server: &AttackedServer) {
    let harbors = vec!["a1nw:B"; 1100].join(",");
    let board = format!("W8G4O11/D*B3W6L12/B5L10L11O5G9/L2W9O4B10/G6W3G8~{harbors}");
    let body = serde_json::json!({
        "rules": Edition::Modern.rules(4),
        "board": { "type": "own", "text": board },
    });
    let body = body.to_string();
    let attack = async |person: TestPerson| {
        let _ = unread(server, &person, "POST /api/boards", &body).await;
    };
    from_all(of_home, attack, server).await;
}

/// An address of one after another of two hundred large networks.
fn of_everybody(number: usize) -> String {
    format!("{}.{}.0.1", 11 + number % 200, 64 + number / 200 % 64)
}

/// The paths that read, with the attacker's long game in them.
fn paths(server: &AttackedServer) -> Vec<String> {
    let document = include_str!("../../../../docs/book/openapi.json");
    let document: serde_json::Value = serde_json::from_str(document).expect("it is JSON");
    let paths = document["paths"].as_object().expect("it has paths");
    let reads = paths
        .iter()
        .filter(|(_, methods)| methods.get("get").is_some());
    let concrete = reads.map(|(path, _)| {
        let path = path
            .replace("{id}", &server.long_game)
            .replace("{seat}", "0");
        path.replace("{code}", "zzzzzz")
    });
    concrete.chain(["/".to_owned()]).collect()
}

/// Requests every path that reads as the attacker, from one address, from all networks of a home, and from two hundred
/// large networks in turn, and reads none of the answers.
pub async fn every_path(server: &AttackedServer) {
    let paths = paths(server);
    let next = AtomicUsize::new(0);
    let address = |number: usize| match number % 3 {
        0 => ATTACKER.to_owned(),
        1 => of_home(number / 3),
        _ => of_everybody(number / 3),
    };
    let attack = async |mut person: TestPerson| {
        person.cookie.clone_from(&server.attacker.cookie);
        let path = &paths[next.fetch_add(1, Ordering::Relaxed) % paths.len()];
        let _ = unread(server, &person, &format!("GET {path}"), "").await;
    };
    from_all(address, attack, server).await;
}

/// Requests all that is stored about the attacker from two hundred large networks, and reads nothing.
pub async fn downloads(server: &AttackedServer) {
    let attack = async |mut person: TestPerson| {
        person.cookie.clone_from(&server.attacker.cookie);
        let _ = unread(server, &person, "GET /api/me/data", "").await;
    };
    from_all(of_everybody, attack, server).await;
}

/// Announces long bodies from 24 large networks, and sends a byte of each now and then.
pub async fn bodies(server: &AttackedServer) {
    let attack = async |person: TestPerson| {
        let slow = async {
            let mut stream = TcpStream::connect(server.address).await?;
            let address = person.forwarded.as_deref().unwrap_or_default();
            let head = format!(
                "POST /api/replay HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\n\
                 content-length: 262144\r\n\r\n",
                server.address
            );
            stream.write_all(head.as_bytes()).await?;
            loop {
                stream.write_all(b" ").await?;
                sleep(Duration::from_secs(1)).await;
            }
        };
        let _: io::Result<()> = slow.await;
    };
    let at_once = (0..9).map(|_| from_all(|number| of_everybody(number % 24), attack, server));
    join_all(at_once).await;
}

/// Opens as many sockets as it can, and reads nothing on them.
pub async fn sockets(server: &AttackedServer) {
    let kept = Mutex::new(Vec::new());
    // Twice as many as one address may have, and those that are about to be refused. Those that the server has
    // closed count no longer.
    let most = server.open_files() + 2 * 50 + CLIENTS;
    let attack = async |mut person: TestPerson| {
        person.cookie.clone_from(&server.attacker.cookie);
        let opened = person.hello(&server.long_game, None).await;
        if let Ok(socket) = opened {
            kept.lock().await.push(socket);
            // A server with much to do closes late what it has refused.
            let within = async {
                while server.open_files() > most {
                    sleep(Duration::from_millis(20)).await;
                }
            };
            let share = timeout(Duration::from_secs(20), within).await;
            share.expect("a home has no more than its share");
        }
    };
    from_all(of_home, attack, server).await;
}

fn table(seats: Vec<NewSeat>, options: TableOptions) -> NewTable {
    let edition = Edition::Modern;
    NewTable {
        name: "Mal".to_owned(),
        edition,
        rules: edition.rules(seats.len() as u8),
        seats,
        board: BoardChoice::Random,
        options,
        from: None,
    }
}

/// Creates tables of bots alone, which play as fast as they can, and watches them.
pub async fn bots_alone(server: &AttackedServer) {
    let level = BotLevel::Own(Level::Easy);
    let seats =
        [Color::Coral, Color::Teal, Color::Amber].map(|color| NewSeat::Bot { color, level });
    let options = TableOptions {
        bot_pace: BotPace::None,
        ..TableOptions::default()
    };
    let order = table(seats.into(), options);
    let attack = async |mut person: TestPerson| {
        let created = person.post("/api/tables", &order).await;
        if created.status != 201 {
            return;
        }
        let id = created.json::<brickwood_protocol::Created>().id;
        let Ok(mut socket) = person.hello(&id, None).await else {
            return;
        };
        // Bots wait while those who watch them have stored too much.
        while timeout(Duration::from_secs(5), socket.message())
            .await
            .is_ok()
        {}
    };
    from_all(of_home, attack, server).await;
}

/// Fills the list of public tables from nine large networks. That of somebody else stays in it.
pub async fn lobby(server: &AttackedServer) {
    let seats = || {
        [Color::Coral, Color::Teal]
            .map(|color| NewSeat::Human { color })
            .into()
    };
    let options = TableOptions {
        public: true,
        ..TableOptions::default()
    };
    let mut honest = TestPerson::new(server.address);
    honest.forwarded = Some("192.0.2.9".to_owned());
    let mine = honest.create(&table(seats(), options)).await;
    let order = table(seats(), options);
    let attack = async |mut person: TestPerson| {
        let _ = person.post("/api/tables", &order).await;
    };
    let addresses = |number: usize| format!("100.{}.0.1", 64 + number % 9);
    let look = async {
        // The list is at most a second old.
        sleep(Duration::from_millis(1100)).await;
        loop {
            sleep(Duration::from_millis(200)).await;
            let listed: Vec<TableSummary> = honest.ask("GET", "/api/lobby", "").await.json();
            let is_there = listed.iter().any(|one| one.id == mine);
            assert!(is_there, "{} tables are listed instead", listed.len());
        }
    };
    tokio::join!(from_all(addresses, attack, server), look);
}
