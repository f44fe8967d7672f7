//! Simulated populations whose strengths are known, how well ratings find them, and a ring of accounts that wants to be
//! rated higher than it plays.

use brickwood_rating::{Class, DAY_MS, Noted, Rating, RatingLedger, RatingPlayer, play};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;

/// Points for one unit of the logarithm of strength: 400 points are ten times the strength.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How widely the logarithms of strength are spread.
const SPREAD: f64 = 0.8;

/// When the first games end, in milliseconds since 1970.
const BEGIN_MS: u64 = 1_000 * DAY_MS;

/// How many accounts a ring has.
const RING: usize = 20;

/// How many days a ring has.
const MONTH: u64 = 30;

/// How well the ratings of a population fit.
pub struct Fit {
    /// The rank correlation of ratings with strengths.
    pub order: f64,
    /// The part of the shown ranges that hold the strength.
    pub held: f64,
    /// The mean width of the shown ranges, in points.
    pub width: f64,
    /// The part of the people whose rating is settled.
    pub settled: f64,
}

/// A site with people who play games of one class. They have numbers.
struct Site {
    class: Class,
    ledger: RatingLedger<usize>,
    random: ChaCha12Rng,
}

impl Site {
    fn new(players: usize, seed: u64) -> Self {
        Self {
            class: Class::of(players).expect("so many can play"),
            ledger: RatingLedger::default(),
            random: ChaCha12Rng::seed_from_u64(seed),
        }
    }

    fn rating(&self, person: usize) -> Rating {
        self.ledger.standing(self.class, person).rating(self.class)
    }

    /// The points of the middle of a shown range.
    fn points(&self, person: usize) -> f64 {
        f64::from(self.rating(person).mean) / 1000.0
    }

    /// A game ends for these people, each with the place, and whether they have stayed.
    fn end(&mut self, ended_ms: u64, seats: &[(usize, u8, bool)]) {
        let players: Vec<(RatingPlayer, u8)> = seats
            .iter()
            .map(|(person, place, _)| {
                let others = seats.iter().map(|(other, ..)| *other);
                let others: Vec<usize> = others.filter(|other| other != person).collect();
                let standing = self.ledger.standing(self.class, *person);
                let others = self.ledger.others(self.class, *person, &others, ended_ms);
                (RatingPlayer::Person { standing, others }, *place)
            })
            .collect();
        let outcomes = play(self.class, &players).into_iter().flatten();
        let noted: Vec<Noted<usize>> = outcomes
            .zip(seats)
            .map(|(outcome, (person, _, stayed))| Noted {
                person: *person,
                outcome,
                stayed: *stayed,
            })
            .collect();
        self.ledger.note(self.class, ended_ms, &noted);
    }

    /// These people play, each with a strength: whose strength times a random share is the greatest comes first.
    fn play(&mut self, ended_ms: u64, seats: &[(usize, f64)]) {
        let scores: Vec<f64> = seats
            .iter()
            .map(|(_, strength)| strength - (-uniform(&mut self.random).ln()).ln())
            .collect();
        let place = |own: f64| 1 + scores.iter().filter(|score| **score > own).count() as u8;
        let seats = seats.iter().zip(&scores);
        let seats: Vec<(usize, u8, bool)> = seats
            .map(|((person, _), score)| (*person, place(*score), true))
            .collect();
        self.end(ended_ms, &seats);
    }
}

/// Everybody plays so many games of so many within so many days, with whomever it happens to be.
pub fn population(players: usize, people: usize, games: u64, days: u64, seed: u64) -> Fit {
    let mut site = Site::new(players, seed);
    let mut all: Vec<(usize, f64)> = (0..people)
        .map(|person| (person, SPREAD * normal(&mut site.random)))
        .collect();
    for game in 0..games {
        all.shuffle(&mut site.random);
        for table in all.chunks_exact(players) {
            site.play(BEGIN_MS + game * days * DAY_MS / games, table);
        }
    }
    fit(&site, &all)
}

/// What a ring does beside games that one of its accounts wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Nothing.
    Throw,
    /// The losers leave as soon as the game counts.
    Leave,
    /// The accounts play among each other first, so that some of them are rated high before they lose.
    Climb,
    /// Each account also plays ten honest games with strangers, who are well known.
    Mingle,
}

