//! A person with a browser, who plays and reconnects whenever the connection is cut.

use std::{net::SocketAddr, time::Duration};

use brickwood_load::choose;
use brickwood_protocol::{ClientMessage, Created, ServerMessage, Update};
use brickwood_rules::{Phase, Seat, View};
use brickwood_server::testing::{Guest, Heard, READY, Socket};
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
    pub guest: Guest,
    /// Where they are now.
    pub table: String,
    pub shown: Vec<Shown>,
    pub answered: Vec<Answered>,
    /// The last line of the log that they know.
    seen: u32,
    last: Option<Update>,
    /// The message that is not answered yet.
    unanswered: Option<(u64, ClientMessage)>,
    /// The last message that was done.
    done: Option<ClientMessage>,
    next_key: u64,
    random: ChaCha8Rng,
}

/// Why a connection has ended.
struct Cut;

impl Person {
    pub fn new(guest: Guest, table: &str, seed: u64) -> Self {
        Self {
            guest,
            table: table.to_owned(),
            shown: Vec::new(),
            answered: Vec::new(),
            seen: 0,
            last: None,
            unanswered: None,
            done: None,
            next_key: 1,
            random: ChaCha8Rng::seed_from_u64(seed),
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
            self.guest.address = address;
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
        let after = self.last.as_ref().map(|_| self.seen);
        let table = self.table.clone();
        let mut socket = self.guest.hello(&table, after).await.map_err(|_| Cut)?;
        let mut awaited = 0;
        loop {
            let Heard::Message(message, text) = socket.hear().await else {
                return Err(Cut);
            };
            self.shown.push(Shown {
                table: self.table.clone(),
                text,
                message: (*message).clone(),
            });
            match *message {
                ServerMessage::Welcome { update, .. } => {
                    let waits = update.view.viewer.is_some() && !update.started;
                    self.look(update);
                    if waits {
                        socket.get_ready().await.map_err(|_| Cut)?;
                    }
                    // An unanswered message is sent again.
                    if let Some((_, message)) = &self.unanswered {
                        socket.say(message).await.map_err(|_| Cut)?;
                    }
                }
                ServerMessage::Update { update } => self.look(update),
                // Only the first readiness counts, so it can be sent again after each cut.
                ServerMessage::Ack { key: READY, .. }
                | ServerMessage::Refused {
                    key: Some(READY), ..
                }
                | ServerMessage::Missed { .. }
                | ServerMessage::Watching { .. }
                | ServerMessage::Preparing { .. }
                | ServerMessage::Chat { .. }
                | ServerMessage::Advice { .. }
                | ServerMessage::Beat { .. } => {}
                ServerMessage::Ack { key, seq } => {
                    self.note(key, Some(seq));
                    awaited = seq;
                }
                ServerMessage::Refused { key, problem } => {
                    let key = key.expect("every message had a key");
                    // A message that cannot be stored now is sent again, like an unanswered one.
                    if problem.code() == "unavailable" {
                        return Err(Cut);
                    }
                    self.note(key, None);
                }
                ServerMessage::Rematch { table } => {
                    if until == Until::Stopped {
                        self.go_to(table);
                        return Err(Cut);
                    }
                }
            }
            if self.is_over() {
                if until == Until::End {
                    return Ok(());
                }
                self.ask_for_rematch().await;
                return Err(Cut);
            }
            // The update that belongs to an acknowledgement follows it.
            if self.unanswered.is_none() && self.seen >= awaited {
                self.say_something(&mut socket).await?;
            }
        }
    }

    fn look(&mut self, update: Update) {
        let told: Vec<u32> = update.log.iter().map(|entry| entry.seq).collect();
        let expected: Vec<u32> = (self.seen + 1..=update.seq).collect();
        assert_eq!(told, expected, "the log comes without gaps, each line once");
        self.seen = update.seq;
        self.last = Some(update);
    }

    fn note(&mut self, key: u64, seq: Option<u32>) {
        let seat = self.last_view().and_then(|view| view.viewer);
        let answered = Answered {
            table: self.table.clone(),
            seat: seat.expect("spectators say nothing"),
            key,
            seq,
        };
        if let Some((_, message)) = self.unanswered.take_if(|(sent, _)| *sent == key) {
            self.done = seq.is_some().then_some(message);
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
        let Some(update) = &self.last else {
            return Ok(());
        };
        // Now and then, a message arrives twice.
        if let Some(message) = self.done.take()
            && self.random.random_ratio(1, 8)
        {
            socket.say(&message).await.map_err(|_| Cut)?;
        }
        let Some(request) = choose::choose(update, &mut self.random) else {
            return Ok(());
        };
        let message = choose::message(request, self.next_key, &mut self.random);
        self.unanswered = Some((self.next_key, message.clone()));
        self.next_key += 1;
        socket.say(&message).await.map_err(|_| Cut)
    }

    fn is_over(&self) -> bool {
        self.last_view()
            .is_some_and(|view| matches!(view.phase, Phase::Over { .. }))
    }

    /// The last update.
    pub fn last_view(&self) -> Option<&View> {
        self.last.as_ref().map(|update| &update.view)
    }

    /// The names on the seats in the last update.
    pub fn last_seats(&self) -> Vec<Option<String>> {
        let seats = self.last.iter().flat_map(|update| &update.seats);
        seats.map(|seat| seat.name.clone()).collect()
    }

    /// The last line of the log in the last update.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    async fn ask_for_rematch(&mut self) {
        let path = format!("/api/tables/{}/rematch", self.table);
        let answer = self.guest.try_ask("POST", &path, "").await;
        if let Some(answer) = answer.ok().filter(|answer| answer.status == 201) {
            self.go_to(answer.json::<Created>().id);
        }
    }

    fn go_to(&mut self, table: String) {
        self.table = table;
        self.seen = 0;
        self.last = None;
        self.unanswered = None;
        self.done = None;
    }
}
