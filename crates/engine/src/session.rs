//! A session: one game at a time, and an answer to every line.

use brickwood_arena::for_each_step;
use brickwood_bots::give_up;
use brickwood_notation::{
    Player, Record, RecordResult, edition_name, parse_action, parse_step, parse_view, record_text,
    rules_text_from, step_text,
};
use brickwood_rules::{
    Action, Edition, Game, Phase, Seat, SeatSet, State, Step, Terms, ToAct, events, legal_actions,
    offers_up_to,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Problem,
    choose::{Budget, decide},
    game::Play,
    geometry, problem, report,
    request::{Actions, Apply, COMMANDS, Choose, Command, Go, Perft, Set},
    start, strict,
};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that a session reads, in bytes, without its end.
pub const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// The most cards on a side of the offers that are listed.
const MOST_CARDS: u8 = 4;

/// How many sequences are counted where nobody says how many at most.
const MOST_SEQUENCES: u64 = 100_000_000;

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
    id: Option<Value>,
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
            Command::Choose(choose) => choose_from_view(&choose, world),
            Command::Quit {} => Ok(json!({})),
            command => in_game(self.play.as_mut().ok_or_else(no_game)?, command, world),
        }
    }

    fn begin(&mut self, mut play: Play, set: &Set) -> Result<Value, Problem> {
        change(&mut play, set);
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

fn reply(id: Option<Value>, result: Result<Value, Problem>, is_last: bool) -> Answer {
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
fn read(line: &[u8], id: &mut Option<Value>) -> Result<Command, Problem> {
    let json: Value = serde_json::from_slice(line)
        .map_err(|error| Problem::new("bad_json", format!("This line is no JSON: {error}.")))?;
    let Value::Object(mut request) = json else {
        return Err(Problem::bad_request("a request is an object"));
    };
    *id = request.remove("id");
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

fn change(play: &mut Play, set: &Set) {
    play.mode = set.chance.unwrap_or(play.mode);
    play.seed = set.seed.unwrap_or(play.seed);
}

fn in_game(play: &mut Play, command: Command, world: &dyn World) -> Result<Value, Problem> {
    match command {
        Command::Set(set) => {
            change(play, &set);
            Ok(json!({ "chance": play.mode, "seed": play.seed }))
        }
        Command::Apply(apply) => {
            let steps = steps(&play.game, apply)?;
            took(play, &steps)
        }
        Command::Draw {} => {
            let before = play.steps().len();
            if !play.draw() {
                return Err(Problem::new("not_chance", "Chance is not to act."));
            }
            let text = step_text(play.game.board().topology(), play.steps()[before]);
            Ok(json!({ "steps": [text], "status": report::status(play) }))
        }
        Command::Undo { steps } => undo(play, steps),
        Command::Actions(wanted) => actions(play, &wanted),
        Command::Chance {} => Ok(report::outcomes(&play.game, &play.state)),
        Command::State {} => {
            let mut answer = report::state(&play.game, &play.state);
            answer["status"] = report::status(play);
            Ok(answer)
        }
        Command::View { seat } => {
            check_seat(play, seat)?;
            Ok(report::view(&play.game, &play.state, seat))
        }
        Command::Events { seat, steps } => {
            check_seat(play, seat)?;
            events_of(play, seat, steps)
        }
        Command::Score { seat } => {
            check_seat(play, seat)?;
            Ok(report::score(&play.game, &play.state, seat.map(Some)))
        }
        Command::Perft(perft) => count(play, &perft),
        Command::Go(go) => go_on(play, &go, world),
        Command::Record { names } => record(play, names),
        Command::Hello(_)
        | Command::Places { .. }
        | Command::Rules(_)
        | Command::New(_)
        | Command::Load(_)
        | Command::Choose(_)
        | Command::Quit {} => unreachable!("these need no game"),
    }
}

fn check_seat(play: &Play, seat: Option<Seat>) -> Result<(), Problem> {
    let players = play.game.rules().players;
    match seat {
        Some(seat) if seat.index() >= play.game.rules().seats() => {
            let message = format!("There are {players} seats, from 0 on.");
            Err(Problem::new("no_such_seat", message))
        }
        _ => Ok(()),
    }
}

fn took(play: &mut Play, steps: &[Step]) -> Result<Value, Problem> {
    let texts = play.take_all(steps)?;
    Ok(json!({ "steps": texts, "status": report::status(play) }))
}

/// The steps that a request names.
fn steps(game: &Game, apply: Apply) -> Result<Vec<Step>, Problem> {
    let Apply {
        step,
        steps,
        seat,
        action,
        outcome,
    } = apply;
    let mut found = match (step, steps, seat, action) {
        (Some(step), None, None, None) => vec![read_step(game, step)?],
        (None, Some(steps), None, None) => {
            let steps = steps.into_iter().map(|step| read_step(game, step));
            steps.collect::<Result<_, _>>()?
        }
        (None, None, Some(seat), Some(action)) => {
            let action = read_action(game, action)?;
            vec![Step::Action { seat, action }]
        }
        (None, None, None, None) if outcome.is_some() => Vec::new(),
        _ => {
            return Err(Problem::bad_request(
                "one of `step`, `steps`, `outcome`, or `seat` with `action` says what happens",
            ));
        }
    };
    if let Some(outcome) = outcome {
        found.push(read_outcome(game, outcome)?);
    }
    Ok(found)
}

fn read_step(game: &Game, json: Value) -> Result<Step, Problem> {
    match json {
        Value::String(text) => parse_step(game.board().topology(), &text)
            .map_err(|error| Problem::new("bad_step", error.to_string())),
        json => strict::read(json),
    }
}

pub(crate) fn read_action(game: &Game, json: Value) -> Result<Action, Problem> {
    match json {
        Value::String(text) => parse_action(game.board().topology(), &text)
            .map_err(|error| Problem::new("bad_step", error.to_string())),
        json => strict::read(json),
    }
}

fn read_outcome(game: &Game, json: Value) -> Result<Step, Problem> {
    match json {
        Value::String(_) => match read_step(game, json)? {
            step @ Step::Chance { .. } => Ok(step),
            _ => Err(Problem::bad_request("`outcome` is a step of chance")),
        },
        json => Ok(Step::Chance {
            outcome: strict::read(json)?,
        }),
    }
}

fn undo(play: &mut Play, steps: Option<usize>) -> Result<Value, Problem> {
    let taken = play.steps().len();
    let steps = steps.unwrap_or_else(|| play.last_action());
    if steps > taken || taken == 0 {
        let message = format!("{taken} steps can be taken back.");
        return Err(Problem::new("nothing_to_undo", message));
    }
    play.back_to(taken - steps);
    Ok(json!({ "undone": steps, "status": report::status(play) }))
}

fn actions(play: &Play, wanted: &Actions) -> Result<Value, Problem> {
    check_seat(play, wanted.seat)?;
    let most = wanted.offers.unwrap_or(0);
    if most > MOST_CARDS {
        let message = format!("`offers` is at most {MOST_CARDS} cards a side");
        return Err(Problem::bad_request(message));
    }
    let (game, state) = (&play.game, &play.state);
    let seats = match (wanted.seat, state.to_act()) {
        (Some(seat), _) => SeatSet::only(seat),
        (None, ToAct::Seats { seats }) => seats,
        (None, ToAct::Chance | ToAct::Nobody) => SeatSet::EMPTY,
    };
    let mut found = Vec::new();
    for seat in seats.iter() {
        let mut actions = legal_actions(game, state, seat);
        actions.extend(offers(game, state, seat, wanted.to, most));
        found.extend(
            actions
                .into_iter()
                .map(|action| report::action(game, seat, action)),
        );
    }
    Ok(json!({ "actions": found }))
}

/// Offers of the seat whose turn it is, counter-offers of a seat that is asked.
fn offers(game: &Game, state: &State, seat: Seat, to: Option<SeatSet>, most: u8) -> Vec<Action> {
    let players = game.rules().players;
    if most == 0 || !state.may_act(seat) {
        return Vec::new();
    }
    if matches!(state.phase(), Phase::Trade { .. }) {
        let mut found = Vec::new();
        let own = multisets(state.hand(seat).counts(), most);
        for take in &own {
            for give in &multisets([most; 5], most) {
                let action = Action::Counter {
                    terms: Terms {
                        give: *give,
                        take: *take,
                    },
                };
                if state.apply(game, Step::Action { seat, action }).is_ok() {
                    found.push(action);
                }
            }
        }
        return found;
    }
    let others = SeatSet::all(players).without(seat);
    offers_up_to(game, state, to.unwrap_or(others), most)
}

/// All multisets of one to `most` of these cards.
fn multisets(of: [u8; 5], most: u8) -> Vec<brickwood_rules::Cards> {
    let mut found = vec![[0u8; 5]];
    for kind in 0..5 {
        let mut grown = Vec::new();
        for counts in &found {
            let left = most - counts.iter().sum::<u8>();
            for more in 0..=left.min(of[kind]) {
                let mut counts = *counts;
                counts[kind] = more;
                grown.push(counts);
            }
        }
        found = grown;
    }
    found.retain(|counts| counts.iter().any(|count| *count > 0));
    found.into_iter().map(brickwood_rules::Cards::new).collect()
}

fn events_of(play: &Play, seat: Option<Seat>, steps: Option<usize>) -> Result<Value, Problem> {
    let taken = play.steps().len();
    let last = steps.unwrap_or_else(|| play.last_action());
    let Some(first) = taken.checked_sub(last) else {
        let message = format!("There are {taken} steps.");
        return Err(Problem::bad_request(message));
    };
    let told = (first..taken).map(|number| {
        let step = play.steps()[number];
        let (before, after) = play.before_and_after(number);
        events(&play.game, &before, step, &after, seat)
    });
    let events: Vec<_> = told.flatten().collect();
    let names: Vec<String> = (1..=play.game.rules().players)
        .map(|number| format!("Seat {number}"))
        .collect();
    let words = events
        .iter()
        .map(|event| crate::event_words(&play.game, &names, event));
    let words: Vec<String> = words.collect();
    Ok(json!({ "events": events, "words": words }))
}

fn count(play: &Play, wanted: &Perft) -> Result<Value, Problem> {
    let mut left = wanted.most.unwrap_or(MOST_SEQUENCES);
    if wanted.depth > 64 {
        return Err(Problem::bad_request("`depth` is at most 64"));
    }
    let topology = play.game.board().topology();
    let mut steps = Vec::new();
    for_each_step(&play.game, &play.state, |step| steps.push(step));
    let mut divided = Vec::new();
    let mut sequences = u64::from(wanted.depth == 0);
    if wanted.depth > 0 {
        for step in steps {
            let after = play.state.apply(&play.game, step).expect("it is listed");
            let counted = sequences_from(&play.game, &after, wanted.depth - 1, &mut left);
            let counted = counted.ok_or_else(|| {
                let message = "There are more sequences than `most` allows to count.";
                Problem::new("too_many", message)
            })?;
            sequences += counted;
            divided.push(json!({ "step": step_text(topology, step), "sequences": counted }));
        }
    }
    let mut answer = json!({ "sequences": sequences });
    if wanted.divide {
        answer["divided"] = Value::Array(divided);
    }
    Ok(answer)
}

/// How many sequences of steps there are; nothing once more than `left` were counted.
fn sequences_from(game: &Game, state: &State, depth: u32, left: &mut u64) -> Option<u64> {
    if depth == 0 {
        *left = left.checked_sub(1)?;
        return Some(1);
    }
    let mut sequences = Some(0u64);
    for_each_step(game, state, |step| {
        let Some(sum) = sequences else { return };
        sequences = if depth == 1 {
            left.checked_sub(1).map(|rest| {
                *left = rest;
                sum + 1
            })
        } else {
            let after = state.apply(game, step).expect("what is listed is legal");
            sequences_from(game, &after, depth - 1, left).map(|counted| sum + counted)
        };
    });
    sequences
}

fn go_on(play: &mut Play, go: &Go, world: &dyn World) -> Result<Value, Problem> {
    check_seat(play, go.seat)?;
    let budget = Budget::new(go.guesses, go.milliseconds)?;
    let to_act = match play.state.to_act() {
        ToAct::Seats { seats } => seats,
        ToAct::Chance | ToAct::Nobody => SeatSet::EMPTY,
    };
    let seats = go.seat.map_or(to_act, SeatSet::only);
    for seat in seats.iter() {
        let view = play.state.view(&play.game, Some(seat));
        let seed = go.seed.unwrap_or_else(|| {
            // Streams of their own, apart from those of the draws.
            let place = play.steps().len() as u64 * 8 + u64::from(u8::from(seat));
            start::seed_from(play.seed, place | 1 << 63)
        });
        let (action, guesses) = if go.give_up {
            (give_up(&play.game, &view), 1)
        } else {
            let level = go.bot.into();
            let decision = decide(level, &play.game, &view, seed, budget, world);
            (decision.action, decision.guesses)
        };
        let Some(action) = action else { continue };
        let mut answer = report::action(&play.game, seat, action);
        answer["guesses"] = guesses.into();
        if go.apply {
            let taken = took(play, &[Step::Action { seat, action }])?;
            answer["steps"] = taken["steps"].clone();
            answer["status"] = taken["status"].clone();
        }
        return Ok(answer);
    }
    Ok(json!({ "seat": go.seat, "action": null, "text": null, "guesses": 0 }))
}

/// The decision of a bot from what its seat may know: what an outside program is asked for.
fn choose_from_view(wanted: &Choose, world: &dyn World) -> Result<Value, Problem> {
    let seen = parse_view(&wanted.position)?;
    let Some(seat) = seen.view.viewer else {
        let message = "a spectator has nothing to decide";
        return Err(Problem::bad_request(message));
    };
    let level = wanted.bot.map_or(brickwood_bots::Level::Hard, Into::into);
    let budget = Budget::new(wanted.guesses, None)?;
    let seed = wanted.seed.unwrap_or(0);
    let decision = decide(level, &seen.game, &seen.view, seed, budget, world);
    Ok(match decision.action {
        Some(action) => report::action(&seen.game, seat, action),
        None => json!({ "seat": seat, "action": null, "text": null }),
    })
}

fn record(play: &Play, names: Option<Vec<String>>) -> Result<Value, Problem> {
    let Some(mut header) = play.header.clone() else {
        let message = "This game began from a position, and a record begins with an empty board.";
        return Err(Problem::new("no_record", message));
    };
    if let Some(names) = names {
        if names.len() != header.seats.len() {
            let message = format!("there are {} seats", header.seats.len());
            return Err(Problem::bad_request(message));
        }
        for (seat, name) in header.seats.iter_mut().zip(names) {
            seat.player = Player::Human;
            seat.name = name;
        }
    }
    let text = record_text(&Record {
        header,
        steps: play.steps().to_vec(),
        result: RecordResult::of(&play.game, &play.state),
    });
    let text = text.map_err(|fault| problem::Problem::bad_request(fault.to_string()))?;
    Ok(json!({ "record": text }))
}
