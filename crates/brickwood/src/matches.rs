//! `brickwood match`: bots against bots.

use std::{
    error::Error,
    io::{self, IsTerminal, Write},
    process::ExitCode,
    sync::Arc,
};

use brickwood_arena::{
    Budget, Caps, Entrant, Interval, Match, Report, Sprt, Tally, Tested, Verdict, built_in,
    built_in_names, elo_of_share,
};
use brickwood_notation::rules_text;
use brickwood_rules::Rules;
use clap::{Args, builder::ValueParser};

use crate::{
    bench::threads,
    external::{ExternalEngine, ExternalEntrant},
    game_options::RulesOptions,
};

/// The exit code when a requested test rejects the challenger, or does not decide.
const NOT_BETTER: u8 = 3;
const OPEN: u8 = 4;

const EXAMPLES: &str = "\
Every deal (a board and its dice) is played once with A in each seat. All results depend on the
options alone, not on the machine or the number of threads. In brackets: 95 % sure.

Exit codes: 0 all games are played, and with --sprt A is better; 1 the match cannot be played;
2 the options are wrong; with --sprt 3 if A is not better, and 4 if the games do not tell.

Examples:
  brickwood match --a hard --b medium --games 1000
  brickwood match --a hard --b medium --games 600 --players 6 --edition five-six
  brickwood match --a medium --b easy --games 20000 --sprt 0 20
  brickwood match --a 'cmd:python3 examples/python/bot.py' --b medium --games 40";

/// Who plays what, and how often.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The challenger, in one seat: a level of the bots, hard-table, hard-arena, random, or cmd:PROGRAM
    #[arg(long, value_name = "PLAYER", value_parser = ValueParser::from(entrant))]
    a: Contestant,
    /// The rival, in all other seats
    #[arg(long, value_name = "PLAYER", value_parser = ValueParser::from(entrant))]
    b: Contestant,
    /// The maximum number of games; rounded up to a multiple of the number of players
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    rules: RulesOptions,
    /// The seed of the first deal; the seeds of later deals count up from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The maximum number of turns in a game
    #[arg(long, default_value_t = Caps::default().turns)]
    turns: u16,
    /// Milliseconds that an external program may take for a decision
    #[arg(long, value_name = "MS")]
    budget: Option<u32>,
    /// The number of threads; by default, as many as the machine can run at a time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop once a sequential test decides between these two differences in Elo
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
}

/// A player that the options can name.
#[derive(Clone)]
pub(crate) struct Contestant(
    pub(crate) Arc<dyn Entrant + Send>,
    pub(crate) Option<Arc<ExternalEngine>>,
);

impl std::fmt::Debug for Contestant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.name())
    }
}

pub(crate) fn entrant(text: &str) -> Result<Contestant, String> {
    if let Some(command) = text.strip_prefix("cmd:") {
        let program = Arc::new(ExternalEngine::new(command)?);
        let entrant = ExternalEntrant(Arc::clone(&program));
        return Ok(Contestant(Arc::new(entrant), Some(program)));
    }
    let known = built_in(text).ok_or_else(|| {
        let names = built_in_names().join(", ");
        format!("there are {names} and cmd:PROGRAM")
    })?;
    Ok(Contestant(Arc::from(known), None))
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let sprt = match options.sprt.as_deref() {
        Some([elo0, elo1]) => Some(
            Sprt::new(*elo0, *elo1).ok_or("of the two numbers of --sprt, the first is smaller")?,
        ),
        _ => None,
    };
    let rules = options.rules.rules();
    let to_play = Match {
        rules,
        challenger: &*options.a.0,
        rival: &*options.b.0,
        games: options.games,
        seed: options.seed,
        budget: Budget {
            milliseconds: options.budget,
        },
        caps: Caps {
            turns: options.turns,
            ..Caps::default()
        },
        threads: options.threads.map_or_else(threads, usize::from),
        sprt,
    };
    let shows_progress = io::stderr().is_terminal();
    let report = to_play.run(|tally| {
        if shows_progress {
            eprint!("\r{} games, {} won", tally.games, tally.won);
        }
    })?;
    if shows_progress {
        eprintln!();
    }
    let mut out = io::stdout().lock();
    print(&mut out, options, &rules, &report)?;
    let Some(tested) = report.tested else {
        return Ok(ExitCode::SUCCESS);
    };
    print_test(&mut out, options, tested)?;
    Ok(match tested.verdict {
        Verdict::Better => ExitCode::SUCCESS,
        Verdict::NotBetter => ExitCode::from(NOT_BETTER),
        Verdict::Open => ExitCode::from(OPEN),
    })
}

