//! Chances of winning as log-odds. Near certainty, a floating-point chance is too coarse to tell one
//! good state from a better one. Its log-odds are not.

use libm::{expf, logf};

/// The value of a game that is won. A lost one is worth the negative of it.
pub(crate) const WON: f32 = 80.0;

/// The log-odds of a seat of this strength against all others together. Strengths are logarithms of the
/// weights that the seats have in a draw for the win.
pub(super) fn against(own: f32, others: &[f32]) -> f32 {
    let most = others.iter().copied().fold(f32::MIN, f32::max);
    let sum: f32 = others.iter().map(|other| expf(other - most)).sum();
    bounded(own - most - logf(sum))
}

/// The log-odds of the mean chance. Each value comes with its weight in front.
pub(crate) fn mean(values: impl Iterator<Item = (f32, f32)>) -> f32 {
    let (mut winning, mut losing) = (0.0, 0.0);
    for (weight, value) in values {
        if value < WON {
            losing += weight / (1.0 + expf(value));
        }
        if value > -WON {
            winning += weight / (1.0 + expf(-value));
        }
    }
    if losing <= 0.0 {
        WON
    } else if winning <= 0.0 {
        -WON
    } else {
        bounded(logf(winning) - logf(losing))
    }
}

/// Keeps a value between lost and won: nothing is as good as having won.
fn bounded(value: f32) -> f32 {
    value.clamp(1.0 - WON, WON - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
    }

    #[test]
    fn equals_share_the_chance() {
        assert_near(against(3.0, &[3.0]), 0.0);
        assert_near(against(3.0, &[3.0, 3.0, 3.0]), -logf(3.0));
    }

    #[test]
    fn a_sure_win_can_still_become_surer() {
        assert!(against(41.0, &[1.0, 2.0]) > against(40.0, &[1.0, 2.0]));
        assert!(mean([(0.5, 41.0), (0.5, 40.0)].into_iter()) > 40.0);
    }

    #[test]
    fn a_mean_is_one_of_chances() {
        let odds = |chance: f32| logf(chance / (1.0 - chance));
        assert_near(
            mean([(0.5, odds(0.2)), (0.5, odds(0.6))].into_iter()),
            odds(0.4),
        );
        assert_near(
            mean([(0.25, WON), (0.75, odds(0.2))].into_iter()),
            odds(0.4),
        );
        assert_near(mean([(0.5, -WON), (0.5, WON)].into_iter()), 0.0);
    }

    #[test]
    fn what_is_certain_stays_so() {
        assert_near(mean([(0.3, WON), (0.7, WON)].into_iter()), WON);
        assert_near(mean([(1.0, -WON)].into_iter()), -WON);
        assert!(against(500.0, &[0.0]) < WON);
    }
}
