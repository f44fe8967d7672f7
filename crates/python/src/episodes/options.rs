//! What a program says of its episodes, as [`Options`](brickwood_episodes::Options) have it.

use brickwood_episodes::{Opponent, OptionsError, Reward, Sitting};
use brickwood_rules::{Seat, SeatSet};
use pyo3::prelude::*;

use crate::error::{ChoiceError, Fault, Outcome, RulesError};
use crate::players::{level, names, no_such_player};

/// A built-in player by its name.
pub(super) struct OpponentName(pub(super) Opponent);

impl<'py> FromPyObject<'_, 'py> for OpponentName {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let name: String = name.extract()?;
        let opponent = match name.as_str() {
            "random" => Some(Opponent::Random),
            "scripted" => Some(Opponent::Scripted),
            name => level(name).map(Opponent::Bot),
        };
        opponent
            .map(Self)
            .ok_or_else(|| no_such_player(&name, &names()))
    }
}

/// A reward by its name.
pub(super) fn named_reward(name: &str) -> Outcome<Reward> {
    match name {
        "win" => Ok(Reward::Win),
        "points" => Ok(Reward::Points),
        "shaped" => Ok(Reward::Shaped),
        _ => Err(ChoiceError::new_err(format!(
            "there is no reward `{name}`: there are win, points and shaped"
        ))
        .into()),
    }
}

/// Where a program sits: on these seats, or on one by the seed.
pub(super) fn sitting(learners: Option<Vec<u8>>, players: u8) -> Outcome<Sitting> {
    let Some(seats) = learners else {
        return Ok(Sitting::Anywhere);
    };
    let known = seats.iter().filter(|seat| **seat < players);
    let set: SeatSet = known.filter_map(|seat| Seat::new(*seat)).collect();
    if set.len() != seats.len() {
        return Err(OptionsError::Learners.into());
    }
    Ok(Sitting::Seats(set))
}

impl From<OptionsError> for Fault {
    fn from(error: OptionsError) -> Self {
        match error {
            OptionsError::Rules(error) => RulesError::new_err(error.to_string()).into(),
            error => ChoiceError::new_err(error.to_string()).into(),
        }
    }
}
