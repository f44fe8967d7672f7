//! Steps in requests: as text, or as an object.

use brickwood_notation::{parse_action, parse_step};
use brickwood_rules::{Action, Game, Step};
use serde_json::Value;

use crate::{Code, Problem, game::check_seat, json, request::Apply};

/// The steps that a request names.
pub(crate) fn steps(game: &Game, apply: Apply) -> Result<Vec<Step>, Problem> {
    let Apply {
        step,
        steps,
        seat,
        action,
        outcome,
    } = apply;
    let mut found = match (step, steps, seat, action) {
        (Some(step), None, None, None) => vec![read_step(game, "step", step)?],
        (None, Some(steps), None, None) => {
            let steps = steps.into_iter().enumerate().map(|(number, step)| {
                let at = format!("steps[{number}]");
                read_step(game, &at, step).map_err(|problem| problem.of_step(number))
            });
            steps.collect::<Result<_, _>>()?
        }
        (None, None, Some(seat), Some(action)) => {
            let action = read_action(game, "action", &action)?;
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
        found.push(read_outcome(game, "outcome", &outcome)?);
    }
    for step in &found {
        if let Step::Action { seat, .. } = step {
            check_seat(game, Some(*seat))?;
        }
    }
    Ok(found)
}

fn read_step(game: &Game, at: &str, mut json: Value) -> Result<Step, Problem> {
    if let Value::String(text) = &json {
        return parse_step(game.board().topology(), text).map_err(|error| bad_step(at, &error));
    }
    // The field of the object may be a text as well.
    if let Some(action) = json.get_mut("action") {
        let read = read_action(game, &format!("{at}.action"), action)?;
        *action = serde_json::to_value(read).unwrap_or_default();
    }
    if let Some(outcome) = json.get_mut("outcome")
        && let Step::Chance { outcome: read } =
            read_outcome(game, &format!("{at}.outcome"), outcome)?
    {
        *outcome = serde_json::to_value(read).unwrap_or_default();
    }
    json::read_known(at, &json)
}

/// An action in either form, in the field `at`.
pub(crate) fn read_action(game: &Game, at: &str, json: &Value) -> Result<Action, Problem> {
    match json {
        Value::String(text) => {
            parse_action(game.board().topology(), text).map_err(|error| bad_step(at, &error))
        }
        json => json::read_known(at, json),
    }
}

fn read_outcome(game: &Game, at: &str, json: &Value) -> Result<Step, Problem> {
    match json {
        Value::String(text) => {
            match parse_step(game.board().topology(), text).map_err(|error| bad_step(at, &error))? {
                step @ Step::Chance { .. } => Ok(step),
                _ => Err(Problem::bad_field(at, "`outcome` is a step of chance")),
            }
        }
        json => Ok(Step::Chance {
            outcome: json::read_known(at, json)?,
        }),
    }
}

fn bad_step(at: &str, error: &impl ToString) -> Problem {
    Problem {
        field: Some(at.into()),
        ..Problem::new(Code::BadStep, error.to_string())
    }
}
