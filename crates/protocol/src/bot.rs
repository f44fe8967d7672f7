//! Which bot sits on a seat.

use std::{fmt, str::FromStr};

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// What stands before the name of a program.
const OUTSIDE: &str = "outside:";

/// The longest name of a program, in bytes.
const LONGEST_NAME: usize = 24;

/// How well a bot of our own plays.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Knows the rules, and often plays what comes to its mind.
    Easy,
    /// Follows the best plan that it sees at a glance, and takes trades that help it.
    Medium,
    /// Searches its own turn with an evaluator, and negotiates.
    Hard,
    /// Plays as the hard level, and compares the actions of its turn by playouts.
    Expert,
}

impl Level {
    /// From the weakest to the strongest.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Its name in messages, records, commands and results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Whether a bot of this level makes offers of more than one kind.
    pub const fn negotiates(self) -> bool {
        matches!(self, Self::Hard | Self::Expert)
    }

    /// Whether a bot of this level reads its history. The others decide from the view alone.
    pub const fn reads_history(self) -> bool {
        matches!(self, Self::Hard | Self::Expert)
    }
}

/// How well a bot plays, or which program it is.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "Level | `outside:${string}`")]
pub enum BotLevel {
    /// One of our own, which every server has.
    Own(Level),
    /// A program of others, by the name that this server knows it by: `outside:` and that name.
    Outside {
        /// See `GET /api/bots`.
        name: BotName,
    },
}

impl BotLevel {
    /// The level as messages and records name it.
    pub fn word(self) -> String {
        match self {
            Self::Own(level) => level.name().to_owned(),
            Self::Outside { name } => format!("{OUTSIDE}{name}"),
        }
    }
}

impl From<Level> for BotLevel {
    fn from(level: Level) -> Self {
        Self::Own(level)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for BotLevel {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let levels = Level::ALL.map(Level::name).join("|");
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .pattern(Some(format!("^({levels}|{OUTSIDE}[a-z0-9-]{{1,24}})$")))
            .description(Some("How well a bot plays, or which program it is."))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for BotLevel {}

impl From<BotLevel> for String {
    fn from(level: BotLevel) -> Self {
        level.word()
    }
}

impl TryFrom<String> for BotLevel {
    type Error = String;

    fn try_from(word: String) -> Result<Self, Self::Error> {
        if let Some(name) = word.strip_prefix(OUTSIDE) {
            let name = name.parse().map_err(str::to_owned)?;
            return Ok(Self::Outside { name });
        }
        Level::named(&word).map(Self::Own).ok_or_else(|| {
            let levels = Level::ALL.map(Level::name).join(", ");
            format!("a bot is {levels}, or {OUTSIDE} and a name")
        })
    }
}

/// The name of a program: up to 24 lowercase letters, digits and hyphens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotName {
    /// Filled up with zeros, which no name has: so a name is copied like a number.
    bytes: [u8; LONGEST_NAME],
}

impl FromStr for BotName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > LONGEST_NAME || !text.bytes().all(known) {
            return Err("the name of a bot has up to 24 lowercase letters, digits and hyphens");
        }
        let mut bytes = [0; LONGEST_NAME];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes })
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.bytes.iter().take_while(|byte| **byte != 0);
        letters
            .map(|byte| char::from(*byte))
            .try_for_each(|letter| fmt::Write::write_char(f, letter))
    }
}

impl fmt::Debug for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_word_and_back() {
        let name = "my-bot-2".parse().unwrap();
        for level in Level::ALL
            .map(BotLevel::Own)
            .into_iter()
            .chain([BotLevel::Outside { name }])
        {
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(serde_json::from_str::<BotLevel>(&json).unwrap(), level);
        }
        let word = BotLevel::Outside { name }.word();
        assert_eq!(word, "outside:my-bot-2");
    }

    #[test]
    fn names_that_could_be_taken_for_something_else_are_refused() {
        for name in ["", "A", "a b", "a:b", "ä", "../x", &"a".repeat(25)] {
            assert!(name.parse::<BotName>().is_err(), "{name}");
        }
        assert!(BotLevel::try_from("harder".to_owned()).is_err());
        assert!(BotLevel::try_from("outside:".to_owned()).is_err());
        assert!("a".repeat(24).parse::<BotName>().is_ok());
    }
}
