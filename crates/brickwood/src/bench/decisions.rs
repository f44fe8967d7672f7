//! `brickwood bench decisions`: how long the bots take to decide.

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use brickwood_arena::{Deal, DecisionRequest, Player, PlayerError, built_in};
use brickwood_notation::rules_text;
use brickwood_rules::{Action, Phase, Seat};
use clap::Args;

use crate::game_options::RulesOptions;

const EXAMPLES: &str = "\
Four bots of a kind play whole games on one thread. Times depend on the machine and on what else runs there.

Examples:
  brickwood bench decisions
  brickwood bench decisions --bot expert --games 5";

/// Let bots play, and say how long they think: half of the time, at most 99 times of 100, and at worst.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct DecisionsOptions {
    /// Who plays in all seats
    #[arg(long, default_value = "hard")]
    bot: String,
    /// The number of games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    rules: RulesOptions,
    /// Of the first deal; each other has the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a decision is about, as far as it matters for its time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    SetUp,
    Turn,
    Answer,
    Other,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::SetUp, "set-up"),
    (Kind::Turn, "turn"),
    (Kind::Answer, "answer"),
    (Kind::Other, "other"),
];

impl Kind {
    const fn of(phase: &Phase) -> Self {
        match phase {
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } => Self::SetUp,
            Phase::Turn => Self::Turn,
            Phase::Trade { .. } => Self::Answer,
            _ => Self::Other,
        }
    }
}

type Times = Arc<Mutex<Vec<(Kind, Duration)>>>;

/// A player whose decisions are timed.
struct Timed {
    player: Box<dyn Player>,
    times: Times,
}

impl Player for Timed {
    fn reads_history(&self) -> bool {
        self.player.reads_history()
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        let start = Instant::now();
        let decided = self.player.decide(request);
        let taken = (Kind::of(&request.view.phase), start.elapsed());
        self.times
            .lock()
            .expect("no thread has panicked")
            .push(taken);
        decided
    }
}

pub(super) fn run(options: &DecisionsOptions) -> Result<ExitCode, Box<dyn Error>> {
    let rules = options.rules.rules();
    let bot = built_in(&options.bot).ok_or_else(|| format!("there is no bot `{}`", options.bot))?;
    let times = Times::default();
    for number in 0..options.games {
        let deal = Deal::new(rules, options.seed + u64::from(number))?;
        let seated = |_| -> Result<Box<dyn Player>, PlayerError> {
            let (player, times) = (bot.player()?, Arc::clone(&times));
            Ok(Box::new(Timed { player, times }))
        };
        let mut players = Seat::all(rules.players)
            .map(seated)
            .collect::<Result<Vec<_>, _>>()?;
        deal.play(&mut players);
    }
    let times = times.lock().expect("no thread has panicked");
    let mut out = io::stdout().lock();
    writeln!(out, "rules  {}", rules_text(&rules))?;
    writeln!(out, "bot    {}", options.bot)?;
    writeln!(out, "        decisions   median ms     p99 ms   worst ms")?;
    for (kind, name) in KINDS {
        let of_kind = times.iter().filter(|(of, _)| *of == kind);
        write_line(&mut out, name, of_kind.map(|(_, time)| *time).collect())?;
    }
    write_line(
        &mut out,
        "all",
        times.iter().map(|(_, time)| *time).collect(),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn write_line(out: &mut impl Write, name: &str, mut times: Vec<Duration>) -> io::Result<()> {
    times.sort();
    let Some(last) = times.len().checked_sub(1) else {
        return Ok(());
    };
    let at = |hundredths: usize| times[last * hundredths / 100].as_secs_f64() * 1e3;
    let (count, median, p99, worst) = (times.len(), at(50), at(99), at(100));
    writeln!(
        out,
        "{name:7} {count:9} {median:11.3} {p99:10.3} {worst:10.3}"
    )
}
