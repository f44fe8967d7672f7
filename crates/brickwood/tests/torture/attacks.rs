//! One address keeps to all its limits and takes what it can: players are served meanwhile, and the
//! server stays small.

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

use brickwood_rules::{Cards, Resource, Seat, Terms};
use brickwood_server::testing::Guest;
use brickwood_table::protocol::{
    BoardChoice, ClientMessage, Color, Created, HostOrder, NewSeat, NewTable, SpectatorRule,
    TableOptions, TradeWord,
};
use futures_util::future::join_all;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};

use crate::siege::{ATTACKER, LONG, Siege};

/// Connections of one address, within what it may have.
const SOCKETS: usize = 44;

/// How many watch one game at once.
const WATCHERS: usize = 800;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_are_served_and_the_server_stays_small_under_attack() {
    let siege = Siege::begin().await;
    siege.bear("nothing", pending::<()>()).await;
    siege
        .bear("welcomes that nobody reads", unread(&siege))
        .await;
    siege.bear("arranging", arranging(&siege)).await;
    siege.bear("lists", lists(&siege)).await;
    siege.bear("suggestions", suggestions(&siege)).await;
    siege.bear("empty frames", empty_frames(&siege)).await;
    siege.bear("records", records(&siege)).await;
    siege.bear("new guests", new_guests(&siege)).await;
    let guessed = Arc::new(AtomicUsize::new(0));
    siege
        .bear("codes", codes(&siege, Arc::clone(&guessed)))
        .await;
    let guessed = guessed.load(Ordering::Relaxed);
    println!("torture: {guessed} codes were tried from many networks");
    siege.bear("a crowd that watches", watchers(&siege)).await;
    let left = siege.memory_mib().await;
    siege.bear("the same crowd again", watchers(&siege)).await;
    let left_again = siege.memory_mib().await;
    assert!(
        left_again <= left + 8,
        "a crowd leaves {left} MiB behind, and then {left_again} MiB"
    );
    siege.end().await;
}

/// All sockets of an address, each of which does this again and again.
async fn all(attack: impl AsyncFn(usize)) {
    join_all((0..SOCKETS).map(async |number| {
        loop {
            attack(number).await;
            // A server that refuses at once is asked a little less often than it could be.
            sleep(Duration::from_millis(20)).await;
        }
    }))
    .await;
}

/// Asks for a long log again and again, from one side and the other, and reads none of it.
async fn unread(siege: &Siege) {
    all(async |_| {
        let Ok(mut socket) = siege.attacker.hello(&siege.long_game, None).await else {
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

/// Arranges one table by all sockets.
async fn arranging(siege: &Siege) {
    let mut host = siege.attacker.clone();
    let seats = [Color::Coral, Color::Teal].map(|color| NewSeat::Human { color });
    let order = order(seats.into());
    // The attack before may have used up what the address may ask for.
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
            let arrange = ClientMessage::Arrange {
                key: 1_000_000 * number as u64 + turn,
                order: HostOrder::Options { options },
            };
            if socket.say(&arrange).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(if turn < 37 { 1 } else { 110 })).await;
        }
    })
    .await;
}

/// Asks for its own long list by all connections.
async fn lists(siege: &Siege) {
    all(async |_| {
        let mut guest = siege.attacker.clone();
        let _ = guest.try_ask("GET", "/api/tables", "").await;
    })
    .await;
}

/// Suggests trades by all sockets.
async fn suggestions(siege: &Siege) {
    all(async |_| {
        let Ok(mut socket) = siege.attacker.hello(&siege.long_game, None).await else {
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
            let suggest = ClientMessage::TradeTalk { key, word };
            if socket.say(&suggest).await.is_err() {
                return;
            }
            sleep(Duration::from_millis(if number < 37 { 1 } else { 110 })).await;
        }
    })
    .await;
}

/// Says one message in endlessly many frames.
async fn empty_frames(siege: &Siege) {
    all(async |_| {
        let _ = frames(siege.address, &siege.long_game).await;
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
    // The beginning of a text, and then frames that go on with nothing.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await?;
    let empty = [0x00, 0x80, 0, 0, 0, 0].repeat(4096);
    loop {
        stream.write_all(&empty).await?;
    }
}

/// Has a long record worked out again and again.
async fn records(siege: &Siege) {
    let mut record = String::from("brickwood record 1\n");
    while record.len() < 250_000 {
        record.push_str("1 roll\n");
    }
    all(async |_| {
        let mut guest = siege.attacker.clone();
        let _ = guest.try_ask("POST", "/api/replay", &record).await;
    })
    .await;
}

/// Becomes somebody else with each request.
async fn new_guests(siege: &Siege) {
    all(async |_| {
        let mut guest = Guest::new(siege.address);
        guest.forwarded = Some(ATTACKER.to_owned());
        let _ = guest
            .try_ask("PUT", "/api/me", "{\"name\":\"Mallory\"}")
            .await;
    })
    .await;
}

/// Guesses codes from half of a large network.
async fn codes(siege: &Siege, guessed: Arc<AtomicUsize>) {
    let next = AtomicUsize::new(0);
    all(async |_| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let mut guest = Guest::new(siege.address);
        guest.forwarded = Some(format!("2001:db8:{:x}:{:x}::1", number >> 4, number & 0xf));
        let asked = guest.try_ask("GET", "/api/codes/zzzzzz", "").await;
        if asked.is_ok_and(|answer| answer.status == 404) {
            guessed.fetch_add(1, Ordering::Relaxed);
        }
    })
    .await;
}

/// Has many people watch one game, as many from each address as it may have.
async fn watchers(siege: &Siege) {
    let sockets = (0..WATCHERS).map(async |number| {
        let mut guest = Guest::new(siege.address);
        guest.forwarded = Some(format!("203.0.113.{}", number / SOCKETS));
        guest.hello(&siege.long_game, Some(LONG)).await
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
    }
}
