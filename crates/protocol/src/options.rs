//! How a table is run: who may watch and talk, how long one may think, what happens to the absent.

use std::ops::RangeInclusive;

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BotLevel, BoundedOption, Problem, ProblemKind};

/// What the host chooses about a table beside the rules of the game.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableOptions {
    /// Whether the lobby lists the table while it has an open seat.
    pub public: bool,
    /// When the game begins.
    pub start: StartRule,
    /// Who may watch.
    pub spectators: SpectatorRule,
    /// What players may say.
    pub chat: ChatRule,
    /// How long players may think.
    pub clock: ClockRule,
    /// How often in a game a player may take a minute more to think: 0 to 10.
    #[schema(minimum = 0, maximum = 10)]
    pub extensions: u8,
    /// What happens to a player who is away.
    pub absence: AbsenceRule,
    /// How long a player may be away before that happens, in seconds: 10 to 600.
    #[schema(minimum = 10, maximum = 600)]
    pub grace_s: u16,
    /// How fast bots play while only one person does. With several people they play as the server
    /// has it.
    pub bot_pace: BotPace,
    /// How many offers our own bots make. In a game that has begun, it changes only while one person plays.
    pub bot_offers: BotOffers,
    /// Who may ask the coach. Fixed once the game has begun.
    pub coach: CoachRule,
    /// When the game begins at the latest, with bots on the seats that are still open; missing where it waits for
    /// people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots_after: Option<BotsAfter>,
    /// During how many rounds whoever comes may take the seat of any bot, without anybody being asked: 0 to 20. Missing
    /// for 0, which is never.
    #[serde(skip_serializing_if = "is_never")]
    #[ts(as = "Option<u8>", optional)]
    #[schema(minimum = 0, maximum = 20)]
    pub takeover_rounds: u8,
    /// Whether the game changes the ratings of its players. Fixed once the game has begun. A rated game has no coach and
    /// no undo, and each seat stays that of its player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
}

// By reference, as serde asks.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_never(rounds: &u8) -> bool {
    *rounds == 0
}

impl Default for TableOptions {
    fn default() -> Self {
        Self {
            public: false,
            start: StartRule::default(),
            spectators: SpectatorRule::default(),
            chat: ChatRule::default(),
            clock: ClockRule::default(),
            extensions: 10,
            absence: AbsenceRule::default(),
            grace_s: 60,
            bot_pace: BotPace::default(),
            bot_offers: BotOffers::default(),
            coach: CoachRule::default(),
            bots_after: None,
            takeover_rounds: 0,
            rated: false,
        }
    }
}

/// When a game begins with bots on the seats that are still open, whoever is ready: whoever sits down agrees to that.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotsAfter {
    /// How long after the table was created, in seconds: 0 to 600.
    #[schema(minimum = 0, maximum = 600)]
    pub seconds: u16,
    /// How well they play: one of the levels that every server has.
    pub level: BotLevel,
}

/// When a game begins.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartRule {
    /// As soon as nobody is missing and everybody is ready.
    #[default]
    WhenFull,
    /// When the host says so.
    ByHost,
}

/// Who may watch a game without a seat.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SpectatorRule {
    /// Whoever has the link.
    #[default]
    Allowed,
    /// Whoever has the link, some time behind: what they see helps no player.
    Delayed {
        /// How far behind, in seconds: 1 to 3600.
        #[schema(minimum = 1, maximum = 3600)]
        seconds: u16,
    },
    /// Nobody.
    Forbidden,
}

/// What players may say to each other, from the most to the least.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRule {
    /// Words and phrases.
    #[default]
    Free,
    /// Phrases only.
    Phrases,
    /// Nothing.
    Off,
}

/// How long a player may think. It is not the time limit of a whole game (WIN-05).
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClockRule {
    /// As long as they like.
    #[default]
    Off,
    /// So long in each turn, whoever's it is.
    Turn {
        /// 10 to 3600.
        #[schema(minimum = 10, maximum = 3600)]
        seconds: u16,
    },
    /// So long in all, with some time back at the beginning of each own turn, and never more than at
    /// the start. Whoever has used it up has five seconds in each turn.
    Bank {
        /// 1 to 180.
        #[schema(minimum = 1, maximum = 180)]
        minutes: u16,
        /// 0 to 600.
        #[schema(minimum = 0, maximum = 600)]
        increment_s: u16,
    },
}

