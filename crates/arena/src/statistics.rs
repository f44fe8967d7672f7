//! What results say, and how surely.

/// 95 % of a normal distribution lie within so many standard deviations.
const Z: f64 = 1.959_964;

/// From and to, 95 % sure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's interval for a share of which `won` of `games` were seen; 0 to 1 without any games.
pub fn wilson(won: u32, games: u32) -> Interval {
    if games == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let n = f64::from(games);
    let share = f64::from(won) / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval {
        low: ((middle - half) / scale).max(0.0),
        high: ((middle + half) / scale).min(1.0),
    }
}

/// The mean of these values, and the interval of what it would be of ever more of them. Without two values, nothing is sure.
pub fn mean_interval(values: &[f64]) -> (f64, Interval) {
    // Far fewer than 2^52: exact.
    #[allow(clippy::cast_precision_loss)]
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let half = if values.len() < 2 {
        f64::INFINITY
    } else {
        Z * (squares / (count - 1.0) / count).sqrt()
    };
    let (low, high) = (mean - half, mean + half);
    (mean, Interval { low, high })
}

/// How many points of Elo stronger somebody is than each of the rivals who wins this share of the
/// games at tables of so many. Every player's chance is taken to be in proportion to a strength
/// (Bradley and Terry), and 400 points of Elo are ten times the strength. With two players it is the
/// usual measure; the fair share is 0 at every table.
pub fn elo_of_share(share: f64, players: u8) -> f64 {
    let rivals = f64::from(players - 1);
    400.0 * (share * rivals / (1.0 - share)).log10()
}

/// The other way round: the share that so many points of Elo should win.
pub fn share_of_elo(elo: f64, players: u8) -> f64 {
    let strength = 10_f64.powf(elo / 400.0);
    strength / (strength + f64::from(players - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found}, not {expected}");
    }

    #[test]
    fn wilson_gives_the_published_figures() {
        // Wilson (1927) by any table: 1 of 10, 50 of 100, none of 20.
        let few = wilson(1, 10);
        assert_near(few.low, 0.0179);
        assert_near(few.high, 0.4042);
        let half = wilson(50, 100);
        assert_near(half.low, 0.4038);
        assert_near(half.high, 0.5962);
        let none = wilson(0, 20);
        assert_near(none.low, 0.0);
        assert_near(none.high, 0.1611);
    }

    #[test]
    fn a_mean_is_as_sure_as_its_values_are_alike_and_many() {
        let (mean, interval) = mean_interval(&[1.0, 2.0, 3.0, 4.0]);
        assert_near(mean, 2.5);
        assert_near(interval.high - mean, 1.96 * (5.0 / 3.0 / 4.0_f64).sqrt());
        assert_near(mean - interval.low, interval.high - mean);
        assert!(mean_interval(&[7.0]).1.high.is_infinite());
    }

    #[test]
    fn the_fair_share_is_no_elo_at_every_table() {
        for players in 2..=6 {
            assert_near(elo_of_share(1.0 / f64::from(players), players), 0.0);
            assert_near(share_of_elo(0.0, players), 1.0 / f64::from(players));
        }
    }

    #[test]
    fn with_two_players_it_is_the_usual_elo() {
        assert_near(share_of_elo(200.0, 2), 0.7597);
        assert!((elo_of_share(0.7597, 2) - 200.0).abs() < 0.1);
        for elo in [-150.0, 30.0, 400.0] {
            assert_near(elo_of_share(share_of_elo(elo, 4), 4), elo);
        }
    }
}
