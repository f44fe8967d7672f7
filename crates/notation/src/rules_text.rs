//! Rules as one line of text: an edition, and what differs from it.
//!
//! ```text
//! rules   = edition SP "players=" number *( SP setting )
//! setting = key            ; a switch that is on
//!         / key "=" value
//! ```
//!
//! Keys and values are those of [`Rules`] as they are everywhere on the wire.

use brickwood_rules::{Edition, FirstPlayer, Rules, SWITCHES, SetUp, Variants};
use serde::de::value::{Error as NoSuchValue, StrDeserializer};
use serde::{Deserialize, Serialize, de::IntoDeserializer};
use thiserror::Error;

use crate::joined;
use crate::step::{parse_seat, seat_number};

/// Every word of a text that names no rules. Never empty.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", joined(.0, "; "))]
pub struct RulesTextErrors(pub Vec<RulesTextError>);

/// A word of a text that names no rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RulesTextError {
    /// The first word is no edition.
    #[error(
        "`{0}` is not an edition; the editions are modern, mayfair-1996, almanac-1999, five-six, siedler"
    )]
    Edition(String),
    /// How many play is not the second word.
    #[error("after the edition comes `players=` and a number, not `{0}`")]
    Players(String),
    /// There is no such setting.
    #[error("there is no setting `{0}`")]
    Key(String),
    /// The setting cannot be that.
    #[error("`{0}` is not a value of this setting; it can be {values}", values = values_of(.0))]
    Value(String),
    /// The setting is given twice.
    #[error("`{0}` is a duplicate")]
    Twice(String),
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
        _ => {
            let switch = SWITCHES.iter().find(|switch| switch.id == key);
            let values = switch.map_or(&[][..], |switch| switch.values);
            let words = values.iter().map(|(value, _)| match *value {
                "true" => "yes",
                "false" => "no",
                word => word,
            });
            joined(words, ", ")
        }
    }
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
        errors.push(RulesTextError::Edition(first.into()));
    }
    let second = words.next().unwrap_or_default();
    let players = second.strip_prefix("players=").and_then(number);
    if players.is_none() {
        errors.push(RulesTextError::Players(second.into()));
    }
    let (Some(edition), Some(players)) = (edition, players) else {
        return Err(RulesTextErrors(errors));
    };
    let mut rules = edition.rules(players);
    let known = settings(&rules).map(|(key, _)| key);
    let mut seen: Vec<&str> = Vec::new();
    for setting in words {
        let (key, value) = setting.split_once('=').unwrap_or((setting, "yes"));
        if !known.contains(&key) {
            errors.push(RulesTextError::Key(setting.into()));
        } else if seen.contains(&key) {
            errors.push(RulesTextError::Twice(setting.into()));
        } else if set(&mut rules, key, value).is_none() {
            errors.push(RulesTextError::Value(setting.into()));
        }
        seen.push(key);
    }
    if errors.is_empty() {
        Ok((edition, rules))
    } else {
        Err(RulesTextErrors(errors))
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
    settings(rules)
        .into_iter()
        .zip(settings(&edition.rules(rules.players)))
        .filter(|(setting, preset)| setting != preset)
        .map(|((key, value), _)| match value.as_str() {
            "yes" => key.to_owned(),
            value => format!("{key}={value}"),
        })
        .collect()
}

