//! What somebody lets others see of their results.

use brickwood_protocol::{Profile, ProfileChoice, ProfileResults};

use crate::record::results::{StoredResult, result};

/// What somebody's latest results tell others, as far as they allow it.
pub(crate) fn profile(
    choice: ProfileChoice,
    latest: Vec<StoredResult>,
) -> serde_json::Result<Profile> {
    let mut results = ProfileResults::default();
    let mut qualities = Vec::new();
    for stored in latest {
        let game = result(stored)?;
        qualities.extend(game.quality.map(u32::from));
        let place = game.players.get(game.seat.index());
        if let Some(place) = place.and_then(|player| player.place) {
            results.games += 1;
            results.won += u32::from(place == 1);
            results.by_chance += 1000 / game.players.len() as u32;
        }
    }
    let known = qualities.len() as u32;
    let mean = qualities.iter().sum::<u32>().checked_div(known);
    Ok(Profile {
        results: (choice.results && results.games > 0).then_some(results),
        quality: mean.filter(|_| choice.quality).map(|mean| mean as u16),
    })
}
