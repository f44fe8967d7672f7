//! Clients that are slow on purpose lose their connection, and nobody else notices.

use std::{borrow::Cow, net::SocketAddr, sync::Arc, time::Duration};

use brickwood_protocol::{ClientMessage, HostOrder, PROTOCOL, ServerMessage, TableOptions};
use brickwood_server::{Asset, Limits, WebClient};
use brickwood_test_client::TestPerson;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use crate::support::{OnePage, TestServer, arrange, begin, done, enter, order, shown, update};

/// How long [`impatient`] waits.
const LIMIT: Duration = Duration::from_secs(1);

/// Within this time a server has noticed a client that takes [`LIMIT`], however busy the machine is.
const NOTICED: Duration = Duration::from_secs(10);

/// A file that is too large for any buffer between two programs.
const LARGE: usize = 32 << 20;

struct LargeFile;

impl WebClient for LargeFile {
    fn asset(&self, path: &str) -> Option<Asset> {
        if path != "assets/large.bin" {
            return OnePage.asset(path);
        }
        Some(Asset {
            content: Cow::Owned(vec![b'a'; LARGE]),
            media_type: "application/octet-stream".to_owned(),
            hash: [1; 32],
            is_gzip: false,
        })
    }
}

/// A server with very short timeouts.
async fn impatient() -> TestServer {
    TestServer::with(|server| {
        server.client = Arc::new(LargeFile);
        server.limits = Limits {
            request_head: LIMIT,
            answer: LIMIT,
            first_message: LIMIT,
            ping: LIMIT / 4,
            silence: 2 * LIMIT,
            send: LIMIT,
            ..Limits::default()
        };
    })
    .await
}

/// How a slow client continues after its first bytes.
#[derive(Clone, Copy)]
enum Then {
    /// It sends nothing more.
    Nothing,
    /// It keeps sending a little, but never enough.
    Drops(&'static [u8]),
}

/// Connects, sends something, and continues slowly. Returns what the server sent before it closed the
/// connection, which it must do.
async fn drawl(address: SocketAddr, first: Vec<u8>, then: Then) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&first).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    let drops = async {
        let Then::Drops(drop) = then else {
            return std::future::pending().await;
        };
        loop {
            sleep(LIMIT / 10).await;
            if writer.write_all(drop).await.is_err() {
                return std::future::pending().await;
            }
        }
    };
    let mut said = Vec::new();
    tokio::select! {
        () = drops => {}
        // A reset is an end, too.
        ended = timeout(NOTICED, reader.read_to_end(&mut said)) => {
            let _ = ended.expect("the server closes the connection");
        }
    }
    said
}

/// The handshake of a socket, and some bytes after it.
fn upgrade(table: &str, after: &[u8]) -> Vec<u8> {
    upgrade_of(table, None, after)
}

fn upgrade_of(table: &str, person: Option<&TestPerson>, after: &[u8]) -> Vec<u8> {
    let cookie = person.and_then(|person| person.cookie.as_deref());
    let head = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\ncookie: {}\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        cookie.unwrap_or_default()
    );
    [head.as_bytes(), after].concat()
}

/// The handshake of a socket and its first message.
fn hello(table: &str, person: Option<&TestPerson>) -> Vec<u8> {
    upgrade_of(table, person, &hello_frame())
}

/// The first message on a socket, masked with nothing.
pub fn hello_frame() -> Vec<u8> {
    let hello = ClientMessage::Hello {
        protocol: PROTOCOL,
        after: None,
        returning: None,
    };
    let text = serde_json::to_string(&hello).unwrap();
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(text.as_bytes());
    frame
}

