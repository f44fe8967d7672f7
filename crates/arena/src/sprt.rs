//! Wald's sequential probability ratio test: when enough games were played.

use crate::share_of_elo;

/// The chance of each of the two wrong verdicts.
const ERROR: f64 = 0.05;

/// So many deals with independent games are added to those that were played, so that a few deals that happen
/// to be alike do not decide.
const PRIOR_DEALS: f64 = 10.0;

/// Tests whether a challenger is better by `elo1` points than its rivals rather than by `elo0`.
///
/// Every decided game is won by the challenger with the chance that [`share_of_elo`] gives, so the likelihoods
/// are binomial. The games of a deal have board and dice in common and are not independent: their number counts
/// divided by the [design effect](DealSums::design_effect). A game that is not finished tells nothing.
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

/// What a test says of results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tested {
    /// The logarithm of how much likelier the results are under `elo1` than under `elo0`.
    pub log_ratio: f64,
    /// See [`DealSums::design_effect`].
    pub design_effect: f64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The results of whole deals, in sums.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DealSums {
    deals: f64,
    won: f64,
    decided: f64,
    won_squared: f64,
    won_by_decided: f64,
    decided_squared: f64,
}

impl DealSums {
    /// Adds a deal: how many of its games the challenger has won, and how many anybody has.
    pub fn add(&mut self, won: u32, decided: u32) {
        let (won, decided) = (f64::from(won), f64::from(decided));
        self.deals += 1.0;
        self.won += won;
        self.decided += decided;
        self.won_squared += won * won;
        self.won_by_decided += won * decided;
        self.decided_squared += decided * decided;
    }

    /// How much more the games won in a deal vary than those of independent games would: below 1 where the games
    /// of a deal balance one another.
    pub fn design_effect(&self) -> f64 {
        if self.decided == 0.0 {
            return 1.0;
        }
        let share = self.won / self.decided;
        let of_deals = self.won_squared - 2.0 * share * self.won_by_decided
            + share * share * self.decided_squared;
        let of_games = self.decided * share * (1.0 - share);
        // The variance of the games won in a deal, if they are independent and one of them is won on average.
        let games = (self.decided / self.deals).max(2.0);
        let prior = PRIOR_DEALS * (1.0 - 1.0 / games);
        (of_deals + prior) / (of_games + prior)
    }
}

impl Sprt {
    /// The test of `elo1` against `elo0`; `None` unless `elo0` is the smaller.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0 < elo1).then_some(Self { elo0, elo1 })
    }

    /// The logarithm of how much likelier these results are under `elo1` than under `elo0`.
    fn log_ratio(&self, sums: &DealSums, players: u8) -> f64 {
        let p0 = share_of_elo(self.elo0, players);
        let p1 = share_of_elo(self.elo1, players);
        let lost = sums.decided - sums.won;
        let independent = sums.won * (p1 / p0).ln() + lost * ((1.0 - p1) / (1.0 - p0)).ln();
        independent / sums.design_effect()
    }

    /// Below the first, `elo0` is accepted; above the second, `elo1`.
    pub fn bounds() -> (f64, f64) {
        let upper = ((1.0 - ERROR) / ERROR).ln();
        (-upper, upper)
    }

    /// Tests these results.
    pub fn test(&self, sums: &DealSums, players: u8) -> Tested {
        let log_ratio = self.log_ratio(sums, players);
        let (lower, upper) = Self::bounds();
        let verdict = if log_ratio <= lower {
            Verdict::NotBetter
        } else if log_ratio >= upper {
            Verdict::Better
        } else {
            Verdict::Open
        };
        Tested {
            log_ratio,
            design_effect: sums.design_effect(),
            verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn the_ratio_is_that_of_the_binomial_likelihoods_over_the_design_effect() {
        let test = Sprt::new(0.0, 200.0).expect("0 is less than 200");
        // Two players: 0.5 against 0.7597. Of each four deals, one is won twice, two once, one never.
        let (mut independent, mut alike) = (DealSums::default(), DealSums::default());
        for won in [2, 1, 1, 0].repeat(25_000) {
            independent.add(won, 2);
            alike.add(1, 2);
        }
        let expected = 100_000.0 * (0.7597_f64 * 0.2403 / 0.25).ln();
        let found = test.log_ratio(&independent, 2);
        assert!(
            (found / expected - 1.0).abs() < 1e-3,
            "{found}, not {expected}"
        );
        // Each deal is won once: nothing varies but what is added.
        assert!((alike.design_effect() - 1e-4).abs() < 1e-6);
        assert!((test.log_ratio(&alike, 2) / expected / 1e4 - 1.0).abs() < 1e-2);
    }

    #[test]
    fn nothing_is_said_without_games_and_elo0_is_the_smaller() {
        let test = Sprt::new(0.0, 20.0).expect("0 is less than 20");
        let mut sums = DealSums::default();
        assert_eq!(test.test(&sums, 4).verdict, Verdict::Open);
        sums.add(0, 0);
        assert_eq!(test.test(&sums, 4).verdict, Verdict::Open);
        assert_eq!(Sprt::new(20.0, 20.0), None);
        assert_eq!(Sprt::new(f64::NAN, 20.0), None);
    }

    /// How the four games of a deal go with one another.
    #[derive(Clone, Copy, Debug)]
    enum Deals {
        /// Each goes its own way.
        Independent,
        /// In half of the deals, all go the same way: the challenger wins from the seat that wins.
        Balanced,
        /// In some deals, the challenger is better than in others.
        Uneven,
    }

    impl Deals {
        fn won(self, share: f64, rng: &mut ChaCha8Rng) -> u32 {
            let share = match self {
                Self::Balanced if rng.random_bool(0.5) => {
                    return 1 + u32::from(rng.random_bool(4.0 * share - 1.0));
                }
                Self::Uneven if rng.random_bool(0.5) => share - 0.1,
                Self::Uneven => share + 0.1,
                _ => share,
            };
            (0..4).map(|_| u32::from(rng.random_bool(share))).sum()
        }
    }

    /// How often the test says `wanted` of a player of so much Elo, of 400 times, and after how many deals.
    fn said(wanted: Verdict, deals: Deals, elo: f64) -> (u32, u32) {
        let test = Sprt::new(0.0, 40.0).expect("0 is less than 40");
        let (mut times, mut played) = (0, 0);
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut sums = DealSums::default();
            let verdict = loop {
                match test.test(&sums, 4).verdict {
                    Verdict::Open => sums.add(deals.won(share_of_elo(elo, 4), &mut rng), 4),
                    verdict => break verdict,
                }
                played += 1;
            };
            times += u32::from(verdict == wanted);
        }
        (times, played)
    }

    #[test]
    fn it_errs_in_five_of_a_hundred_at_most_however_the_games_of_a_deal_are_related() {
        for deals in [Deals::Independent, Deals::Balanced, Deals::Uneven] {
            // Of 400: 20 are expected at most, and 13 more are three standard deviations.
            let (better, _) = said(Verdict::Better, deals, 0.0);
            let (not_better, _) = said(Verdict::NotBetter, deals, 40.0);
            assert!(
                better <= 33 && not_better <= 33,
                "{deals:?}: {better}, {not_better}"
            );
        }
    }

    #[test]
    fn games_that_balance_one_another_decide_sooner() {
        let (_, independent) = said(Verdict::Better, Deals::Independent, 40.0);
        let (_, balanced) = said(Verdict::Better, Deals::Balanced, 40.0);
        assert!(4 * balanced < 3 * independent, "{balanced} {independent}");
    }
}
