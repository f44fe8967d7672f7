//! A small net that corrects the strength of a seat: it says what a weighted sum cannot.
//!
//! Its sums are made in the order in which they are written here, so they are the same on every platform.

use super::terms::{HAND_TERMS, STANDING_TERMS};

/// The weights in the file are whole numbers, in parts of this.
const WEIGHT_UNIT: f32 = 1024.0;

/// The numbers of the first layer.
pub(super) const FIRST: usize = 32;

/// The numbers of the second one.
const SECOND: usize = 16;

/// All terms of a seat.
const TERMS: usize = STANDING_TERMS + HAND_TERMS;

/// The weights, of two bytes each, the lowest first: of the first layer by term, its biases, of the second by number of the
/// first, its biases, of the output, its bias.
const FILE: &[u8] = include_bytes!("net.bin");

static NET: Net = Net::read();

/// The first layer of a seat before its hand is looked at.
pub(super) type Hidden = [f32; FIRST];

struct Net {
    first: [[f32; FIRST]; TERMS],
    first_bias: [f32; FIRST],
    second: [[f32; SECOND]; FIRST],
    second_bias: [f32; SECOND],
    output: [f32; SECOND],
    output_bias: f32,
}

impl Net {
    const fn read() -> Self {
        let weights = size_of::<Self>() / size_of::<f32>();
        assert!(FILE.len() == weights * size_of::<i16>(), "another net");
        let (first, at) = rows(0);
        let ([first_bias], at) = rows(at);
        let (second, at) = rows(at);
        let ([second_bias], at) = rows(at);
        let ([output], at) = rows(at);
        let ([[output_bias]], _) = rows(at);
        Self {
            first,
            first_bias,
            second,
            second_bias,
            output,
            output_bias,
        }
    }
}

/// Rows of weights from a place in the file on, and the place behind them.
const fn rows<const COLUMNS: usize, const ROWS: usize>(
    mut at: usize,
) -> ([[f32; COLUMNS]; ROWS], usize) {
    let mut rows = [[0.0; COLUMNS]; ROWS];
    let mut number = 0;
    while number < ROWS * COLUMNS {
        let weight = i16::from_le_bytes([FILE[at], FILE[at + 1]]);
        rows[number / COLUMNS][number % COLUMNS] = weight as f32 / WEIGHT_UNIT;
        number += 1;
        at += 2;
    }
    (rows, at)
}

/// The first layer with the terms that do not depend on the hand.
pub(super) fn hidden(terms: &[f32; STANDING_TERMS]) -> Hidden {
    let mut hidden = NET.first_bias;
    add(&mut hidden, &NET.first[..STANDING_TERMS], terms);
    hidden
}

/// What the net adds to the score of a seat, in log-odds.
pub(super) fn output(hidden: &Hidden, hand_terms: &[f32; HAND_TERMS]) -> f32 {
    let mut first = *hidden;
    add(&mut first, &NET.first[STANDING_TERMS..], hand_terms);
    let mut second = NET.second_bias;
    add(&mut second, &NET.second, &first.map(|sum| sum.max(0.0)));
    let weighted = second.into_iter().zip(NET.output);
    weighted.fold(NET.output_bias, |sum, (number, weight)| {
        sum + number.max(0.0) * weight
    })
}

/// Adds to the sums of a layer what these numbers bring.
fn add<const SUMS: usize>(sums: &mut [f32; SUMS], weights: &[[f32; SUMS]], numbers: &[f32]) {
    for (number, weights) in numbers.iter().zip(weights) {
        // Many are nothing.
        if *number != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
    }
}
