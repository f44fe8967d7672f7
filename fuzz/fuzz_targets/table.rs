//! Whatever is said at a table, by whom and when: what it decides can be told to everybody, and its log
//! is read back as that table.
//!
//! Each line is a digit for who speaks, milliseconds since the line before, and a message as JSON, or
//! the number of a legal action.
#![no_main]

use brickwood_fuzz::{HOST, table};
use brickwood_rules::{Seat, legal_actions};
use brickwood_protocol::ClientMessage;
use brickwood_table::{Author, Batch, PersonId, LogRecord, Request, Table};
use libfuzzer_sys::fuzz_target;

/// As many lines as a table hears of.
const MOST_LINES: usize = 200;

/// More does not happen by itself at one time.
const MOST_AT_ONCE: usize = 50;

/// The people who sit at the table, and one who does not.
const PEOPLE: [PersonId; 4] = [HOST, PersonId([1; 32]), PersonId([2; 32]), PersonId([3; 32])];

struct Played {
    table: Table,
    log: Vec<LogRecord>,
    now_ms: u64,
}

impl Played {
    fn begin() -> Self {
        let mut played = Self {
            table: table(),
            log: Vec::new(),
            now_ms: 0,
        };
        for person in &PEOPLE[1..3] {
            let sit = Request::Sit {
                name: format!("Person {}", person.0[0]),
                seat: None,
            };
            let author = Author::person(*person, None, None);
            let batch = played.table.propose(author, &sit, 0);
            played.store(batch.expect("a seat is open"));
        }
        played
    }

    fn store(&mut self, batch: Batch) {
        self.log.extend_from_slice(batch.records());
        self.table.commit(batch);
    }

    fn hear(&mut self, person: PersonId, words: &str) -> Option<()> {
        let seat = self.table.people().seats_of(Some(person)).iter().next();
        let batch = if let Ok(number) = words.parse::<usize>() {
            let actions = legal_actions(self.table.game(), self.table.state(), seat?);
            let action = *actions.get(number % actions.len().max(1))?;
            self.propose(Author::Seat(seat?), self.table.command(action).into())
        } else {
            let message: ClientMessage = serde_json::from_str(words).ok()?;
            let text = serde_json::to_string(&message).expect("messages are JSON");
            assert_eq!(serde_json::from_str(&text).ok().as_ref(), Some(&message));
            match message {
                ClientMessage::Command { key, command } => {
                    let author = Author::person(person, seat, Some(key));
                    self.propose(author, command.into())
                }
                ClientMessage::Draft { cards } => {
                    self.table.keep_draft(seat?, cards);
                    return None;
                }
                ClientMessage::ViewAs { seat } => {
                    self.tell(Some(person), Some(seat));
                    return None;
                }
                _ => return None,
            }
        };
        self.store(batch?);
        Some(())
    }

    fn propose(&self, author: Author, request: Request) -> Option<Batch> {
        self.table.propose(author, &request, self.now_ms).ok()
    }

    /// What nobody has to ask for.
    fn advance(&mut self) {
        for _ in 0..MOST_AT_ONCE {
            let Some(batch) = self.table.advance(self.now_ms) else {
                return;
            };
            self.store(batch);
        }
        panic!("the table never rests");
    }

    fn tell(&self, person: Option<PersonId>, seat: Option<Seat>) {
        let viewer = self.table.viewer(person, seat);
        let update = self.table.update(viewer, 0, self.now_ms);
        serde_json::to_string(&update).expect("updates are JSON");
    }
}

fuzz_target!(|text: &str| {
    let mut played = Played::begin();
    for line in text.lines().take(MOST_LINES) {
        let mut words = line.splitn(3, ' ');
        let (Some(who), Some(wait), Some(words)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let (Ok(who), Ok(wait)) = (who.parse::<usize>(), wait.parse::<u32>()) else {
            continue;
        };
        played.now_ms += u64::from(wait);
        played.hear(PEOPLE[who % PEOPLE.len()], words);
        played.advance();
    }
    for person in PEOPLE.map(Some).into_iter().chain([None]) {
        played.tell(person, None);
    }
    let Played { table, log, .. } = played;
    let (setup, people) = (table.setup().clone(), table.people().clone());
    let read = Table::restore(setup, people, log).expect("a log can be read");
    assert_eq!(read.head(), table.head());
    assert_eq!(read.state(), table.state());
});
