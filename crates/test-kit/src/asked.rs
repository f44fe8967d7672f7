//! How much a random test does.

use std::str::FromStr;

/// The number that an environment variable asks for, such as how many games are played.
///
/// # Panics
///
/// If the variable is no such number.
pub fn asked<N: FromStr>(variable: &str, otherwise: N) -> N {
    std::env::var(variable).map_or(otherwise, |text| {
        let number = text.parse().ok();
        number.unwrap_or_else(|| panic!("{variable}={text} is no number"))
    })
}
