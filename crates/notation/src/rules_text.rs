//! Rules as one line of text: an edition, and what differs from it.
//!
//! ```text
//! rules   = edition SP ( "players=" number / "duel" ) *( SP setting )
//! setting = key            ; a switch that is on
//!         / key "=" value
//! ```
//!
//! Keys and values are those of [`Rules`] as they are everywhere on the wire.

use std::borrow::Cow;
use std::sync::LazyLock;

use brickwood_rules::{Edition, FirstPlayer, Rules, SWITCHES, Switch};
use brickwood_wire::wire;
use serde::de::value::{Error as NoSuchValue, StrDeserializer};
use serde::{Deserialize, Serialize, de::IntoDeserializer};
use thiserror::Error;

use crate::joined;
use crate::step::{parse_seat, seat_number};

/// A word this much like the name of a setting, from 0 to 1, may be meant for it.
const ALIKE: f64 = 0.6;

/// Every word of a text that names no rules. Never empty.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", joined(.0, "; "))]
pub struct RulesTextErrors(pub Vec<RulesTextError>);

/// A word of a text that names no rules.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum RulesTextError {
    /// The first word is no edition.
    #[error(
        "`{word}` is not an edition; the editions are modern, mayfair-1996, almanac-1999, five-six, siedler"
    )]
    Edition { word: String },
    /// How many play is not the second word.
    #[error("after the edition comes `players=` and a number, or `duel`, not `{word}`")]
    Players {
        /// What stands there.
        word: String,
    },
    /// There is no such setting.
    #[error("there is no setting `{word}`{near}", near = near(.word))]
    Setting { word: String },
    /// The setting cannot be that.
    #[error("`{word}` is not a value of this setting; it can be {values}", values = values_of(.word))]
    Value {
        /// The setting and its value.
        word: String,
    },
    /// The setting is given twice.
    #[error("`{word}` is a duplicate")]
    Twice {
        /// The setting.
        word: String,
    },
}

/// All that the setting of a word can be.
fn values_of(setting: &str) -> String {
    let key = setting.split_once('=').map_or(setting, |(key, _)| key);
    match key {
        "points_to_win" | "hand_limit" => "a number".into(),
        "time_limit" => "minutes, or none".into(),
        "first_player" => "roll, or a seat from 1 on".into(),
        "set_up" => {
            "placed, beginners, or beginners_without_ and red, orange, white or blue".into()
        }
        _ => joined(words_of(key), ", "),
    }
}

/// The words that a switch can be.
fn words_of(key: &str) -> impl Iterator<Item = &'static str> {
    let ids = switch_of(key).map_or(&[][..], |switch| switch.ids);
    ids.iter().map(|id| word_of(id))
}

/// The word for a value: `yes` and `no` for what is on or off.
fn word_of(id: &'static str) -> &'static str {
    match id {
        "true" => "yes",
        "false" => "no",
        word => word,
    }
}

/// The setting that may be meant by a word that is none.
fn near(setting: &str) -> String {
    let key = setting.split_once('=').map_or(setting, |(key, _)| key);
    let alike = |known: &str| strsim::normalized_damerau_levenshtein(key, known);
    let nearest = setting_names().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    nearest
        .filter(|known| alike(known) >= ALIKE)
        .map_or_else(String::new, |known| format!("; did you mean `{known}`?"))
}

/// The names of all settings but the number of players, in the order in which they are written.
fn setting_names() -> impl Iterator<Item = &'static str> {
    NUMBERS
        .into_iter()
        .chain(WRITTEN.iter().map(|switch| switch.id))
}

/// The word for [`Edition::duel`], which stands for a number of players and some settings. It is read, and not written.
const DUEL: &str = "duel";

/// The settings that are numbers.
const NUMBERS: [&str; 3] = ["points_to_win", "hand_limit", "time_limit"];

/// The switches in the order in which they are written.
static WRITTEN: LazyLock<Vec<&'static Switch>> = LazyLock::new(|| {
    let mut switches: Vec<&Switch> = SWITCHES.iter().collect();
    switches.sort_by_key(|switch| place(switch.clause));
    switches
});

/// Where a switch is written, by its clause: what is about the board first.
fn place(clause: &str) -> u8 {
    match clause.split_once('-').unwrap_or_default() {
        ("SET", _) => 0,
        ("OPT", "06") => 1,
        ("BRD", _) => 2,
        ("OPT", "01" | "02") => 3,
        ("PRO" | "TRN" | "TRD" | "BLD" | "ROB", _) => 4,
        ("OPT", "03") => 5,
        ("VAR", _) => 8,
        ("OPT", _) => 7,
        _ => 6,
    }
}

fn switch_of(key: &str) -> Option<&'static Switch> {
    SWITCHES.iter().find(|switch| switch.id == key)
}

/// All settings but the number of players, each with the words that it can be: `yes` and `no` for what is on or off,
/// none for `points_to_win`, `hand_limit` and `time_limit`, and only `roll` for `first_player`, which are numbers
/// otherwise.
pub fn rules_settings() -> Vec<(&'static str, Vec<&'static str>)> {
    let of = |key| match key {
        "first_player" => vec!["roll"],
        _ => words_of(key).collect(),
    };
    setting_names().map(|key| (key, of(key))).collect()
}

