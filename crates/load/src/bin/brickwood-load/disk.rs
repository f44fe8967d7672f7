//! What the disk can do at best: everything that is stored waits for at least one sync.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
    time::{Duration, Instant},
};

/// Appends 4 KiB to a file in this folder and syncs them, again and again for that time. The answer is
/// how long each took.
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
