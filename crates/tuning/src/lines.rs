//! Files to which games are added, one line of JSON each.

use std::{ops::ControlFlow, path::Path};

use brickwood_arena::{FileError, LineFile, in_order};
use serde::{Serialize, de::DeserializeOwned};

/// Plays games by their numbers and adds them to a file, until it has so many. Of a game that comes to nothing, the line
/// says `null`.
pub(crate) fn play_lines<T: Serialize + DeserializeOwned + Send>(
    path: &Path,
    games: u32,
    threads: usize,
    play: impl Fn(u64) -> Option<T> + Sync,
) -> Result<(), FileError> {
    let (mut file, played) = LineFile::open::<Option<T>>(path)?;
    let mut result = Ok(());
    in_order(
        played.len() as u64..u64::from(games),
        threads,
        play,
        |game| {
            result = file.add(&game);
            if result.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    result
}

/// The games of a file that have come to something.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, FileError> {
    let games = LineFile::read::<Option<T>>(path)?;
    Ok(games.into_iter().flatten().collect())
}
