//! A server in this process, on a free port, with its games in a temporary folder.

use std::{borrow::Cow, net::SocketAddr, sync::Arc};

use brickwood_analysis::Analyzer;
use brickwood_protocol::{
    Advice, BoardChoice, BotLevel, ClientMessage, Color, Command, Exercise, HostOrder, Level, Look,
    NewSeat, NewTable, Problem, Reconsidered, ServerMessage, TableOptions, Update,
};
use brickwood_rules::{Action, Edition, Game, Illegal, InformationState, Seat, ToAct, View};
use brickwood_server::{
    Analyst, Asset, BotPace, Bots, Limits, Opening, SeatedBot, Server, Site, WebClient,
};
use brickwood_site::SCHEMA;
use brickwood_storage::{NewGame, NodeId, SqliteStorage, Storage};
use brickwood_table::{People, PlayedGame, Setup, played_game_of_record};
use brickwood_test_client::{Answer, Socket, TestPerson};
use tempfile::TempDir;
use tokio::{net::TcpListener, sync::oneshot};

/// A server in the test's process. It ends with the test.
pub struct TestServer {
    pub address: SocketAddr,
    pub data: TempDir,
    pub log: Arc<dyn Storage>,
    /// Stops the server when it is used or dropped.
    pub stop: Option<oneshot::Sender<()>>,
}

impl TestServer {
    /// A server with defaults, whose bots never find anything to do.
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    /// A server with changes.
    pub async fn with(change: impl FnOnce(&mut Server)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::at(listener, change)
    }

    /// [`TestServer::with`] on this listener.
    pub fn at(listener: TcpListener, change: impl FnOnce(&mut Server)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let log: Arc<dyn Storage> = Arc::new(SqliteStorage::open(data.path(), SCHEMA).unwrap());
        let mut server = Server {
            node: NodeId(1),
            log,
            bots: Arc::new(NoBots),
            analyst: Arc::new(NoAnalyst),
            pace: BotPace::None,
            client: Arc::new(OnePage),
            limits: Limits::default(),
            site: Site::default(),
            opening: Opening::by_command("brickwood serve"),
            webhook: None,
            backups: None,
        };
        change(&mut server);
        let log = Arc::clone(&server.log);
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server.serve(listener, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            data,
            log,
            stop: Some(stop),
        }
    }

    pub fn person(&self) -> TestPerson {
        TestPerson::new(self.address)
    }

    /// A table whose people all have seats. The first of them has created it.
    pub async fn seated(&self, players: usize) -> (String, Vec<TestPerson>) {
        self.seated_at(&order(players, 0)).await
    }

    /// A table by this order, whose seats are all for people, with all of them. The first of them has created it.
    pub async fn seated_at(&self, order: &NewTable) -> (String, Vec<TestPerson>) {
        let mut persons = vec![self.person(); order.seats.len()];
        let table = persons[0].create(order).await;
        for (place, person) in persons.iter_mut().enumerate().skip(1) {
            let joined = person.join(&table, &format!("Person {place}")).await;
            assert_eq!(joined.status, 204);
        }
        (table, persons)
    }

    /// A table that is stored directly, with options that nobody could order.
    pub async fn stored(&self, order: &NewTable, persons: &mut [TestPerson]) -> String {
        for (place, person) in persons.iter_mut().enumerate() {
            person.rename(&format!("Person {place}")).await;
        }
        let table = "amber-otter-42-stored".to_owned();
        let mut ordered = order.clone();
        ordered.options = brickwood_protocol::TableOptions::default();
        let setup = Setup::new(table.clone(), &ordered, [5; 32], 1_000).unwrap();
        let mut people = People::new(order, persons[0].id().unwrap(), "Person 0", None);
        let open = people.open_seats();
        for (seat, (place, person)) in open.iter().zip(persons.iter().enumerate().skip(1)) {
            people.places[seat.index()].person = person.id();
            people.places[seat.index()].name = Some(format!("Person {place}"));
        }
        let game = NewGame {
            setup,
            people,
            rematch_of: None,
            origin: None,
        };
        self.log.create(game).await.unwrap();
        table
    }
}

struct NoBots;

impl Bots for NoBots {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        _: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        None
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

/// Tells of records what follows from them without the bots.
struct NoAnalyst;

impl Analyst for NoAnalyst {
    fn exercise(&self, _: &str, _: &[String]) -> Result<Exercise, Problem> {
        Err(Illegal::NotToAct.into())
    }

    fn reconsider(&self, _: &str, _: usize, _: bool) -> Result<Reconsidered, Problem> {
        Err(Illegal::NotToAct.into())
    }

