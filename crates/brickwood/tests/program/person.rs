//! A person with a browser, who plays and reconnects whenever the connection is cut.

use std::{net::SocketAddr, time::Duration};

use brickwood_client::{Client, News};
use brickwood_protocol::{ClientMessage, Created, ServerMessage};
use brickwood_rules::{Seat, View};
use brickwood_test_client::{Heard, Socket, TestPerson};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::sync::watch;

/// A message that a person got.
pub struct Shown {
    pub table: String,
    /// The text as it came.
    pub text: String,
    pub message: ServerMessage,
}

/// The answer to a person's message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub table: String,
    pub seat: Seat,
    pub key: u64,
    /// Its first line in the log; none if it was refused.
    pub seq: Option<u32>,
}

/// When a person stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// At the end of the first game.
    End,
    /// Never: after a game the person plays the rematch.
    Stopped,
}

/// A player or spectator.
pub struct Person {
    pub browser: TestPerson,
    /// Where they are now.
    pub table: String,
    pub shown: Vec<Shown>,
    pub answered: Vec<Answered>,
    client: Client,
    random: ChaCha8Rng,
}

/// Why a connection has ended.
struct Cut;

impl Person {
    pub fn new(browser: TestPerson, table: &str, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        Self {
            browser,
            table: table.to_owned(),
            shown: Vec::new(),
            answered: Vec::new(),
            client: Client::new(random.random::<u32>().into()),
            random,
        }
    }

    /// Plays at the server's current address, until there is none, or the game is over.
    pub async fn play(
        mut self,
        mut server: watch::Receiver<Option<SocketAddr>>,
        until: Until,
    ) -> Self {
        loop {
            let Some(address) = *server.borrow_and_update() else {
                return self;
            };
            self.browser.address = address;
            tokio::select! {
                visit = self.visit(until) => {
                    if visit.is_ok() {
                        return self;
                    }
                }
                _ = server.changed() => {}
            }
            // Cut off or refused: reconnect, as the page does.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Runs one connection. `Ok` when the person stops.
    async fn visit(&mut self, until: Until) -> Result<(), Cut> {
        let table = self.table.clone();
        let mut socket = self.browser.socket(&table).await.map_err(|_| Cut)?;
        say(&mut socket, &self.client.hello()).await?;
        loop {
            let Heard::Message(message, text) = socket.hear().await else {
                return Err(Cut);
            };
            self.shown.push(Shown {
                table: self.table.clone(),
                text,
                message: (*message).clone(),
            });
            self.check(&message);
            match self.client.hear(*message) {
                News::Welcome(_) => {
                    for message in self.client.unanswered() {
                        say(&mut socket, message).await?;
                    }
                    if let Some(message) = self.client.get_ready(&mut self.random) {
                        say(&mut socket, &message).await?;
                    }
                }
                News::Done { key, seq, is_first } => self.note(key, Some(seq), is_first),
                News::Refused {
                    key,
                    problem: _,
                    is_first,
                } => self.note(key.expect("every message had a key"), None, is_first),
                // A message that cannot be stored now is sent again, like an unanswered one.
                News::Unknown(_) => return Err(Cut),
                News::Rematch(table) => {
                    if until == Until::Stopped {
                        self.go_to(table);
                        return Err(Cut);
                    }
                }
                News::Gap => panic!("the log comes without gaps"),
                News::Told(_) | News::Other => {}
            }
            if self.client.is_over() {
                if until == Until::End {
                    return Ok(());
                }
                self.ask_for_rematch().await;
                return Err(Cut);
            }
            // The update that belongs to an acknowledgement follows it.
            if self.client.is_up_to_date() {
                self.say_something(&mut socket).await?;
            }
        }
    }

    /// Every line of the log comes once.
    fn check(&self, message: &ServerMessage) {
        if let ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } = message {
            let told: Vec<u32> = update.log.iter().map(|entry| entry.seq).collect();
            let expected: Vec<u32> = (self.seen() + 1..=update.seq).collect();
            assert_eq!(told, expected, "the log comes without gaps, each line once");
        }
    }

    fn note(&mut self, key: u64, seq: Option<u32>, is_first: bool) {
        let answered = Answered {
            table: self.table.clone(),
            seat: self.client.seat().expect("spectators say nothing"),
            key,
            seq,
        };
        if is_first {
            self.answered.push(answered);
        } else {
            let before = self.answered.iter().rev().find(|before| before.key == key);
            assert_eq!(
                before,
                Some(&answered),
                "the same message gets the same answer"
            );
        }
    }

    async fn say_something(&mut self, socket: &mut Socket) -> Result<(), Cut> {
        // Now and then, a message arrives twice.
        if let Some(message) = self.client.done()
            && self.random.random_ratio(1, 8)
        {
            say(socket, message).await?;
        }
        let Some(command) = self.client.choose(&mut self.random) else {
            return Ok(());
        };
        say(socket, &self.client.command(command)).await
    }

    /// The last update.
    pub fn last_view(&self) -> Option<&View> {
        self.client.update().map(|update| &update.view)
    }

    /// The names on the seats in the last update.
    pub fn last_seats(&self) -> Vec<Option<String>> {
        let update = self.client.update();
        let seats = update.into_iter().flat_map(|update| &update.seats);
        seats.map(|seat| seat.name.clone()).collect()
    }

    /// The last line of the log in the last update.
    pub fn seen(&self) -> u32 {
        self.client.seen()
    }

    async fn ask_for_rematch(&mut self) {
        let path = format!("/api/tables/{}/rematch", self.table);
        let answer = self.browser.try_ask("POST", &path, "").await;
        if let Some(answer) = answer.ok().filter(|answer| answer.status == 201) {
            self.go_to(answer.json::<Created>().id);
        }
    }

    fn go_to(&mut self, table: String) {
        self.table = table;
        self.client = Client::new(self.client.last_key());
    }
}

async fn say(socket: &mut Socket, message: &ClientMessage) -> Result<(), Cut> {
    socket.say(message).await.map_err(|_| Cut)
}
