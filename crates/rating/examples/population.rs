//! How well the ratings of simulated populations fit, and what a ring of accounts gains: the figures of
//! `docs/book/ratings.md`.

#[path = "../tests/rating/population.rs"]
mod simulated;

use simulated::{Fit, SCHEMES, guests, population, ring};

fn main() {
    println!("players  people  days  populations  order  least  held  width  settled");
    for (people, days) in [(1_200, 30), (12, 30), (12, 90)] {
        for players in 2..=6 {
            let fits: Vec<Fit> = (40_000..40_040)
                .map(|seed| population(players, people, days, days, seed))
                .collect();
            let mean = |value: fn(&Fit) -> f64| {
                fits.iter().map(value).sum::<f64>() / f64::from(fits.len() as u32)
            };
            let least = fits.iter().map(|fit| fit.order).fold(1.0, f64::min);
            println!(
                "{players:>7}  {people:>6}  {days:>4}  {:>11}  {:.3}  {least:.3}  {:.3}  {:>5.0}  {:>7.2}",
                fits.len(),
                mean(|fit| fit.order),
                mean(|fit| fit.held),
                mean(|fit| fit.width),
                mean(|fit| fit.settled),
            );
        }
    }
    println!("players  mean gain of a ring, and the most of 10, by {SCHEMES:?}; of guests");
    for players in 2..=6 {
        let gains = SCHEMES.map(|scheme| {
            let gains: Vec<f64> = (40_000..40_010)
                .map(|seed| ring(players, scheme, 40, seed))
                .collect();
            let most = gains.iter().copied().fold(f64::MIN, f64::max);
            format!("{:>5.1} {most:>5.1}", gains.iter().sum::<f64>() / 10.0)
        });
        println!(
            "{players:>7}  {}  {:>5.1}",
            gains.join("  "),
            guests(players, 80)
        );
    }
}
