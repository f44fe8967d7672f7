//! A server in this process, on a free port, with its games in a temporary folder.

use std::{borrow::Cow, net::SocketAddr, sync::Arc};

use brickwood_rules::{Action, Edition, Game, View};
use brickwood_server::{
    Asset, Bots, Client, Limits, Pace, Server, Site,
    log::{GameLog, SqliteLog},
    testing::{Guest, Socket},
};
use brickwood_table::protocol::{
    BoardChoice, BotLevel, Color, NewSeat, NewTable, ServerMessage, Update,
};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot};

/// A server that ends with the test.
pub struct House {
    pub address: SocketAddr,
    pub data: TempDir,
    /// Dropped or used, it stops the server.
    pub stop: Option<oneshot::Sender<()>>,
}

impl House {
    /// A server as it is by default, whose bots never find anything to do.
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    /// A server of which something is different.
    pub async fn with(change: impl FnOnce(&mut Server)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let log: Arc<dyn GameLog> = Arc::new(SqliteLog::open(data.path()).unwrap());
        let mut server = Server {
            log,
            bots: Arc::new(NoBots),
            pace: Pace::None,
            client: Arc::new(OnePage),
            limits: Limits::default(),
            site: Site::default(),
        };
        change(&mut server);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.serve(listener, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            data,
            stop: Some(stop),
        }
    }

    pub fn guest(&self) -> Guest {
        Guest::new(self.address)
    }

    /// A table of people, the first of whom has created it, all of them seated.
    pub async fn seated(&self, players: usize) -> (String, Vec<Guest>) {
        let mut guests = vec![self.guest(); players];
        let table = guests[0].create(&order(players, 0)).await;
        for (place, guest) in guests.iter_mut().enumerate().skip(1) {
            let joined = guest.join(&table, &format!("Guest {place}")).await;
            assert_eq!(joined.status, 204);
        }
        (table, guests)
    }
}

struct NoBots;

impl Bots for NoBots {
    fn choose(&self, _: BotLevel, _: &Game, _: &View, _: u64) -> Option<Action> {
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

pub const PAGE: &str = "<!doctype html><title>Brickwood</title>";

pub struct OnePage;

impl Client for OnePage {
    fn asset(&self, path: &str) -> Option<Asset> {
        let (content, media_type) = match path {
            "index.html" => (PAGE.to_owned(), "text/html"),
            "assets/page-1a2b.js" => ("export const road = 1;".repeat(100), "text/javascript"),
            _ => return None,
        };
        Some(Asset {
            content: Cow::Owned(content.into_bytes()),
            media_type: media_type.to_owned(),
            hash: [0x5a; 32],
        })
    }
}

/// A table of so many people and easy bots.
pub fn order(people: usize, bots: usize) -> NewTable {
    let seats = Color::ALL.into_iter().take(people + bots).enumerate();
    NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules((people + bots) as u8),
        seats: seats
            .map(|(place, color)| {
                if place < people {
                    NewSeat::Human { color }
                } else {
                    NewSeat::Bot {
                        color,
                        level: BotLevel::Easy,
                    }
                }
            })
            .collect(),
        board: BoardChoice::Beginners,
    }
}

/// Connects to a table and reads the welcome.
pub async fn enter(guest: &Guest, table: &str, after: Option<u32>) -> (Socket, Update) {
    let mut socket = guest.hello(table, after).await.unwrap();
    match socket.message().await {
        ServerMessage::Welcome { update, .. } => (socket, update),
        other => panic!("a welcome should come, and not {other:?}"),
    }
}

/// The next update.
pub async fn update(socket: &mut Socket) -> Update {
    match socket.message().await {
        ServerMessage::Update { update } => update,
        other => panic!("an update should come, and not {other:?}"),
    }
}

/// The next acknowledgement, passing over updates.
pub async fn ack(socket: &mut Socket) -> (u64, u32) {
    loop {
        match socket.message().await {
            ServerMessage::Ack { key, seq } => return (key, seq),
            ServerMessage::Update { .. } => {}
            other => panic!("an acknowledgement should come, and not {other:?}"),
        }
    }
}
