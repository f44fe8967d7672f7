//! `brickwood-tuning`: makes the weights of the hard level again.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    thread,
};

use brickwood_arena::{Budget, Caps, Interval, Match, built_in};
use brickwood_bots::tuning::{self, DecisionKind, Weights};
use brickwood_dataset::{SiblingPlan, TruthPlan, write_siblings};
use brickwood_notation::parse_rules;
use brickwood_tuning::entrant::WeightsEntrant;
use brickwood_tuning::truth::{self, Shard};
use brickwood_tuning::{TuningError, openings, screen, spsa};
use clap::{Args, Parser, Subcommand, builder::ValueParser};

/// The games of a file of sibling actions.
const GAMES_PER_SHARD: u32 = 20;

/// Make the weights of the hard level again.
#[derive(Parser, Debug)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// How many threads play games; as many as the machine has, if not given.
    #[arg(long, global = true)]
    threads: Option<usize>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Tune weights by self-play. Goes on where it was stopped.
    Spsa {
        /// The file in which the tuning is kept.
        file: PathBuf,
        /// Steps in all.
        #[arg(long, default_value_t = 450)]
        steps: u32,
        /// Deals of each step; each is six games.
        #[arg(long, default_value_t = 4)]
        deals: u32,
        /// How much every weight is changed, as a part of it.
        #[arg(long, default_value_t = 0.15)]
        change: f64,
        /// How far weights move for a step in which one side wins everything, as a part of them.
        #[arg(long, default_value_t = 0.1)]
        pace: f64,
        /// The beginning of the names of weights to tune, such as `army`; several are possible.
        #[arg(long)]
        only: Vec<String>,
        /// Of the changes and the deals.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Play games in which every weight of every seat is changed at random. Goes on where it was stopped.
    Screen {
        /// The file to which the games are added.
        file: PathBuf,
        /// Games in all.
        #[arg(long)]
        games: u32,
        /// How many players there are.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
        players: u8,
        /// How much every weight is changed, as a part of it.
        #[arg(long, default_value_t = 0.25)]
        change: f64,
        /// Of the first game.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit what each change of a weight does to the log-odds of winning, and move the weights.
    FitScreen {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How far the weight with the largest effect is moved, as a part of it.
        #[arg(long, default_value_t = 0.25)]
        step: f64,
    },
    /// Play a match of a bot with weights from a file against a built-in bot.
    Match {
        /// The weights, as the other commands write them.
        file: PathBuf,
        /// The rival in all other seats.
        #[arg(long, default_value = "hard")]
        rival: String,
        /// The rules, such as `modern players=4`.
        #[arg(long, default_value = "modern players=4")]
        rules: String,
        /// Games in all.
        #[arg(long)]
        games: u32,
        /// Of the first deal.
        #[arg(long)]
        seed: u64,
    },
    /// Play games of bots that settle more or less at random. Goes on where it was stopped.
    Openings {
        /// The file to which the games are added.
        file: PathBuf,
        /// Games in all.
        #[arg(long)]
        games: u32,
        /// How many players there are.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
        players: u8,
        /// The rivals of one hard bot are medium, and not hard.
        #[arg(long)]
        mediums: bool,
        /// Of the first game.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fit the worth of openings to who won these games.
    FitOpenings {
        /// Files of games; each has the same weight.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How many players there are in them.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
        players: u8,
    },
    /// Play games of hard bots, and play on what else could have been done in some of their decisions, into Parquet files.
    /// Goes on where it was stopped.
    Siblings(SiblingOptions),
    /// Play games of hard bots, and play some of their decisions on to the end of the game, or go on with those of a truth set.
    /// Goes on where it was stopped.
    Truth(TruthOptions),
    /// Put what `truth` has played into a truth set, or add it to one.
    PackTruth {
        /// The truth set, a Parquet file.
        set: PathBuf,
        /// Files of `truth`, or other truth sets.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

/// Which decisions are played to the end.
#[derive(Args, Debug)]
struct TruthOptions {
    /// The file to which the games are added.
    file: PathBuf,
    /// Games in all.
    #[arg(long, required_unless_present = "of")]
    games: Option<u32>,
    /// Of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The rules, such as `modern players=4`; every edition with two to six players in turn, if not given.
    #[arg(long)]
    rules: Option<String>,
    /// What the decisions are about, in turn, from game to game: several are possible, also one of them several times. If none is
    /// named, of twelve decisions four are settlements, three turns, two robbers, and one each offers, answers and closings.
    #[arg(long, value_parser = ValueParser::from(kind))]
    kind: Vec<DecisionKind>,
    /// Decisions of each game.
    #[arg(long, default_value_t = 3)]
    decisions: usize,
    /// Actions of a decision that are compared at most.
    #[arg(long, default_value_t = 3)]
    candidates: usize,
    /// Playouts of each of them.
    #[arg(long, default_value_t = 300)]
    playouts: u64,
    /// Find no decisions, but go on with those of this truth set until they have so many playouts.
    #[arg(long, value_name = "SET", conflicts_with_all = ["games", "seed", "rules", "kind", "decisions", "candidates"])]
    of: Option<PathBuf>,
    /// Do one part of the work, such as 1/4, the first of four.
    #[arg(long, default_value = "1/1")]
    shard: Shard,
}

/// Which siblings are played on.
#[derive(Args, Debug)]
struct SiblingOptions {
    /// The folder of the data set.
    folder: PathBuf,
    /// Games in all.
    #[arg(long)]
    games: u32,
    /// Of the first game.
    #[arg(long)]
    seed: u64,
    /// The rules, such as `modern players=4`.
    #[arg(long, default_value = "modern players=4")]
    rules: String,
    /// What the decisions are about; several are possible, and all are meant if none is named.
    #[arg(long, value_parser = ValueParser::from(kind))]
    kind: Vec<DecisionKind>,
    /// Decisions of each game.
    #[arg(long, default_value_t = 10)]
    decisions: usize,
    /// Actions of a decision that are compared at most.
    #[arg(long, default_value_t = 4)]
    siblings: usize,
    /// Playouts of each of them.
    #[arg(long, default_value_t = 2)]
    playouts: usize,
    /// Rounds that they last after the turn; to the end of the game, if not given.
    #[arg(long)]
    rounds: Option<u16>,
}

/// What a decision is about, by its name in data sets.
fn kind(name: &str) -> Result<DecisionKind, String> {
    DecisionKind::named(name).ok_or_else(|| {
        let names = DecisionKind::ALL.map(DecisionKind::name);
        format!("there are {}", names.join(", "))
    })
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("brickwood-tuning: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(Arguments { command, threads }: Arguments) -> Result<(), Box<dyn Error>> {
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    match command {
        Command::Spsa {
            file,
            steps,
            deals,
            change,
            pace,
            only,
            seed,
        } => {
            let options = spsa::TuningOptions {
                deals,
                change,
                pace,
                only,
                seed,
            };
            let mut tuning = spsa::Tuning::resume(&file, tuning::weights(), options)?;
            while tuning.steps() < steps {
                let ahead = tuning.step(tuning::weights(), threads);
                tuning.save(&file)?;
                eprintln!("step {} of {steps}: {ahead:+.2}", tuning.steps());
            }
            let weights = tuning.weights(tuning::weights());
            println!("{}", serde_json::to_string_pretty(&weights)?);
        }
        Command::Screen {
            file,
            games,
            players,
            change,
            seed,
        } => {
            let plan = screen::ScreenPlan {
                players,
                change,
                seed,
            };
            screen::play_screen(&file, tuning::weights(), plan, games, threads)?;
        }
        Command::FitScreen { files, step } => {
            let weights = fit_screen(&files, step)?;
            println!("{}", serde_json::to_string_pretty(&weights)?);
        }
        Command::Match {
            file,
            rival,
            rules,
            games,
            seed,
        } => {
            let played = play_match(&file, &rival, &rules, games, seed, threads)?;
            println!("{played}");
        }
        Command::Openings {
            file,
            games,
            players,
            mediums,
            seed,
        } => {
            let plan = openings::OpeningPlan {
                players,
                mediums,
                seed,
            };
            openings::play_openings(&file, plan, games, threads)?;
        }
        Command::Siblings(options) => write_data(options, threads)?,
        Command::Truth(options) => play_truth(options, threads)?,
        Command::PackTruth { set, files } => {
            println!("{} decisions", truth::pack_truth(&set, &files)?);
        }
        Command::FitOpenings { files, players } => {
            let groups = files
                .iter()
                .map(|file| openings::read_openings(file))
                .collect::<Result<Vec<_>, _>>()?;
            let before = tuning::weights().of_openings(players);
            let fitted = openings::fit_openings(&groups, before)?;
            for number in &fitted.weights {
                println!("{} = {:.4}", number.name, number.value);
            }
            println!("log-loss on games left out: {:.4}", fitted.log_loss);
            println!("of the weights of today, scaled: {:.4}", fitted.before);
        }
    }
    Ok(())
}

/// Writes a data set of sibling actions.
fn write_data(options: SiblingOptions, threads: usize) -> Result<(), Box<dyn Error>> {
    let kinds = if options.kind.is_empty() {
        DecisionKind::ALL.into()
    } else {
        options.kind
    };
    let plan = SiblingPlan {
        rules: parse_rules(&options.rules)?,
        games: options.games,
        seed: options.seed,
        games_per_shard: GAMES_PER_SHARD,
        kinds,
        decisions: options.decisions,
        siblings: options.siblings,
        playouts: options.playouts,
        rounds: options.rounds,
    };
    let shards = options.games.div_ceil(GAMES_PER_SHARD);
    write_siblings(&options.folder, &plan, threads, |shard| {
        eprintln!("shard {shard} of {shards}");
    })?;
    Ok(())
}

/// Plays decisions of new games to the end, or goes on with those of a truth set.
fn play_truth(options: TruthOptions, threads: usize) -> Result<(), TuningError> {
    let (file, shard, playouts) = (&options.file, options.shard, options.playouts);
    if let Some(set) = &options.of {
        return truth::go_on(file, set, playouts, shard, threads);
    }
    let plan = TruthPlan {
        rules: options.rules,
        seed: options.seed,
        kinds: if options.kind.is_empty() {
            TruthPlan::MIX.into()
        } else {
            options.kind
        },
        decisions: options.decisions,
        candidates: options.candidates,
        playouts,
    };
    let games = options.games.unwrap_or_default();
    truth::find_truth(file, &plan, games, shard, threads)
}

/// The weights moved along what these games show. What each weight does is told as well.
fn fit_screen(files: &[PathBuf], step: f64) -> Result<Weights, TuningError> {
    let mut games = Vec::new();
    for file in files {
        games.extend(screen::read_screen(file)?);
    }
    let effects = screen::effects(&games, tuning::weights())?;
    for effect in &effects {
        let (name, errors) = (&effect.name, effect.effect / effect.error);
        eprintln!(
            "{name}: {:+.4} ({errors:+.1} standard errors)",
            effect.effect
        );
    }
    Ok(screen::moved(tuning::weights(), &effects, step))
}

/// What a match of the weights in a file against a built-in bot comes to.
fn play_match(
    file: &Path,
    rival: &str,
    rules: &str,
    games: u32,
    seed: u64,
    threads: usize,
) -> Result<String, Box<dyn Error>> {
    let weights = serde_json::from_str(&fs::read_to_string(file)?)?;
    let rival = built_in(rival).ok_or("there is no such bot")?;
    let to_play = Match {
        rules: parse_rules(rules)?,
        challenger: &WeightsEntrant(Arc::new(weights)),
        rival: &*rival,
        games,
        seed,
        budget: Budget::default(),
        caps: Caps::default(),
        threads,
        sprt: None,
    };
    let tally = to_play.run(|_| ())?.tally;
    let Interval { low, high } = tally.interval();
    Ok(format!(
        "{} of {} = {:.1} % [{:.1}, {:.1}]",
        tally.won,
        tally.decided(),
        100.0 * tally.share().unwrap_or_default(),
        100.0 * low,
        100.0 * high
    ))
}
