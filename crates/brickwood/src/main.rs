//! The `brickwood` program.

mod bench;
mod bots;
mod client;
mod engine;
mod game_options;
mod matches;
mod outside;
mod perft;
mod play;
mod replay;

use std::{error::Error, io::IsTerminal, process::ExitCode};

use clap::{Parser, Subcommand};
use tracing_subscriber::{
    filter::Targets, fmt::layer, layer::SubscriberExt, util::SubscriberInitExt,
};

/// Play the island-settling board game in the browser, against bots or friends.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Options,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Serve the game on this computer and open it in the browser (the default).
    Play(play::Options),
    /// Let bots play each other, and say who is how much stronger.
    Match(matches::Options),
    /// Count the sequences of steps from a position.
    Perft(perft::Options),
    /// Measure speed, or look for changes of behavior.
    Bench(bench::Options),
    /// Answer lines of JSON on stdin with lines of JSON on stdout: the rules and the bots for other
    /// programs (see docs/book/engine.md).
    Engine,
    /// Check a recorded game, and tell it.
    Replay(replay::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments.command.unwrap_or(Command::Play(arguments.play));
    run(&command).unwrap_or_else(|error| {
        eprintln!("brickwood: {error}");
        ExitCode::FAILURE
    })
}

/// A command says how the program ends, or what keeps it from its work.
fn run(command: &Command) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        Command::Play(options) => {
            report_to_stderr();
            play::play(options)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Match(options) => matches::run(options),
        Command::Perft(options) => perft::run(options),
        Command::Bench(options) => bench::run(options),
        Command::Engine => engine::run(),
        Command::Replay(options) => replay::run(options),
    }
}

/// Reports go to stderr; `RUST_LOG` says which, such as `debug` or `brickwood_server=trace`.
fn report_to_stderr() {
    let wanted = std::env::var("RUST_LOG").unwrap_or_default();
    let filter = wanted
        .parse::<Targets>()
        .ok()
        .filter(|_| !wanted.is_empty())
        .unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
    tracing_subscriber::registry()
        .with(
            layer()
                .with_writer(std::io::stderr)
                .with_ansi(std::io::stderr().is_terminal()),
        )
        .with(filter)
        .init();
}
