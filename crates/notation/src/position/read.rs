//! From words to a setup: every word understood, nothing compared yet.

use brickwood_rules::{
    Cards, Dice, DiceDeck, Game, Held, Intersection, Path, Phase, SeatSetup, Setup, Sight, Topology,
};

use super::words::{Word, Words};
use super::{PositionError, phase};
use crate::cards::{parse_cards, parse_development_cards, parse_resource, parse_under_deck};
use crate::place::{intersection_name, parse_hex, parse_intersection, parse_path, path_name};
use crate::step::parse_seat;

pub(super) fn setup(words: Words<'_>) -> Result<(Game, Setup), PositionError> {
    let Words {
        sight,
        game,
        common,
        seats,
    } = words;
    let topology = game.board().topology();
    let known = [
        "phase",
        "turn",
        "first",
        "active",
        "robbing",
        "special",
        "robber",
        "roll",
        "offers",
        "longest-road",
        "largest-army",
        "free-roads",
        "under-deck",
        "throws",
        "bank",
        "card-played",
        "knight-waits",
        "built",
        "time-up",
    ];
    refuse_others(&common, &known)?;
    let common = Part(&common);
    let phase = common.needed("phase", |text| phase::parse(topology, text))?;
    let setup = Setup {
        phase,
        turn: common.needed("turn", number)?,
        first: common.needed("first", parse_seat)?,
        active: common.needed("active", parse_seat)?,
        robbing: common.maybe("robbing", parse_seat)?,
        special: common.maybe("special", parse_seat)?,
        robber: common.needed("robber", |text| parse_hex(topology, text))?,
        dice: common.maybe("roll", parse_roll)?,
        offers: common.maybe("offers", number)?.unwrap_or(0),
        free_roads: free_roads(&common, &phase)?,
        longest_road: common.maybe("longest-road", parse_seat)?,
        largest_army: common.maybe("largest-army", parse_seat)?,
        under_deck: common
            .maybe("under-deck", parse_under_deck)?
            .unwrap_or_default(),
        dice_deck: common
            .maybe("throws", parse_throws)?
            .unwrap_or(DiceDeck::FULL),
        bank: bank(&common, sight)?,
        card_played: common.flag("card-played")?,
        knight_waits: common.flag("knight-waits")?,
        built: common.flag("built")?,
        time_up: common.flag("time-up")?,
        seats: seats
            .iter()
            .map(|part| seat_setup(topology, part))
            .collect::<Result<_, _>>()?,
        sight,
    };
    Ok((game, setup))
}

/// What the bank holds: a view has to tell it, if only that it is not known.
fn bank(common: &Part<'_>, sight: Sight) -> Result<Option<Cards>, PositionError> {
    match common.0.iter().find(|word| word.key == "bank") {
        None if sight != Sight::Full => Err(PositionError::Missing("bank")),
        Some(word) if word.value == "?" => Ok(None),
        _ => common.maybe("bank", parse_bank),
    }
}

/// The free roads: part of the phase that waits for them (DEV-04), else a word of their own.
fn free_roads(common: &Part<'_>, phase: &Phase) -> Result<u8, PositionError> {
    match phase {
        Phase::FreeRoads => common.needed("phase", phase::free_roads),
        _ => Ok(common
            .maybe("free-roads", phase::parse_free_roads)?
            .unwrap_or(0)),
    }
}

