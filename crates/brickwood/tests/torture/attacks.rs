//! Attacks from one address, and from all networks of a home, that use everything that their limits allow:
//! players are served meanwhile, and the server's memory stays small.

use std::{
    future::pending,
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use brickwood_protocol::{
    BoardChoice, ClientMessage, Color, Command, Created, HostOrder, NewSeat, NewTable,
    SpectatorRule, TableOptions, TradeWord,
};
use brickwood_rules::{Cards, Resource, Seat, Terms};
use brickwood_test_client::TestPerson;
use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use crate::{
    home,
    under_attack::{ATTACKER, AttackedServer, LONG},
};

/// The number of connections of one address, within its limit.
const SOCKETS: usize = 44;

/// The number of simultaneous spectators of one game.
const WATCHERS: usize = 800;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_are_served_and_the_server_stays_small_under_attack() {
    let server = AttackedServer::begin().await;
    server.measure("nothing", pending::<()>()).await;
    server
        .measure("welcomes that nobody reads", unread(&server))
        .await;
    server.measure("arranging", arranging(&server)).await;
    server.measure("lists", lists(&server)).await;
    server.measure("suggestions", suggestions(&server)).await;
    server.measure("empty frames", empty_frames(&server)).await;
    server.measure("records", records(&server)).await;
    server.measure("new persons", new_people(&server)).await;
    server
        .measure("replays that nobody reads", home::replays(&server))
        .await;
    server
        .measure("faults that nobody reads", home::faults(&server))
        .await;
    server
        .measure("sockets of a home", home::sockets(&server))
        .await;
    server
        .measure("bots alone", home::bots_alone(&server))
        .await;
    server.measure("the lobby", home::lobby(&server)).await;
    server
        .measure("every path, unread", home::every_path(&server))
        .await;
    server
        .measure("downloads that nobody reads", home::downloads(&server))
        .await;
    server
        .measure("bodies that never come", home::bodies(&server))
        .await;
    let guessed = Arc::new(AtomicUsize::new(0));
    server
        .measure("codes", codes(&server, Arc::clone(&guessed)))
        .await;
    let guessed = guessed.load(Ordering::Relaxed);
    println!("torture: {guessed} codes were tried from many networks");
    server
        .measure("a crowd that watches", watchers(&server))
        .await;
    let left = server.memory_mib().await;
    server
        .measure("the same crowd again", watchers(&server))
        .await;
    let left_again = server.memory_mib().await;
    assert!(
        left_again <= left + 8,
        "a crowd leaves {left} MiB behind, and then {left_again} MiB"
    );
    server.end().await;
}

/// All sockets of an address, each of which repeats this.
async fn all(attack: impl AsyncFn(usize)) {
    join_all((0..SOCKETS).map(async |number| {
        loop {
            attack(number).await;
            // If the server refuses at once, the attack slows down a little.
            sleep(Duration::from_millis(20)).await;
        }
    }))
    .await;
}

/// Keeps requesting a long log, from one seat and the other, and reads none of it.
async fn unread(server: &AttackedServer) {
    all(async |_| {
        let Ok(mut socket) = server.attacker.hello(&server.long_game, None).await else {
            return;
        };
        for number in 0.. {
            let seat = Seat::new(number % 2).unwrap();
            if socket.say(&ClientMessage::ViewAs { seat }).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(if number < 37 { 1 } else { 110 })).await;
        }
    })
    .await;
}

/// Arranges one table on all sockets.
async fn arranging(server: &AttackedServer) {
    let mut host = server.attacker.clone();
    let seats = [Color::Coral, Color::Teal].map(|color| NewSeat::Human { color });
    let order = order(seats.into());
    // The attack before may have used up the limits of the address.
    let table = loop {
        let answer = host.post("/api/tables", &order).await;
        if answer.status == 201 {
            break answer.json::<Created>().id;
        }
        sleep(Duration::from_millis(200)).await;
    };
    all(async |number| {
        let Ok(mut socket) = host.hello(&table, None).await else {
            return;
        };
        for turn in 0.. {
            let mut options = TableOptions::default();
            if turn % 2 == 0 {
                options.spectators = SpectatorRule::Forbidden;
            }
            let arrange = ClientMessage::Command {
                key: 1_000_000 * number as u64 + turn,
                command: Command::Arrange {
                    order: HostOrder::Options { options },
                },
            };
            if socket.say(&arrange).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(if turn < 37 { 1 } else { 110 })).await;
        }
    })
    .await;
}

