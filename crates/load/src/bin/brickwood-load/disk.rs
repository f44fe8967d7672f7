//! The speed of the disk: everything that is stored waits for at least one sync.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
    time::{Duration, Instant},
};

/// Repeatedly appends 4 KiB to a file in this folder and syncs them, for this time. Returns the duration of
/// each.
pub(crate) fn syncs(folder: &Path, time: Duration) -> io::Result<Vec<Duration>> {
    let path = folder.join("sync-test");
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    let end = Instant::now() + time;
    while Instant::now() < end {
        let begun = Instant::now();
        file.write_all(&[0x5a; 4096])?;
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(times)
}
