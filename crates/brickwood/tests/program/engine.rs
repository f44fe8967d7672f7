//! `brickwood engine` in a separate process, and the example client that drives it.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use brickwood_protocol::{BoardChoice, BotLevel, Level, NewTable};
use brickwood_table::Setup;
use serde_json::{Value, json};

use crate::game::order;

/// A file of the examples.
pub fn example(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/python");
    path.join(name).to_str().unwrap().to_owned()
}

/// Whether the examples can run here. Under CI they must.
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        assert!(std::env::var_os("CI").is_none(), "there is no python3");
        eprintln!("skipped: there is no python3 to run the examples");
    }
    found
}

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_brickwood"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self {
            process,
            input,
            output,
        }
    }

    fn say(&mut self, line: impl AsRef<[u8]>) -> Value {
        self.input.write_all(line.as_ref()).unwrap();
        self.input.write_all(b"\n").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).expect("a line of JSON comes back")
    }
}

#[test]
fn an_engine_answers_every_line_and_ends_on_request() {
    let mut engine = Engine::start();
    let code = |answer: Value| {
        answer["error"]["code"]
            .as_str()
            .unwrap_or("none")
            .to_owned()
    };
    assert_eq!(code(engine.say("{\"command\":\"hello\"}")), "none");
    assert_eq!(code(engine.say("\n\nwhat?")), "bad_json");
    assert_eq!(code(engine.say(b"\xff\xfe\x00")), "bad_json");
    assert_eq!(code(engine.say("[".repeat(1_000_000))), "bad_json");
    assert_eq!(code(engine.say("x".repeat(17 * 1024 * 1024))), "too_long");
    assert_eq!(code(engine.say("{\"command\":\"state\"}\r")), "no_game");
    let answer = engine.say(json!({ "id": 5, "command": "new", "seed": 9 }).to_string());
    assert_eq!(answer["id"], 5);
    assert_eq!(answer["result"]["status"]["steps"], 0);
    assert_eq!(engine.say("{\"command\":\"quit\"}")["result"], json!({}));
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn a_text_names_the_same_board_for_an_engine_and_for_a_table() {
    let seed = "friday".to_owned();
    let order = NewTable {
        board: BoardChoice::Seed { seed },
        ..order(1, 3, BotLevel::Own(Level::Easy))
    };
    let setup = Setup::new("id".into(), &order, [1; 32], 0).unwrap();
    let mut engine = Engine::start();
    let new = json!({ "command": "new", "board": { "seed": "friday" } });
    let answer = engine.say(new.to_string());
    assert_eq!(answer["result"]["game"]["board"], json!(setup.game.board()));
    engine.say("{\"command\":\"quit\"}");
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn an_engine_ends_with_its_input() {
    let Engine {
        mut process,
        mut input,
        mut output,
    } = Engine::start();
    // The last line may lack its end.
    input.write_all(b"{\"command\":\"hello\"}").unwrap();
    drop(input);
    let mut answer = String::new();
    output.read_line(&mut answer).unwrap();
    assert!(answer.contains("\"protocol\":2"), "{answer}");
    assert!(process.wait().unwrap().success());
}

#[test]
fn the_example_client_plays_games_to_their_end() {
    if !has_python() {
        return;
    }
    for players in ["2", "5"] {
        let engine = format!("'{}' engine", env!("CARGO_BIN_EXE_brickwood"));
        let output = Command::new("python3")
            .arg(example("client.py"))
            .args(["--engine", &engine, "--players", players])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}{errors}");
        assert!(told.contains("won by seat"), "{told}");
    }
}
