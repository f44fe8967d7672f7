//! The games after a crash.

use std::{
    collections::{BTreeSet, HashMap},
    net::SocketAddr,
    time::Duration,
};

use brickwood_protocol::{BotLevel, Level, SeatKind};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, SqliteStorage, StoredGame};
use brickwood_table::Table;
use brickwood_test_client::TestPerson;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::{sync::watch, task::JoinSet};

use crate::{
    game::order,
    person::{Answered, Person, Until},
    server_process::ServerProcess,
};

const KILLS: u32 = 20;

/// The people and bots of each table: people and bots, mostly bots, and only people.
const TABLES: [(usize, usize); 3] = [(2, 2), (1, 3), (3, 0)];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_kills_lose_nothing_that_was_acknowledged_and_repeat_nothing() {
    let data = tempfile::tempdir().unwrap();
    let pace = ["--bot-pace", "none"];
    let mut server = ServerProcess::open(data.path(), &pace);
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let (address, watching) = watch::channel(Some(server.address));
    let mut playing = JoinSet::new();
    for person in seat_everybody(server.address).await {
        playing.spawn(person.play(watching.clone(), Until::Stopped));
    }
    for _ in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(random.random_range(50..400))).await;
        server.kill();
        server = ServerProcess::open(data.path(), &pace);
        address.send_replace(Some(server.address));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.kill();
    address.send_replace(None);
    let people = playing.join_all().await;

    let log = SqliteStorage::open(data.path(), SCHEMA).unwrap();
    let answered: Vec<&Answered> = people.iter().flat_map(|person| &person.answered).collect();
    let shown = people.iter().map(|person| &person.table);
    let tables: BTreeSet<&String> = answered
        .iter()
        .map(|answered| &answered.table)
        .chain(shown)
        .collect();
    let mut by_bots = 0;
    for table in tables {
        let game = log.load(table).await.unwrap().unwrap();
        // There are no gaps, every line is legal, and every state is the same as before.
        restore(&game, game.records.len());
        let stored = keys(&game);
        // Acknowledged messages are stored, and refused ones are not.
        for answered in answered.iter().filter(|answered| answered.table == *table) {
            let person = game.people.places[answered.seat.index()].person.unwrap();
            let found = stored.get(&person.message(answered.key));
            assert_eq!(found, answered.seq.map(|seq| vec![seq]).as_ref());
        }
        for (message, lines) in stored {
            assert_eq!(lines.len(), 1, "message {message} was done more than once");
        }
        for person in people.iter().filter(|person| person.table == *table) {
            was_shown_what_is_stored(&game, person);
        }
        by_bots += game
            .records
            .iter()
            .filter_map(|record| record.actor)
            .filter(|actor| game.people.places[actor.index()].kind != SeatKind::Human)
            .count();
    }
    let by_people = answered.iter().filter_map(|answered| answered.seq).count();
    assert!(by_people > 100, "people have done {by_people}");
    assert!(by_bots > 100, "bots have done {by_bots}");
}

async fn seat_everybody(address: SocketAddr) -> Vec<Person> {
    let mut people = Vec::new();
    for (humans, bots) in TABLES {
        let mut persons = vec![TestPerson::new(address); humans];
        let table = persons[0]
            .create(&order(humans, bots, BotLevel::Own(Level::Medium)))
            .await;
        for (person, name) in persons.iter_mut().skip(1).zip(["Ole", "Zoë"]) {
            assert_eq!(person.join(&table, name).await.status, 204);
        }
        for person in persons {
            let seed = people.len() as u64;
            people.push(Person::new(person, &table, seed));
        }
    }
    people
}

/// The lines of the log that each message led to.
fn keys(game: &StoredGame) -> HashMap<u64, Vec<u32>> {
    let mut keys = HashMap::<_, Vec<u32>>::new();
    for record in &game.records {
        if let Some(message) = record.key {
            keys.entry(message).or_default().push(record.seq);
        }
    }
    keys
}

/// The table after this number of lines.
fn restore(game: &StoredGame, lines: usize) -> Table {
    let records = game.records[..lines].to_vec();
    Table::restore(game.setup.clone(), game.people.clone(), records).unwrap()
}

/// Checks that a person's last update agrees with the log at that moment.
fn was_shown_what_is_stored(game: &StoredGame, person: &Person) {
    let Some(view) = person.last_view() else {
        return;
    };
    let seen = person.seen() as usize;
    assert!(
        seen <= game.records.len(),
        "line {seen} was shown before it was stored"
    );
    let then = restore(game, seen);
    assert_eq!(then.view(view.viewer), *view);
}
