//! From a number to an outcome.

use brickwood_rules::{ChanceOutcome, DiceSource, Game, Phase, State, draw_outcome};

use crate::{Key, Label, Nonce};

/// What chance has decided, and what it followed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// What was drawn.
    pub label: Label,
    /// Which draw of the game it was, from 1.
    pub number: u32,
    /// The sum of the weights of all outcomes.
    pub total: u32,
    /// The number that was drawn, below the total.
    pub drawn: u32,
    /// The outcome: that in whose part of the total the number lies.
    pub outcome: ChanceOutcome,
}

impl Key {
    /// What chance decides in this state; none where it is not to act.
    ///
    /// `number` counts the draws of the game from 1. It is no place in a log: a server that could choose
    /// it, by writing lines that mean nothing, could try numbers until it likes the outcome.
    pub fn draw(
        &self,
        game: &Game,
        state: &State,
        number: u32,
        nonce: Option<Nonce>,
    ) -> Option<Draw> {
        let label = Label::of(game, state)?;
        let (mut total, mut drawn) = (0, 0);
        let outcome = draw_outcome(game, state, |weights| {
            total = weights;
            drawn = self.below(label, number, nonce, total);
            drawn
        })?;
        Some(Draw {
            label,
            number,
            total,
            drawn,
            outcome,
        })
    }

    /// The outcome of [`Key::draw`].
    pub fn outcome(
        &self,
        game: &Game,
        state: &State,
        number: u32,
        nonce: Option<Nonce>,
    ) -> Option<ChanceOutcome> {
        self.draw(game, state, number, nonce)
            .map(|draw| draw.outcome)
    }
}

impl Label {
    /// What chance decides in this state; none where it is not to act.
    pub fn of(game: &Game, state: &State) -> Option<Self> {
        match state.phase() {
            Phase::Dice if game.rules().dice == DiceSource::Deck => Some(Self::DiceDeck),
            Phase::Dice | Phase::FirstPlayer { .. } => Some(Self::Dice),
            Phase::Theft { .. } => Some(Self::Steal),
            Phase::Draw => Some(Self::Development),
            _ => None,
        }
    }
}
