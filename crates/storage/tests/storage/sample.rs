//! Games to store.

use brickwood_protocol::{BoardChoice, Color, NewSeat, NewTable, SeatKind, TableOptions};
use brickwood_rules::{Edition, Seat};
use brickwood_storage::NewGame;
use brickwood_table::{GuestId, LogRecord, People, SeatAssignment, Setup};

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

pub fn guest(number: u8) -> GuestId {
    GuestId([number; 32])
}

/// People on these seats, the first of whom hosts; the other seats are open.
pub fn people(guests: &[Option<GuestId>]) -> People {
    People {
        host: guests.iter().flatten().next().copied(),
        places: guests
            .iter()
            .map(|guest| {
                let name = guest.map(|_| "Ida".into());
                SeatAssignment::new(SeatKind::Human, name, *guest)
            })
            .collect(),
        options: TableOptions::default(),
        code: None,
        asking: Vec::new(),
        removed: Vec::new(),
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

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

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