    fn look(&self, _: &str, _: usize) -> Result<Look, Problem> {
        Err(Illegal::NotToAct.into())
    }

    fn advise(&self, _: &str, _: usize, _: Seat) -> Result<Option<Advice>, Problem> {
        Ok(None)
    }

    fn analyzer(&self, record: &str) -> Result<Analyzer, Problem> {
        let PlayedGame { game, steps, .. } = played_game_of_record(record)?;
        Ok(Analyzer::new(game, steps).unwrap())
    }
}

pub const PAGE: &str = "<!doctype html><head><title>Brickwood</title></head>";

pub struct OnePage;

impl WebClient for OnePage {
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
            is_gzip: false,
        })
    }
}

/// The order of a table with people and easy bots.
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
                        level: BotLevel::Own(Level::Easy),
                    }
                }
            })
            .collect(),
        board: BoardChoice::Beginners,
        options: TableOptions::default(),
        from: None,
    }
}

/// Connects to a table and reads the welcome.
pub async fn enter(person: &TestPerson, table: &str, after: Option<u32>) -> (Socket, Update) {
    let mut socket = person.hello(table, after).await.unwrap();
    let (_, update) = socket.welcome().await;
    (socket, update)
}

/// Connects the players of a table, who get ready. Returns their sockets and the update of each about the
/// beginning, with nothing left unread.
pub async fn begin(persons: &[TestPerson], table: &str) -> Vec<(Socket, Update)> {
    let mut sockets = Vec::new();
    for person in persons {
        sockets.push(person.sit(table).await.0);
    }
    let mut begun = Vec::new();
    for mut socket in sockets {
        let update = shown(&mut socket, |update| update.started).await;
        begun.push((socket, update));
    }
    begun
}

/// The next update.
pub async fn update(socket: &mut Socket) -> Update {
    match socket.message().await {
        ServerMessage::Update { update } => update,
        other => panic!("an update should come, and not {other:?}"),
    }
}

/// The first update that meets a condition, skipping everything else.
pub async fn shown(socket: &mut Socket, holds: impl Fn(&Update) -> bool) -> Update {
    loop {
        match socket.message().await {
            ServerMessage::Update { update } | ServerMessage::Welcome { update, .. }
                if holds(&update) =>
            {
                return update;
            }
            ServerMessage::Refused { key, problem } => panic!("{key:?} is refused: {problem:?}"),
            _ => {}
        }
    }
}

/// The next acknowledgement, skipping updates.
pub async fn ack(socket: &mut Socket) -> (u64, u32) {
    loop {
        match socket.message().await {
            ServerMessage::Ack { key, seq } => return (key, seq),
            ServerMessage::Update { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Advice { .. }
            | ServerMessage::Devices
            | ServerMessage::Preparing { .. }
            | ServerMessage::Welcome { .. } => {}
            other => panic!("an acknowledgement should come, and not {other:?}"),
        }
    }
}

/// Sends a message with a key and waits until it is done. Returns its line in the log.
pub async fn done(socket: &mut Socket, message: &ClientMessage) -> u32 {
    socket.say(message).await.unwrap();
    let (key, seq) = ack(socket).await;
    assert_eq!(Some(key), message.key());
    seq
}

/// The code with which a message is refused.
pub async fn refused(socket: &mut Socket, message: &ClientMessage) -> &'static str {
    socket.say(message).await.unwrap();
    let (key, problem) = socket.refusal().await;
    assert_eq!(key, message.key());
    problem.code()
}

/// A command of the host.
pub fn arrange(key: u64, order: HostOrder) -> ClientMessage {
    ClientMessage::Command {
        key,
        command: Command::Arrange { order },
    }
}

pub fn act(key: u64, action: Action) -> ClientMessage {
    ClientMessage::Command {
        key,
        command: Command::Act {
            action,
            nonce: None,
            answers: None,
        },
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The seat that is to act.
pub fn actor(update: &Update) -> Seat {
    match update.view.to_act {
        ToAct::Seats { seats } => seats.single().expect("one seat is to act"),
        other => panic!("somebody is to act, and not {other:?}"),
    }
}

/// Places the settlement that is due in the set-up.
pub fn settle(key: u64, update: &Update) -> ClientMessage {
    let at = update.choices.settlements.iter().next().unwrap();
    act(key, Action::BuildSettlement { at })
}

/// The body of an answer that came in chunks.
pub fn whole(answer: &Answer) -> String {
    let (mut text, mut rest) = (Vec::new(), &answer.body[..]);
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        text.extend(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
    String::from_utf8(text).unwrap()
}
