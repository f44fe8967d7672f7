//! How much one connection may say.

use std::time::{Duration, Instant};

/// A bucket of tokens: a message takes one, and they come back with time.
#[derive(Clone, Debug)]
pub(crate) struct TokenBucket {
    burst: u32,
    refill: Duration,
    /// When the bucket would be full if nothing more were taken.
    full_at: Instant,
}

impl TokenBucket {
    /// A full bucket of `burst` tokens, of which one comes back every `refill`.
    pub(crate) fn new(burst: u32, refill: Duration, now: Instant) -> Self {
        Self {
            burst,
            refill,
            full_at: now,
        }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.refill;
        let enough = full_at <= now + self.refill * self.burst;
        if enough {
            self.full_at = full_at;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(40, Duration::from_millis(100), start);
        let taken = |bucket: &mut TokenBucket, now| (0..100).filter(|_| bucket.take(now)).count();
        assert_eq!(taken(&mut bucket, start), 40);
        assert_eq!(taken(&mut bucket, start + Duration::from_secs(1)), 10);
        assert_eq!(taken(&mut bucket, start + Duration::from_mins(1)), 40);
    }
}
