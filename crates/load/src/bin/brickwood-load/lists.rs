//! `brickwood-load lists`: measures how long lists of tables take when many games are stored.

use std::{
    error::Error,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

use brickwood_storage::{DatabaseUrl, Listed};
use brickwood_table::PersonId;
use clap::{Args, value_parser};
use tokio::runtime::Runtime;

use crate::{
    log::{HOST, new_game},
    report::within,
    store::Store,
    stored_games::store as store_games,
};

const HELP: &str = "\
All games are of one person, whose own list is the longest that there can be; some more are public and wait
for players. The games stay where they are.

Examples:
  brickwood-load lists --data /var/tmp/bench
  brickwood-load lists --games 100000 --database postgres://brickwood@localhost/bench";

/// The tables in a list, at most.
const LONGEST: u32 = 50;

/// Public games that wait for players.
const PUBLIC: u32 = 1000;

/// Measure how long the lists of games take.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    /// An empty folder for the games
    #[arg(long, value_name = "FOLDER", default_value = "bench-lists")]
    data: PathBuf,
    /// Keep the games in this database instead
    #[arg(long, value_name = "URL")]
    database: Option<DatabaseUrl>,
    /// The number of stored games
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// How often to request each list
    #[arg(long, default_value_t = 1_000, value_parser = value_parser!(u32).range(1..))]
    lists: u32,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    std::fs::create_dir_all(&options.data)?;
    let store = Store::new(options.database.as_ref(), &options.data);
    Runtime::new()?.block_on(measure(&store, options))?;
    Ok(ExitCode::SUCCESS)
}

async fn measure(store: &Store, options: &Options) -> Result<(), Box<dyn Error>> {
    let log = store.open().await?;
    store_games(&log, options.games).await?;
    for number in 0..PUBLIC {
        let mut game = new_game(format!("public-{number}"))?;
        game.people.options.public = true;
        log.create(game).await?;
    }
    let (mut own, mut public) = (Vec::new(), Vec::new());
    for _ in 0..options.lists {
        let begun = Instant::now();
        let listed = log.games().games_of(HOST, LONGEST).await?;
        write_list(&listed, Some(HOST))?;
        own.push(begun.elapsed());
        assert_eq!(listed.len(), LONGEST as usize, "the list is full");
        let begun = Instant::now();
        let listed = log.games().public_games(LONGEST, 0).await?;
        write_list(&listed, None)?;
        public.push(begun.elapsed());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "list of 50     half within  99 % within    slowest")?;
    for (name, mut times) in [("one's own", own), ("public", public)] {
        times.sort_unstable();
        let at = |thousandths| format!("{:.2} ms", within(&times, thousandths));
        writeln!(
            out,
            "{name:<13}  {:>11}  {:>11}  {:>9}",
            at(500),
            at(990),
            at(1000)
        )?;
    }
    Ok(())
}

/// Writes a list of games as the server sends it to a person.
fn write_list(listed: &[Listed], person: Option<PersonId>) -> serde_json::Result<Vec<u8>> {
    let summaries: Vec<_> = listed.iter().map(|game| game.summary(person)).collect();
    serde_json::to_vec(&summaries)
}
