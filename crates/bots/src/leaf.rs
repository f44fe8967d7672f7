//! How likely a seat is to win, by a net that has learned from the ends of games. The hard level settles by it, and the expert
//! level asks it where its playouts end.
//!
//! Its sums are made in the order in which they are written here, so they are the same on every platform.

use std::sync::LazyLock;

use brickwood_rules::{Phase, Seat, State};
use libm::{expf, logf};

use crate::evaluation::{Evaluator, HARD, Scale, term_names};
use crate::land::Land;

/// No chance counts as less than this, or more than 1 less this.
const CERTAIN: f32 = 1e-4;

/// The weights in the file are whole numbers, in parts of this.
const WEIGHT_UNIT: f32 = 1024.0;

/// The numbers of the first layer.
const FIRST: usize = 64;

/// The numbers of the second one.
const SECOND: usize = 32;

/// The last layer is another one for each stage of the game.
const STAGES: usize = 3;

/// The stages end where the leader is missing fewer points than these, in tenths.
const STAGE_ENDS: [f32; STAGES - 1] = [0.55, 0.35];

/// There is a net for two and three players, and one for more.
const NETS: usize = 2;

/// The fewest players for whom it is the second one.
const MANY: usize = 4;

/// The nets, one after the other. The weights are of two bytes each, the lowest first: of the first layer by term, its biases, of
/// the second by number of the first for the seat and for the mean of the others, its biases, of the output by stage, its biases,
/// and what a point of strength counts.
const FILE: &[u8] = include_bytes!("leaf.bin");

/// Read when they are asked first.
static LEAVES: LazyLock<[Leaf; NETS]> = LazyLock::new(|| {
    let mut file = Numbers(FILE);
    let leaves = std::array::from_fn(|_| Leaf::read(&mut file));
    assert!(file.0.is_empty(), "other nets");
    leaves
});

struct Leaf {
    first: Vec<[f32; FIRST]>,
    first_bias: [f32; FIRST],
    own: Vec<[f32; SECOND]>,
    others: Vec<[f32; SECOND]>,
    second_bias: [f32; SECOND],
    output: Vec<[f32; SECOND]>,
    output_bias: [f32; STAGES],
    strength: [f32; STAGES],
    strength_term: usize,
    missing_term: usize,
}

/// The seat's chance to win from here, where all cards are as they are in the state.
pub(crate) fn chance(land: &Land, state: &State, seat: Seat) -> f32 {
    if let Phase::Over { winners } = state.phase() {
        return f32::from(u8::from(winners.contains(seat)));
    }
    let evaluator = Evaluator::open(land, state, seat, Scale::plain(HARD.sharpness));
    let terms = evaluator.terms(state);
    LEAVES[usize::from(terms.len() >= MANY)].chance(&terms)
}

/// The log-odds of that.
pub(crate) fn log_odds(land: &Land, state: &State, seat: Seat) -> f32 {
    let chance = chance(land, state, seat).clamp(CERTAIN, 1.0 - CERTAIN);
    logf(chance / (1.0 - chance))
}

impl Leaf {
    fn read(file: &mut Numbers) -> Self {
        let names = term_names();
        let term = |name: &str| names.iter().position(|term| term == name);
        let term = |name| term(name).expect("the evaluator has such a term");
        Self {
            first: file.rows(names.len()),
            first_bias: file.row(),
            own: file.rows(FIRST),
            others: file.rows(FIRST),
            second_bias: file.row(),
            output: file.rows(STAGES),
            output_bias: file.row(),
            strength: file.row(),
            strength_term: term("strength"),
            missing_term: term("missing"),
        }
    }

    fn chance(&self, terms: &[Vec<f32>]) -> f32 {
        let hidden: Vec<[f32; FIRST]> = terms
            .iter()
            .map(|terms| positive(sums(self.first_bias, &self.first, terms)))
            .collect();
        let mut all = [0.0; FIRST];
        for of_seat in &hidden {
            add(&mut all, of_seat, 1.0);
        }
        let rivals = f32::from(terms.len().max(2) as u8 - 1);
        let least = terms
            .iter()
            .map(|terms| terms[self.missing_term])
            .fold(f32::MAX, f32::min);
        let stage = STAGE_ENDS.iter().filter(|end| least < **end).count();
        let scores: Vec<f32> = terms
            .iter()
            .zip(&hidden)
            .map(|(terms, own)| {
                let mut others = all;
                add(&mut others, own, -1.0);
                let others = others.map(|sum| sum / rivals);
                let second = sums(self.second_bias, &self.own, own);
                let second = positive(sums(second, &self.others, &others));
                let weighted = second.iter().zip(&self.output[stage]);
                let net = weighted.fold(self.output_bias[stage], |sum, (number, weight)| {
                    sum + number * weight
                });
                net + self.strength[stage] * 10.0 * terms[self.strength_term]
            })
            .collect();
        let best = scores.iter().copied().fold(f32::MIN, f32::max);
        let parts: Vec<f32> = scores.iter().map(|score| expf(score - best)).collect();
        parts[0] / parts.iter().sum::<f32>()
    }
}

/// The rest of the file.
struct Numbers(&'static [u8]);

impl Numbers {
    fn row<const COLUMNS: usize>(&mut self) -> [f32; COLUMNS] {
        std::array::from_fn(|_| {
            let (number, rest) = self.0.split_first_chunk().expect("the file is as long");
            self.0 = rest;
            f32::from(i16::from_le_bytes(*number)) / WEIGHT_UNIT
        })
    }

    fn rows<const COLUMNS: usize>(&mut self, count: usize) -> Vec<[f32; COLUMNS]> {
        (0..count).map(|_| self.row()).collect()
    }
}

/// The sums of a layer.
fn sums<const SUMS: usize>(
    bias: [f32; SUMS],
    weights: &[[f32; SUMS]],
    numbers: &[f32],
) -> [f32; SUMS] {
    let mut sums = bias;
    for (number, weights) in numbers.iter().zip(weights) {
        // Many are nothing.
        if *number != 0.0 {
            add(&mut sums, weights, *number);
        }
    }
    sums
}

fn add<const SUMS: usize>(sums: &mut [f32; SUMS], numbers: &[f32; SUMS], times: f32) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number * times;
    }
}

fn positive<const SUMS: usize>(sums: [f32; SUMS]) -> [f32; SUMS] {
    sums.map(|sum| sum.max(0.0))
}
