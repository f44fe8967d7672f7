//! From words to a setup: every word understood, nothing compared yet.

use brickwood_rules::{
    ByResource, Cards, Common, Dice, DiceDeck, HandBounds, Held, Phase, PositionSpec, SeatSpec,
    Sight, Topology,
};

use super::words::{Word, Words};
use super::{WordError, phase};
use crate::cards::{parse_cards, parse_development_cards, parse_resource, parse_under_deck};
use crate::place::{parse_hex, parse_intersection, parse_path};
use crate::step::parse_seat;

/// The words of a line outside of its seats, after rules and board.
const COMMON: [&str; 19] = [
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

/// The words of a seat.
const OF_SEAT: [&str; 9] = [
    "hand",
    "least",
    "most",
    "dev",
    "bought",
    "played",
    "settlements",
    "cities",
    "roads",
];

/// What all words say; nothing where some cannot be read.
pub(super) fn setup(words: &Words<'_>, errors: &mut Vec<WordError>) -> Option<PositionSpec> {
    let mut common = Part::new(&words.common, &COMMON, errors);
    // Without rules and board, only words that nobody knows are found.
    let Some(game) = &words.game else {
        for seat in &words.seats {
            Part::new(seat, &OF_SEAT, errors);
        }
        return None;
    };
    let topology = game.board().topology();
    let phase = common.needed("phase", |text| phase::parse(topology, text));
    let turn = common.needed("turn", number);
    let first = common.needed("first", parse_seat);
    let active = common.needed("active", parse_seat);
    let robbing = common.maybe("robbing", parse_seat);
    let special = common.maybe("special", parse_seat);
    let robber = common.needed("robber", |text| parse_hex(topology, text));
    let dice = common.maybe("roll", parse_roll);
    let offers = common.maybe("offers", number).unwrap_or(0);
    let free_roads = free_roads(&mut common, phase.as_ref());
    let longest_road = common.maybe("longest-road", parse_seat);
    let largest_army = common.maybe("largest-army", parse_seat);
    let under_deck = common.maybe("under-deck", parse_under_deck);
    let dice_deck = common.maybe("throws", parse_throws);
    let bank = bank(&mut common, words.sight);
    let card_played = common.flag("card-played");
    let knight_waits = common.flag("knight-waits");
    let built = common.flag("built");
    let time_up = common.flag("time-up");
    let seats = words.seats.iter();
    let seats = seats
        .map(|part| seat_setup(topology, part, errors))
        .collect();
    Some(PositionSpec {
        common: Common {
            phase: phase?,
            active: active?,
            special,
            first: first?,
            turn: turn?,
            dice,
            card_played,
            free_roads,
            knight_waits,
            built,
            offers,
            robber: robber?,
            under_deck: under_deck.unwrap_or_default(),
            longest_road,
            largest_army,
            time_up,
        },
        robbing,
        dice_deck: dice_deck.unwrap_or(DiceDeck::FULL),
        bank: match bank {
            Some(Bank::Told(cards)) => Some(cards),
            _ => None,
        },
        bank_total: match bank {
            Some(Bank::Total(total)) => Some(total),
            _ => None,
        },
        seats,
        sight: words.sight,
    })
}

/// What a line says of the bank.
#[derive(Clone, Copy)]
enum Bank {
    Unknown,
    Total(u8),
    Told(Cards),
}

/// What the bank holds: a view has to tell it, if only that it is not known.
fn bank(common: &mut Part<'_>, sight: Sight) -> Option<Bank> {
    let read = |text: &str| match text.strip_prefix('?') {
        Some("") => Some(Bank::Unknown),
        Some(total) => number(total).map(Bank::Total),
        None => parse_bank(text).map(Bank::Told),
    };
    if sight == Sight::Full {
        common.maybe("bank", read)
    } else {
        common.needed("bank", read)
    }
}

/// The free roads: part of the phase that waits for them (DEV-04), else a word of their own.
fn free_roads(common: &mut Part<'_>, phase: Option<&Phase>) -> u8 {
    let free_roads = match phase {
        Some(Phase::FreeRoads) => common.maybe("phase", phase::free_roads),
        _ => common.maybe("free-roads", phase::parse_free_roads),
    };
    free_roads.unwrap_or(0)
}

fn seat_setup(topology: &Topology, words: &[Word<'_>], errors: &mut Vec<WordError>) -> SeatSpec {
    let mut part = Part::new(words, &OF_SEAT, errors);
    let hand = part.maybe("hand", |text| held(text, parse_cards));
    let development = part.maybe("dev", |text| held(text, parse_development_cards));
    let bought = part.maybe("bought", |text| held(text, parse_development_cards));
    SeatSpec {
        hand: hand.unwrap_or_default(),
        least: part.maybe("least", parse_cards).unwrap_or_default(),
        most: part.maybe("most", parse_most),
        development: development.unwrap_or_default(),
        bought: bought.unwrap_or_default(),
        played: part
            .maybe("played", parse_development_cards)
            .unwrap_or_default(),
        settlements: part.places("settlements", |name| parse_intersection(topology, name)),
        cities: part.places("cities", |name| parse_intersection(topology, name)),
        roads: part.places("roads", |name| parse_path(topology, name)),
    }
}

/// The words of all, or of one seat.
struct Part<'a> {
    words: &'a [Word<'a>],
    errors: &'a mut Vec<WordError>,
}

