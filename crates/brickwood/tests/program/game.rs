//! A whole game, from the first roll to the rematch, and the updates of each client.

use std::{collections::HashMap, time::Duration};

use brickwood_notation::parse_step;
use brickwood_protocol::{
    BoardChoice, BotLevel, Choices, Color, Created, Level, NewSeat, NewTable, ServerMessage,
    TableOptions, TableSummary, Update,
};
use brickwood_rules::{Edition, Event, Phase, Seat, State, View, events};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, SqliteStorage, StoredGame};
use brickwood_table::LogRecord;
use brickwood_test_client::TestPerson;
use serde_json::Value;
use tokio::{sync::watch, time::timeout};

use crate::{
    person::{Person, Shown, Until},
    server_process::ServerProcess,
};

/// A game takes seconds; one that takes longer is stuck.
const LONGEST_GAME: Duration = Duration::from_mins(2);

/// The order of a table with people and bots.
pub fn order(people: usize, bots: usize, level: BotLevel) -> NewTable {
    let colors = Color::ALL.into_iter().take(people + bots).enumerate();
    NewTable {
        name: "Ida".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules((people + bots) as u8),
        seats: colors
            .map(|(place, color)| {
                if place < people {
                    NewSeat::Human { color }
                } else {
                    NewSeat::Bot { color, level }
                }
            })
            .collect(),
        board: BoardChoice::Random,
        options: TableOptions::default(),
        from: None,
    }
}

/// Plays a game of two people and two bots to its end, with a spectator.
async fn whole_game(server: &ServerProcess) -> [Person; 3] {
    let mut ida = TestPerson::new(server.address);
    let mut ole = TestPerson::new(server.address);
    let table = ida.create(&order(2, 2, BotLevel::Own(Level::Hard))).await;
    assert_eq!(ole.join(&table, "Ole").await.status, 204);
    let watcher = TestPerson::new(server.address);
    let (_address, watching) = watch::channel(Some(server.address));
    let play = |person, seed| Person::new(person, &table, seed).play(watching.clone(), Until::End);
    let game = async { tokio::join!(play(ida, 1), play(ole, 2), play(watcher, 3)) };
    let (ida, ole, watcher) = Box::pin(timeout(LONGEST_GAME, game))
        .await
        .expect("the game ends");
    [ida, ole, watcher]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_to_its_end_and_to_a_rematch_and_nobody_learns_what_is_hidden() {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &["--bot-pace", "none"]);
    let mut people = Box::pin(whole_game(&server)).await;
    let table = people[0].table.clone();

    // The list shows the winner.
    let tables: Vec<TableSummary> = people[0].browser.ask("GET", "/api/tables", "").await.json();
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].id, table);
    assert_eq!(tables[0].winners.len(), 1);

    // Both get the same next table, with their seats; a client that comes back is sent there.
    let path = format!("/api/tables/{table}/rematch");
    let mut next = Vec::new();
    for person in &mut people[..2] {
        let created: Created = person.browser.ask("POST", &path, "").await.json();
        next.push(created.id);
    }
    assert_eq!(next[0], next[1]);
    for (place, person) in people.iter().enumerate() {
        let (mut socket, table, update) = person.browser.sit(&next[0]).await;
        let own_seat = (place < 2).then(|| Seat::new(place as u8).unwrap());
        assert_eq!(table.you, own_seat);
        assert_eq!(update.seats[0].name.as_deref(), Some("Ida"));
        assert_eq!(update.seats[1].name.as_deref(), Some("Ole"));
        // It begins once both are ready; the spectator comes then.
        assert_eq!(update.started, place == 2);
        if place == 1 {
            while !matches!(socket.message().await, ServerMessage::Update { update } if update.started)
            {
            }
        }

        let mut late = person
            .browser
            .hello(&person.table, Some(person.seen()))
            .await
            .unwrap();
        late.message().await;
        let sent_on = late.message().await;
        assert!(matches!(sent_on, ServerMessage::Rematch { table, .. } if table == next[0]));
    }
    drop(server);

    let log = SqliteStorage::open(data.path(), SCHEMA).unwrap();
    let game = log.load(&table).await.unwrap().unwrap();
    let states = states(&game);
    let mut compared = 0;
    for person in &people {
        for shown in &person.shown {
            assert_eq!(shown.table, table);
            compared += check(&game, &states, shown);
        }
    }
    assert!(compared > 300, "{compared} updates were compared");
}

