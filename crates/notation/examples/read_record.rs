//! Reads a game record from standard input, checks every step, and prints the position after the last one.
//!
//! `cargo run -p brickwood-notation --example read_record < tests-data/records/short.record`

use std::io::read_to_string;

use brickwood_notation::{RecordReader, position_text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reader = RecordReader::new();
    for line in read_to_string(std::io::stdin())?.lines() {
        reader.line(line)?;
    }
    let replay = reader.finish()?;
    println!("{} steps, and then:", replay.steps());
    println!("{}", position_text(replay.game(), replay.state()));
    if let Some(result) = replay.result() {
        println!("{result:?}");
    }
    Ok(())
}
