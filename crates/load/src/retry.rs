//! When a client gives a connection up, and when it reconnects after it was cut off: at the same times as the page.

use std::time::Duration;

use rand::{Rng, RngExt};

/// Milliseconds before the first try, and the least before any.
const LEAST: u64 = 50;
const FIRST_MOST: u64 = 500;
const MOST: u64 = 10_000;

/// How long a connection may take to open.
pub(crate) const OPENING: Duration = Duration::from_secs(10);

/// How long to wait before the next try, after this number of failures.
pub(crate) fn delay(failures: u32, random: &mut impl Rng) -> Duration {
    let most = FIRST_MOST.saturating_mul(2_u64.saturating_pow(failures));
    Duration::from_millis(random.random_range(LEAST..most.min(MOST)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn tries_become_rarer_and_are_spread_out() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut longest = |failures| {
            let delays: Vec<u128> = (0..200)
                .map(|_| delay(failures, &mut random).as_millis())
                .collect();
            assert!(*delays.iter().min().unwrap() >= 50);
            *delays.iter().max().unwrap()
        };
        assert!((400..500).contains(&longest(0)));
        assert!((3_000..4_000).contains(&longest(3)));
        assert!((9_000..10_000).contains(&longest(90)));
    }
}
