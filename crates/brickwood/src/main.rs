//! The `brickwood` program.

#[macro_use]
mod output;

mod analyse;
mod backup;
mod backup_options;
mod bench;
mod bots;
mod client;
mod copy;
#[cfg(feature = "data")]
mod data;
mod doctor;
mod engine;
mod external;
mod game_options;
mod health;
mod host_page;
mod manual;
mod matches;
mod perft;
mod play;
#[cfg(feature = "oidc")]
mod provider_options;
mod puzzles;
#[cfg(feature = "data")]
mod regret;
mod replay;
mod reports;
mod restore;
mod serve;
mod site;
mod storage_options;
mod stored;
mod upgrade;
mod variables;
mod verify;
mod verify_log;
mod welcome;

use std::{
    error::Error,
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::is_unread;
use reports::{Format, report};
use storage_options::NoDatabase;

/// Play the island-settling board game in the browser, against bots or friends.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true, after_help = manual::where_docs_are())]
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
    /// Host the game for others, for example behind a reverse proxy.
    Serve(Box<serve::Options>),
    /// Play bots against each other and estimate the difference in strength.
    Match(matches::Options),
    /// Count the step sequences from a position.
    Perft(perft::Options),
    /// Measure speed, or check for changes in behavior.
    Bench(bench::Options),
    /// Offer the rules and the bots to other programs, as lines of JSON on stdin and stdout
    /// (see "The engine" in the documentation).
    Engine,
    /// Validate a game record and print it.
    Replay(replay::Options),
    /// Say what the choices and the luck of a recorded game were worth (see "Analysis" in the documentation).
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Options),
    /// Make questions from games of bots, with what each answer is worth (see "Puzzles" in the documentation).
    Puzzles(puzzles::Options),
    /// Write games, decisions and standings as Parquet files, for learning programs
    /// (see "Data sets" in the documentation).
    #[cfg(feature = "data")]
    Data(data::Options),
    /// Write data sets of games: not in this program, which was built without the feature `data`
    /// (see "Data sets" in the documentation).
    #[cfg(not(feature = "data"))]
    #[command(disable_help_flag = true)]
    Data {
        #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
        ignored: Vec<String>,
    },
    /// Say what a player loses by its decisions, by kind (see "Bots" in the documentation).
    #[cfg(feature = "data")]
    Regret(regret::Options),
    /// Recompute the random draws of a recorded game (see "Fair dice that anyone can check" in the documentation).
    Verify(verify::Options),
    /// Replay all stored games and check them against their fingerprints.
    VerifyLog(verify_log::Options),
    /// Back up all games while the server is running.
    Backup(backup::Options),
    /// Copy a whole site from a folder to a database, or back.
    Copy(copy::Options),
    /// Bring the database to the version of this program.
    Upgrade(upgrade::Options),
    /// Put a backup in the place of the games, which are kept.
    Restore(restore::Options),
    /// Say whether a server of this machine is ready for clients.
    Health(health::Options),
    /// Show the settings of a site with where they come from, and look for what is wrong.
    Doctor(Box<doctor::Options>),
    /// See and decide what concerns a whole site: reports, people, switches, messages, its log.
    Site(site::Options),
    /// Print a script that completes commands and options in a shell.
    Completions(manual::Completions),
    /// Write the manual pages to a folder.
    #[command(hide = true)]
    Man(manual::Pages),
}

fn main() -> ExitCode {
    let matches = variables::without_empty(Arguments::command()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let command = arguments.command.unwrap_or(Command::Play(arguments.play));
    run(&command).unwrap_or_else(|error| {
        if is_unread(&*error) {
            return ExitCode::SUCCESS;
        }
        // Without a reader, it ends with its code all the same.
        let _ = writeln!(io::stderr(), "brickwood: {error}");
        if error.is::<NoDatabase>() {
            NO_DATABASE.into()
        } else {
            ExitCode::FAILURE
        }
    })
}

/// The exit code of a command for which there is nothing to look at.
const NO_DATABASE: u8 = 2;

/// A command says how the program ends, or what keeps it from its work.
fn run(command: &Command) -> Result<ExitCode, Box<dyn Error>> {
    match command {
        Command::Play(options) => {
            report(Format::Text);
            play::play(options)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Serve(options) => {
            report(options.log_format);
            serve::run(options)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Match(options) => matches::run(options),
        Command::Perft(options) => perft::run(options),
        Command::Bench(options) => bench::run(options),
        Command::Engine => engine::run(),
        Command::Replay(options) => replay::run(options),
        Command::Analyse(options) => analyse::run(options),
        Command::Puzzles(options) => puzzles::run(options),
        #[cfg(feature = "data")]
        Command::Data(options) => data::run(options),
        #[cfg(not(feature = "data"))]
        Command::Data { ignored: _ } => {
            Err("this program writes no data sets; build it with `--features full`".into())
        }
        #[cfg(feature = "data")]
        Command::Regret(options) => regret::run(options),
        Command::Verify(options) => Ok(verify::run(options)),
        Command::VerifyLog(options) => Ok(verify_log::run(options)),
        Command::Backup(options) => backup::run(options),
        Command::Copy(options) => copy::run(options),
        Command::Upgrade(options) => {
            report(Format::Text);
            upgrade::run(options)
        }
        Command::Restore(options) => restore::run(options),
        Command::Health(options) => health::run(options),
        Command::Doctor(options) => doctor::run(options),
        Command::Site(options) => site::run(options),
        Command::Completions(options) => {
            manual::completions(options);
            Ok(ExitCode::SUCCESS)
        }
        Command::Man(options) => {
            manual::pages(options)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
