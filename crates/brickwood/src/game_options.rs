//! Options that several commands share: the rules and the board.

use std::{fmt, str::FromStr, sync::Arc};

use brickwood_arena::Deal;
use brickwood_notation::{parse_edition, parse_rules};
use brickwood_rules::{Edition, Game, Rules, RulesError, beginners_board};
use clap::{Args, builder::ValueParser};

/// Which rules.
#[derive(Args, Debug)]
pub(crate) struct RulesOptions {
    /// The number of players, 2 to 6
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// The edition of the rules: modern, mayfair-1996, almanac-1999, five-six or siedler
    #[arg(long, default_value = "modern", value_parser = ValueParser::from(edition))]
    edition: Edition,
    /// Instead of both: an edition, the players and what differs, such as
    /// "modern players=4 dice=deck", or "modern duel" for two to 15 points with a friendly robber
    #[arg(long, value_name = "LINE", conflicts_with_all = ["players", "edition"], value_parser = ValueParser::from(rules))]
    rules: Option<Rules>,
}

fn edition(text: &str) -> Result<Edition, String> {
    parse_edition(text).ok_or_else(|| {
        "there are modern, mayfair-1996, almanac-1999, five-six and siedler".to_owned()
    })
}

fn rules(text: &str) -> Result<Rules, String> {
    let rules = parse_rules(text).map_err(|error| error.to_string())?;
    rules.check().map_err(|error| error.to_string())?;
    Ok(rules)
}

impl RulesOptions {
    /// The rules that the options name.
    pub(crate) fn rules(&self) -> Rules {
        self.rules
            .unwrap_or_else(|| self.edition.rules(self.players))
    }

    /// Whether the options give the rules as a line, so that none of them is chosen here.
    pub(crate) fn are_given_in_full(&self) -> bool {
        self.rules.is_some()
    }
}

/// Which board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardChoice {
    /// The printed one (BRD-18).
    Beginners,
    /// One shuffled by a seed.
    Seed(u64),
}

impl BoardChoice {
    /// The printed board, if there is one for this number of players.
    pub(crate) const fn usual(players: u8) -> Self {
        if players > 4 {
            Self::Seed(0)
        } else {
            Self::Beginners
        }
    }

    /// A game by these rules on this board.
    pub(crate) fn game(self, rules: Rules) -> Result<Arc<Game>, RulesError> {
        match self {
            Self::Beginners => Game::new(rules, beginners_board()).map(Arc::new),
            Self::Seed(seed) => Deal::new(rules, seed).map(|deal| deal.game),
        }
    }
}

impl FromStr for BoardChoice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "beginners" {
            return Ok(Self::Beginners);
        }
        let seed = text
            .parse()
            .map_err(|_| "a board is `beginners` or a number to shuffle by")?;
        Ok(Self::Seed(seed))
    }
}

impl fmt::Display for BoardChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beginners => f.write_str("beginners"),
            Self::Seed(seed) => write!(f, "{seed}"),
        }
    }
}
