//! Chance: every draw follows from the table's secret, from what the players brought, and from how
//! many draws there were before, so that nothing has to be remembered over a restart, and anyone can
//! draw again once the secret is known. `brickwood-fair` has the formulas.

use brickwood_fair::{ClientSeed, Commitment, Key, Nonce, Secret};
use brickwood_rules::{ChanceOutcome, Game, Seat, State};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use sha2::{Digest, Sha256};

use crate::setup::Setup;
use crate::standing::Standing;

/// The draws of one table.
pub(crate) struct Chance {
    secret: Secret,
    table: String,
    key: Key,
}

impl Chance {
    /// The draws of the table with this id, to which these seats have brought seeds.
    pub(crate) fn new(secret: [u8; 32], id: &str, seeds: &[(Seat, ClientSeed)]) -> Self {
        let secret = Secret::new(secret);
        Self {
            key: Key::derive(&secret, id, seeds),
            table: id.to_owned(),
            secret,
        }
    }

    /// The draws of a table to which its players have brought their seeds.
    pub(crate) fn of(setup: &Setup, standing: &Standing) -> Self {
        Self::new(setup.seed, &setup.id, &standing.seeds)
    }

    /// Binds the server to a secret before anybody sits down.
    pub(crate) fn commitment(setup: &Setup) -> Commitment {
        Secret::new(setup.seed).commitment(&setup.id)
    }

    /// Draws for laying the board of a deal, from 1: a number below the argument. What the players
    /// bring later makes no difference to them.
    pub(crate) fn board(&self, deal: u16) -> impl FnMut(usize) -> usize + use<> {
        self.secret.board(&self.table, deal)
    }

    /// The outcome of the game's draw with this number, from 1, if the state waits for chance. The
    /// nonce is that of the action which led here.
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

/// Draws for laying the board that a text stands for: the same at every table, and for the engine. No
/// secret has a part in them.
pub(crate) fn named_board(text: &str) -> impl FnMut(usize) -> usize + use<> {
    let mut random = ChaCha12Rng::from_seed(Sha256::digest(text.as_bytes()).into());
    move |below| random.random_range(0..below)
}
