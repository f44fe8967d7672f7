//! The examples of a network bot.

use std::{
    env,
    process::{Child, Command, Stdio},
    time::Duration,
};

use brickwood_protocol::{BotLevel, Invite, Level, OnlineBot};
use brickwood_test_client::TestPerson;
use tokio::{sync::watch, time::timeout};

use crate::{
    engine::{example, has_python},
    game::order,
    person::{Person, Until},
    server_process::ServerProcess,
};

/// The running example. It is killed when it is dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_in_python_is_invited_and_plays_a_game_to_its_end() {
    if !has_python() {
        return;
    }
    let mut program = Command::new("python3");
    program.arg(example("table_bot.py"));
    plays_a_game(program).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_in_rust_is_invited_and_plays_a_game_to_its_end() {
    let tests = env::current_exe().unwrap();
    let built = tests.ancestors().nth(2).unwrap().join("examples/table_bot");
    assert!(
        built.exists(),
        "`cargo build --package brickwood-client --examples` builds it"
    );
    plays_a_game(Command::new(built)).await;
}

async fn plays_a_game(mut program: Command) {
    let data = tempfile::tempdir().unwrap();
    let server = ServerProcess::open(data.path(), &["--bot-pace", "none"]);
    program.args([&format!("http://{}", server.address), "--once"]);
    let mut program = Program(program.stdout(Stdio::null()).spawn().unwrap());

    let mut host = TestPerson::new(server.address);
    let table = host.create(&order(2, 1, BotLevel::Own(Level::Easy))).await;
    let bot = loop {
        let online: Vec<OnlineBot> = host.ask("GET", "/api/bots/online", "").await.json();
        if let Some(bot) = online.into_iter().next() {
            break bot;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let path = format!("/api/tables/{table}/invite");
    let invited = host.post(&path, &Invite { bot: bot.id }).await;
    assert_eq!(invited.status, 204);

    let (_address, watching) = watch::channel(Some(server.address));
    let game = Person::new(host, &table, 1).play(watching, Until::End);
    let person = timeout(Duration::from_mins(3), Box::pin(game)).await;
    let seats = person.expect("the game ends").last_seats();
    assert_eq!(seats[1].as_deref(), Some("Pips (bot)"));
    for _ in 0..100 {
        if let Some(ended) = program.0.try_wait().unwrap() {
            assert!(ended.success());
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the example does not notice the end");
}