fn seat_setup(topology: &Topology, words: &[Word<'_>]) -> Result<SeatSetup, PositionError> {
    let known = [
        "hand",
        "dev",
        "bought",
        "played",
        "settlements",
        "cities",
        "roads",
    ];
    refuse_others(words, &known)?;
    let part = Part(words);
    let intersections = |text: &str| {
        text.split(',')
            .map(|name| parse_intersection(topology, name))
            .collect::<Option<Vec<Intersection>>>()
    };
    let paths = |text: &str| {
        text.split(',')
            .map(|name| parse_path(topology, name))
            .collect::<Option<Vec<Path>>>()
    };
    let mut seat = SeatSetup {
        hand: part
            .maybe("hand", |text| held(text, parse_cards))?
            .unwrap_or_default(),
        development: part
            .maybe("dev", |text| held(text, parse_development_cards))?
            .unwrap_or_default(),
        bought: part
            .maybe("bought", |text| held(text, parse_development_cards))?
            .unwrap_or_default(),
        played: part
            .maybe("played", parse_development_cards)?
            .unwrap_or_default(),
        ..SeatSetup::default()
    };
    for at in part
        .maybe("settlements", intersections)?
        .unwrap_or_default()
    {
        if seat.settlements.contains(at) {
            return Err(twice(intersection_name(topology, at)));
        }
        seat.settlements = seat.settlements.with(at);
    }
    for at in part.maybe("cities", intersections)?.unwrap_or_default() {
        if seat.cities.contains(at) {
            return Err(twice(intersection_name(topology, at)));
        }
        seat.cities = seat.cities.with(at);
    }
    for at in part.maybe("roads", paths)?.unwrap_or_default() {
        if seat.roads.contains(at) {
            return Err(twice(path_name(topology, at)));
        }
        seat.roads = seat.roads.with(at);
    }
    Ok(seat)
}

/// A list that names a place a second time.
fn twice(place: String) -> PositionError {
    PositionError::Twice(place)
}

fn refuse_others(words: &[Word<'_>], known: &[&str]) -> Result<(), PositionError> {
    match words.iter().find(|word| !known.contains(&word.key)) {
        Some(word) => Err(PositionError::Word(word.whole.into())),
        None => Ok(()),
    }
}

/// The words of all, or of one seat.
struct Part<'a>(&'a [Word<'a>]);

impl Part<'_> {
    fn maybe<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, PositionError> {
        self.0
            .iter()
            .find(|word| word.key == key)
            .map(|word| read(word.value).ok_or_else(|| word.wrong()))
            .transpose()
    }

    fn needed<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, PositionError> {
        self.maybe(key, read)?.ok_or(PositionError::Missing(key))
    }

    fn flag(&self, key: &str) -> Result<bool, PositionError> {
        match self.0.iter().find(|word| word.key == key) {
            None => Ok(false),
            Some(word) if word.whole == key => Ok(true),
            Some(word) => Err(word.wrong()),
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Cards, or a question mark, the number of hidden ones, and the others.
fn held<T: Default>(text: &str, told: impl Fn(&str) -> Option<T>) -> Option<Held<T>> {
    let Some(text) = text.strip_prefix('?') else {
        return told(text).map(Held::told);
    };
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (count, rest) = text.split_at(end);
    Some(Held {
        hidden: number(count).filter(|_| !count.is_empty())?,
        told: match rest {
            "" => T::default(),
            cards => told(cards)?,
        },
    })
}

/// Two dice, or their sum where it alone is known: nothing in a turn depends on more.
fn parse_roll(text: &str) -> Option<Dice> {
    let Some((first, second)) = text.split_once('+') else {
        let sum: u8 = number(text)?;
        return Dice::new(sum / 2, sum - sum / 2);
    };
    Dice::new(number(first)?, number(second)?)
}

fn parse_throws(text: &str) -> Option<DiceDeck> {
    let mut throws = 0u64;
    if text != "none" {
        for throw in text.split(',') {
            let number: u8 = number(throw)?;
            let [first, second] = Dice::new(number / 10, number % 10)?.faces();
            let bit = 1 << (6 * (first - 1) + second - 1);
            if throws & bit != 0 {
                return None;
            }
            throws |= bit;
        }
    }
    DiceDeck::try_from(throws).ok()
}

/// All five resources, each with how many there are.
fn parse_bank(text: &str) -> Option<Cards> {
    let mut counts = [None; 5];
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let resource = parse_resource(&rest[..letter.len_utf8()])?;
        rest = &rest[letter.len_utf8()..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let count = &mut counts[resource.index()];
        if count.is_some() {
            return None;
        }
        *count = Some(rest[..end].parse::<u8>().ok()?);
        rest = &rest[end..];
    }
    let [brick, lumber, wool, grain, ore] = counts;
    Some(Cards::new([brick?, lumber?, wool?, grain?, ore?]))
}
