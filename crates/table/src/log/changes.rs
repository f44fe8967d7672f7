//! The names of what a host has changed about a table.

use brickwood_protocol::{Problem, ProblemKind, TableOptions};
use brickwood_rules::SWITCHES;

use crate::setup::Setup;

/// The parts of a set-up besides the switches of the rules.
const SET_UP: [&str; 8] = [
    "edition",
    "board",
    "deal",
    "seats",
    "colors",
    "points_to_win",
    "hand_limit",
    "time_limit",
];

/// The fields of [`TableOptions`].
const OPTIONS: [&str; 14] = [
    "public",
    "start",
    "spectators",
    "chat",
    "clock",
    "extensions",
    "absence",
    "grace_s",
    "bot_pace",
    "bot_offers",
    "coach",
    "bots_after",
    "takeover_rounds",
    "rated",
];

/// A set of names: those of [`SET_UP`], of all switches, and of [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changes(u64);

impl Changes {
    /// The differences between two set-ups.
    pub(crate) fn of_setup(before: &Setup, after: &Setup) -> Self {
        let (old, new) = (before.game.rules(), after.game.rules());
        let set_up = [
            before.edition != after.edition,
            before.board != after.board,
            before.deal != after.deal,
            before.colors.len() != after.colors.len(),
            before.colors.len() == after.colors.len() && before.colors != after.colors,
            old.points_to_win != new.points_to_win,
            old.hand_limit != new.hand_limit,
            old.time_limit != new.time_limit,
        ];
        let switches = SWITCHES.iter().map(|switch| {
            // Whom the host names is one value among others.
            let is_named = switch.id == "first_player" && old.first_player != new.first_player;
            is_named || switch.value(old) != switch.value(new)
        });
        Self::from_flags(set_up.into_iter().chain(switches))
    }

    /// The differences between two sets of options.
    pub(crate) fn of_options(before: &TableOptions, after: &TableOptions) -> Self {
        let options = [
            before.public != after.public,
            before.start != after.start,
            before.spectators != after.spectators,
            before.chat != after.chat,
            before.clock != after.clock,
            before.extensions != after.extensions,
            before.absence != after.absence,
            before.grace_s != after.grace_s,
            before.bot_pace != after.bot_pace,
            before.bot_offers != after.bot_offers,
            before.coach != after.coach,
            before.bots_after != after.bots_after,
            before.takeover_rounds != after.takeover_rounds,
            before.rated != after.rated,
        ];
        let others = SET_UP.len() + SWITCHES.len();
        Self(Self::from_flags(options.into_iter()).0 << others)
    }

    fn from_flags(flags: impl Iterator<Item = bool>) -> Self {
        let flags = flags.enumerate();
        Self(flags.fold(0, |set, (place, flag)| set | (u64::from(flag) << place)))
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Checks that something has changed: a command that changes nothing is a mistake.
    pub(crate) fn check(self) -> Result<Self, Problem> {
        if self.0 == 0 {
            return Err(ProblemKind::NothingChanged.into());
        }
        Ok(self)
    }

    /// Whether more than the options has changed, so that the table has another game.
    pub(crate) fn is_another_game(self) -> bool {
        self.0.trailing_zeros() < (SET_UP.len() + SWITCHES.len()) as u32
    }

    /// The names, in their order.
    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        words()
            .enumerate()
            .filter_map(move |(place, word)| (self.0 & (1 << place) != 0).then_some(word))
    }

    /// Reads names as [`words`](Self::words) writes them, with a space before each.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let place = |name: &str| words().position(|word| word == name);
        text.split_whitespace()
            .try_fold(0, |set, name| Some(set | 1 << place(name)?))
            .map(Self)
    }
}

fn words() -> impl Iterator<Item = &'static str> {
    let switches = SWITCHES.iter().map(|switch| switch.id);
    SET_UP.into_iter().chain(switches).chain(OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_place_and_is_read_back() {
        let all: Vec<&str> = words().collect();
        assert!(all.len() <= 64, "{} names in 64 bits", all.len());
        for (place, word) in all.iter().enumerate() {
            assert_eq!(Changes::parse(word), Some(Changes(1 << place)), "{word}");
        }
        assert_eq!(Changes::parse("board nothing"), None);
    }

    #[test]
    fn a_change_of_only_the_options_is_not_another_game() {
        for word in SET_UP {
            assert!(Changes::parse(word).unwrap().is_another_game(), "{word}");
        }
        assert!(Changes::parse("dice clock").unwrap().is_another_game());
        for word in OPTIONS {
            assert!(!Changes::parse(word).unwrap().is_another_game(), "{word}");
        }
    }
}