fn print(
    out: &mut impl Write,
    options: &Options,
    rules: &Rules,
    Report { tally, .. }: &Report,
) -> io::Result<()> {
    let players = rules.players;
    let names = (options.a.0.name(), options.b.0.name());
    writeln!(out, "A           1 x {}", names.0)?;
    writeln!(out, "B           {} x {}", players - 1, names.1)?;
    writeln!(out, "rules       {}", rules_text(rules))?;
    writeln!(out, "seed        {}", options.seed)?;
    writeln!(out, "games       {}", tally.games)?;
    writeln!(out, "won by A    {}", tally.won)?;
    writeln!(out, "won by B    {}", tally.lost)?;
    writeln!(out, "no winner   {}", tally.no_winner)?;
    writeln!(out, "unfinished  {}", tally.unfinished)?;
    if let Some((seat, fault)) = &tally.first_fault {
        let (of_a, of_b) = (tally.challenger_faults, tally.rival_faults);
        writeln!(out, "faults      {of_a} of A, {of_b} of B (each loses)")?;
        writeln!(out, "first fault seat {} {fault}", seat.index() + 1)?;
    }
    for (side, contestant) in [("A", &options.a), ("B", &options.b)] {
        if let Some(program) = &contestant.1 {
            writeln!(out, "program {side}   {}", program.faults())?;
        }
    }
    if let Some(share) = tally.share() {
        let interval = tally.interval();
        writeln!(
            out,
            "share of A  {} {}, fair is {}",
            percent(share),
            between(interval, percent),
            percent(1.0 / f64::from(players))
        )?;
        let elo = |share| format!("{:+.0}", elo_of_share(share, players));
        writeln!(out, "Elo of A    {} {}", elo(share), between(interval, elo))?;
    }
    writeln!(out, "by seat     {}", by_seat(tally, players))?;
    let games = f64::from(tally.games.max(1));
    // Fewer than 2^52: exact.
    #[allow(clippy::cast_precision_loss)]
    let mean = |sum: u64| sum as f64 / games;
    writeln!(out, "turns/game  {:.1}", mean(tally.turns))?;
    writeln!(out, "steps/game  {:.1}", mean(tally.steps))
}

fn print_test(out: &mut impl Write, options: &Options, tested: Tested) -> io::Result<()> {
    let (lower, upper) = Sprt::bounds();
    let bounds = options.sprt.as_deref().unwrap_or_default();
    let says = match (tested.verdict, bounds) {
        (Verdict::Better, [_, elo1]) => format!("A is stronger, {elo1:+} is accepted"),
        (Verdict::NotBetter, [elo0, _]) => format!("A is not stronger, {elo0:+} is accepted"),
        _ => "the games do not tell yet".to_owned(),
    };
    writeln!(
        out,
        "SPRT        LLR {:.2}, bounds {lower:.2} and {upper:.2}, design effect {:.2}: {says}",
        tested.log_ratio, tested.design_effect
    )
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn between(interval: Interval, text: impl Fn(f64) -> String) -> String {
    format!("[{}, {}]", text(interval.low), text(interval.high))
}

/// The wins of A in each seat, and the number of games.
fn by_seat(tally: &Tally, players: u8) -> String {
    let won = &tally.won_by_seat.0[..usize::from(players)];
    let each: Vec<String> = won.iter().map(u32::to_string).collect();
    let games = tally.games / u32::from(players);
    format!("{} of {games} each", each.join(" "))
}
