//! The stored form of a set-up: steps are text, so that later versions can read them.

use brickwood_rules::{Edition, Game};
use serde::{Deserialize, Serialize};

use crate::opening;
use crate::protocol::{BoardChoice, Color};
use crate::setup::{Setup, first_deal};

/// A [`Setup`] as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSetup {
    id: String,
    edition: Edition,
    game: Game,
    board: BoardChoice,
    /// Missing at tables that are older than this count.
    #[serde(default = "first_deal")]
    deal: u16,
    colors: Vec<Color>,
    seed: [u8; 32],
    #[serde(default)]
    scheme: Option<String>,
    /// Missing at tables whose game begins with its first step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    opening: Vec<String>,
    created_ms: u64,
}

impl From<Setup> for StoredSetup {
    fn from(setup: Setup) -> Self {
        Self {
            opening: opening::texts(&setup.game, &setup.opening),
            id: setup.id,
            edition: setup.edition,
            game: setup.game,
            board: setup.board,
            deal: setup.deal,
            colors: setup.colors,
            seed: setup.seed,
            scheme: setup.scheme,
            created_ms: setup.created_ms,
        }
    }
}

impl TryFrom<StoredSetup> for Setup {
    type Error = String;

    fn try_from(stored: StoredSetup) -> Result<Self, String> {
        Ok(Self {
            opening: opening::parse(&stored.game, &stored.opening)?,
            id: stored.id,
            edition: stored.edition,
            game: stored.game,
            board: stored.board,
            deal: stored.deal,
            colors: stored.colors,
            seed: stored.seed,
            scheme: stored.scheme,
            created_ms: stored.created_ms,
        })
    }
}
