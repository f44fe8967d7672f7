//! When a client reconnects after it was cut off: at the same times as the page.

use std::time::Duration;

use rand::{Rng, RngExt};

/// Milliseconds before the first try, and the least before any.
const LEAST: u64 = 50;
const FIRST_MOST: u64 = 500;
const MOST: u64 = 10_000;

/// How long to wait before the next try, after this number of failures.
pub(crate) fn delay(failures: u32, random: &mut impl Rng) -> Duration {
    let most = FIRST_MOST.saturating_mul(2_u64.saturating_pow(failures));
    Duration::from_millis(random.random_range(LEAST..most.min(MOST)))
}

/// How long a server that restarts asks to wait.
pub(crate) fn asked(reason: &str) -> Option<Duration> {
    let (_, asked) = reason.rsplit_once("retry-after-ms=")?;
    let asked: u64 = asked.parse().ok()?;
    Some(Duration::from_millis(asked.min(MOST)))
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

    #[test]
    fn a_server_that_restarts_says_when_to_come_back() {
        let asked_for = asked("the server restarts; retry-after-ms=700");
        assert_eq!(asked_for, Some(Duration::from_millis(700)));
        assert_eq!(asked("reconnect to get the rest"), None);
    }
}
