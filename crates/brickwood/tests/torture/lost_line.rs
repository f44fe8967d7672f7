//! A database whose new primary lacks the last line of a game: the standby was not synchronous. The line is lost, with its
//! acknowledgement; but the game goes on, and everybody sees the same.

use std::{array, time::Duration};

use brickwood_protocol::{ClientMessage, Command, ServerMessage, TableOptions, Update};
use brickwood_rules::{Action, Phase};
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, PostgresStorage};
use brickwood_table::Table;
use brickwood_test_client::{Socket, TestPerson};
use tokio::time::{Instant, timeout};

use crate::{
    database::Database,
    node::{Node, signal},
    table_of_two::table_of_two,
};

/// How long the site may take until it has found the new primary.
const RECOVERY: Duration = Duration::from_secs(30);

/// A client, and its last update.
struct Player {
    socket: Socket,
    last: Update,
}

impl Player {
    async fn sit_down(person: &TestPerson, table: &str) -> Self {
        let (socket, _, last) = person.sit(table).await;
        Self { socket, last }
    }

    /// Hears messages until the last update is like this.
    async fn hears(&mut self, what: &str, is_enough: impl Fn(&Update) -> bool) {
        let hearing = async {
            while !is_enough(&self.last) {
                if let ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } =
                    self.socket.message().await
                {
                    self.last = update;
                }
            }
        };
        let heard = timeout(RECOVERY, hearing).await;
        heard.unwrap_or_else(|_| panic!("{what}"));
    }

    /// Places the settlement that is due, at one of the places for it.
    async fn settle(&mut self, key: u64, place: usize) {
        let at = self.last.choices.settlements.iter().nth(place);
        let command = Command::Act {
            action: Action::BuildSettlement {
                at: at.expect("it is due"),
            },
            nonce: None,
            answers: None,
        };
        let act = ClientMessage::Command { key, command };
        self.socket.say(&act).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_a_new_primary_lacks_is_taken_back_and_the_game_goes_on() {
    let Some(primary) = Database::start() else {
        return;
    };
    let standby = primary.standby();
    let url = primary.url_with(&standby);
    let folder = tempfile::tempdir().unwrap();
    let nodes: [Node; 2] = array::from_fn(|_| {
        let environment = [("BRICKWOOD_DATABASE", url.as_str())];
        Node::start(&[], &environment, &folder.path().join("reports"))
    });
    let mut persons = nodes.each_ref().map(|node| TestPerson::new(node.address));
    let table = table_of_two(&mut persons, TableOptions::default()).await;
    let mut players = Vec::new();
    for person in &persons {
        players.push(Player::sit_down(person, &table).await);
    }
    for player in &mut players {
        let is_due = |last: &Update| last.started && last.view.phase == Phase::SetUpSettlement;
        player.hears("a settlement is due", is_due).await;
    }
    let acts = usize::from(!players[0].last.choices.to_act);
    let reads = 1 - acts;
    let head = players[acts].last.seq;

    let sender = primary.stop_sending().await;
    players[acts].settle(1, 0).await;
    for player in &mut players {
        player
            .hears("the settlement is shown", |last| last.seq > head)
            .await;
    }
    // The server of whoever reads notices nothing before there is another line in the place of the lost one.
    signal(nodes[reads].process_id(), "-STOP");
    let lost = Instant::now();
    primary.kill(sender);
    standby.promote();
    let actor = &mut players[acts];
    actor
        .hears("the settlement is taken back", |last| last.seq == head)
        .await;
    actor.settle(2, 1).await;
    actor
        .hears("the other settlement is shown", |last| last.seq > head)
        .await;
    let passed = lost.elapsed();
    signal(nodes[reads].process_id(), "-CONT");

    let log = PostgresStorage::open(&standby.url(), SCHEMA).await.unwrap();
    let game = log.load(&table).await.unwrap().expect("the table is there");
    let stored = Table::restore(game.setup, game.people, game.records).unwrap();
    for player in &mut players {
        let seat = player.last.view.viewer;
        let is_stored = |last: &Update| last.view == stored.view(seat);
        player
            .hears("everybody sees what is stored", is_stored)
            .await;
    }
    println!(
        "torture: a line was lost, another one took its place after {:.1} s, and everybody sees that one",
        passed.as_secs_f64()
    );
}
