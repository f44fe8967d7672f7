//! The bots of the server: the built-in ones and external programs.

use std::{collections::BTreeMap, sync::Arc};

use brickwood_analysis::Analyzer;
use brickwood_protocol::{Advice, BotLevel, BotName, Exercise, Look, Problem, Reconsidered};
use brickwood_rules::{Action, Game, InformationState, Seat, Terms, View};
use brickwood_server::{Analyst, Bots};
use brickwood_table::room::SeatedBot;
use brickwood_table_bots::BuiltIn;

use thiserror::Error;

use crate::external::ExternalEngine;

/// An external program that can take seats.
#[derive(Clone, Debug)]
pub(crate) struct ExternalBot {
    pub(crate) name: BotName,
    pub(crate) program: Arc<ExternalEngine>,
}

/// Why the bots cannot play.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("two bots are named {0}")]
    SameName(BotName),
    #[error("the bot {name} cannot play: {reason}")]
    Broken { name: BotName, reason: String },
}

/// The built-in bots, and external programs.
pub(crate) struct ServerBots {
    external: BTreeMap<BotName, Arc<ExternalEngine>>,
}

impl ServerBots {
    /// The built-in bots and these. Each program is started once, so that one that does not work is found
    /// before a game begins.
    pub(crate) fn with(others: &[ExternalBot]) -> Result<Self, Failure> {
        let mut external = BTreeMap::new();
        for ExternalBot { name, program } in others {
            program.try_out().map_err(|reason| Failure::Broken {
                name: *name,
                reason,
            })?;
            if external.insert(*name, Arc::clone(program)).is_some() {
                return Err(Failure::SameName(*name));
            }
        }
        Ok(Self { external })
    }

    fn program(&self, level: BotLevel) -> Option<&ExternalEngine> {
        let BotLevel::Outside { name } = level else {
            return None;
        };
        self.external.get(&name).map(Arc::as_ref)
    }
}

impl Bots for ServerBots {
    fn reads_history(&self, level: BotLevel) -> bool {
        self.program(level).is_some() || BuiltIn.reads_history(level)
    }

    fn choose(
        &self,
        bot: &mut SeatedBot,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action> {
        match self.program(bot.level()) {
            Some(program) => program.decide(game, known, seed, None),
            None => BuiltIn.choose(bot, game, known, seed),
        }
    }

    fn advise(
        &self,
        game: &Game,
        known: InformationState<'_>,
        terms: Option<Terms>,
        seed: u64,
    ) -> Option<Advice> {
        BuiltIn.advise(game, known, terms, seed)
    }

    fn give_up(&self, game: &Game, view: &View) -> Option<Action> {
        BuiltIn.give_up(game, view)
    }

    fn external(&self) -> Vec<BotName> {
        self.external.keys().copied().collect()
    }
}

/// Tells of records and positions what the module in the browser tells of them.
pub(crate) struct BuiltInAnalyst;

impl Analyst for BuiltInAnalyst {
    fn exercise(&self, view: &str, answers: &[String]) -> Result<Exercise, Problem> {
        brickwood_table_bots::exercise(view, answers)
    }

    fn reconsider(
        &self,
        record: &str,
        step: usize,
        with_reasons: bool,
    ) -> Result<Reconsidered, Problem> {
        brickwood_table_bots::reconsider(record, step, with_reasons)
    }

    fn look(&self, record: &str, step: usize) -> Result<Look, Problem> {
        brickwood_table_bots::look(record, step)
    }

    fn advise(&self, record: &str, steps: usize, seat: Seat) -> Result<Option<Advice>, Problem> {
        brickwood_table_bots::advise(record, steps, seat)
    }

    fn analyzer(&self, record: &str) -> Result<Analyzer, Problem> {
        brickwood_table_bots::analyzer(record)
    }
}
