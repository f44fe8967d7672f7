//! What chance can decide next, and how likely each outcome is.

use crate::{
    ChanceOutcome, Dice, DiceSource, Game, Phase, Resource, State, development::DevelopmentCard,
};

/// Calls `found` with every outcome that chance can have next and its weight: its probability is the
/// weight divided by the sum of all weights. Nothing where chance is not to act.
///
/// ```
/// # use brickwood_rules::*;
/// let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
/// let mut outcomes = 0;
/// for_each_outcome(&game, &State::new(&game), |_, weight| {
///     assert_eq!(weight, 1);
///     outcomes += 1;
/// });
/// assert_eq!(outcomes, 36);
/// # Ok::<(), RulesError>(())
/// ```
pub fn for_each_outcome(game: &Game, state: &State, mut found: impl FnMut(ChanceOutcome, u32)) {
    match *state.phase() {
        Phase::Dice if game.rules().dice == DiceSource::Deck => {
            for dice in state.dice_deck().drawable() {
                found(ChanceOutcome::Dice { dice }, 1);
            }
        }
        Phase::FirstPlayer { .. } | Phase::Dice => {
            for dice in Dice::ALL {
                found(ChanceOutcome::Dice { dice }, 1);
            }
        }
        Phase::Theft { victim } => {
            let hand = state.hand(victim);
            for resource in Resource::ALL {
                if hand[resource] > 0 {
                    found(ChanceOutcome::Stolen { resource }, hand[resource].into());
                }
            }
        }
        Phase::Draw => {
            let deck = state.drawable();
            for card in DevelopmentCard::ALL {
                if deck[card] > 0 {
                    found(ChanceOutcome::Drawn { card }, deck[card].into());
                }
            }
        }
        _ => {}
    }
}

/// The outcome in whose part of the sum of all weights a number lies; `below` is given that sum and
/// answers with a number less than it. Nothing where chance is not to act.
pub fn draw_outcome(
    game: &Game,
    state: &State,
    below: impl FnOnce(u32) -> u32,
) -> Option<ChanceOutcome> {
    let mut total = 0;
    for_each_outcome(game, state, |_, weight| total += weight);
    if total == 0 {
        return None;
    }
    let mut left = Some(below(total));
    let mut drawn = None;
    for_each_outcome(game, state, |outcome, weight| {
        if let Some(number) = left {
            left = number.checked_sub(weight);
            if left.is_none() {
                drawn = Some(outcome);
            }
        }
    });
    drawn
}
