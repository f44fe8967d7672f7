//! Games to store.

use brickwood_protocol::{BoardChoice, Color, NewSeat, NewTable, SeatKind, TableOptions};
use brickwood_rules::{Edition, Seat};
use brickwood_storage::{Append, Listed, NewGame, Outline, Progress, Storage, Unavailable};
use brickwood_table::{LogRecord, People, PersonId, SeatAssignment, Setup};

/// A set-up of a game for three people.
pub fn setup(id: &str, created_ms: u64) -> Setup {
    let order = NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(3),
        seats: [Color::Coral, Color::Cobalt, Color::Amber]
            .map(|color| NewSeat::Human { color })
            .into(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    };
    Setup::new(id.into(), &order, [7; 32], created_ms).unwrap()
}

/// One of the people.
pub fn person(number: u8) -> PersonId {
    PersonId([number; 32])
}

/// People on these seats, the first of whom hosts; the other seats are open.
pub fn people(persons: &[Option<PersonId>]) -> People {
    People {
        host: persons.iter().flatten().next().copied(),
        places: persons
            .iter()
            .map(|person| {
                let name = person.map(|_| "Ida".into());
                SeatAssignment::new(SeatKind::Human, name, *person)
            })
            .collect(),
        options: TableOptions::default(),
        code: None,
        asking: Vec::new(),
        removed: Vec::new(),
        founder: None,
        rated: Vec::new(),
    }
}

/// A game without people.
pub fn new_game(id: &str, created_ms: u64) -> NewGame {
    NewGame {
        setup: setup(id, created_ms),
        people: people(&[None, None, None]),
        rematch_of: None,
        origin: None,
    }
}

/// The seat of a number from 0.
pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A record of a log, by the first seat if it has a key.
pub fn record(seq: u32, key: Option<u64>) -> LogRecord {
    LogRecord {
        seq,
        at_ms: 1_000 + u64::from(seq),
        actor: key.map(|_| seat(0)),
        key,
        nonce: None,
        body: format!("step {seq}"),
        post_hash: u64::MAX - u64::from(seq),
    }
}

/// An append of records only.
pub fn lines(records: Vec<LogRecord>) -> Append {
    Append {
        records,
        people: None,
        setup: None,
        outline: Outline::at(Progress::Playing),
    }
}

/// An append of records, after which the game stands so.
pub fn at(progress: Progress, records: Vec<LogRecord>) -> Append {
    Append {
        outline: Outline::at(progress),
        ..lines(records)
    }
}

/// Creates a game with these people.
pub async fn create(log: &impl Storage, id: &str, created_ms: u64, people: &People) {
    let mut game = new_game(id, created_ms);
    game.people = people.clone();
    log.create(game).await.unwrap();
}

/// The ids of the games in a list.
pub fn ids(listed: Result<Vec<Listed>, Unavailable>) -> Vec<String> {
    listed.unwrap().into_iter().map(|game| game.id).collect()
}