/// All settings but the number of players, in the order in which they are written.
fn settings(rules: &Rules) -> [(&'static str, String); 34] {
    // A new setting has to be placed here, and in `set`.
    let Rules {
        players: _,
        points_to_win,
        hand_limit,
        time_limit,
        first_player,
        set_up,
        number_layout,
        number_start,
        number_direction,
        harbor_facing,
        harbor_layout,
        bank_shortage,
        trade_then_build,
        like_for_like,
        city_cost,
        robber_on_desert,
        steal_optional,
        free_roads,
        progress_cards,
        longest_road_tie,
        win_when,
        special_building_phase,
        variants,
        reds_apart,
        balanced_board,
        friendly_robber,
        dice,
        no_domestic_trade,
    } = *rules;
    let Variants {
        played_victory_points,
        open_hands,
        cards_after_roll,
        no_early_seven,
        robber_may_stay,
        no_trade_after_building,
        keep_a_settlement,
        knight_interrupt,
    } = variants;
    [
        ("points_to_win", points_to_win.to_string()),
        ("hand_limit", hand_limit.to_string()),
        (
            "time_limit",
            time_limit.map_or("none".into(), |minutes| minutes.to_string()),
        ),
        (
            "first_player",
            match first_player {
                FirstPlayer::Roll => "roll".into(),
                FirstPlayer::Named { seat } => seat_number(seat).to_string(),
            },
        ),
        (
            "set_up",
            match set_up {
                SetUp::Placed => "placed".into(),
                SetUp::Beginners { left_out: None } => "beginners".into(),
                SetUp::Beginners {
                    left_out: Some(pieces),
                } => format!("beginners_without_{}", word(pieces)),
            },
        ),
        ("number_layout", word(number_layout)),
        ("number_start", word(number_start)),
        ("number_direction", word(number_direction)),
        ("harbor_facing", word(harbor_facing)),
        ("harbor_layout", word(harbor_layout)),
        ("reds_apart", yes_or_no(reds_apart)),
        ("balanced_board", yes_or_no(balanced_board)),
        ("bank_shortage", word(bank_shortage)),
        ("trade_then_build", yes_or_no(trade_then_build)),
        ("like_for_like", yes_or_no(like_for_like)),
        ("city_cost", word(city_cost)),
        ("robber_on_desert", yes_or_no(robber_on_desert)),
        ("steal_optional", yes_or_no(steal_optional)),
        ("friendly_robber", yes_or_no(friendly_robber)),
        ("free_roads", word(free_roads)),
        ("progress_cards", word(progress_cards)),
        ("longest_road_tie", word(longest_road_tie)),
        ("win_when", word(win_when)),
        ("special_building_phase", yes_or_no(special_building_phase)),
        ("dice", word(dice)),
        ("no_domestic_trade", yes_or_no(no_domestic_trade)),
        ("played_victory_points", yes_or_no(played_victory_points)),
        ("open_hands", yes_or_no(open_hands)),
        ("cards_after_roll", yes_or_no(cards_after_roll)),
        ("no_early_seven", yes_or_no(no_early_seven)),
        ("robber_may_stay", yes_or_no(robber_may_stay)),
        (
            "no_trade_after_building",
            yes_or_no(no_trade_after_building),
        ),
        ("keep_a_settlement", yes_or_no(keep_a_settlement)),
        ("knight_interrupt", yes_or_no(knight_interrupt)),
    ]
}

/// Gives a setting its value, where there is such a setting and it can be that.
fn set(rules: &mut Rules, key: &str, text: &str) -> Option<()> {
    let variants = &mut rules.variants;
    match key {
        "points_to_win" => rules.points_to_win = number(text)?,
        "hand_limit" => rules.hand_limit = number(text)?,
        "time_limit" => {
            rules.time_limit = match text {
                "none" => None,
                minutes => Some(number(minutes)?),
            };
        }
        "first_player" => {
            rules.first_player = match text {
                "roll" => FirstPlayer::Roll,
                seat => FirstPlayer::Named {
                    seat: parse_seat(seat)?,
                },
            };
        }
        "set_up" => {
            rules.set_up = match text {
                "placed" => SetUp::Placed,
                "beginners" => SetUp::Beginners { left_out: None },
                _ => SetUp::Beginners {
                    left_out: Some(value(text.strip_prefix("beginners_without_")?)?),
                },
            };
        }
        "number_layout" => rules.number_layout = value(text)?,
        "number_start" => rules.number_start = value(text)?,
        "number_direction" => rules.number_direction = value(text)?,
        "harbor_facing" => rules.harbor_facing = value(text)?,
        "harbor_layout" => rules.harbor_layout = value(text)?,
        "reds_apart" => rules.reds_apart = on(text)?,
        "balanced_board" => rules.balanced_board = on(text)?,
        "bank_shortage" => rules.bank_shortage = value(text)?,
        "trade_then_build" => rules.trade_then_build = on(text)?,
        "like_for_like" => rules.like_for_like = on(text)?,
        "city_cost" => rules.city_cost = value(text)?,
        "robber_on_desert" => rules.robber_on_desert = on(text)?,
        "steal_optional" => rules.steal_optional = on(text)?,
        "friendly_robber" => rules.friendly_robber = on(text)?,
        "free_roads" => rules.free_roads = value(text)?,
        "progress_cards" => rules.progress_cards = value(text)?,
        "longest_road_tie" => rules.longest_road_tie = value(text)?,
        "win_when" => rules.win_when = value(text)?,
        "special_building_phase" => rules.special_building_phase = on(text)?,
        "dice" => rules.dice = value(text)?,
        "no_domestic_trade" => rules.no_domestic_trade = on(text)?,
        "played_victory_points" => variants.played_victory_points = on(text)?,
        "open_hands" => variants.open_hands = on(text)?,
        "cards_after_roll" => variants.cards_after_roll = on(text)?,
        "no_early_seven" => variants.no_early_seven = on(text)?,
        "robber_may_stay" => variants.robber_may_stay = on(text)?,
        "no_trade_after_building" => variants.no_trade_after_building = on(text)?,
        "keep_a_settlement" => variants.keep_a_settlement = on(text)?,
        "knight_interrupt" => variants.knight_interrupt = on(text)?,
        _ => return None,
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

fn yes_or_no(on: bool) -> String {
    if on { "yes" } else { "no" }.into()
}

fn on(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
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
