//! A session: one game at a time, and an answer to every line.

use brickwood_bots::Level;
use brickwood_notation::{edition_name, rules_text_from, step_text};
use brickwood_rules::{Edition, Rules};
use serde::{Deserialize, Serialize};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

use crate::{
    Code, PROTOCOL, Problem, World, bots, counting,
    game::Play,
    geometry, history,
    json::Unique,
    listing,
    report::{
        Body, Costs, GameReport, Outcomes, Score, StateReport, Status, Taken, ViewReport, body,
    },
    request::{COMMANDS, Command, Nothing, Set},
    start::{self, Begun},
    steps,
};

/// The longest line that a session reads, in bytes, without its end.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// The answer to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionAnswer {
    /// JSON on one line, without its end.
    pub line: String,
    /// Whether the other side has ended the session.
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
    Result(Body),
    Error(Problem),
}

impl Session {
    /// A session without a game.
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to any line.
    pub fn answer(&mut self, line: &[u8], world: &dyn World) -> SessionAnswer {
        let mut id = None;
        let mut is_last = false;
        let result = read(line, &mut id).and_then(|command| {
            is_last = matches!(command, Command::Quit(_));
            self.run(command, world)
        });
        reply(id, result, is_last)
    }

    /// The answer to a line that is longer than [`LONGEST_LINE`] and was not kept.
    pub fn refuse_long_line() -> SessionAnswer {
        let message = format!("A line has at most {LONGEST_LINE} bytes.");
        reply(None, Err(Problem::new(Code::TooLong, message)), false)
    }

    /// The answer to a request that failed because of a bug in this program. The session's game is dropped.
    pub fn apologize() -> SessionAnswer {
        let message = "This request met a fault of the program; the game is given up.";
        reply(None, Err(Problem::new(Code::Fault, message)), false)
    }

    fn run(&mut self, command: Command, world: &dyn World) -> Result<Body, Problem> {
        match command {
            Command::Hello(hello) => hello_back(hello.protocol),
            Command::Places(places) => body(&geometry::places(places.layout)),
            Command::Rules(named) => {
                let (edition, rules) = start::rules(named)?;
                body(&RulesReport {
                    edition,
                    rules_text: rules_text_from(edition, &rules),
                    costs: Costs::of(&rules),
                    rules,
                })
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
            Command::Set(set) => {
                let play = self.play()?;
                play.set(&set);
                let (chance, seed) = (Some(play.mode), Some(play.seed));
                body(&Set { chance, seed })
            }
            Command::Apply(apply) => {
                let play = self.play()?;
                let steps = steps::steps(play.game(), *apply)?;
                let steps = play.take_all(&steps)?;
                let status = Status::of(play);
                body(&Taken { steps, status })
            }
            Command::Draw(Nothing {}) => draw(self.play()?),
            Command::Undo(undo) => history::undo(self.play()?, undo.steps),
            Command::Actions(wanted) => match &wanted.position {
                Some(line) => listing::of_line(line, &wanted),
                None => listing::of_game(self.play()?, &wanted),
            },
            Command::Chance(Nothing {}) => {
                let play = self.play()?;
                body(&Outcomes::of(play.game(), play.state()))
            }
            Command::State(Nothing {}) => body(&StateReport::of(self.play()?)),
            Command::View(wanted) => {
                let play = self.play()?;
                play.check_seat(wanted.seat)?;
                body(&ViewReport::of(play, wanted.seat, wanted.bounds))
            }
            Command::Events(wanted) => history::told(self.play()?, wanted.seat, wanted.steps),
            Command::Score(viewer) => {
                let play = self.play()?;
                play.check_seat(viewer.seat)?;
                body(&Score::of(play.game(), play.state(), viewer.seat))
            }
            Command::Perft(perft) => counting::count(self.play()?, &perft),
            Command::Go(go) => bots::go_on(self.play()?, &go, world),
            Command::Choose(choose) => bots::choose_from_view(&choose, world),
            Command::Record(record) => history::record(self.play()?, record.names),
            Command::Quit(nothing) => body(&nothing),
        }
    }

    fn play(&mut self) -> Result<&mut Play, Problem> {
        let none = || {
            let message = "There is no game yet: begin with `new` or `load`.";
            Problem::new(Code::NoGame, message)
        };
        self.play.as_mut().ok_or_else(none)
    }

    fn begin(&mut self, begun: Begun, set: &Set) -> Result<Body, Problem> {
        let Begun {
            mut play,
            overlooked,
        } = begun;
        play.set(set);
        let drawn = play.take_all(&[])?;
        let answer = body(&BegunReport {
            game: GameReport::of(play.game()),
            drawn,
            overlooked,
            status: Status::of(&play),
        });
        self.play = Some(play);
        answer
    }
}

#[derive(Serialize)]
struct RulesReport {
    edition: Edition,
    rules: Rules,
    rules_text: String,
    costs: Costs,
}

#[derive(Serialize)]
struct BegunReport<'a> {
    game: GameReport<'a>,
    drawn: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlooked: Vec<String>,
    status: Status<'a>,
}

fn draw(play: &mut Play) -> Result<Body, Problem> {
    let before = play.steps().len();
    if !play.draw() {
        return Err(Problem::new(Code::NotChance, "Chance is not to act."));
    }
    let text = step_text(play.game().board().topology(), play.steps()[before]);
    let (steps, status) = (vec![text], Status::of(play));
    body(&Taken { steps, status })
}

fn reply(id: Option<Box<RawValue>>, result: Result<Body, Problem>, is_last: bool) -> SessionAnswer {
    let outcome = match result {
        Ok(result) => Outcome::Result(result),
        Err(problem) => Outcome::Error(problem),
    };
    let line = serde_json::to_string(&Reply { id, outcome }).expect("an answer is JSON");
    SessionAnswer { line, is_last }
}

/// The request of a line; its id is found even where the rest is wrong.
fn read(line: &[u8], id: &mut Option<Box<RawValue>>) -> Result<Command, Problem> {
    let Unique(json) = serde_json::from_slice(line).map_err(|error| {
        if error.is_data() {
            Problem::bad_request(error.to_string())
        } else {
            Problem::new(Code::BadJson, format!("This line is not JSON: {error}."))
        }
    })?;
    let Value::Object(mut request) = json else {
        return Err(Problem::bad_request("a request is an object"));
    };
    *id = request.remove("id").and_then(|id| id_text(line, &id));
    match request.remove("command") {
        Some(Value::String(command)) => Command::read(&command, Value::Object(request)),
        _ => Err(Problem::bad_field(
            "command",
            "a request has a `command`, which is a text",
        )),
    }
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

#[derive(Serialize)]
struct HelloReport {
    name: &'static str,
    version: &'static str,
    protocol: u32,
    commands: &'static [&'static str],
    bots: [&'static str; Level::ALL.len()],
    editions: [String; 5],
    longest_line: usize,
    /// This session wants the events of the game so far when it is asked to `choose`.
    events: bool,
}

fn hello_back(protocol: Option<u32>) -> Result<Body, Problem> {
    if protocol.is_some_and(|protocol| protocol != PROTOCOL) {
        let message = format!("This is version {PROTOCOL} of the protocol.");
        return Err(Problem::new(Code::OtherProtocol, message));
    }
    body(&HelloReport {
        name: "brickwood",
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        commands: COMMANDS,
        bots: Level::ALL.map(Level::name),
        editions: Edition::ALL.map(edition_name),
        longest_line: LONGEST_LINE,
        events: true,
    })
}
