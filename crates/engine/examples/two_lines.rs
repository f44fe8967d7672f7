//! Starts a game in a session of the engine and asks a bot for the first action, without a process or a pipe.
//!
//! `cargo run --release -p brickwood-engine --example two_lines`

use brickwood_engine::{Session, World};

/// A session that reads no files and never waits needs neither files nor a clock.
struct Nowhere;

impl World for Nowhere {
    fn read(&self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path} here"))
    }

    fn milliseconds(&self) -> u64 {
        0
    }
}

fn main() {
    let mut session = Session::new();
    for line in [
        r#"{"id": 1, "command": "new", "players": 3, "chance": "seeded", "seed": 7}"#,
        r#"{"id": 2, "command": "go", "bot": "hard"}"#,
        r#"{"id": 3, "command": "quit"}"#,
    ] {
        println!("> {line}");
        println!("< {}", session.answer(line.as_bytes(), &Nowhere).line);
    }
}
