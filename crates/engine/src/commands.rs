//! What is asked about the game of a session, and done in it.

use std::collections::BTreeMap;

use brickwood_notation::{
    Player, Record, RecordResult, parse_action, parse_step, record_text, step_text,
};
use brickwood_rules::{Action, Game, Seat, Step, events};
use serde_json::{Value, json};

use crate::{
    Problem, bots, counting,
    game::Play,
    listing, report,
    request::{Apply, Command, Set},
    session::World,
    strict,
};

/// Other settings for a game.
pub(crate) fn change(play: &mut Play, set: &Set) {
    play.mode = set.chance.unwrap_or(play.mode);
    play.seed = set.seed.unwrap_or(play.seed);
}

/// Does what a command asks for in a game.
pub(crate) fn run(play: &mut Play, command: Command, world: &dyn World) -> Result<Value, Problem> {
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
        Command::Actions(wanted) => listing::actions(play, &wanted),
        Command::Chance {} => Ok(report::outcomes(&play.game, &play.state)),
        Command::State {} => {
            let mut answer = report::state(&play.game, &play.state);
            answer["status"] = report::status(play);
            Ok(answer)
        }
        Command::View { seat } => {
            check_seat(&play.game, seat)?;
            Ok(report::view(&play.game, &play.state, seat))
        }
        Command::Events { seat, steps } => {
            check_seat(&play.game, seat)?;
            events_of(play, seat, steps)
        }
        Command::Score { seat } => {
            check_seat(&play.game, seat)?;
            Ok(report::score(&play.game, &play.state, seat))
        }
        Command::Perft(perft) => counting::count(play, &perft),
        Command::Go(go) => bots::go_on(play, &go, world),
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

pub(crate) fn check_seat(game: &Game, seat: Option<Seat>) -> Result<(), Problem> {
    let players = game.rules().players;
    match seat {
        Some(seat) if seat.index() >= game.rules().seats() => {
            let message = format!("There are {players} seats, from 0 on.");
            Err(Problem::new("no_such_seat", message))
        }
        _ => Ok(()),
    }
}

/// Takes steps and tells of it.
pub(crate) fn took(play: &mut Play, steps: &[Step]) -> Result<Value, Problem> {
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
    for step in &found {
        if let Step::Action { seat, .. } = step {
            check_seat(game, Some(*seat))?;
        }
    }
    Ok(found)
}

fn read_step(game: &Game, json: Value) -> Result<Step, Problem> {
    match json {
        Value::String(text) => parse_step(game.board().topology(), &text)
            .map_err(|error| Problem::new("bad_step", error.to_string())),
        mut json => {
            // What the object holds may be a text as well.
            if let Some(Value::String(text)) = json.get("action") {
                let action = parse_action(game.board().topology(), text)
                    .map_err(|error| Problem::new("bad_step", error.to_string()))?;
                json["action"] = json!(action);
            }
            if let Some(text @ Value::String(_)) = json.get("outcome")
                && let Step::Chance { outcome } = read_outcome(game, text.clone())?
            {
                json["outcome"] = json!(outcome);
            }
            strict::read(&json)
        }
    }
}

/// An action in either form.
pub(crate) fn read_action(game: &Game, json: Value) -> Result<Action, Problem> {
    match json {
        Value::String(text) => parse_action(game.board().topology(), &text)
            .map_err(|error| Problem::new("bad_step", error.to_string())),
        json => strict::read(&json),
    }
}

fn read_outcome(game: &Game, json: Value) -> Result<Step, Problem> {
    match json {
        Value::String(_) => match read_step(game, json)? {
            step @ Step::Chance { .. } => Ok(step),
            _ => Err(Problem::bad_request("`outcome` is a step of chance")),
        },
        json => Ok(Step::Chance {
            outcome: strict::read(&json)?,
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
    // Here others decide chance: that of a record which was read is not that of this game.
    header.fair = None;
    let text = record_text(&Record {
        header,
        steps: play.steps().to_vec(),
        nonces: BTreeMap::new(),
        result: RecordResult::of(&play.game, &play.state),
    });
    let text = text.map_err(|fault| Problem::bad_request(fault.to_string()))?;
    Ok(json!({ "record": text }))
}