/// The beginning of a text of 100 bytes, masked with nothing.
const HALF_A_FRAME: &[u8] = b"\x81\xe4\0\0\0\0{\"type\":";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_slow_are_cut_off_and_the_others_served_meanwhile() {
    let server = impatient().await;
    let mut person = server.person();
    let table = person.create(&order(1, 2)).await;
    let head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ".to_vec();
    let body =
        b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 1000\r\n\r\n{\"name\":"
            .to_vec();
    let kinds = [
        (Vec::new(), Then::Nothing),
        (head.clone(), Then::Nothing),
        (head, Then::Drops(b"a")),
        (body.clone(), Then::Nothing),
        (body, Then::Drops(b" ")),
        (upgrade(&table, b""), Then::Nothing),
        (upgrade(&table, HALF_A_FRAME), Then::Nothing),
        (upgrade(&table, HALF_A_FRAME), Then::Drops(b" ")),
    ];
    let mut slow = JoinSet::new();
    for _ in 0..25 {
        for (first, then) in kinds.clone() {
            slow.spawn(drawl(server.address, first, then));
        }
    }
    // One client stays connected, and others request the page and the table.
    let (mut socket, _) = enter(&person, &table, None).await;
    let others = async {
        let begun = Instant::now();
        while begun.elapsed() < 2 * LIMIT {
            let page = server.person().ask("GET", "/", "").await;
            assert_eq!(page.status, 200);
            drop(enter(&person, &table, None).await);
            sleep(LIMIT / 20).await;
        }
        while let Some(said) = slow.join_next().await {
            let said = said.unwrap();
            let text = String::from_utf8_lossy(&said);
            assert!(!text.starts_with("HTTP/1.1 2"), "{text}");
        }
    };
    let stays = async {
        loop {
            socket.message().await;
        }
    };
    tokio::select! {
        () = others => {}
        () = stays => {}
    }
    socket.say_text("?").await.unwrap();
    assert_eq!(socket.refusal().await.1.code(), "malformed");
}

#[tokio::test]
async fn half_a_frame_in_the_middle_of_a_conversation_does_not_keep_a_socket() {
    let server = impatient().await;
    let (table, persons) = server.seated(2).await;
    let mut first = hello(&table, Some(&persons[0]));
    first.extend(HALF_A_FRAME);
    let (mut watching, seen) = enter(&persons[1], &table, None).await;
    assert!(!seen.seats[0].present);
    let slow = tokio::spawn(drawl(server.address, first, Then::Nothing));
    while !update(&mut watching).await.seats[0].present {}
    while update(&mut watching).await.seats[0].present {}
    let said = slow.await.unwrap();
    assert!(said.starts_with(b"HTTP/1.1 101"));
}

#[tokio::test]
async fn a_client_that_does_not_read_an_answer_loses_its_connection() {
    let server = impatient().await;
    let mut stream = through_a_narrow_pipe(server.address).await;
    let ask = b"GET /assets/large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(ask).await.unwrap();
    let begun = Instant::now();
    let mut read = 0;
    while begun.elapsed() < 3 * LIMIT {
        let mut byte = [0];
        read += stream.read(&mut byte).await.unwrap();
        sleep(LIMIT / 10).await;
    }
    // Now it reads as fast as it can: it gets only the data that was on its way, and not the whole file.
    let mut rest = Vec::new();
    let ended = timeout(NOTICED, stream.read_to_end(&mut rest)).await;
    let _ = ended.expect("the server has closed the connection");
    assert!(read + rest.len() < LARGE, "{read} and {} bytes", rest.len());
    // A client that reads gets the whole file.
    let file = server.person().ask("GET", "/assets/large.bin", "").await;
    assert_eq!(file.body.len(), LARGE);
}

/// Connects with a small receive buffer.
async fn through_a_narrow_pipe(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(address).await.unwrap()
}

/// The number of texts that a server has sent, and the code with which it has closed the socket.
fn told(bytes: &[u8]) -> (usize, Option<u16>) {
    let head = bytes.windows(4).position(|end| end == b"\r\n\r\n").unwrap();
    let mut rest = &bytes[head + 4..];
    let mut texts = 0;
    while let [kind, short, after @ ..] = rest {
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0, |sum, byte| sum << 8 | usize::from(*byte))
        };
        let (length, after) = match short {
            126 => (number(&after[..2]), &after[2..]),
            127 => (number(&after[..8]), &after[8..]),
            short => (usize::from(*short), after),
        };
        let is_last = kind & 0x80 != 0;
        match kind & 0x0f {
            0x0 | 0x1 => texts += usize::from(is_last),
            0x8 => return (texts, Some(u16::from_be_bytes([after[0], after[1]]))),
            _ => {}
        }
        rest = &after[length..];
    }
    (texts, None)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_dropped_and_delays_nobody() {
    const CHANGES: u64 = 200;
    const PATIENCE: Duration = Duration::from_mins(1);
    let server = TestServer::with(|server| {
        server.limits.send_buffer = 4096;
        server.limits.messages.burst = 10_000;
        server.limits.send = PATIENCE;
    })
    .await;
    let (table, persons) = server.seated(2).await;
    let mut begun = begin(&persons, &table).await;
    let (mut other, _) = begun.pop().unwrap();
    let (mut host, _) = begun.pop().unwrap();
    let mut deaf = Vec::new();
    for person in [Some(&persons[1]), None] {
        let mut stream = through_a_narrow_pipe(server.address).await;
        stream.write_all(&hello(&table, person)).await.unwrap();
        deaf.push(stream);
    }
    let begun = Instant::now();
    for change in 0..CHANGES {
        // Patience may always grow.
        let options = TableOptions {
            grace_s: 61 + change as u16,
            ..TableOptions::default()
        };
        let order = arrange(change, HostOrder::Options { options });
        let line = done(&mut host, &order).await;
        shown(&mut other, |seen| seen.seq == line).await;
    }
    assert!(begun.elapsed() < PATIENCE, "they waited for the deaf");
    for mut stream in deaf {
        let mut bytes = Vec::new();
        let ended = timeout(NOTICED, stream.read_to_end(&mut bytes)).await;
        ended.expect("the server has closed it").unwrap();
        let (texts, code) = told(&bytes);
        assert_eq!(code, Some(1013));
        // It gets the texts that were on their way, and none of those that waited.
        assert!(texts < 64, "{texts}");
    }
    // A client that comes back has missed nothing.
    let (_, seen) = enter(&persons[1], &table, None).await;
    assert!(seen.log.len() >= CHANGES as usize);
}

#[tokio::test]
async fn a_page_that_has_died_is_noticed_sooner_than_a_program_that_thinks() {
    let server = TestServer::with(|server| {
        server.limits = Limits {
            ping: LIMIT / 4,
            missed_beats: LIMIT,
            silence: 20 * LIMIT,
            ..Limits::default()
        };
    })
    .await;
    let (table, persons) = server.seated(2).await;
    let (mut page, _) = enter(&persons[0], &table, None).await;
    page.say(&ClientMessage::Beat).await.unwrap();
    while !matches!(page.message().await, ServerMessage::Beat { now_ms } if now_ms > 0) {}
    let (mut other, _) = enter(&persons[1], &table, None).await;
    // The page neither reads nor answers: its machine has gone to sleep.
    let since = Instant::now();
    shown(&mut other, |seen| !seen.seats[0].present).await;
    assert!(since.elapsed() < NOTICED);
    drop(page);
}
