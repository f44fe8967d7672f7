//! Rates and token buckets.

use std::time::{Duration, Instant};

/// A number at once, and then one more in each span of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many may come at once.
    pub burst: u32,
    /// The time after which one more may come.
    pub refill: Duration,
}

impl Rate {
    /// `burst` at once, and then one in every `refill`.
    pub const fn new(burst: u32, refill: Duration) -> Self {
        Self { burst, refill }
    }
}

/// The allowance that is left of a [`Rate`]. It refills with time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// When the bucket would be full if nothing more were taken.
    full_at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// Takes a number, if there are so many.
    ///
    /// # Errors
    ///
    /// The time until there are.
    pub fn take(&mut self, rate: Rate, number: u32, now: Instant) -> Result<(), Duration> {
        self.look(rate, number, now)?;
        self.full_at = self.full_at.max(now) + rate.refill * number;
        Ok(())
    }

    /// Whether there are so many.
    ///
    /// # Errors
    ///
    /// The time until there are.
    pub fn look(&self, rate: Rate, number: u32, now: Instant) -> Result<(), Duration> {
        let full_at = self.full_at.max(now) + rate.refill * number;
        let wait = full_at.saturating_duration_since(now + rate.refill * rate.burst);
        if wait.is_zero() { Ok(()) } else { Err(wait) }
    }

    /// Whether the bucket is full.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let rate = Rate::new(40, Duration::from_millis(100));
        let mut bucket = Bucket::new(start);
        let mut taken = |now| {
            (0..100)
                .filter(|_| bucket.take(rate, 1, now).is_ok())
                .count()
        };
        assert_eq!(taken(start), 40);
        assert_eq!(taken(start + Duration::from_secs(1)), 10);
        assert_eq!(taken(start + Duration::from_mins(1)), 40);
    }

    #[test]
    fn an_empty_bucket_says_when_there_is_more() {
        let now = Instant::now();
        let rate = Rate::new(2, Duration::from_secs(10));
        let mut bucket = Bucket::new(now);
        assert_eq!(bucket.take(rate, 1, now), Ok(()));
        assert_eq!(bucket.take(rate, 1, now), Ok(()));
        let wait = Duration::from_secs(10);
        assert_eq!(bucket.take(rate, 1, now), Err(wait));
        assert_eq!(bucket.look(rate, 1, now + wait), Ok(()));
        assert!(!bucket.is_full(now + wait));
        assert!(bucket.is_full(now + 2 * wait));
    }

    #[test]
    fn a_rate_of_nothing_gives_nothing() {
        let now = Instant::now();
        let rate = Rate::new(0, Duration::from_secs(1));
        assert!(Bucket::new(now).take(rate, 1, now).is_err());
    }
}
