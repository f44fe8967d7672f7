//! Files to which games are added, one line of JSON each.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
};

use brickwood_arena::in_parallel;
use serde::{Serialize, de::DeserializeOwned};

use crate::TuningError;

/// How many games are played before they are written.
const CHUNK: u32 = 64;

/// Plays games by their numbers and adds them to a file, until it has so many. Of a game that comes to nothing, the line
/// says `null`. A last line that was cut off is played again.
pub(crate) fn play_lines<T: Serialize + Send>(
    path: &Path,
    games: u32,
    threads: usize,
    play: impl Fn(u64) -> Option<T> + Sync,
) -> Result<(), TuningError> {
    let fail = |error| TuningError::File {
        path: path.to_owned(),
        error,
    };
    let text = if path.exists() {
        fs::read_to_string(path).map_err(fail)?
    } else {
        String::new()
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let played = text[..whole].lines().count() as u32;
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(fail)?;
    file.set_len(whole as u64).map_err(fail)?;
    for first in (played..games).step_by(CHUNK as usize) {
        let count = CHUNK.min(games - first) as usize;
        let played_now = in_parallel(count, threads, |number| {
            play(u64::from(first) + number as u64)
        });
        let mut lines = String::new();
        for game in played_now {
            lines += &serde_json::to_string(&game).expect("numbers are JSON");
            lines.push('\n');
        }
        file.write_all(lines.as_bytes()).map_err(fail)?;
    }
    Ok(())
}

/// The games of a file that have come to something.
pub(crate) fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, TuningError> {
    let text = fs::read_to_string(path).map_err(|error| TuningError::File {
        path: path.to_owned(),
        error,
    })?;
    let game = |line| {
        serde_json::from_str(line)
            .map(|game: Option<T>| game)
            .map_err(|error| TuningError::Format {
                path: path.to_owned(),
                error,
            })
    };
    text.lines()
        .filter_map(|line| game(line).transpose())
        .collect()
}
