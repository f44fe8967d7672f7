//! The stored form of a set-up: steps are text, so that later versions can read them.

use brickwood_rules::{Edition, Game};
use serde::{Deserialize, Serialize};

use brickwood_protocol::{BoardChoice, Color};

/// The set-up of a table, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSetup {
    pub(crate) id: String,
    pub(crate) edition: Edition,
    pub(crate) game: Game,
    pub(crate) board: BoardChoice,
    /// Missing at tables that are older than this count.
    #[serde(default = "first_deal")]
    pub(crate) deal: u16,
    pub(crate) colors: Vec<Color>,
    pub(crate) seed: [u8; 32],
    #[serde(default)]
    pub(crate) scheme: Option<String>,
    /// Missing at tables whose game begins with its first step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) opening: Vec<String>,
    pub(crate) created_ms: u64,
}

/// The deal number of tables that are older than this count.
const fn first_deal() -> u16 {
    1
}
