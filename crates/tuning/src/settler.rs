//! A bot that may choose its first settlements by pips and noise instead of its own judgment.

use brickwood_arena::{DecisionRequest, Player, PlayerError};
use brickwood_bots::{Bot, legal_choices};
use brickwood_rules::{Action, Game, Intersection, Phase};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The largest noise, in pips: about two good hexes.
const NOISE: f64 = 8.0;

/// A bot whose openings differ from game to game.
pub(crate) struct Settler {
    pub(crate) bot: Bot,
    /// Whether it settles where pips plus noise are highest.
    pub(crate) is_noisy: bool,
}

impl Player for Settler {
    fn reads_history(&self) -> bool {
        self.bot.level().reads_history()
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        let chosen = self.bot.decide(request)?;
        Ok(match (request.view.phase, chosen) {
            (Phase::SetUpSettlement, Some(Action::BuildSettlement { .. })) if self.is_noisy => {
                noisy_settlement(request)
            }
            _ => chosen,
        })
    }
}

fn noisy_settlement(request: &DecisionRequest<'_>) -> Option<Action> {
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    let scored = legal_choices(request.game, request.view)
        .into_iter()
        .filter_map(|action| match action {
            Action::BuildSettlement { at } => {
                let noise: f64 = rng.random_range(0.0..NOISE);
                Some((action, pips(request.game, at) + noise))
            }
            _ => None,
        });
    scored
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(action, _)| action)
}

fn pips(game: &Game, at: Intersection) -> f64 {
    let board = game.board();
    let hexes = board.topology().hexes_round(at);
    hexes.map(|hex| f64::from(board.hex(hex).pips())).sum()
}
