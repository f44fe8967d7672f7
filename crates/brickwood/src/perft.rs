//! `brickwood perft`: counts sequences of steps.

use std::{error::Error, io, io::Write, process::ExitCode, sync::Arc};

use brickwood_arena::{divide, perft};
use brickwood_notation::{parse_position, step_text};
use brickwood_rules::{FirstPlayer, Game, Rules, Seat, State};
use clap::Args;

use crate::game_options::{BoardChoice, RulesOptions};

const EXAMPLES: &str = "\
Every legal action of everybody who may act counts as one step, and so does every outcome of chance.
Offers between players are without end and do not count.

Examples:
  brickwood perft --depth 4 --players 3
  brickwood perft --depth 2 --players 6 --board 17 --divide
  brickwood perft --depth 3 --position \"$(cat position.txt)\"";

/// What to count.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The number of steps in a sequence
    #[arg(long)]
    depth: u32,
    #[command(flatten)]
    rules: RulesOptions,
    /// The starting board, seat 1 first: `beginners`, or a seed to shuffle by
    #[arg(long)]
    board: Option<BoardChoice>,
    /// Start from this position instead, a line that includes all cards
    #[arg(long, value_name = "LINE", conflicts_with_all = ["players", "edition", "rules", "board"])]
    position: Option<String>,
    /// Also print the count for each first step
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let (game, state) = beginning(options)?;
    let mut out = io::stdout().lock();
    let total = if options.divide {
        let topology = game.board().topology();
        let parts = divide(&game, &state, options.depth);
        for (step, count) in &parts {
            writeln!(out, "{}: {count}", step_text(topology, *step))?;
        }
        parts.iter().map(|(_, count)| count).sum()
    } else {
        perft(&game, &state, options.depth)
    };
    writeln!(out, "{total}")?;
    Ok(ExitCode::SUCCESS)
}

fn beginning(options: &Options) -> Result<(Arc<Game>, State), Box<dyn Error>> {
    if let Some(line) = &options.position {
        let position = parse_position(line)?;
        return Ok((Arc::new(position.game), position.state));
    }
    let rules = if options.rules.are_given_in_full() {
        options.rules.rules()
    } else {
        // The roll for the first player would come first, and adds nothing.
        Rules {
            first_player: FirstPlayer::Named {
                seat: Seat::new(0).ok_or("there is no seat")?,
            },
            ..options.rules.rules()
        }
    };
    let board = options.board.unwrap_or(BoardChoice::usual(rules.players));
    let game = board.game(rules)?;
    let state = State::new(&game);
    Ok((game, state))
}
