//! What is fixed before a game begins.

use std::sync::Arc;

use brickwood_rules::{
    Game, Playthrough, Rules, RulesError, SetUp, beginners_board, shuffled_board,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::play::{Caps, Ending, play};
use crate::{Budget, Player, Seeded};

/// A game that can be played again: its rules and board, and the seed of all that chance decides.
#[derive(Clone, Debug)]
pub struct Deal {
    /// The rules and the board.
    pub game: Arc<Game>,
    /// Of dice and cards.
    pub seed: u64,
}

impl Deal {
    /// The deal of a seed: a board shuffled by it, or the printed one where the rules ask for that.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played.
    pub fn new(rules: Rules, seed: u64) -> Result<Self, RulesError> {
        rules.check()?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = match rules.set_up {
            SetUp::Placed => shuffled_board(&rules, |n| rng.random_range(0..n)),
            SetUp::Beginners { .. } => beginners_board(),
        };
        let game = Arc::new(Game::new(rules, board)?);
        Ok(Self { game, seed })
    }

    /// Its dice and cards.
    pub fn chance(&self) -> Seeded {
        Seeded::new(self.seed)
    }

    /// Plays it to its end. Its seed also decides what the players leave to chance.
    pub fn play(&self, players: &mut [Box<dyn Player>]) -> (Playthrough, Ending) {
        let mut course = Playthrough::new(Arc::clone(&self.game));
        let (chance, budget) = (&mut self.chance(), Budget::default());
        let ending = play(
            &mut course,
            players,
            chance,
            self.seed,
            budget,
            Caps::default(),
        );
        (course, ending)
    }
}