/// The state after every line of a log, and before the first.
fn states(game: &StoredGame) -> Vec<State> {
    let mut states = vec![State::new(&game.setup.game)];
    let mut by_hash = HashMap::from([(
        brickwood_table::digest(&game.setup.game, &states[0]),
        states[0],
    )]);
    for record in &game.records {
        let before = states.last().unwrap();
        let state = match step_of(game, record) {
            Some(step) => before.apply(&game.setup.game, step).unwrap(),
            // An undo leads back to an earlier state.
            None if record.body.ends_with(" undo") => by_hash[&record.post_hash],
            None => *before,
        };
        by_hash.insert(record.post_hash, state);
        states.push(state);
    }
    states
}

/// The step of a line; none for an undo, and for lines beside the game.
fn step_of(game: &StoredGame, record: &LogRecord) -> Option<brickwood_rules::Step> {
    let topology = game.setup.game.board().topology();
    parse_step(topology, &record.body).ok()
}

/// Compares the updates with what their viewer may know. Returns the number of updates.
fn check(game: &StoredGame, states: &[State], shown: &Shown) -> usize {
    let raw: Value = serde_json::from_str(&shown.text).unwrap();
    assert_eq!(
        raw,
        serde_json::to_value(&shown.message).unwrap(),
        "a message says more than the protocol knows"
    );
    let (ServerMessage::Welcome { update, .. } | ServerMessage::Update { update }) = &shown.message
    else {
        return 0;
    };
    let viewer = update.view.viewer;
    let expected: View = states[update.seq as usize].view(&game.setup.game, viewer);
    assert_eq!(update.view, expected, "line {}", update.seq);
    for entry in &update.log {
        let seq = entry.seq as usize;
        let told = match step_of(game, &game.records[seq - 1]) {
            Some(step) => events(
                &game.setup.game,
                &states[seq - 1],
                step,
                &states[seq],
                viewer,
            ),
            None => Vec::new(),
        };
        assert_eq!(entry.events, told, "line {seq}");
    }
    hides_secrets(update, &raw, viewer);
    1
}

/// Checks the secrets by name, without relying on the code that builds views.
fn hides_secrets(update: &Update, raw: &Value, viewer: Option<Seat>) {
    let over = matches!(update.view.phase, Phase::Over { .. });
    let raw = &raw["update"]["view"];
    assert_eq!(raw["own"].is_null(), viewer.is_none());
    for (place, seat) in raw["seats"].as_array().unwrap().iter().enumerate() {
        // Cards in hands are only counted.
        assert!(seat["hand"].is_u64() && seat["development"].is_u64() && seat["bought"].is_u64());
        let is_own = viewer.is_some_and(|viewer| viewer.index() == place);
        assert!(is_own || over || seat["points"]["victory_points"] == 0);
    }
    assert!(raw["deck"].is_u64());
    for entry in &update.log {
        // A victory point that wins as it is bought is shown (DEV-07).
        let wins = |event: &Event| matches!(event, Event::Won { .. });
        let wins = entry.events.iter().any(wins);
        for event in &entry.events {
            match event {
                Event::Bought { seat, card } => {
                    assert_eq!(card.is_some(), wins || viewer == Some(*seat));
                }
                Event::Stolen {
                    seat,
                    victim,
                    resource,
                } => {
                    let knows = viewer == Some(*seat) || viewer == Some(*victim);
                    assert_eq!(resource.is_some(), knows);
                }
                _ => {}
            }
        }
    }
    if viewer.is_none() {
        assert_eq!(update.choices, Choices::default());
    }
}
