//! Players: what decides in a seat.

use brickwood_bots::{Level, Manner, impulse, legal_choices};
use brickwood_rules::{Action, Game, History, InformationState, View};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::Exploit;

/// What a player may spend on a decision. The built-in bots need little and do not look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Milliseconds; as many as it likes where none are named.
    pub milliseconds: Option<u32>,
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct DecisionRequest<'a> {
    /// The rules and the board.
    pub game: &'a Game,
    /// What the seat may know; its viewer is the seat.
    pub view: &'a View,
    /// What the seat has been told since the game began; `None` where the player does not read it.
    pub history: Option<&'a History>,
    /// For whatever the player leaves to chance: with the same request it should decide the same.
    pub seed: u64,
    /// What it may spend.
    pub budget: Budget,
}

impl<'a> DecisionRequest<'a> {
    /// All that the seat knows.
    pub const fn known(&self) -> InformationState<'a> {
        InformationState::new(self.view, self.history)
    }
}

/// A player that cannot play on: its program has ended, or says what nobody understands.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

/// Decides for one seat of one game after the other.
pub trait Player {
    /// Whether it reads the history of its seat. Without that, it gets none.
    fn reads_history(&self) -> bool {
        true
    }

    /// The action to take, or `None` where the seat waits for others: it has answered the open offer,
    /// or its own offer is not answered by all yet.
    ///
    /// # Errors
    ///
    /// If it cannot play on. It loses the game.
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError>;
}

/// Somebody who can be put into any number of seats, on any thread: a level of the built-in bots, or
/// an outside program.
pub trait Entrant: Sync {
    /// What tables of results call it.
    fn name(&self) -> String;

    /// One more player of its kind, for one thread and one seat after the other.
    ///
    /// # Errors
    ///
    /// If none can be had.
    fn player(&self) -> Result<Box<dyn Player>, PlayerError>;
}

/// A built-in bot, with the way in which it trades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotEntrant {
    level: Level,
    manner: Manner,
}

impl BotEntrant {
    /// The manners with a name, which stands behind that of the level.
    const MANNERS: [(&str, Manner); 5] = [
        ("-arena", Manner::Arena),
        ("-lively", Manner::Lively),
        ("-quiet", Manner::Quiet),
        ("-silent", Manner::Silent),
        ("-table", Manner::Table),
    ];

    /// A bot of this level that trades as bots do among themselves.
    pub const fn new(level: Level) -> Self {
        let manner = Manner::Bots;
        Self { level, manner }
    }

    /// A bot of this level that trades in another manner.
    pub const fn with_manner(level: Level, manner: Manner) -> Self {
        Self { level, manner }
    }

    /// All of them: every level, and then the other manners of those that negotiate.
    fn all() -> impl Iterator<Item = Self> {
        let negotiators = Level::ALL.into_iter().filter(|level| level.negotiates());
        let others = negotiators
            .flat_map(|level| Self::MANNERS.map(|(_, manner)| Self::with_manner(level, manner)));
        Level::ALL.into_iter().map(Self::new).chain(others)
    }
}

impl Player for brickwood_bots::Bot {
    fn reads_history(&self) -> bool {
        self.level().reads_history()
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        Ok(self.choose(request.game, request.known(), request.seed))
    }
}

impl Entrant for BotEntrant {
    fn name(&self) -> String {
        let named = Self::MANNERS.into_iter();
        let manner = named.filter(|(_, manner)| *manner == self.manner);
        let suffix = manner.map(|(suffix, _)| suffix).next();
        self.level.name().to_owned() + suffix.unwrap_or_default()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        let bot = brickwood_bots::Bot::new(self.level);
        Ok(Box::new(bot.with_manner(self.manner)))
    }
}

/// Takes any of the legal actions, all as likely; makes no offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomEntrant;

impl Player for RandomEntrant {
    fn reads_history(&self) -> bool {
        false
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        let awaited = request.view.awaited();
        let actions = legal_choices(request.game, request.view);
        if actions.is_empty()
            || request
                .view
                .viewer
                .is_none_or(|seat| !awaited.contains(seat))
        {
            return Ok(None);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
        Ok(Some(actions[rng.random_range(0..actions.len())]))
    }
}

impl Entrant for RandomEntrant {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(*self))
    }
}

/// Takes any of the legal actions, and rather one that builds, or a good place; makes no offers. An opponent that costs
/// little, for programs that learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptedEntrant;

impl Player for ScriptedEntrant {
    fn reads_history(&self) -> bool {
        false
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        Ok(impulse(request.game, request.view, request.seed))
    }
}

impl Entrant for ScriptedEntrant {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(*self))
    }
}

/// The names of the built-in players: `random`, `scripted`, the levels from the weakest to the strongest, those that trade in another
/// manner, and those that live on how others trade.
pub fn built_in_names() -> Vec<String> {
    let exploits = Exploit::ALL.into_iter().map(|exploit| exploit.name());
    [RandomEntrant.name(), ScriptedEntrant.name()]
        .into_iter()
        .chain(BotEntrant::all().map(|bot| bot.name()))
        .chain(exploits)
        .collect()
}

/// The built-in player of this name.
pub fn built_in(name: &str) -> Option<Box<dyn Entrant + Send>> {
    if name == RandomEntrant.name() {
        return Some(Box::new(RandomEntrant));
    }
    if name == ScriptedEntrant.name() {
        return Some(Box::new(ScriptedEntrant));
    }
    let exploit = Exploit::ALL
        .into_iter()
        .find(|exploit| exploit.name() == name);
    let bot = BotEntrant::all().find(|bot| bot.name() == name);
    match (bot, exploit) {
        (Some(bot), _) => Some(Box::new(bot)),
        (None, Some(exploit)) => Some(Box::new(exploit)),
        (None, None) => None,
    }
}
