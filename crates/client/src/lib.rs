//! A client of a table, without I/O: messages in, messages out, the other side of a table's room.
//!
//! A [`Client`] numbers its commands, keeps those that are not answered, and knows the last update. Its driver carries
//! the messages, and connects again after a cut: each connection begins with [`hello`](Client::hello), and after the
//! welcome all [`unanswered`](Client::unanswered) messages are sent again.

mod choose;

use std::{collections::BTreeMap, time::Duration};

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    ClientMessage, Command, LogEntry, PROTOCOL, Problem, Returning, ServerMessage, Update,
};
use brickwood_rules::Seat;
use rand::{Rng, RngExt};

/// A client of one table.
#[derive(Debug)]
pub struct Client {
    is_welcomed: bool,
    seat: Option<Seat>,
    /// What its last welcome has given it for the next hello.
    pass: Option<String>,
    /// The last line of the log that it knows.
    seen: u32,
    /// The last line that its own messages led to.
    own: u32,
    last: Option<Update>,
    unanswered: BTreeMap<u64, ClientMessage>,
    /// The message that was done last.
    done: Option<ClientMessage>,
    /// The key of its last command.
    key: u64,
}

/// What a message of the server means to a client.
#[derive(Debug)]
pub enum News {
    /// It is welcome: what is unanswered can be sent again. It learns these lines of the log.
    Welcome(Lines),
    /// It learns these lines of the log.
    Told(Lines),
    /// Lines of the log are missing: it has to connect again.
    Gap,
    /// A message of its own is done.
    Done {
        /// The message's key.
        key: u64,
        /// The first line of the log that it led to.
        seq: u32,
        /// Whether it has waited for this answer.
        is_first: bool,
    },
    /// A message of its own is refused.
    Refused {
        /// The message's key; none if it had none.
        key: Option<u64>,
        /// The reason.
        problem: Problem,
        /// Whether it has waited for this answer.
        is_first: bool,
    },
    /// A message of its own may be done or not: it has to be sent again.
    Unknown(Problem),
    /// The players go on at another table.
    Rematch(String),
    /// Nothing that changes what it knows.
    Other,
}

/// Lines of a log.
#[derive(Debug)]
pub struct Lines {
    /// Those that the client did not know, without the gap before them.
    pub new: Vec<LogEntry>,
    /// Whether they are the whole log, told again: perhaps to another viewer, or with other numbers of seats.
    pub is_whole: bool,
}

/// What begins the connection of a spectator who knows the log up to a line; none to be told the whole log.
pub const fn hello(after: Option<u32>) -> ClientMessage {
    ClientMessage::Hello {
        protocol: PROTOCOL,
        after,
        returning: None,
    }
}

/// The longest time for which a client waits because it is asked to.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// How long a server asks its client to wait before it connects again, in the reason with which it has closed the
/// connection; none if it does not ask.
pub fn asked_wait(reason: &str) -> Option<Duration> {
    let (_, asked) = reason.rsplit_once("retry-after-ms=")?;
    let asked = Duration::from_millis(asked.parse().ok()?);
    Some(asked.min(LONGEST_WAIT))
}

impl Client {
    /// A client whose keys follow this one. A person must not use a key twice at a table: start from a random one if the
    /// person may have been there before.
    pub const fn new(key: u64) -> Self {
        Self {
            is_welcomed: false,
            seat: None,
            pass: None,
            seen: 0,
            own: 0,
            last: None,
            unanswered: BTreeMap::new(),
            done: None,
            key,
        }
    }

    /// Begins a connection.
    pub fn hello(&mut self) -> ClientMessage {
        self.is_welcomed = false;
        ClientMessage::Hello {
            protocol: PROTOCOL,
            after: (self.seen > 0).then_some(self.seen),
            returning: self.pass.clone().map(|pass| Returning {
                pass,
                to_act: self.is_to_act(),
            }),
        }
    }

