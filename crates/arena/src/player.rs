//! Players: what decides in a seat.

use brickwood_bots::{Level, Manner, legal_choices};
use brickwood_rules::{Action, Game, History, InformationState, View};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

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
    /// What the name of a bot that trades as in an arena ends in.
    const ARENA: &str = "-arena";

    /// A bot of this level that trades as bots do among themselves.
    pub const fn new(level: Level) -> Self {
        let manner = Manner::Bots;
        Self { level, manner }
    }

    /// A bot of this level that trades as programs do in an arena.
    pub const fn arena(level: Level) -> Self {
        let manner = Manner::Arena;
        Self { level, manner }
    }

    /// The bot of this name: a level, or one that negotiates and `-arena`.
    fn of_name(name: &str) -> Option<Self> {
        let level = |name: &str| Level::ALL.into_iter().find(|level| level.name() == name);
        match name.strip_suffix(Self::ARENA) {
            Some(name) => level(name)
                .filter(|level| level.negotiates())
                .map(Self::arena),
            None => level(name).map(Self::new),
        }
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
        let manner = match self.manner {
            Manner::Table | Manner::Bots => "",
            Manner::Arena => Self::ARENA,
        };
        self.level.name().to_owned() + manner
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

/// The names of the built-in players: `random`, the levels from the weakest to the strongest, and those that trade as in
/// an arena.
pub fn built_in_names() -> Vec<String> {
    let bots = Level::ALL.map(BotEntrant::new);
    let negotiators = Level::ALL.into_iter().filter(|level| level.negotiates());
    let bots = bots.into_iter().chain(negotiators.map(BotEntrant::arena));
    [RandomEntrant.name()]
        .into_iter()
        .chain(bots.map(|bot| bot.name()))
        .collect()
}

/// The built-in player of this name.
pub fn built_in(name: &str) -> Option<Box<dyn Entrant + Send>> {
    if name == RandomEntrant.name() {
        return Some(Box::new(RandomEntrant));
    }
    BotEntrant::of_name(name).map(|bot| Box::new(bot) as Box<dyn Entrant + Send>)
}