impl<'a> Part<'a> {
    fn new(words: &'a [Word<'a>], known: &[&str], errors: &'a mut Vec<WordError>) -> Self {
        let others = words.iter().filter(|word| !known.contains(&word.key));
        errors.extend(others.map(|word| WordError::Word(word.whole.into())));
        Self { words, errors }
    }

    fn word(&self, key: &str) -> Option<Word<'a>> {
        self.words.iter().find(|word| word.key == key).copied()
    }

    fn wrong(&mut self, word: Word<'_>) {
        self.errors.push(WordError::Value(word.whole.into()));
    }

    fn maybe<T>(&mut self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let word = self.word(key)?;
        let value = read(word.value);
        if value.is_none() {
            self.wrong(word);
        }
        value
    }

    fn needed<T>(&mut self, key: &'static str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        if self.word(key).is_none() {
            self.errors.push(WordError::Missing(key));
        }
        self.maybe(key, read)
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.word(key) {
            None => false,
            Some(word) if word.whole == key => true,
            Some(word) => {
                self.wrong(word);
                false
            }
        }
    }

    /// A list of places, each once.
    fn places<T: PartialEq, S: FromIterator<T> + Default>(
        &mut self,
        key: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> S {
        let Some(word) = self.word(key) else {
            return S::default();
        };
        let mut places = Vec::new();
        for name in word.value.split(',') {
            match read(name) {
                None => {
                    self.wrong(word);
                    break;
                }
                Some(place) if places.contains(&place) => {
                    self.errors.push(WordError::Twice(name.into()));
                }
                Some(place) => places.push(place),
            }
        }
        places.into_iter().collect()
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
    let throws = text.split(',').filter(|_| text != "none").map(|throw| {
        let number: u8 = number(throw)?;
        Dice::new(number / 10, number % 10)
    });
    DiceDeck::try_from(throws.collect::<Option<Vec<Dice>>>()?).ok()
}

/// All five resources, each with how many there are.
fn parse_bank(text: &str) -> Option<Cards> {
    let ByResource([brick, lumber, wool, grain, ore]) = parse_counts(text)?;
    Some(Cards::new([brick?, lumber?, wool?, grain?, ore?]))
}

/// Some resources, each with how many there are at most.
fn parse_most(text: &str) -> Option<Cards> {
    let counts = parse_counts(text)?;
    let counts = counts.map(|count| count.unwrap_or(HandBounds::NO_LIMIT));
    (!text.is_empty()).then(|| Cards::new(counts.0))
}

/// Resources with counts, each once.
fn parse_counts(text: &str) -> Option<ByResource<Option<u8>>> {
    let mut counts = ByResource::all(None);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let resource = parse_resource(&rest[..letter.len_utf8()])?;
        rest = &rest[letter.len_utf8()..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let count = &mut counts[resource];
        if count.is_some() {
            return None;
        }
        *count = Some(rest[..end].parse::<u8>().ok()?);
        rest = &rest[end..];
    }
    Some(counts)
}
