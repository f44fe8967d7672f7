//! Games that are played without a server, and stored for one.

use brickwood_protocol::{BoardChoice, Color, Command, NewSeat, NewTable, TableOptions};
use brickwood_rules::{Edition, ToAct, legal_actions};
use brickwood_storage::{Append, GameLog, NewGame, SqliteStorage};
use brickwood_table::{Author, Batch, Listed, LogRecord, People, PersonId, Setup, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A table and its log.
pub type Played = (Table, Vec<LogRecord>);

/// A game of one person with two seats, played at random with undo until it is over or has this many lines.
pub fn play(person: PersonId, points_to_win: u8, lines: u32) -> Played {
    let mut rules = Edition::Modern.rules(2);
    rules.points_to_win = points_to_win;
    let order = NewTable {
        name: "Mal".to_owned(),
        edition: Edition::Modern,
        rules,
        seats: vec![
            NewSeat::Human {
                color: Color::Coral,
            },
            NewSeat::Local {
                color: Color::Teal,
                name: "Mallory".to_owned(),
            },
        ],
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    };
    let setup = Setup::new("long-game".to_owned(), &order, [7; 32], 1).unwrap();
    let people = People::new(&order, person, "Mal", None);
    let mut table = Table::new(setup, people);
    table.watch(table.people().people_seats(), 1);
    let mut records = Vec::new();
    let mut commit = |table: &mut Table, batch: Batch| {
        records.extend_from_slice(batch.records());
        table.commit(batch);
    };
    let ready = Command::Ready {
        seed: brickwood_fair::ClientSeed::new([1; 32]),
    };
    let batch = table
        .propose(Author::person(person, None, None), &ready.into(), 1)
        .unwrap();
    commit(&mut table, batch);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    while table.head() < lines && !table.is_over() {
        if let Some(batch) = table.advance(1) {
            commit(&mut table, batch);
            continue;
        }
        let ToAct::Seats { seats } = table.state().to_act() else {
            panic!("somebody is to act");
        };
        let seat = seats.iter().next().expect("a seat");
        let legal = legal_actions(table.game(), table.state(), seat);
        let action = legal[random.random_range(0..legal.len())];
        for request in [Command::act(action, None), Command::Undo {}] {
            if let Ok(batch) = table.propose(Author::Seat(seat), &request.into(), 1) {
                commit(&mut table, batch);
            }
        }
        // Now and then, an undone step is done after all.
        if random.random_range(0..3) == 0
            && let Ok(batch) =
                table.propose(Author::Seat(seat), &Command::act(action, None).into(), 1)
        {
            commit(&mut table, batch);
        }
    }
    (table, records)
}

pub async fn store(log: &SqliteStorage, (table, records): &Played, id: &str) {
    let mut setup = table.setup().clone();
    setup.id = id.to_owned();
    let Listed {
        people, outline, ..
    } = table.listed();
    let game = NewGame {
        setup: setup.clone(),
        people: people.clone(),
        rematch_of: None,
        origin: None,
    };
    log.create(game).await.unwrap();
    let append = Append {
        records: records.clone(),
        people: Some(people),
        setup: Some(setup),
        outline,
    };
    log.append(id, append).await.unwrap();
}
