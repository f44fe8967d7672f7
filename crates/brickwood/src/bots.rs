//! The bots of the server: the built-in ones and external programs.

use std::{collections::BTreeMap, sync::Arc};

use brickwood_bots::Level;
use brickwood_rules::{Action, Game, InformationState, View};
use brickwood_server::Bots;
use brickwood_table::protocol::{BotLevel, BotName};

use crate::{external::ExternalEngine, play::Failure};

/// An external program that can take seats.
#[derive(Clone, Debug)]
pub(crate) struct ExternalBot {
    pub(crate) name: BotName,
    pub(crate) program: Arc<ExternalEngine>,
}

/// The bots of `brickwood-bots`, and external programs.
pub(crate) struct ServerBots {
    external: BTreeMap<BotName, Arc<ExternalEngine>>,
}

impl ServerBots {
    /// The built-in bots and these. Each program is started once, so that one that does not work is found
    /// before a game begins.
    pub(crate) fn with(others: &[ExternalBot]) -> Result<Self, Failure> {
        let mut external = BTreeMap::new();
        for ExternalBot { name, program } in others {
            program.try_out().map_err(|reason| Failure::Bot {
                name: *name,
                reason,
            })?;
            if external.insert(*name, Arc::clone(program)).is_some() {
                return Err(Failure::TwoBots(*name));
            }
        }
        Ok(Self { external })
    }
}

impl Bots for ServerBots {
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
            BotLevel::Outside { name } => match self.external.get(&name) {
                Some(program) => return program.decide(game, known, seed, None),
                // The game began when this server had the program: another bot has to continue.
                None => Level::Hard,
            },
        };
        brickwood_bots::choose(level, game, known, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        brickwood_bots::give_up(game, view)
    }

    fn external(&self) -> Vec<BotName> {
        self.external.keys().copied().collect()
    }
}
