//! How long production takes to pay for a thing.

use brickwood_rules::{ByResource, Cards};

use crate::land::PerResource;

/// Cards of each resource as numbers to reckon with.
pub(crate) type Counts = ByResource<f32>;

/// Nothing takes longer, as far as a bot is concerned.
const NEVER: f32 = 200.0;

/// Half a bank trade is not yet a card: what the missing rest costs on average, in cards given.
const BANK_ROUNDING: f32 = 0.6;

/// Cards as numbers to reckon with.
pub(crate) fn counts(cards: Cards) -> Counts {
    ByResource(cards.counts().map(f32::from))
}

/// What a card to spare is worth in cards that are missing, where the bank asks for so many of them.
pub(crate) fn surplus(bank: &PerResource) -> PerResource {
    bank.map(|rate| 1.0 / (rate + BANK_ROUNDING))
}

/// How fast production pays for a cost: one divided by one more than the rolls that it takes.
pub(crate) fn pace(cost: Cards, rates: &PerResource, surplus: &PerResource) -> f32 {
    1.0 / (1.0 + rolls_until(&counts(cost), &Counts::all(0.0), rates, surplus))
}

/// The expected number of rolls until `hand`, growing by `rates` a roll, pays `cost`, where any
/// surplus is traded with the bank.
pub(crate) fn rolls_until(
    cost: &Counts,
    hand: &Counts,
    rates: &PerResource,
    surplus: &PerResource,
) -> f32 {
    // By place, as fast as can be: nearly all that a bot reckons ends here.
    let (cost, hand, rates, surplus) = (&cost.0, &hand.0, &rates.0, &surplus.0);
    let mut time = 0.0;
    // What is left over less what is missing is concave in time: each step of Newton's method
    // stays on the left of the root, and there are no more pieces than resources.
    for _ in 0..8 {
        let mut balance = 0.0;
        let mut slope = 0.0;
        for resource in 0..5 {
            let rate = rates[resource];
            let over = hand[resource] + rate * time - cost[resource];
            let worth = if over < -1e-4 { 1.0 } else { surplus[resource] };
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

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Counts = ByResource([0.0; 5]);
    const CITY: Counts = ByResource([0.0, 0.0, 0.0, 2.0, 3.0]);
    const FOUR_FOR_ONE: Counts = ByResource([4.0; 5]);
    const WOOL_HARBOR: Counts = ByResource([4.0, 4.0, 2.0, 4.0, 4.0]);

    fn assert_near(found: f32, expected: f32) {
        assert!(
            (found - expected).abs() < 0.05,
            "{found} rolls, not {expected}"
        );
    }

    #[test]
    fn what_is_in_hand_takes_no_time() {
        let time = rolls_until(&CITY, &CITY, &NOTHING, &surplus(&FOUR_FOR_ONE));
        assert_near(time, 0.0);
    }

    #[test]
    fn without_production_nothing_is_ever_paid() {
        let time = rolls_until(&CITY, &NOTHING, &NOTHING, &surplus(&FOUR_FOR_ONE));
        assert_near(time, NEVER);
    }

    #[test]
    fn the_slowest_resource_decides() {
        let rates = ByResource([0.0, 0.0, 0.0, 0.2, 0.3]);
        assert_near(
            rolls_until(&CITY, &NOTHING, &rates, &surplus(&FOUR_FOR_ONE)),
            10.0,
        );
        // Ore takes 30 rolls; grain has 4 cards over by then, which buy most of one.
        let rates = ByResource([0.0, 0.0, 0.0, 0.2, 0.1]);
        let time = rolls_until(&CITY, &NOTHING, &rates, &surplus(&FOUR_FOR_ONE));
        assert!((20.0..30.0).contains(&time), "{time}");
    }

    #[test]
    fn a_harbor_for_what_one_has_saves_time() {
        let rates = ByResource([0.0, 0.0, 0.5, 0.1, 0.0]);
        let without = rolls_until(&CITY, &NOTHING, &rates, &surplus(&FOUR_FOR_ONE));
        let with = rolls_until(&CITY, &NOTHING, &rates, &surplus(&WOOL_HARBOR));
        assert!(with < 0.7 * without, "{with} {without}");
    }

    #[test]
    fn a_missing_resource_costs_what_the_bank_asks_for_it() {
        let city = Cards::new([0, 0, 0, 2, 3]);
        let without_ore = ByResource([0.0, 0.0, 0.4, 0.2, 0.0]);
        let with_ore = pace(
            city,
            &ByResource([0.0, 0.0, 0.2, 0.2, 0.2]),
            &surplus(&FOUR_FOR_ONE),
        );
        let by_bank = pace(city, &without_ore, &surplus(&FOUR_FOR_ONE));
        let by_harbor = pace(city, &without_ore, &surplus(&WOOL_HARBOR));
        assert!(by_bank < by_harbor && by_harbor < with_ore);
        // Whoever earns more pays for it sooner.
        let rich = pace(
            city,
            &without_ore.map(|rate| 2.0 * rate),
            &surplus(&FOUR_FOR_ONE),
        );
        assert!(by_bank < rich);
    }
}
