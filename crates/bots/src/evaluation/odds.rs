//! Chances of winning as log-odds. Near certainty, a floating-point chance is too coarse to tell one
//! good state from a better one. Its log-odds are not.

use libm::{expf, logf};

/// The value of a game that is won. A lost one is worth the negative of it.
pub(crate) const WON: f32 = 80.0;

/// From which log-odds on a seat leads: two to three, a chance of 40 %.
const LEADING: f32 = -0.405_465_1;

/// The log-odds of one of the seats against all others together. Scores are logarithms of the weights that
/// the seats have in a draw for the win.
pub(super) fn against(seat: usize, scores: &[f32]) -> f32 {
    bounded(unbounded(seat, scores))
}

fn unbounded(seat: usize, scores: &[f32]) -> f32 {
    let others = || {
        let numbered = scores.iter().enumerate();
        numbered.filter_map(|(other, score)| (other != seat).then_some(*score))
    };
    let most = others().fold(f32::MIN, f32::max);
    let sum: f32 = others().map(|other| expf(other - most)).sum();
    scores[seat] - most - logf(sum)
}

/// Lowers the score of the seat in front so that its lead counts only so much: `lead` times the part of its
/// log-odds above those of the next seat, and above two to three. So the order of the seats stays.
///
/// Scores are logarithms of the weights that the seats have in a draw for the win.
pub fn ease_lead(scores: &mut [f32], lead: f32) {
    let first = |passed: Option<usize>| {
        let seats = (0..scores.len()).filter(|seat| Some(*seat) != passed);
        seats.max_by(|a, b| scores[*a].total_cmp(&scores[*b]))
    };
    let Some(front) = first(None) else { return };
    let Some(next) = first(Some(front)) else {
        return;
    };
    let from = unbounded(next, scores).max(LEADING);
    let excess = unbounded(front, scores) - from;
    if excess > 0.0 && excess.is_finite() {
        scores[front] -= (1.0 - lead) * excess;
    }
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
        assert_near(against(0, &[3.0, 3.0]), 0.0);
        assert_near(against(1, &[3.0; 4]), -logf(3.0));
    }

    #[test]
    fn a_sure_win_can_still_become_surer() {
        assert!(against(2, &[1.0, 2.0, 41.0]) > against(2, &[1.0, 2.0, 40.0]));
        assert!(mean([(0.5, 41.0), (0.5, 40.0)].into_iter()) > 40.0);
    }

    #[test]
    fn a_lead_counts_in_part_and_keeps_the_order() {
        let seats = [0.6_f32, 0.2, 0.15, 0.05].map(logf);
        let mut eased = seats;
        ease_lead(&mut eased, 0.75);
        let expected = LEADING + 0.75 * (against(0, &seats) - LEADING);
        assert_near(against(0, &eased), expected);
        // The others share what it loses in proportion.
        assert_eq!(eased[1..], seats[1..]);

        for near in [0.4_f32, 0.44, 0.47] {
            let mut close = [near, near + 0.02, 0.98 - 2.0 * near].map(logf);
            ease_lead(&mut close, 0.75);
            assert!(close[1] > close[0], "{close:?}");
        }
        for same in [[0.4, 0.3, 0.3].map(logf), [0.0, 0.0, f32::NEG_INFINITY]] {
            let mut scores = same;
            ease_lead(&mut scores, 0.75);
            assert_eq!(scores.map(f32::to_bits), same.map(f32::to_bits));
        }
        let mut certain = [0.0, f32::NEG_INFINITY];
        ease_lead(&mut certain, 0.75);
        assert_near(certain[0], 0.0);
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
        assert!(against(0, &[500.0, 0.0]) < WON);
    }
}
