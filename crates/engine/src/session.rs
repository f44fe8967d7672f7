//! A session: one game at a time, and an answer to every line.

use brickwood_notation::{edition_name, rules_text_from};
use brickwood_rules::Edition;
use serde::{Deserialize, Serialize};
use serde_json::{
    Value, json,
    value::{RawValue, to_raw_value},
};

use crate::{
    Problem, bots, commands,
    game::Play,
    geometry, report,
    request::{COMMANDS, Command, Set},
    start,
};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that a session reads, in bytes, without its end.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// What a session needs of the world.
pub trait World {
    /// The text of a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in words.
    fn read(&self, path: &str) -> Result<String, String>;

    /// The time, from any beginning.
    fn milliseconds(&self) -> u64;
}

/// One line back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// JSON on one line, without its end.
    pub line: String,
    /// Whether the other side has said that it is done.
    pub is_last: bool,
}

/// Answers lines. One for each conversation.
#[derive(Default)]
pub struct Session {
    play: Option<Play>,
}

#[derive(Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Box<RawValue>>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Result(Value),
    Error(Problem),
}

impl Session {
    /// A session without a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to a line, whatever it holds.
    pub fn answer(&mut self, line: &[u8], world: &dyn World) -> Answer {
        let mut id = None;
        let mut is_last = false;
        let result = read(line, &mut id).and_then(|command| {
            is_last = matches!(command, Command::Quit {});
            self.run(command, world)
        });
        reply(id, result, is_last)
    }

    /// The answer to a line that is longer than [`LONGEST_LINE`] and was not kept.
    pub fn refuse_long_line() -> Answer {
        let message = format!("A line has at most {LONGEST_LINE} bytes.");
        reply(None, Err(Problem::new("too_long", message)), false)
    }

    /// The answer where a request could not be worked out for a fault of this program. There is no
    /// game any more then.
    pub fn apologize() -> Answer {
        let message = "This request met a fault of the program; the game is given up.";
        reply(None, Err(Problem::new("fault", message)), false)
    }

    fn run(&mut self, command: Command, world: &dyn World) -> Result<Value, Problem> {
        match command {
            Command::Hello(hello) => hello_back(hello.protocol),
            Command::Places { layout } => Ok(geometry::places(layout)),
            Command::Rules(named) => {
                let (edition, rules) = start::rules(named)?;
                let text = rules_text_from(edition, &rules);
                Ok(json!({ "edition": edition, "rules": rules, "rules_text": text }))
            }
            Command::New(order) => {
                let set = Set {
                    chance: order.chance,
                    seed: order.seed,
                };
                self.begin(start::new(*order, set.seed.unwrap_or(0))?, &set)
            }
            Command::Load(load) => {
                let set = Set {
                    chance: load.chance,
                    seed: load.seed,
                };
                self.begin(start::load(&load, world)?, &set)
            }
            Command::Choose(choose) => bots::choose_from_view(&choose, world),
            Command::Quit {} => Ok(json!({})),
            command => commands::run(self.play.as_mut().ok_or_else(no_game)?, command, world),
        }
    }

    fn begin(&mut self, mut play: Play, set: &Set) -> Result<Value, Problem> {
        commands::change(&mut play, set);
        let drawn = play.take_all(&[])?;
        let answer = json!({
            "game": report::game(&play.game),
            "drawn": drawn,
            "status": report::status(&play),
        });
        self.play = Some(play);
        Ok(answer)
    }
}

fn reply(id: Option<Box<RawValue>>, result: Result<Value, Problem>, is_last: bool) -> Answer {
    let outcome = match result {
        Ok(result) => Outcome::Result(result),
        Err(problem) => Outcome::Error(problem),
    };
    let line = serde_json::to_string(&Reply { id, outcome }).expect("an answer is JSON");
    Answer { line, is_last }
}

fn no_game() -> Problem {
    Problem::new(
        "no_game",
        "There is no game yet: begin with `new` or `load`.",
    )
}

/// The request of a line; its id is found even where the rest is wrong.
fn read(line: &[u8], id: &mut Option<Box<RawValue>>) -> Result<Command, Problem> {
    let json: Value = serde_json::from_slice(line)
        .map_err(|error| Problem::new("bad_json", format!("This line is no JSON: {error}.")))?;
    let Value::Object(mut request) = json else {
        return Err(Problem::bad_request("a request is an object"));
    };
    *id = request.remove("id").and_then(|id| id_text(line, &id));
    match request.get("command") {
        Some(Value::String(word)) if COMMANDS.contains(&word.as_str()) => {}
        Some(Value::String(word)) => {
            let message = format!("There is no command `{word}`: see `hello` for all of them.");
            return Err(Problem::new("unknown_command", message));
        }
        _ => {
            return Err(Problem::bad_request(
                "a request has a `command`, which is a text",
            ));
        }
    }
    serde_json::from_value(Value::Object(request))
        .map_err(|error| Problem::bad_request(error.to_string()))
}

/// The id of a request as it was written: a number may have more digits than a number of Rust.
fn id_text(line: &[u8], id: &Value) -> Option<Box<RawValue>> {
    #[derive(Deserialize)]
    struct Head<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
    }
    match serde_json::from_slice::<Head>(line) {
        // An answer is one line.
        Ok(head) if !head.id.get().contains(['\n', '\r']) => Some(head.id.to_owned()),
        _ => to_raw_value(id).ok(),
    }
}

fn hello_back(protocol: Option<u32>) -> Result<Value, Problem> {
    if protocol.is_some_and(|protocol| protocol != PROTOCOL) {
        let message = format!("This is version {PROTOCOL} of the protocol.");
        return Err(Problem::new("other_protocol", message));
    }
    Ok(json!({
        "name": "brickwood",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": PROTOCOL,
        "commands": COMMANDS,
        "bots": ["easy", "medium", "hard"],
        "editions": Edition::ALL.map(edition_name),
        "longest_line": LONGEST_LINE,
    }))
}
