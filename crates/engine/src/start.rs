//! Where games come from: rules and a board, a position, a record.

use brickwood_notation::{
    AnyPosition, COLORS, PositionError, Record, RecordHeader, RecordedPlayer, SeatHeader,
    parse_any_position, parse_board, parse_claimed_position, parse_edition_and_rules, parse_record,
};
use brickwood_rules::{
    Board, BoardErrors, Edition, Playthrough, Rules, SetUp, beginners_board, shuffled_board,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    Code, Problem, World,
    game::{Play, random},
    json,
    request::{BoardChoice, Load, New, RulesOf},
};

/// The edition and the rules that a request names.
pub(crate) fn rules(named: RulesOf) -> Result<(Edition, Rules), Problem> {
    let RulesOf {
        edition,
        players,
        rules,
    } = named;
    let (edition, rules) = match rules {
        Some(Value::String(text)) => {
            if edition.is_some() || players.is_some() {
                let message = "rules as text name the edition and the players themselves";
                return Err(Problem::bad_field("rules", message));
            }
            parse_edition_and_rules(&text)?
        }
        changes => {
            let edition = edition.unwrap_or(Edition::Modern);
            let preset = edition.rules(players.unwrap_or(4));
            let rules = match changes {
                None => preset,
                Some(changes @ Value::Object(_)) => {
                    let mut whole = serde_json::to_value(preset).expect("rules are JSON");
                    json::replace(&mut whole, changes)?;
                    let rules: Rules = json::read_known("rules", &whole)?;
                    if players.is_some_and(|players| players != rules.players) {
                        let message = "`players` and `rules` name different numbers of players";
                        return Err(Problem::bad_field("players", message));
                    }
                    rules
                }
                Some(_) => {
                    let message = "`rules` is a text or an object";
                    return Err(Problem::bad_field("rules", message));
                }
            };
            (edition, rules)
        }
    };
    rules.check()?;
    Ok((edition, rules))
}

/// A game that begins or goes on.
pub(crate) struct Begun {
    pub(crate) play: Play,
    /// The contradictions between a position and the rules.
    pub(crate) overlooked: Vec<String>,
}

impl From<Play> for Begun {
    fn from(play: Play) -> Self {
        Self {
            play,
            overlooked: Vec::new(),
        }
    }
}

/// A new game.
pub(crate) fn new(order: New, seed: u64) -> Result<Begun, Problem> {
    let New {
        edition,
        players,
        rules: changes,
        board,
        ..
    } = order;
    let (edition, rules) = rules(RulesOf {
        edition,
        players,
        rules: changes,
    })?;
    let usual = match rules.set_up {
        SetUp::Placed => BoardChoice::Random,
        SetUp::Beginners { .. } => BoardChoice::Beginners,
    };
    let board = lay(&rules, board.unwrap_or(usual), seed)?;
    let seats = COLORS.iter().take(rules.seats()).map(|color| SeatHeader {
        color: (*color).into(),
        player: RecordedPlayer::Human,
        name: String::new(),
    });
    let header = RecordHeader::new(edition, rules, board, seats.collect())?;
    Ok(at_start(header).into())
}

fn lay(rules: &Rules, choice: BoardChoice, seed: u64) -> Result<Board, Problem> {
    Ok(match choice {
        BoardChoice::Beginners => beginners_board(),
        BoardChoice::Random => {
            let mut random = random(seed, 0);
            shuffled_board(rules, |below| random.random_range(0..below))
        }
        BoardChoice::Seed(text) => {
            // The board that a table lays for this text.
            let mut random = ChaCha12Rng::from_seed(Sha256::digest(text.as_bytes()).into());
            shuffled_board(rules, |below| random.random_range(0..below))
        }
        BoardChoice::Text(text) => parse_board(&text)?,
        BoardChoice::Plan(plan) => {
            Board::try_from(plan).map_err(|BoardErrors(errors)| Problem {
                details: errors.iter().map(ToString::to_string).collect(),
                ..Problem::new(Code::BadBoard, "This plan does not describe a board.")
            })?
        }
    })
}

/// A seed for a request without one.
pub(crate) fn seed_from(seed: u64, stream: u64) -> u64 {
    random(seed, stream).random()
}

/// A recorded game.
pub(crate) fn load(load: &Load, world: &dyn World) -> Result<Begun, Problem> {
    let one_of = "exactly one of `position`, `record` and `path` says what is loaded";
    let text = match (&load.position, &load.record, &load.path) {
        (Some(line), None, None) => return position(line, load),
        (None, Some(text), None) => text.clone(),
        (None, None, Some(path)) => world.read(path).map_err(|error| {
            Problem::new(
                Code::CannotRead,
                format!("`{path}` cannot be read: {error}"),
            )
        })?,
        _ => return Err(Problem::bad_request(one_of)),
    };
    if text.starts_with("position-") {
        return position(text.trim_end(), load);
    }
    record(&text, load.steps)
}

fn position(line: &str, load: &Load) -> Result<Begun, Problem> {
    if load.steps.is_some() {
        return Err(Problem::bad_field("steps", "a position has no `steps`"));
    }
    match parse(line, load.lenient)? {
        (AnyPosition::Full(position), overlooked) => {
            let play = Play::new(
                Playthrough::from_position(position.game, &position.state),
                None,
            );
            Ok(Begun { play, overlooked })
        }
        (AnyPosition::Seen(_), _) => Err(PositionError::NotEverything.into()),
    }
}

/// The position of a line; if requested, also its contradictions of the rules.
pub(crate) fn parse(line: &str, lenient: bool) -> Result<(AnyPosition, Vec<String>), Problem> {
    if !lenient {
        return Ok((parse_any_position(line)?, Vec::new()));
    }
    let (position, claims) = parse_claimed_position(line)?;
    Ok((position, claims.iter().map(ToString::to_string).collect()))
}

/// A record, checked to its end, with the requested number of its steps taken.
fn record(text: &str, wanted: Option<usize>) -> Result<Begun, Problem> {
    let Record { header, steps, .. } = parse_record(text)?;
    let wanted = wanted.unwrap_or(steps.len());
    let Some(steps) = steps.get(..wanted) else {
        let message = format!("the record has {} steps", steps.len());
        return Err(Problem::bad_field("steps", message));
    };
    let mut play = at_start(header);
    for step in steps {
        play.take(*step)?;
    }
    Ok(play.into())
}

/// A game before its first step.
fn at_start(header: RecordHeader) -> Play {
    Play::new(Playthrough::new(header.game.clone()), Some(header))
}
