//! `brickwood replay`: validates a record, and prints its game.

use std::{
    error::Error,
    fs::File,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use brickwood_engine::event_words;
use brickwood_notation::{
    Line, Record, RecordError, RecordHeader, RecordReader, RecordedPlayer, Replayer, board_file,
    parse_record, parse_seat, position_text, rules_text_from, seat_number, step_text, view_text,
};
use brickwood_rules::{ChanceOutcome, Seat, SeatSet, State, Step, events, one_who_knows};
use brickwood_server::RecordServer;
use clap::{Args, ValueEnum, builder::ValueParser};
use thiserror::Error as ThisError;
use tokio::{net::TcpListener, runtime::Builder};

use crate::{
    bots::BuiltInAnalyst,
    client::EmbeddedClient,
    play::{open_browser, stop_signal},
};

const EXAMPLES: &str = "\
Exit codes: 0 the record is sound; 1 it is not, or cannot be read; 2 the options are wrong.

Examples:
  brickwood replay game.record
  brickwood replay --print --lines position game.record
  brickwood replay --print --views 2 - < game.record
  brickwood replay --serve game.record";

/// Which record, and what to tell of it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The record; `-` reads it from stdin
    file: PathBuf,
    /// Print the game step by step
    #[arg(long)]
    print: bool,
    /// Print only what this seat (from 1) or a `spectator` can see
    #[arg(long, value_name = "SEAT", requires = "print", value_parser = ValueParser::from(viewer))]
    views: Option<Viewer>,
    /// After each step, print the position as a line of text
    #[arg(long, value_enum, requires = "print")]
    lines: Option<Lines>,
    /// Show the game in the browser
    #[arg(long, conflicts_with_all = ["print", "views", "lines"])]
    serve: bool,
    /// The port to serve on; 0 takes a free one
    #[arg(long, default_value_t = 0, requires = "serve")]
    port: u16,
    /// Do not open the browser
    #[arg(long, requires = "serve")]
    no_open: bool,
}

/// The lines that can follow each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Lines {
    /// Everything, or with --views what that seat may know
    Position,
}

/// Whose eyes.
#[derive(Clone, Copy, Debug)]
struct Viewer(Option<Seat>);

fn viewer(text: &str) -> Result<Viewer, &'static str> {
    if text == "spectator" {
        return Ok(Viewer(None));
    }
    parse_seat(text)
        .map(|seat| Viewer(Some(seat)))
        .ok_or("a viewer is a seat from 1 to 6, or `spectator`")
}

#[derive(Debug, ThisError)]
pub(crate) enum Failure {
    #[error("{file}: {error}")]
    File { file: String, error: io::Error },
    #[error("{file}: {error}")]
    Record { file: String, error: RecordError },
    #[error("{file}: {message}")]
    Unshown { file: String, message: String },
    #[error("this game has {0} seats")]
    NoSuchSeat(u8),
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    if options.serve {
        serve(options)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = io::stdout().lock();
    match tell(options, &mut out) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        // The reader has closed the pipe, and wants no more.
        Err(error) if is_broken_pipe(&*error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}

pub(crate) fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn tell(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let file = options.file.display().to_string();
    let unread = |error| Failure::File {
        file: file.clone(),
        error,
    };
    let unsound = |error| Failure::Record {
        file: file.clone(),
        error,
    };
    let mut input = open(&options.file).map_err(unread)?;
    let mut reader = RecordReader::new();
    let mut text = String::new();
    let mut story: Option<Story> = None;
    loop {
        text.clear();
        if input.read_line(&mut text).map_err(unread)? == 0 {
            break;
        }
        let line = reader.line(&text).map_err(unsound)?;
        let Some(replay) = reader.replay() else {
            continue;
        };
        if story.is_none() {
            let begun = Story::new(replay, options)?;
            if options.print {
                begun.beginning(out)?;
            }
            story = Some(begun);
        }
        if let (Line::Step(step), Some(story)) = (line, &mut story) {
            if options.print {
                story.step(out, replay, step)?;
            }
            story.before = *replay.state();
        }
    }
    let replay = reader.finish().map_err(unsound)?;
    if options.print {
        writeln!(out)?;
    }
    summary(out, &replay, options.views)?;
    Ok(())
}

pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path)?))
    })
}

/// Reads a whole record: its text, and what it says.
pub(crate) fn read(path: &Path) -> Result<(String, Record), Failure> {
    let file = path.display().to_string();
    let mut text = String::new();
    let read = open(path).and_then(|mut input| input.read_to_string(&mut text));
    if let Err(error) = read {
        return Err(Failure::File { file, error });
    }
    match parse_record(&text) {
        Ok(record) => Ok((text, record)),
        Err(error) => Err(Failure::Record { file, error }),
    }
}

