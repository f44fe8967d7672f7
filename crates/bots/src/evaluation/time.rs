//! How long production takes to pay for a thing.

use brickwood_rules::Cards;

use crate::land::PerResource;

/// Cards of each resource as numbers to reckon with.
pub(crate) type Counts = [f32; 5];

/// Nothing takes longer, as far as a bot is concerned.
const NEVER: f32 = 200.0;

/// Half a bank trade is not yet a card: what the missing rest costs on average, in cards given.
const BANK_ROUNDING: f32 = 0.6;

/// Cards as numbers to reckon with.
pub(crate) fn counts(cards: Cards) -> Counts {
    cards.counts().map(f32::from)
}

/// The expected number of rolls until `hand`, growing by `rates` a roll, pays `cost`, where any
/// surplus is traded with the bank at `bank` for one.
pub(crate) fn rolls_until(cost: &Counts, hand: &Counts, rates: &PerResource, bank: &Counts) -> f32 {
    let mut time = 0.0;
    // What is left over less what is missing is concave in time: each step of Newton's method
    // stays on the left of the root, and there are no more pieces than resources.
    for _ in 0..8 {
        let mut balance = 0.0;
        let mut slope = 0.0;
        for resource in 0..5 {
            let rate = rates[resource];
            let over = hand[resource] + rate * time - cost[resource];
            let worth = if over < -1e-4 {
                1.0
            } else {
                1.0 / (bank[resource] + BANK_ROUNDING)
            };
            balance += over * worth;
            slope += rate * worth;
        }
        if balance >= -1e-3 {
            return time;
        }
        if slope * NEVER < -balance {
            return NEVER;
        }
        time -= balance / slope;
    }
    time.min(NEVER)
}
