//! Episodes as they are stored, and back.

use std::sync::Arc;

use brickwood_arena::Seeded;
use brickwood_encode::Draft;
use brickwood_rules::{
    Board, BySeat, Event, Game, History, Inconsistent, OwnHand, Seat, SeatSet, State, View,
};
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::Episode;
use crate::Options;

/// An episode without its options. What bots remember follows from their histories.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved {
    board: Board,
    /// What everybody sees.
    view: View,
    /// All else, by seat.
    hidden: BySeat<OwnHand>,
    learners: SeatSet,
    chance: Seeded,
    random: Xoshiro256PlusPlus,
    drafts: BySeat<Draft>,
    /// By seat, of those who need one.
    told: Vec<Option<Vec<Event>>>,
    steps: u32,
    forfeited: Option<Seat>,
    scores: BySeat<f32>,
    rewards: BySeat<f32>,
}

impl Episode {
    pub(crate) fn save(&self) -> Saved {
        let game = self.game();
        let told = |history: &Option<History>| Some(history.as_ref()?.events().to_vec());
        Saved {
            board: game.board().clone(),
            view: self.state.view(game, None),
            hidden: BySeat::of(|seat| self.state.hidden(seat)),
            learners: self.learners,
            chance: self.chance.clone(),
            random: self.random.clone(),
            drafts: self.drafts,
            told: self.histories.iter().map(told).collect(),
            steps: self.steps,
            forfeited: self.forfeited,
            scores: self.scores,
            rewards: self.rewards,
        }
    }

    /// # Errors
    ///
    /// What is no episode with these options.
    pub(crate) fn restore(options: Arc<Options>, saved: Saved) -> Result<Self, Inconsistent> {
        let Saved {
            board,
            view,
            hidden,
            learners,
            chance,
            random,
            drafts,
            told,
            steps,
            forfeited,
            scores,
            rewards,
        } = saved;
        options.check().map_err(|_| Inconsistent)?;
        let game = Game::new(options.rules, board).map_err(|_| Inconsistent)?;
        let all = SeatSet::all(options.rules.players);
        let seats = forfeited.map_or(learners, |seat| learners.with(seat));
        if learners.is_empty() || !seats.is_subset(all) {
            return Err(Inconsistent);
        }
        let state = State::from_view(&game, &view, &hidden)?;
        let mut episode = Self::at(options, &game, &state, learners, chance, random);
        if told.len() != episode.histories.len() {
            return Err(Inconsistent);
        }
        for (history, told) in episode.histories.iter_mut().zip(told) {
            let viewer = history.as_ref().map(History::viewer);
            *history = match (viewer, told) {
                (Some(viewer), Some(told)) => Some(History::from_events(viewer, told)),
                (None, None) => None,
                _ => return Err(Inconsistent),
            };
        }
        Ok(Self {
            drafts,
            steps,
            forfeited,
            scores,
            rewards,
            ..episode
        })
    }
}
