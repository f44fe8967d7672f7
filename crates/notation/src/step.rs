//! Steps as lines of text.
//!
//! ```text
//! step    = seat SP action / outcome / "time-up"
//! seat    = "1" / ... / "6"
//! action  = "roll" / "settlement" SP corner / "road" SP side / "city" SP corner / "buy"
//!         / "first-cards" SP corner
//!         / "knight" / "road-building" / "year-of-plenty" SP cards / "monopoly" SP letter
//!         / "victory-point"
//!         / "robber" SP hex / "rob" SP seat / "discard" SP cards / "bank" SP letter ">" letter
//!         / "offer" SP terms SP seat *("," seat) / "accept" / "decline" / "counter" SP terms
//!         / "confirm" SP seat / "withdraw" / "pass" / "end"
//! outcome = "dice" SP die SP die / "stolen" SP letter / "drawn" SP card
//! terms   = cards ">" cards        ; given ">" taken by the seat whose turn it is
//! cards   = 1*letter
//! letter  = "B" / "L" / "W" / "G" / "O"
//! ```
//!
//! Seats are counted from 1 in turn order. Places are named as in [`crate::intersection_name`].

use brickwood_rules::{Action, ChanceOutcome, Dice, Seat, SeatSet, Step, Topology};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cards::{
    cards_text, development_card_text, parse_cards, parse_development_card, parse_resource,
    parse_terms, resource_letter, terms_text,
};
use crate::joined;
use crate::place::{
    hex_name, intersection_name, parse_hex, parse_intersection, parse_path, path_name,
};

/// A text that is no step.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StepError {
    /// The first word is neither a seat nor an outcome.
    #[error(
        "a step begins with a seat from 1 to 6, `dice`, `stolen`, `drawn` or `time-up`, not `{word}`"
    )]
    Step {
        /// Its first word.
        word: String,
    },
    /// There is no such action.
    #[error("there is no action `{word}`")]
    Action {
        /// The word for it.
        word: String,
    },
    /// What follows an action is missing, wrong or too much.
    #[error("`{word}` cannot be followed by `{rest}`")]
    Operand {
        /// The action.
        word: String,
        /// All that follows it.
        rest: String,
    },
}

/// The number by which text calls a seat, from 1.
pub fn seat_number(seat: Seat) -> u8 {
    u8::from(seat) + 1
}

/// The seat of such a number.
pub fn parse_seat(text: &str) -> Option<Seat> {
    Seat::new(text.parse::<u8>().ok()?.checked_sub(1)?)
}

/// A set of seats, such as `1,3`.
pub(crate) fn seats_text(seats: SeatSet) -> String {
    joined(seats.iter().map(seat_number), ",")
}

/// A step as a line of text, such as `2 road c3e`.
pub fn step_text(topology: &Topology, step: Step) -> String {
    match step {
        Step::Action { seat, action } => {
            format!("{} {}", seat_number(seat), action_text(topology, action))
        }
        Step::Chance {
            outcome: ChanceOutcome::Dice { dice },
        } => {
            let [first, second] = dice.faces();
            format!("dice {first} {second}")
        }
        Step::Chance {
            outcome: ChanceOutcome::Stolen { resource },
        } => {
            format!("stolen {}", resource_letter(resource))
        }
        Step::Chance {
            outcome: ChanceOutcome::Drawn { card },
        } => {
            format!("drawn {}", development_card_text(card))
        }
        Step::TimeUp => "time-up".into(),
        Step::CalledOff => "called-off".into(),
    }
}

/// An action as text, without its seat, such as `road c3e`.
pub fn action_text(topology: &Topology, action: Action) -> String {
    match action {
        Action::Roll => "roll".into(),
        Action::BuildSettlement { at } => {
            format!("settlement {}", intersection_name(topology, at))
        }
        Action::TakeFirstCards { at } => {
            format!("first-cards {}", intersection_name(topology, at))
        }
        Action::BuildRoad { at } => format!("road {}", path_name(topology, at)),
        Action::BuildCity { at } => format!("city {}", intersection_name(topology, at)),
        Action::BuyDevelopmentCard => "buy".into(),
        Action::PlayKnight => "knight".into(),
        Action::PlayRoadBuilding => "road-building".into(),
        Action::PlayYearOfPlenty { cards } => format!("year-of-plenty {}", cards_text(cards)),
        Action::PlayMonopoly { resource } => format!("monopoly {}", resource_letter(resource)),
        Action::PlayVictoryPoint => "victory-point".into(),
        Action::MoveRobber { to } => format!("robber {}", hex_name(topology, to)),
        Action::Rob { victim } => format!("rob {}", seat_number(victim)),
        Action::Discard { cards } => format!("discard {}", cards_text(cards)),
        Action::MaritimeTrade { give, take } => {
            format!("bank {}>{}", resource_letter(give), resource_letter(take))
        }
        Action::Offer { terms, to } => {
            format!("offer {} {}", terms_text(terms), seats_text(to))
        }
        Action::Accept => "accept".into(),
        Action::Decline => "decline".into(),
        Action::Counter { terms } => format!("counter {}", terms_text(terms)),
        Action::Confirm { with } => format!("confirm {}", seat_number(with)),
        Action::Withdraw => "withdraw".into(),
        Action::Pass => "pass".into(),
        Action::EndTurn => "end".into(),
    }
}

