//! The requests. The book's chapter on the engine explains every field, and a test compares them.

use brickwood_bots::{Level, Manner};
use brickwood_notation::parse_terms;
use brickwood_rules::{BoardPlan, Edition, Event, Seat, SeatSet, Terms};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::Value;

use crate::{Code, Problem, json};

macro_rules! commands {
    ($($word:literal => $name:ident($request:ty),)+) => {
        /// The words of all commands.
        pub(crate) const COMMANDS: &[&str] = &[$($word),+];

        /// A request, without its id.
        #[derive(Debug)]
        pub(crate) enum Command {
            $($name($request),)+
        }

        impl Command {
            /// The request of a command with these fields.
            pub(crate) fn read(command: &str, fields: Value) -> Result<Self, Problem> {
                match command {
                    $($word => json::read(fields).map(Self::$name),)+
                    _ => {
                        let message =
                            format!("There is no command `{command}`: see `hello` for all of them.");
                        Err(Problem::new(Code::UnknownCommand, message))
                    }
                }
            }
        }
    };
}

commands! {
    "hello" => Hello(Hello),
    "places" => Places(Places),
    "rules" => Rules(RulesOf),
    "new" => New(Box<New>),
    "load" => Load(Box<Load>),
    "set" => Set(Set),
    "apply" => Apply(Box<Apply>),
    "undo" => Undo(Undo),
    "actions" => Actions(Box<Actions>),
    "chance" => Chance(Nothing),
    "draw" => Draw(Nothing),
    "state" => State(Nothing),
    "view" => View(ViewOf),
    "events" => Events(Events),
    "score" => Score(Viewer),
    "perft" => Perft(Perft),
    "go" => Go(Go),
    "choose" => Choose(Box<Choose>),
    "record" => Record(Record),
    "quit" => Quit(Nothing),
}

/// No fields.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Which layout is explained.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    pub(crate) layout: brickwood_rules::Layout,
}

/// Steps to take back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {
    pub(crate) steps: Option<usize>,
}

/// The viewer; without a seat, a spectator or somebody who sees everything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Viewer {
    pub(crate) seat: Option<Seat>,
}

/// What a seat or a spectator may know, and whether bounds of the hidden hands are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewOf {
    pub(crate) seat: Option<Seat>,
    #[serde(default)]
    pub(crate) bounds: bool,
}

/// The viewer of events, and the number of steps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    pub(crate) seat: Option<Seat>,
    pub(crate) steps: Option<usize>,
}

/// Names for the record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) names: Option<Vec<String>>,
}

/// The first request. Its other fields describe the sender, and are ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    pub(crate) protocol: Option<u32>,
    #[serde(rename = "layouts")]
    pub(crate) _layouts: Option<Value>,
}

/// Rules in any of the ways to name them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesOf {
    pub(crate) edition: Option<Edition>,
    pub(crate) players: Option<u8>,
    pub(crate) rules: Option<Value>,
}

/// A new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) edition: Option<Edition>,
    pub(crate) players: Option<u8>,
    pub(crate) rules: Option<Value>,
    pub(crate) board: Option<BoardChoice>,
    pub(crate) chance: Option<Mode>,
    pub(crate) seed: Option<u64>,
}

/// The board of a new game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BoardChoice {
    Random,
    Beginners,
    Seed(String),
    Text(String),
    Plan(BoardPlan),
}

/// The source of chance outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// The other side sends the outcomes.
    Ask,
    /// The session draws from its seed.
    Seeded,
}

/// A recorded game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Load {
    pub(crate) position: Option<String>,
    pub(crate) record: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) steps: Option<usize>,
    #[serde(default)]
    pub(crate) lenient: bool,
    pub(crate) chance: Option<Mode>,
    pub(crate) seed: Option<u64>,
}

/// Other settings of the session.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Set {
    pub(crate) chance: Option<Mode>,
    pub(crate) seed: Option<u64>,
}

/// Steps to take: one, or several, of which either all or none are taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Apply {
    pub(crate) step: Option<Value>,
    pub(crate) steps: Option<Vec<Value>>,
    pub(crate) seat: Option<Seat>,
    pub(crate) action: Option<Value>,
    pub(crate) outcome: Option<Value>,
}

/// The legal actions: in the session's game, or in a position or view.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Actions {
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) lenient: bool,
    pub(crate) most: Option<usize>,
    pub(crate) seat: Option<Seat>,
    pub(crate) offers: Option<u8>,
    pub(crate) to: Option<SeatSet>,
}

/// Sequences of steps to count.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Perft {
    pub(crate) depth: u32,
    #[serde(default)]
    pub(crate) divide: bool,
    pub(crate) most: Option<u64>,
}

/// How a bot trades.
#[derive(Deserialize)]
#[serde(remote = "Manner", rename_all = "snake_case")]
pub(crate) enum MannerName {
    Table,
    Lively,
    Quiet,
    Bots,
    Silent,
    Arena,
}

/// A manner that may be missing.
fn manner<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Manner>, D::Error> {
    MannerName::deserialize(deserializer).map(Some)
}

/// Terms in notation.
fn all_terms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Terms>>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let terms = texts.iter().map(|text| {
        parse_terms(text).ok_or_else(|| {
            D::Error::custom(format!(
                "`{text}` is not the terms of an offer, such as `W>O`"
            ))
        })
    });
    terms.collect::<Result<_, _>>().map(Some)
}

/// A decision of a bot in the session's game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Go {
    pub(crate) bot: Level,
    #[serde(default, deserialize_with = "manner")]
    pub(crate) manner: Option<Manner>,
    pub(crate) seat: Option<Seat>,
    pub(crate) seed: Option<u64>,
    pub(crate) guesses: Option<u32>,
    pub(crate) nodes: Option<u32>,
    pub(crate) milliseconds: Option<u32>,
    #[serde(default)]
    pub(crate) give_up: bool,
    #[serde(default)]
    pub(crate) apply: bool,
}

/// A decision from a view alone, in the same form as requests to external programs. The line of the view
/// says everything; fields that repeat it in another form are accepted and ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Choose {
    pub(crate) position: String,
    /// The events for the viewer since the game began.
    pub(crate) events: Option<Vec<Event>>,
    /// The offers of the viewer that nobody took, of its present turn and the last one.
    #[serde(default, deserialize_with = "all_terms")]
    pub(crate) in_vain: Option<Vec<Terms>>,
    pub(crate) bot: Option<Level>,
    #[serde(default, deserialize_with = "manner")]
    pub(crate) manner: Option<Manner>,
    pub(crate) seed: Option<u64>,
    pub(crate) guesses: Option<u32>,
    pub(crate) nodes: Option<u32>,
    pub(crate) milliseconds: Option<u32>,
    #[serde(default)]
    pub(crate) give_up: bool,
    #[serde(default)]
    pub(crate) lenient: bool,
    #[serde(rename = "budget_ms")]
    pub(crate) _budget_ms: Option<u32>,
    #[serde(rename = "seat")]
    pub(crate) _seat: Option<Seat>,
    #[serde(rename = "game")]
    pub(crate) _game: Option<Value>,
    #[serde(rename = "view")]
    pub(crate) _view: Option<Value>,
    #[serde(rename = "rates")]
    pub(crate) _rates: Option<Value>,
    #[serde(rename = "actions")]
    pub(crate) _actions: Option<Value>,
}
