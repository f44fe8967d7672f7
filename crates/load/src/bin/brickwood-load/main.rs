//! `brickwood-load`: load tests of a server and of its storage, for developers and hosts.

mod compare;
mod disk;
mod lists;
mod log;
mod report;
mod server;
mod server_process;
mod store;
mod stored_games;
mod storm;

use std::{error::Error, process::ExitCode};

use clap::{Parser, Subcommand};

/// Load-test a Brickwood server, or the storage of its games.
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Load-test a server with simulated clients, and compare what they were told with its log.
    Server(server::Options),
    Log(log::Options),
    Lists(lists::Options),
    Storm(storm::Options),
}

fn main() -> ExitCode {
    run(&Arguments::parse().command).unwrap_or_else(|error| {
        eprintln!("brickwood-load: {error}");
        ExitCode::FAILURE
    })
}

fn run(command: &Command) -> Result<ExitCode, Box<dyn Error>> {
    if cfg!(debug_assertions) {
        eprintln!("brickwood-load: this is a debug build; its times say nothing");
    }
    match command {
        Command::Server(options) => server::run(options),
        Command::Log(options) => log::run(options),
        Command::Lists(options) => lists::run(options),
        Command::Storm(options) => Ok(storm::run(options)?),
    }
}