/// All schemes.
pub const SCHEMES: [Scheme; 4] = [Scheme::Throw, Scheme::Leave, Scheme::Climb, Scheme::Mingle];

/// By how many points one of twenty accounts of a person rises within a month in which it wins so many games a day against
/// the others.
pub fn ring(players: usize, scheme: Scheme, games: u64, seed: u64) -> f64 {
    let mut site = Site::new(players, seed);
    let mut strangers: Vec<(usize, f64)> = (RING..300).map(|one| (one, 0.0)).collect();
    for evening in 0..5 {
        strangers.shuffle(&mut site.random);
        for table in strangers.chunks_exact(players) {
            site.play(BEGIN_MS - MONTH * DAY_MS + evening, table);
        }
    }
    for day in 0..MONTH {
        let day_ms = BEGIN_MS + day * DAY_MS;
        if scheme == Scheme::Mingle && day % 3 == 0 {
            for account in 0..RING {
                strangers.shuffle(&mut site.random);
                let others = strangers.iter().take(players - 1).copied();
                let table: Vec<(usize, f64)> = others.chain([(account, 0.0)]).collect();
                site.play(day_ms, &table);
            }
        }
        let mut others: Vec<usize> = (1..RING).collect();
        for game in 1..=games {
            let ended_ms = day_ms + game * 60_000;
            if scheme == Scheme::Climb {
                // Those with lower numbers win.
                others.sort_unstable();
                for table in others.chunks_exact(players) {
                    let places = table.iter().zip(1..);
                    let seats: Vec<_> = places.map(|(one, place)| (*one, place, true)).collect();
                    site.end(ended_ms, &seats);
                }
            }
            others.shuffle(&mut site.random);
            let losers = others.iter().take(players - 1);
            let losers = losers.map(|one| (*one, 2, scheme != Scheme::Leave));
            let seats: Vec<_> = [(0, 1, true)].into_iter().chain(losers).collect();
            site.end(ended_ms + 30_000, &seats);
        }
    }
    site.points(0) - 1500.0
}

/// By how many points somebody rises who wins against so many guests, each of whom comes once and leaves.
pub fn guests(players: usize, games: usize) -> f64 {
    let mut site = Site::new(players, 0);
    for game in 0..games {
        let first = 1 + game * (players - 1);
        let leavers = (first..).take(players - 1).map(|guest| (guest, 2, false));
        let seats: Vec<_> = [(0, 1, true)].into_iter().chain(leavers).collect();
        site.end(BEGIN_MS + game as u64, &seats);
    }
    site.points(0) - 1500.0
}

fn fit(site: &Site, all: &[(usize, f64)]) -> Fit {
    let count = f64::from(all.len() as u32);
    let by_strength = ranks(all, |(_, strength)| strength);
    let by_rating = ranks(all, |(person, _)| site.points(person));
    let distance = by_strength.iter().zip(&by_rating);
    let distance: f64 = distance.map(|(a, b)| (a - b) * (a - b)).sum();
    let held = all.iter().filter(|(person, strength)| {
        let (low, high) = site.rating(*person).range();
        let truth = 1500.0 + UNIT * strength;
        (f64::from(low)..=f64::from(high)).contains(&truth)
    });
    let width = all.iter().map(|(person, _)| {
        let (low, high) = site.rating(*person).range();
        f64::from(high - low)
    });
    let settled = all
        .iter()
        .filter(|(person, _)| site.rating(*person).is_settled(site.class));
    Fit {
        settled: f64::from(settled.count() as u32) / count,
        order: 1.0 - 6.0 * distance / (count * (count * count - 1.0)),
        held: f64::from(held.count() as u32) / count,
        width: width.sum::<f64>() / count,
    }
}

fn ranks(all: &[(usize, f64)], value: impl Fn((usize, f64)) -> f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| value(all[*a]).total_cmp(&value(all[*b])));
    let mut ranks = vec![0.0; all.len()];
    for (rank, person) in (0_u32..).zip(order) {
        ranks[person] = f64::from(rank);
    }
    ranks
}

/// Between 0 and 1, and neither.
fn uniform(random: &mut ChaCha12Rng) -> f64 {
    (f64::from(random.random::<u32>()) + 0.5) / 4_294_967_296.0
}

fn normal(random: &mut ChaCha12Rng) -> f64 {
    (-2.0 * uniform(random).ln()).sqrt() * (std::f64::consts::TAU * uniform(random)).cos()
}