    /// Takes a message. The parts of a long log have been put together.
    pub fn hear(&mut self, message: ServerMessage) -> News {
        match message {
            ServerMessage::Welcome {
                table,
                update,
                pass,
                ..
            } => {
                let is_first = !std::mem::replace(&mut self.is_welcomed, true);
                self.seat = table.you;
                self.pass = pass;
                match self.learn(update) {
                    Some(lines) if is_first => News::Welcome(lines),
                    Some(lines) => News::Told(lines),
                    None => News::Gap,
                }
            }
            ServerMessage::Update { update } if self.is_welcomed => {
                self.learn(update).map_or(News::Gap, News::Told)
            }
            ServerMessage::Ack { key, seq } => {
                let done = self.unanswered.remove(&key);
                let is_first = done.is_some();
                if is_first {
                    self.done = done;
                    self.own = seq;
                }
                News::Done { key, seq, is_first }
            }
            ServerMessage::Refused { problem, .. } if problem.code() == "unavailable" => {
                News::Unknown(problem)
            }
            ServerMessage::Refused { key, problem } => News::Refused {
                is_first: key.is_some_and(|key| self.unanswered.remove(&key).is_some()),
                key,
                problem,
            },
            ServerMessage::Rematch { table, .. } => News::Rematch(table),
            ServerMessage::Update { .. }
            | ServerMessage::Missed { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::Preparing { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Advice { .. }
            | ServerMessage::Beat { .. }
            | ServerMessage::Devices => News::Other,
        }
    }

    /// Learns the lines that it does not know; none if there is a gap.
    fn learn(&mut self, mut update: Update) -> Option<Lines> {
        let is_whole = update.log.first().is_some_and(|entry| entry.seq == 1);
        let known = if is_whole { 0 } else { self.seen };
        let mut new = std::mem::take(&mut update.log);
        new.retain(|entry| entry.seq > known);
        let told = new.iter().map(|entry| entry.seq);
        let up_to = new.last().map_or(known, |entry| entry.seq);
        if !told.eq(known + 1..=up_to) || update.seq > up_to {
            return None;
        }
        self.seen = up_to;
        // Late messages are old.
        if update.seq == up_to {
            self.last = Some(update);
        }
        Some(Lines { new, is_whole })
    }

    /// What it was told last, but for the lines of the log.
    pub const fn update(&self) -> Option<&Update> {
        self.last.as_ref()
    }

    /// Its seat, if it has one.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The last line of the log that it knows.
    pub const fn seen(&self) -> u32 {
        self.seen
    }

    /// Whether it has been welcomed and all that it has said is answered.
    pub fn is_answered(&self) -> bool {
        self.is_welcomed && self.unanswered.is_empty()
    }

    /// Whether it was told, too, what its own messages led to.
    pub fn is_up_to_date(&self) -> bool {
        self.is_answered() && self.seen >= self.own
    }

    /// Whether the game waits for it.
    pub fn is_to_act(&self) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|update| update.started && update.choices.to_act)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|update| update.view.phase.is_over())
    }

    /// What is not answered yet, in the order in which it was said.
    pub fn unanswered(&self) -> impl Iterator<Item = &ClientMessage> {
        self.unanswered.values()
    }

    /// The message that was done last: one that comes twice is done once.
    pub const fn done(&self) -> Option<&ClientMessage> {
        self.done.as_ref()
    }

    /// The message with a command, under a key of its own. It is to be sent, and waits for its answer.
    pub fn command(&mut self, command: Command) -> ClientMessage {
        self.key += 1;
        let key = self.key;
        let message = ClientMessage::Command { key, command };
        self.unanswered.insert(key, message.clone());
        message
    }

    /// The key of its last command.
    pub const fn last_key(&self) -> u64 {
        self.key
    }

    /// Gets ready, once, if the game waits for that.
    pub fn get_ready(&mut self, random: &mut impl Rng) -> Option<ClientMessage> {
        let update = self.last.as_ref()?;
        let waits = !update.started && !update.seats[self.seat?.index()].ready;
        (waits && self.is_up_to_date()).then(|| {
            let seed = ClientSeed::new(random.random());
            self.command(Command::Ready { seed })
        })
    }

    /// A command that it may give now, so that the game comes to its end; none if it awaits others. It is not
    /// [sent](Self::command) yet.
    pub fn choose(&self, random: &mut impl Rng) -> Option<Command> {
        choose::choose(self.last.as_ref()?, random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_may_ask_its_clients_to_wait_for_ten_seconds_at_most() {
        let asked = |ms| Some(Duration::from_millis(ms));
        assert_eq!(
            asked_wait("the server restarts; retry-after-ms=700"),
            asked(700)
        );
        assert_eq!(asked_wait("retry-after-ms=700000"), asked(10_000));
        assert_eq!(asked_wait("reconnect to get the rest"), None);
    }
}
