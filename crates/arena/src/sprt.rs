//! Wald's sequential probability ratio test: when enough games were played.

use crate::share_of_elo;

/// The chance of each of the two wrong verdicts.
const ERROR: f64 = 0.05;

/// Tests whether a challenger is better by `elo1` points than its rivals rather than by `elo0`.
///
/// Every decided game is won by the challenger with the chance that [`share_of_elo`] gives, whatever
/// the others were: the likelihoods are binomial. A game that is not finished tells nothing. That games
/// of one deal have board and dice in common is not looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `elo0` is accepted: the challenger is not better by `elo1`.
    NotBetter,
    /// Not enough games yet.
    Open,
    /// `elo1` is accepted.
    Better,
}

impl Sprt {
    /// The test of `elo1` against `elo0`; `None` unless `elo0` is the smaller.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0 < elo1).then_some(Self { elo0, elo1 })
    }

    /// The logarithm of how much likelier these results are under `elo1` than under `elo0`.
    pub fn log_ratio(&self, won: u32, lost: u32, players: u8) -> f64 {
        let p0 = share_of_elo(self.elo0, players);
        let p1 = share_of_elo(self.elo1, players);
        f64::from(won) * (p1 / p0).ln() + f64::from(lost) * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// Below the first, `elo0` is accepted; above the second, `elo1`.
    pub fn bounds() -> (f64, f64) {
        let upper = ((1.0 - ERROR) / ERROR).ln();
        (-upper, upper)
    }

    /// The verdict on these results.
    pub fn verdict(&self, won: u32, lost: u32, players: u8) -> Verdict {
        let ratio = self.log_ratio(won, lost, players);
        let (lower, upper) = Self::bounds();
        if ratio <= lower {
            Verdict::NotBetter
        } else if ratio >= upper {
            Verdict::Better
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn the_ratio_is_that_of_the_binomial_likelihoods() {
        let test = Sprt::new(0.0, 200.0).expect("0 is less than 200");
        // Two players: 0.5 against 0.7597. Three won, one lost.
        let expected = (0.7597_f64.powi(3) * 0.2403 / 0.5_f64.powi(4)).ln();
        let found = test.log_ratio(3, 1, 2);
        assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
    }

    #[test]
    fn nothing_is_said_without_games_and_elo0_is_the_smaller() {
        let test = Sprt::new(0.0, 20.0).expect("0 is less than 20");
        assert_eq!(test.verdict(0, 0, 4), Verdict::Open);
        assert_eq!(Sprt::new(20.0, 20.0), None);
        assert_eq!(Sprt::new(f64::NAN, 20.0), None);
    }

    /// How often the test says `wanted` of a player of so much Elo.
    fn said(wanted: Verdict, elo: f64) -> u32 {
        let test = Sprt::new(0.0, 100.0).expect("0 is less than 100");
        let mut times = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let (mut won, mut lost) = (0, 0);
            let verdict = loop {
                match test.verdict(won, lost, 4) {
                    Verdict::Open if rng.random_bool(share_of_elo(elo, 4)) => won += 1,
                    Verdict::Open => lost += 1,
                    verdict => break verdict,
                }
            };
            times += u32::from(verdict == wanted);
        }
        times
    }

    #[test]
    fn it_errs_in_five_of_a_hundred_at_most() {
        // Of 400: 20 are expected at most, and 13 more are three standard deviations.
        assert!(said(Verdict::Better, 0.0) <= 33);
        assert!(said(Verdict::NotBetter, 100.0) <= 33);
    }
}