/// Requests its own long list on all connections.
async fn lists(server: &AttackedServer) {
    all(async |_| {
        let mut person = server.attacker.clone();
        let _ = person.try_ask("GET", "/api/tables", "").await;
    })
    .await;
}

/// Suggests trades on all sockets.
async fn suggestions(server: &AttackedServer) {
    all(async |_| {
        let Ok(mut socket) = server.attacker.hello(&server.long_game, None).await else {
            return;
        };
        for number in 0.. {
            let terms = Terms {
                give: Cards::of(Resource::ALL[number % 5], 1),
                take: Cards::of(Resource::ALL[(number + 1) % 5], 1),
            };
            let word = TradeWord::Suggest {
                terms: terms.into(),
                answers: None,
            };
            let key = number as u64;
            let suggest = ClientMessage::Command {
                key,
                command: Command::TradeTalk { word },
            };
            if socket.say(&suggest).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(if number < 37 { 1 } else { 110 })).await;
        }
    })
    .await;
}

/// Sends one message in an endless number of frames.
async fn empty_frames(server: &AttackedServer) {
    all(async |_| {
        let _ = frames(server.address, &server.long_game).await;
    })
    .await;
}

async fn frames(address: SocketAddr, table: &str) -> io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nx-forwarded-for: {ATTACKER}\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = [0; 1024];
    let read = stream.read(&mut answer).await?;
    if !answer[..read].starts_with(b"HTTP/1.1 101") {
        return Ok(());
    }
    // The beginning of a text, and then empty continuation frames.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await?;
    let empty = [0x00, 0x80, 0, 0, 0, 0].repeat(4096);
    loop {
        stream.write_all(&empty).await?;
    }
}

/// Keeps requesting the record of a long game.
async fn records(server: &AttackedServer) {
    let mut record = String::from("brickwood record 1\n");
    while record.len() < 250_000 {
        record.push_str("1 roll\n");
    }
    all(async |_| {
        let mut person = server.attacker.clone();
        let _ = person.try_ask("POST", "/api/replay", &record).await;
    })
    .await;
}

/// Becomes a new person with each request.
async fn new_people(server: &AttackedServer) {
    all(async |_| {
        let mut person = TestPerson::new(server.address);
        person.forwarded = Some(ATTACKER.to_owned());
        let _ = person
            .try_ask("PUT", "/api/me", "{\"name\":\"Mallory\"}")
            .await;
    })
    .await;
}

/// Guesses codes from half of a large network.
async fn codes(server: &AttackedServer, guessed: Arc<AtomicUsize>) {
    let next = AtomicUsize::new(0);
    all(async |_| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let mut person = TestPerson::new(server.address);
        person.forwarded = Some(format!("2001:db8:{:x}:{:x}::1", number >> 4, number & 0xf));
        let asked = person.try_ask("GET", "/api/codes/zzzzzz", "").await;
        if asked.is_ok_and(|answer| answer.status == 404) {
            guessed.fetch_add(1, Ordering::Relaxed);
        }
    })
    .await;
}

/// Connects many spectators to one game, as many from each address as it may have.
async fn watchers(server: &AttackedServer) {
    let sockets = (0..WATCHERS).map(async |number| {
        let mut person = TestPerson::new(server.address);
        person.forwarded = Some(format!("203.{}.0.1", number / SOCKETS));
        person.hello(&server.long_game, Some(LONG)).await
    });
    let _watching = join_all(sockets).await;
    pending::<()>().await;
}

fn order(seats: Vec<NewSeat>) -> NewTable {
    let edition = brickwood_rules::Edition::Modern;
    NewTable {
        name: "Mal".to_owned(),
        edition,
        rules: edition.rules(seats.len() as u8),
        seats,
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    }
}
