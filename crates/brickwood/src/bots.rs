//! Our bots and those of others in the server's seats.

use std::{collections::BTreeMap, sync::Arc};

use brickwood_bots::Level;
use brickwood_rules::{Action, Game, InformationState, View};
use brickwood_server::Bots;
use brickwood_table::protocol::{BotLevel, BotName};

use crate::{outside::Outside, play::Failure};

/// A program that can take seats.
#[derive(Clone, Debug)]
pub(crate) struct OutsideBot {
    pub(crate) name: BotName,
    pub(crate) program: Arc<Outside>,
}

/// The bots of `brickwood-bots`, and programs of others.
pub(crate) struct HouseBots {
    outside: BTreeMap<BotName, Arc<Outside>>,
}

impl HouseBots {
    /// Ours and these. Each is started once: who cannot play should be known before a game begins.
    pub(crate) fn with(others: &[OutsideBot]) -> Result<Self, Failure> {
        let mut outside = BTreeMap::new();
        for OutsideBot { name, program } in others {
            program.try_out().map_err(|reason| Failure::Bot {
                name: *name,
                reason,
            })?;
            if outside.insert(*name, Arc::clone(program)).is_some() {
                return Err(Failure::TwoBots(*name));
            }
        }
        Ok(Self { outside })
    }
}

impl Bots for HouseBots {
    fn choose(
        &self,
        level: BotLevel,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action> {
        let level = match level {
            BotLevel::Easy => Level::Easy,
            BotLevel::Medium => Level::Medium,
            BotLevel::Hard => Level::Hard,
            BotLevel::Outside { name } => match self.outside.get(&name) {
                Some(program) => return program.decide(game, known, seed, None),
                // A game from a time when this server had it: somebody has to play on.
                None => Level::Hard,
            },
        };
        brickwood_bots::choose(level, game, known, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        brickwood_bots::give_up(game, view)
    }

    fn outside(&self) -> Vec<BotName> {
        self.outside.keys().copied().collect()
    }
}
