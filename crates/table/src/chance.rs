//! Chance: every draw follows from the table's secret, the players' seeds, and the number of earlier draws,
//! so that nothing has to be remembered over a restart, and anyone can repeat the draws once the secret is
//! known. `brickwood-fair` has the formulas.

use brickwood_fair::{ClientSeed, Key, Nonce, Secret};
use brickwood_rules::{ChanceOutcome, Game, Seat, State};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use sha2::{Digest, Sha256};

/// The draws of one table.
pub(crate) struct Chance {
    secret: Secret,
    table: String,
    key: Key,
}

impl Chance {
    /// The draws of the table with this id, with the seeds of these seats.
    pub(crate) fn new(secret: [u8; 32], id: &str, seeds: &[(Seat, ClientSeed)]) -> Self {
        let secret = Secret::new(secret);
        Self {
            key: Key::derive(&secret, id, seeds),
            table: id.to_owned(),
            secret,
        }
    }

    /// Draws for the board of a deal, from 1: a number below the argument. They do not depend on the
    /// players' seeds.
    pub(crate) fn board(&self, deal: u16) -> impl FnMut(usize) -> usize + use<> {
        self.secret.board(&self.table, deal)
    }

    /// The outcome of the game's draw with this number, from 1, if the state waits for chance. The
    /// nonce is that of the action that led here.
    pub(crate) fn outcome(
        &self,
        game: &Game,
        state: &State,
        number: u32,
        nonce: Option<Nonce>,
    ) -> Option<ChanceOutcome> {
        self.key.outcome(game, state, number, nonce)
    }
}

/// Draws for the board that a text names: the same at every table, and for the engine. They do not depend
/// on a secret.
pub(crate) fn named_board(text: &str) -> impl FnMut(usize) -> usize + use<> {
    let mut random = ChaCha12Rng::from_seed(Sha256::digest(text.as_bytes()).into());
    move |below| random.random_range(0..below)
}
