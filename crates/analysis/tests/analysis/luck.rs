//! Luck with production is fair: its sum over many games is as near to zero as chance allows.

use brickwood_analysis::production_luck;
use brickwood_bots::Level;
use brickwood_rules::{DiceSource, Edition};
use brickwood_test_kit::asked;

use crate::played::bots;

/// How many games are counted: `LAW_GAMES`, or some.
fn games() -> u64 {
    asked("LAW_GAMES", 1000)
}

/// The sum of many differences, and the sum of their variances.
#[derive(Default)]
struct Sum {
    difference: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, difference: f64, deviation: f64) {
        self.difference += difference;
        self.variance += deviation * deviation;
    }

    /// How many standard deviations the sum is away from zero.
    fn away(&self) -> f64 {
        self.difference / self.variance.sqrt()
    }
}

#[test]
fn the_cards_that_rolls_bring_are_those_expected_on_average() {
    // With dice and with a deck of dice, by seat in the order of play.
    let mut sums: [[Sum; 4]; 2] = Default::default();
    for number in 0..games() {
        let deck = number % 2 == 1;
        let mut rules = Edition::ALL[number as usize % Edition::ALL.len()].rules(4);
        rules.dice = if deck {
            DiceSource::Deck
        } else {
            DiceSource::Dice
        };
        let played = bots(rules, 7_000_000 + number, &[Level::Easy]);
        let luck = production_luck(&played.game, &played.steps).expect("legal steps");
        for (luck, sum) in luck.iter().zip(&mut sums[usize::from(deck)]) {
            sum.add(f64::from(luck.received) - luck.expected, luck.deviation);
        }
    }
    for sums in &sums {
        let away: Vec<f64> = sums.iter().map(Sum::away).collect();
        println!("standard deviations away from zero, by seat: {away:.2?}");
        assert!(away.iter().all(|away| away.abs() < 4.0), "{away:?}");
    }
}
