//! The `brickwood` program.

mod bots;
mod client;
mod play;

use std::{io::IsTerminal, process::ExitCode};

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
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Command::Play(options) = arguments.command.unwrap_or(Command::Play(arguments.play));
    report_to_stderr();
    match play::play(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("brickwood: {error}");
            ExitCode::FAILURE
        }
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