/// The step of such a line.
///
/// # Errors
///
/// What is wrong with the text. Whether the step is legal is for the rules to say.
pub fn parse_step(topology: &Topology, text: &str) -> Result<Step, StepError> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let operand = || StepError::Operand {
        word: first.into(),
        rest: rest.into(),
    };
    let outcome = match first {
        "dice" => parse_dice(rest).map(|dice| ChanceOutcome::Dice { dice }),
        "stolen" => parse_resource(rest).map(|resource| ChanceOutcome::Stolen { resource }),
        "drawn" => parse_development_card(rest).map(|card| ChanceOutcome::Drawn { card }),
        "time-up" if rest.is_empty() => return Ok(Step::TimeUp),
        "called-off" if rest.is_empty() => return Ok(Step::CalledOff),
        "time-up" | "called-off" => None,
        _ => {
            let seat = parse_seat(first).ok_or_else(|| StepError::Step { word: first.into() })?;
            return Ok(Step::Action {
                seat,
                action: parse_action(topology, rest)?,
            });
        }
    };
    Ok(Step::Chance {
        outcome: outcome.ok_or_else(operand)?,
    })
}

fn parse_dice(text: &str) -> Option<Dice> {
    let (first, second) = text.split_once(' ')?;
    Dice::new(first.parse().ok()?, second.parse().ok()?)
}

/// What stands between the actions of a plan.
const THEN: &str = "; ";

/// Some actions of one seat as text, such as `bank W>O; city c3n; end`.
pub fn plan_text(topology: &Topology, plan: &[Action]) -> String {
    let actions = plan.iter().map(|action| action_text(topology, *action));
    actions.collect::<Vec<_>>().join(THEN)
}

/// The actions of such a text: one at least.
///
/// # Errors
///
/// What is wrong with the text of the first action that cannot be read.
pub fn parse_plan(topology: &Topology, text: &str) -> Result<Vec<Action>, StepError> {
    let actions = text.split(THEN);
    actions
        .map(|action| parse_action(topology, action))
        .collect()
}

/// The action of a text without its seat.
///
/// # Errors
///
/// What is wrong with the text.
pub fn parse_action(topology: &Topology, text: &str) -> Result<Action, StepError> {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let plain = |action| rest.is_empty().then_some(action);
    let action = match verb {
        "roll" => plain(Action::Roll),
        "settlement" => parse_intersection(topology, rest).map(|at| Action::BuildSettlement { at }),
        "first-cards" => parse_intersection(topology, rest).map(|at| Action::TakeFirstCards { at }),
        "road" => parse_path(topology, rest).map(|at| Action::BuildRoad { at }),
        "city" => parse_intersection(topology, rest).map(|at| Action::BuildCity { at }),
        "buy" => plain(Action::BuyDevelopmentCard),
        "knight" => plain(Action::PlayKnight),
        "road-building" => plain(Action::PlayRoadBuilding),
        "year-of-plenty" => parse_cards(rest).map(|cards| Action::PlayYearOfPlenty { cards }),
        "monopoly" => parse_resource(rest).map(|resource| Action::PlayMonopoly { resource }),
        "victory-point" => plain(Action::PlayVictoryPoint),
        "robber" => parse_hex(topology, rest).map(|to| Action::MoveRobber { to }),
        "rob" => parse_seat(rest).map(|victim| Action::Rob { victim }),
        "discard" => parse_cards(rest).map(|cards| Action::Discard { cards }),
        "bank" => parse_bank_trade(rest),
        "offer" => parse_offer(rest),
        "accept" => plain(Action::Accept),
        "decline" => plain(Action::Decline),
        "counter" => parse_terms(rest).map(|terms| Action::Counter { terms }),
        "confirm" => parse_seat(rest).map(|with| Action::Confirm { with }),
        "withdraw" => plain(Action::Withdraw),
        "pass" => plain(Action::Pass),
        "end" => plain(Action::EndTurn),
        _ => return Err(StepError::Action { word: verb.into() }),
    };
    action.ok_or_else(|| StepError::Operand {
        word: verb.into(),
        rest: rest.into(),
    })
}

fn parse_bank_trade(text: &str) -> Option<Action> {
    let (give, take) = text.split_once('>')?;
    Some(Action::MaritimeTrade {
        give: parse_resource(give)?,
        take: parse_resource(take)?,
    })
}

fn parse_offer(text: &str) -> Option<Action> {
    let (terms, to) = text.split_once(' ')?;
    let to = to.split(',').map(parse_seat).collect::<Option<SeatSet>>()?;
    Some(Action::Offer {
        terms: parse_terms(terms)?,
        to,
    })
}