/// What happens to a player who has been away too long.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceRule {
    /// A bot plays until they are back.
    #[default]
    Bot,
    /// The game waits for them.
    Pause,
}

/// How fast bots play.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotPace {
    /// About a second for an action.
    #[default]
    Normal,
    /// A fifth of that.
    Fast,
    /// No longer than thinking takes.
    None,
}

/// How many offers bots make. They answer those of others in any case.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BotOffers {
    /// None.
    None,
    /// So few that people are not annoyed.
    #[default]
    Few,
    /// Nearly as many as bots make in a match.
    Many,
}

/// Who may ask the coach what to do.
#[wire(table, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoachRule {
    /// The player, while only one person plays.
    #[default]
    Alone,
    /// All players.
    Everybody,
    /// Nobody.
    Never,
}

impl BoundedOption {
    /// What it can be.
    pub const fn bounds(self) -> RangeInclusive<u16> {
        match self {
            Self::TurnSeconds => 10..=3600,
            Self::ClockMinutes => 1..=180,
            Self::IncrementSeconds | Self::BotsAfterSeconds => 0..=600,
            Self::DelaySeconds => 1..=3600,
            Self::Extensions => 0..=10,
            Self::GraceSeconds => 10..=600,
            Self::TakeoverRounds => 0..=20,
            Self::AlertMinutes => 1..=1440,
        }
    }
}

impl BoundedOption {
    /// Whether a value is within the bounds.
    ///
    /// # Errors
    ///
    /// `bad_options`, if it is not.
    pub fn check(self, value: u16) -> Result<(), Problem> {
        let bounds = self.bounds();
        if bounds.contains(&value) {
            return Ok(());
        }
        let (least, most) = bounds.into_inner();
        Err(ProblemKind::BadOptions {
            option: self,
            least: least.into(),
            most: most.into(),
        }
        .into())
    }
}

impl SpectatorRule {
    /// How long spectators wait for what they see, in seconds; longest where there are none.
    const fn delay_s(self) -> u32 {
        match self {
            Self::Allowed => 0,
            Self::Delayed { seconds } => seconds as u32,
            Self::Forbidden => u32::MAX,
        }
    }
}

impl TableOptions {
    /// Whether the table is one that a site can have switched off: see [`SiteFeatures`](crate::SiteFeatures).
    pub const fn needs_open_tables(&self) -> bool {
        self.bots_after.is_some() || self.takeover_rounds > 0
    }

    /// Whether a player who is away gets less time to come back than with the others, or now holds up the game.
    pub fn is_less_patient_than(&self, other: &Self) -> bool {
        self.grace_s < other.grace_s
            || (other.absence == AbsenceRule::Bot && self.absence == AbsenceRule::Pause)
    }

    /// Whether players are watched more closely than with the others, can say less, or have fewer minutes more to
    /// think.
    pub fn is_less_private_or_free_than(&self, other: &Self) -> bool {
        self.spectators.delay_s() < other.spectators.delay_s()
            || self.chat > other.chat
            || self.extensions < other.extensions
    }

    /// Whether all numbers are within their bounds, and every server has the bots.
    ///
    /// # Errors
    ///
    /// The first that is not.
    pub fn check(&self) -> Result<(), Problem> {
        match self.clock {
            ClockRule::Off => {}
            ClockRule::Turn { seconds } => {
                BoundedOption::TurnSeconds.check(seconds)?;
            }
            ClockRule::Bank {
                minutes,
                increment_s,
            } => {
                BoundedOption::ClockMinutes.check(minutes)?;
                BoundedOption::IncrementSeconds.check(increment_s)?;
            }
        }
        if let SpectatorRule::Delayed { seconds } = self.spectators {
            BoundedOption::DelaySeconds.check(seconds)?;
        }
        BoundedOption::Extensions.check(self.extensions.into())?;
        BoundedOption::GraceSeconds.check(self.grace_s)?;
        BoundedOption::TakeoverRounds.check(self.takeover_rounds.into())?;
        if let Some(BotsAfter { seconds, level }) = self.bots_after {
            BoundedOption::BotsAfterSeconds.check(seconds)?;
            if let BotLevel::Outside { name } = level {
                let name = name.to_string();
                return Err(ProblemKind::NoSuchBot { name }.into());
            }
        }
        Ok(())
    }
}
