//! How well the ratings of simulated populations fit: the figures of `docs/book/ratings.md`.

#[path = "../tests/rating/population.rs"]
mod simulated;

fn main() {
    println!("players  populations  order  least  held  width");
    for players in 2..=6 {
        let fits: Vec<_> = (20_000..20_040)
            .map(|seed| simulated::population(players, 1_200, seed))
            .collect();
        let mean = |value: fn(&simulated::Fit) -> f64| {
            fits.iter().map(value).sum::<f64>() / f64::from(fits.len() as u32)
        };
        let least = fits.iter().map(|fit| fit.order).fold(1.0, f64::min);
        println!(
            "{players:>7}  {:>11}  {:.3}  {least:.3}  {:.3}  {:>5.0}",
            fits.len(),
            mean(|fit| fit.order),
            mean(|fit| fit.held),
            mean(|fit| fit.width),
        );
    }
}
