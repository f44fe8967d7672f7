//! The conditional logit model: who of several wins, by the exponential of a weighted sum of what each has.

use crate::TuningError;

/// One choice among alternatives.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The terms of each alternative, the same number for all.
    pub alternatives: Vec<Vec<f64>>,
    /// The index of the one that was chosen.
    pub chosen: usize,
    /// How much the trial counts.
    pub weight: f64,
}

/// Newton's steps; a dozen are enough where there is a best fit.
const STEPS: usize = 40;

/// The penalty on large weights. It keeps a weight small about which the trials say nothing.
const RIDGE: f64 = 1e-6;

/// The weights under which these trials are most likely.
///
/// # Errors
///
/// If there are no trials, or their alternatives do not differ.
pub fn fit(trials: &[Trial]) -> Result<Vec<f64>, TuningError> {
    let first = trials.first().and_then(|trial| trial.alternatives.first());
    let count = first.ok_or(TuningError::TooLittle("there are none"))?.len();
    let mut weights = vec![0.0; count];
    let loss = |weights: &[f64]| {
        let held: f64 = weights.iter().map(|weight| weight * weight).sum();
        total_loss(trials, weights) + RIDGE * held / 2.0
    };
    for _ in 0..STEPS {
        let (mut slope, mut curve) = derivatives(trials, &weights);
        for (slope, weight) in slope.iter_mut().zip(&weights) {
            *slope -= RIDGE * weight;
        }
        for (place, row) in curve.iter_mut().enumerate() {
            row[place] += RIDGE;
        }
        let mut step = solve(curve, slope).ok_or(TuningError::TooLittle("they do not differ"))?;
        // A step too far makes things worse: half of it may not.
        let now = loss(&weights);
        let after = |step: &[f64]| -> Vec<f64> {
            let both = weights.iter().zip(step);
            both.map(|(weight, change)| weight + change).collect()
        };
        while loss(&after(&step)) > now && step.iter().any(|change| change.abs() > 1e-9) {
            for change in &mut step {
                *change /= 2.0;
            }
        }
        weights = after(&step);
        if step.iter().all(|change| change.abs() < 1e-9) {
            break;
        }
    }
    Ok(weights)
}

/// The standard error of each of the weights that [`fit`] has found, where each trial counts once.
///
/// # Errors
///
/// If the alternatives do not differ.
pub fn standard_errors(trials: &[Trial], weights: &[f64]) -> Result<Vec<f64>, TuningError> {
    let (_, mut curve) = derivatives(trials, weights);
    for (place, row) in curve.iter_mut().enumerate() {
        row[place] += RIDGE;
    }
    let error = |place: usize| {
        let mut unit = vec![0.0; weights.len()];
        unit[place] = 1.0;
        let column = solve(curve.clone(), unit)?;
        Some(column[place].sqrt())
    };
    (0..weights.len())
        .map(|place| error(place).ok_or(TuningError::TooLittle("they do not differ")))
        .collect()
}

/// The slope of the likelihood's logarithm, and the negative of its curvature.
fn derivatives(trials: &[Trial], weights: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = weights.len();
    let mut slope = vec![0.0; count];
    let mut curve = vec![vec![0.0; count]; count];
    for trial in trials {
        let chances = chances(trial, weights);
        let mean = |place: usize| -> f64 {
            let parts = chances.iter().zip(&trial.alternatives);
            parts.map(|(chance, terms)| chance * terms[place]).sum()
        };
        let means: Vec<f64> = (0..count).map(mean).collect();
        for row in 0..count {
            slope[row] += trial.weight * (trial.alternatives[trial.chosen][row] - means[row]);
            for column in 0..count {
                let parts = chances.iter().zip(&trial.alternatives);
                let both: f64 = parts
                    .map(|(chance, terms)| chance * terms[row] * terms[column])
                    .sum();
                curve[row][column] += trial.weight * (both - means[row] * means[column]);
            }
        }
    }
    (slope, curve)
}

/// The mean log-loss in nats: 0 for perfect predictions.
pub fn log_loss(trials: &[Trial], weights: &[f64]) -> f64 {
    let total: f64 = trials.iter().map(|trial| trial.weight).sum();
    total_loss(trials, weights) / total
}

fn total_loss(trials: &[Trial], weights: &[f64]) -> f64 {
    let loss = |trial: &Trial| {
        let chance = chances(trial, weights)[trial.chosen];
        -trial.weight * chance.max(f64::MIN_POSITIVE).ln()
    };
    trials.iter().map(loss).sum()
}

/// The chance of each alternative.
fn chances(trial: &Trial, weights: &[f64]) -> Vec<f64> {
    let sum = |terms: &Vec<f64>| -> f64 {
        let parts = terms.iter().zip(weights);
        parts.map(|(term, weight)| term * weight).sum()
    };
    let sums: Vec<f64> = trial.alternatives.iter().map(sum).collect();
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = sums.iter().map(|sum| (sum - most).exp()).collect();
    let total: f64 = parts.iter().sum();
    parts.iter().map(|part| part / total).collect()
}

/// Solves `matrix * x = right` by elimination with the largest pivots; `None` if there is not one solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for column in 0..count {
        let pivot = (column..count).max_by(|a, b| {
            matrix[*a][column]
                .abs()
                .total_cmp(&matrix[*b][column].abs())
        })?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..count {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (number, over) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *number -= factor * over;
            }
            right[row] -= factor * right[column];
        }
    }
    for column in (0..count).rev() {
        let known: f64 = (column + 1..count)
            .map(|other| matrix[column][other] * right[other])
            .sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}
