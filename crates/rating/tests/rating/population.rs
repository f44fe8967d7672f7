//! A simulated population whose strengths are known, and how well ratings find them.

use brickwood_rating::{Class, Entry, Rating, rate};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha12Rng;

/// Points for one unit of the logarithm of strength: 400 points are ten times the strength.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// How widely the logarithms of strength are spread.
const SPREAD: f64 = 0.8;

/// How many games everybody plays.
const GAMES: u32 = 30;

/// Somebody with a strength and a rating.
#[derive(Clone, Copy)]
struct Person {
    /// The logarithm of the strength; 0 is that of the medium bot.
    strength: f64,
    rating: Rating,
}

/// How well the ratings of a population fit.
pub struct Fit {
    /// The rank correlation of ratings with strengths.
    pub order: f64,
    /// The part of the shown ranges that hold the strength.
    pub held: f64,
    /// The mean width of the shown ranges, in points.
    pub width: f64,
}

/// Everybody plays 30 games of so many, with whomever it happens to be.
pub fn population(players: usize, people: usize, seed: u64) -> Fit {
    let class = Class::of(players).expect("so many can play");
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut all: Vec<Person> = (0..people)
        .map(|_| Person {
            strength: SPREAD * normal(&mut random),
            rating: class.start(),
        })
        .collect();
    for _ in 0..GAMES {
        all.shuffle(&mut random);
        for table in all.chunks_exact_mut(players) {
            play(class, table, &mut random);
        }
    }
    fit(&all)
}

/// Places by the model: whose strength times a random share is the greatest comes first.
fn play(class: Class, table: &mut [Person], random: &mut ChaCha12Rng) {
    let scores: Vec<f64> = table
        .iter()
        .map(|person| person.strength - (-uniform(random).ln()).ln())
        .collect();
    let place = |own: f64| 1 + scores.iter().filter(|score| **score > own).count() as u8;
    let entries: Vec<Entry> = table
        .iter()
        .zip(&scores)
        .map(|(person, score)| Entry::person(person.rating, place(*score)))
        .collect();
    for (person, rating) in table.iter_mut().zip(rate(class, &entries)) {
        person.rating = rating;
    }
}

fn fit(all: &[Person]) -> Fit {
    let count = f64::from(all.len() as u32);
    let by_strength = ranks(all, |person| person.strength);
    let by_rating = ranks(all, |person| f64::from(person.rating.mean));
    let distance = by_strength.iter().zip(&by_rating);
    let distance: f64 = distance.map(|(a, b)| (a - b) * (a - b)).sum();
    let held = all.iter().filter(|person| {
        let (low, high) = person.rating.range();
        let truth = 1500.0 + UNIT * person.strength;
        (f64::from(low)..=f64::from(high)).contains(&truth)
    });
    let width = all.iter().map(|person| {
        let (low, high) = person.rating.range();
        f64::from(high - low)
    });
    Fit {
        order: 1.0 - 6.0 * distance / (count * (count * count - 1.0)),
        held: f64::from(held.count() as u32) / count,
        width: width.sum::<f64>() / count,
    }
}

fn ranks(all: &[Person], value: impl Fn(&Person) -> f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| value(&all[*a]).total_cmp(&value(&all[*b])));
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