/// Shows the game in the browser, until the process is told to stop.
fn serve(options: &Options) -> Result<(), Box<dyn Error>> {
    let (text, _) = read(&options.file)?;
    let (client, analyst) = (Arc::new(EmbeddedClient), Arc::new(BuiltInAnalyst));
    let server = RecordServer::new(&text, client, analyst).map_err(|problem| {
        let file = options.file.display().to_string();
        let message = problem.message;
        Failure::Unshown { file, message }
    })?;
    Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", options.port)).await?;
            let url = format!("http://{}{}", listener.local_addr()?, RecordServer::PATH);
            let stop = stop_signal()?;
            println!("The game is at {url}");
            if !options.no_open {
                open_browser(&url);
            }
            server.serve(listener, stop).await;
            Ok(())
        })
}

/// A game that is printed while its lines are read.
struct Story {
    header: RecordHeader,
    names: Vec<String>,
    /// The viewer; none if everything is printed.
    viewer: Option<Viewer>,
    lines: Option<Lines>,
    before: State,
}

impl Story {
    fn new(replay: &Replayer, options: &Options) -> Result<Self, Failure> {
        let game = replay.game();
        let viewer = options.views;
        if matches!(viewer, Some(Viewer(Some(seat))) if seat.index() >= game.rules().seats()) {
            return Err(Failure::NoSuchSeat(game.rules().players));
        }
        Ok(Self {
            header: replay.header().clone(),
            names: replay.header().names(),
            viewer,
            lines: options.lines,
            before: State::new(game),
        })
    }

    fn beginning(&self, out: &mut impl Write) -> io::Result<()> {
        let game = &self.header.game;
        let rules = rules_text_from(self.header.edition, game.rules());
        writeln!(out, "{rules}\n\n{}", board_file(game.board()))
    }

    fn step(&self, out: &mut impl Write, replay: &Replayer, step: Step) -> io::Result<()> {
        let game = &self.header.game;
        let state = replay.state();
        let viewer = match self.viewer {
            Some(Viewer(viewer)) => viewer,
            None => one_who_knows(&self.before, step),
        };
        let text = step_text(game.board().topology(), step);
        let text = match (self.viewer, step) {
            // The step itself names the card.
            (Some(_), Step::Chance { outcome }) if is_secret(outcome) => "…".to_owned(),
            _ => text,
        };
        let told = events(game, &self.before, step, state, viewer);
        let told: Vec<String> = told
            .iter()
            .map(|event| event_words(game, &self.names, event))
            .collect();
        let line = format!("{:>5}  {text:<24}  {}", replay.steps(), told.join(" "));
        writeln!(out, "{}", line.trim_end())?;
        if self.lines == Some(Lines::Position) {
            let line = match self.viewer {
                None => position_text(game, state),
                Some(Viewer(viewer)) => view_text(game, &state.view(game, viewer)),
            };
            writeln!(out, "       {line}")?;
        }
        Ok(())
    }
}

/// Whether a step of chance names a card that not everybody sees.
const fn is_secret(outcome: ChanceOutcome) -> bool {
    match outcome {
        ChanceOutcome::Dice { .. } => false,
        ChanceOutcome::Stolen { .. } | ChanceOutcome::Drawn { .. } => true,
    }
}

fn summary(out: &mut impl Write, replay: &Replayer, views: Option<Viewer>) -> io::Result<()> {
    let header = replay.header();
    let rules = rules_text_from(header.edition, replay.game().rules());
    writeln!(out, "rules   {rules}")?;
    writeln!(out, "steps   {}", replay.steps())?;
    writeln!(out, "turns   {}", replay.state().turn())?;
    let winners = replay.state().phase().winners();
    let seats = Seat::all(replay.game().rules().players);
    for ((seat, player), name) in seats.zip(&header.seats).zip(header.names()) {
        let points = match views {
            None => replay.state().points(replay.game(), seat),
            Some(Viewer(viewer)) => {
                let view = replay.state().view(replay.game(), viewer);
                view.seats[seat.index()].points
            }
        };
        let points = points.total();
        let kind = match &player.player {
            RecordedPlayer::Human => "human",
            RecordedPlayer::Bot(level) => level,
        };
        let won = if winners.is_some_and(|winners| winners.contains(seat)) {
            "  has won"
        } else {
            ""
        };
        let number = seat_number(seat);
        writeln!(
            out,
            "seat {number}  {points:>2} points  {name} ({}, {kind}){won}",
            player.color
        )?;
    }
    match winners {
        None => writeln!(out, "the game goes on"),
        Some(SeatSet::EMPTY) => writeln!(out, "the players have ended the game without a winner"),
        Some(_) => Ok(()),
    }
}