/// The name of an edition, such as `mayfair-1996`.
pub fn edition_name(edition: Edition) -> String {
    word(edition)
}

/// The edition of a name.
pub fn parse_edition(text: &str) -> Option<Edition> {
    value(text)
}

/// The edition from which these rules differ least.
pub fn nearest_edition(rules: &Rules) -> Edition {
    Edition::ALL
        .into_iter()
        .min_by_key(|edition| differences(*edition, rules).len())
        .expect("there are editions")
}

/// Rules as text, told from the edition that leaves the least to say.
pub fn rules_text(rules: &Rules) -> String {
    rules_text_from(nearest_edition(rules), rules)
}

/// Rules as text, told from this edition.
pub fn rules_text_from(edition: Edition, rules: &Rules) -> String {
    line(edition, rules, &differences(edition, rules))
}

/// The rules of a text. Whether they can be played is for [`Rules::check`] to say.
///
/// # Errors
///
/// Every word that is wrong. Without an edition and a number of players, settings are not looked at.
pub fn parse_rules(text: &str) -> Result<Rules, RulesTextErrors> {
    parse_edition_and_rules(text).map(|(_, rules)| rules)
}

/// The rules of a text, and the edition that it names.
///
/// # Errors
///
/// As [`parse_rules`].
pub fn parse_edition_and_rules(text: &str) -> Result<(Edition, Rules), RulesTextErrors> {
    let mut errors = Vec::new();
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let edition = parse_edition(first);
    if edition.is_none() {
        errors.push(RulesTextError::Edition { word: first.into() });
    }
    let second = words.next().unwrap_or_default();
    let players = second.strip_prefix("players=").and_then(number);
    let is_duel = second == DUEL;
    if players.is_none() && !is_duel {
        errors.push(RulesTextError::Players {
            word: second.into(),
        });
    }
    let mut rules = match (edition, players) {
        (Some(edition), Some(players)) => edition.rules(players),
        (Some(edition), None) if is_duel => edition.duel(),
        _ => return Err(RulesTextErrors(errors)),
    };
    let mut seen: Vec<&str> = Vec::new();
    for setting in words {
        let (key, value) = setting.split_once('=').unwrap_or((setting, "yes"));
        if !setting_names().any(|known| known == key) {
            errors.push(RulesTextError::Setting {
                word: setting.into(),
            });
        } else if seen.contains(&key) {
            errors.push(RulesTextError::Twice {
                word: setting.into(),
            });
        } else if set(&mut rules, key, value).is_none() {
            errors.push(RulesTextError::Value {
                word: setting.into(),
            });
        }
        seen.push(key);
    }
    match edition {
        Some(edition) if errors.is_empty() => Ok((edition, rules)),
        _ => Err(RulesTextErrors(errors)),
    }
}

fn line(edition: Edition, rules: &Rules, differences: &[String]) -> String {
    let mut line = format!("{} players={}", edition_name(edition), rules.players);
    for setting in differences {
        line.push(' ');
        line.push_str(setting);
    }
    line
}

fn differences(edition: Edition, rules: &Rules) -> Vec<String> {
    let preset = edition.rules(rules.players);
    setting_names()
        .map(|key| (key, written(rules, key), written(&preset, key)))
        .filter(|(_, value, usual)| value != usual)
        .map(|(key, value, _)| match &*value {
            "yes" => key.to_owned(),
            value => format!("{key}={value}"),
        })
        .collect()
}

/// The value of a setting, as it is written.
fn written(rules: &Rules, key: &str) -> Cow<'static, str> {
    match (key, rules.first_player) {
        ("points_to_win", _) => rules.points_to_win.to_string().into(),
        ("hand_limit", _) => rules.hand_limit.to_string().into(),
        ("time_limit", _) => match rules.time_limit {
            None => "none".into(),
            Some(minutes) => minutes.to_string().into(),
        },
        ("first_player", FirstPlayer::Named { seat }) => seat_number(seat).to_string().into(),
        _ => switch_of(key)
            .map_or("", |switch| word_of(switch.value(rules)))
            .into(),
    }
}

/// Gives a setting its value, where there is such a setting and it can be that.
fn set(rules: &mut Rules, key: &str, text: &str) -> Option<()> {
    match key {
        "points_to_win" => rules.points_to_win = number(text)?,
        "hand_limit" => rules.hand_limit = number(text)?,
        "time_limit" => {
            rules.time_limit = match text {
                "none" => None,
                minutes => Some(number(minutes)?),
            };
        }
        "first_player" if text != "roll" => {
            let seat = parse_seat(text)?;
            rules.first_player = FirstPlayer::Named { seat };
        }
        _ => {
            let switch = switch_of(key)?;
            let id = switch.ids.iter().find(|id| word_of(id) == text)?;
            return switch.set(rules, id).then_some(());
        }
    }
    Some(())
}

/// A number of digits and nothing else.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

/// The word by which serde knows a value.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => unreachable!("these values are words"),
    }
}

/// The value of such a word.
fn value<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let word: StrDeserializer<NoSuchValue> = text.into_deserializer();
    T::deserialize(word).ok()
}
