//! Damage inside a write-ahead log. SQLite reads a log up to the first frame that is not as it was written, and
//! takes everything behind that for the torn end of an unfinished write. That is right after a crash, but not if
//! the disk has damaged something in the middle: then acknowledged writes are missing, and SQLite says nothing.
//!
//! See <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufReader, ErrorKind, Read},
    path::{Path, PathBuf},
};

const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;

/// The size of pages where the log's head does not say it.
const USUAL_PAGE: usize = 4096;

/// The end of the name of a copy of a damaged log, before a number.
const DAMAGED: &str = "-wal.damaged-";

/// A write-ahead log that was damaged: a copy of it, and what could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostWrites {
    /// A copy of the log; the log itself, if it could not be copied.
    pub copy: PathBuf,
    /// The number of writes behind the damage, at least; each may be that of several tables.
    pub writes: u64,
    /// The number of pages in them.
    pub pages: u64,
}

/// Looks for damage in the log of a database that is about to be opened, and keeps a copy of a damaged one, because
/// SQLite will overwrite it. Returns what is missing, also that from earlier times, as long as the copies are there.
pub(super) fn lost_writes(database: &Path) -> Vec<LostWrites> {
    let log = beside(database, "-wal");
    let mut lost: Vec<LostWrites> = copies(database)
        .into_iter()
        .filter_map(|copy| Some(inspect(&copy).ok()??.lost(copy)))
        .collect();
    if let Ok(Some(damage)) = inspect(&log) {
        let copy = beside(database, &format!("{DAMAGED}{:016x}", damage.salt));
        if lost.iter().all(|known| known.copy != copy) {
            let copied = std::fs::copy(&log, &copy).is_ok();
            lost.push(damage.lost(if copied { copy } else { log }));
        }
    }
    lost
}

/// Whether everything is in the file of a database, and nothing in a log of SQLite beside it.
pub(super) fn is_complete(database: &Path) -> bool {
    ["-wal", "-journal"].into_iter().all(|end| {
        let log = std::fs::metadata(beside(database, end));
        log.map_or_else(
            |error| error.kind() == ErrorKind::NotFound,
            |log| log.len() == 0,
        )
    })
}

pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(end);
    name.into()
}

/// The copies of damaged logs of a database.
fn copies(database: &Path) -> Vec<PathBuf> {
    let name = database.file_name().unwrap_or_default().to_string_lossy();
    let begin = format!("{name}{DAMAGED}");
    let folder = database.parent().unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut copies: Vec<PathBuf> = files
        .filter(|file| file.file_name().to_string_lossy().starts_with(&begin))
        .map(|file| file.path())
        .collect();
    copies.sort();
    copies
}

/// What lies behind the damage in a log.
struct Damage {
    /// Identifies the writes since the log was last begun anew: each of their frames carries it.
    salt: u64,
    writes: u64,
    pages: u64,
}

impl Damage {
    fn lost(self, copy: PathBuf) -> LostWrites {
        LostWrites {
            copy,
            writes: self.writes,
            pages: self.pages,
        }
    }
}

/// The damage in a log; none if it is whole, or only its last write is torn. A server may write to it meanwhile.
fn inspect(log: &Path) -> io::Result<Option<Damage>> {
    loop {
        let (head, damage) = read(log)?;
        // A log that was begun anew meanwhile is a mixture.
        if head == read_head(&mut File::open(log)?)? {
            return Ok(damage);
        }
    }
}

fn read_head(log: &mut impl Read) -> io::Result<Option<[u8; HEAD]>> {
    let mut head = [0; HEAD];
    match log.read_exact(&mut head) {
        Ok(()) => Ok(Some(head)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

fn read(log: &Path) -> io::Result<(Option<[u8; HEAD]>, Option<Damage>)> {
    let mut log = BufReader::new(match File::open(log) {
        Ok(log) => log,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((None, None)),
        Err(error) => return Err(error),
    });
    let Some(head) = read_head(&mut log)? else {
        return Ok((None, None));
    };
    let is_big_endian = number(&head, 0) & 1 == 1;
    let is_whole = number(&head, 0) & !1 == 0x377f_0682
        && Sum::default().with(&head[..24], is_big_endian) == Sum::at(&head, 24);
    let page = match number(&head, 8) as usize {
        size if is_whole && size.is_power_of_two() && (512..=65536).contains(&size) => size,
        _ => USUAL_PAGE,
    };
    let mut found = Found::default();
    let mut salt = is_whole.then(|| salt(&head, 16));
    // The sum up to the last frame that can be read; none behind the damage.
    let mut sum = is_whole.then(|| Sum::at(&head, 24));
    let mut frame = vec![0; FRAME_HEAD + page];
    while log.read_exact(&mut frame).is_ok() {
        // If the head is damaged, the first frame tells the salt.
        let salt = *salt.get_or_insert(self::salt(&frame, 8));
        let is_ours = self::salt(&frame, 8) == salt;
        if let Some(known) = sum {
            let next = known
                .with(&frame[..8], is_big_endian)
                .with(&frame[FRAME_HEAD..], is_big_endian);
            sum = (is_ours && next == Sum::at(&frame, 16)).then_some(next);
        }
        if sum.is_none() && is_ours {
            found.add(number(&frame, 4) != 0);
        }
    }
    // A write that is torn by a crash was not acknowledged, but nothing is written before it is whole.
    let is_lost = if is_whole {
        found.follows_a_write
    } else {
        found.writes > 0
    };
    let damage = salt.filter(|_| is_lost).map(|salt| Damage {
        salt,
        writes: found.writes.max(1),
        pages: found.pages,
    });
    Ok((Some(head), damage))
}

/// The frames behind the damage.
#[derive(Default)]
struct Found {
    pages: u64,
    /// The frames that end a write.
    writes: u64,
    /// Whether there is a frame behind the end of a write.
    follows_a_write: bool,
}

impl Found {
    fn add(&mut self, ends_a_write: bool) {
        self.follows_a_write |= self.writes > 0;
        self.pages += 1;
        self.writes += u64::from(ends_a_write);
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    let bytes = bytes[at..].first_chunk().expect("heads are long enough");
    u32::from_be_bytes(*bytes)
}

fn salt(bytes: &[u8], at: usize) -> u64 {
    u64::from(number(bytes, at)) << 32 | u64::from(number(bytes, at + 4))
}

/// The checksum of a log up to some place.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Sum(u32, u32);

impl Sum {
    /// The sum that is stored here.
    fn at(bytes: &[u8], at: usize) -> Self {
        Self(number(bytes, at), number(bytes, at + 4))
    }

    fn with(self, bytes: &[u8], is_big_endian: bool) -> Self {
        let word = |bytes: &[u8]| {
            let bytes = *bytes.first_chunk().expect("words have four bytes");
            if is_big_endian {
                u32::from_be_bytes(bytes)
            } else {
                u32::from_le_bytes(bytes)
            }
        };
        let Self(mut one, mut two) = self;
        for pair in bytes.chunks_exact(8) {
            one = one.wrapping_add(word(pair)).wrapping_add(two);
            two = two.wrapping_add(word(&pair[4..])).wrapping_add(one);
        }
        Self(one, two)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;
    use tempfile::TempDir;

    use super::*;

    /// A database with a log of `writes` writes that is not copied into it, as a killed server leaves it.
    fn database(writes: u32) -> (TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let connection = Connection::open(&file).unwrap();
        connection
            .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE row (value TEXT) STRICT;")
            .unwrap();
        for _ in 0..writes {
            let text = "x".repeat(3000);
            connection
                .execute("INSERT INTO row VALUES (?1)", [text])
                .unwrap();
        }
        let log = fs::read(beside(&file, "-wal")).unwrap();
        let killed = folder.path().join("killed");
        fs::copy(&file, &killed).unwrap();
        (folder, killed, log)
    }

    fn missing(file: &Path, log: &[u8]) -> Option<(u64, u64)> {
        for copy in copies(file) {
            fs::remove_file(copy).unwrap();
        }
        fs::write(beside(file, "-wal"), log).unwrap();
        let lost = lost_writes(file);
        lost.first().map(|lost| (lost.writes, lost.pages))
    }

    /// The number of rows that SQLite finds.
    fn rows(folder: &Path, file: &Path, log: &[u8]) -> u64 {
        let read = folder.join("read");
        fs::copy(file, &read).unwrap();
        fs::write(beside(&read, "-wal"), log).unwrap();
        let reader = Connection::open(&read).unwrap();
        let count = reader.query_row("SELECT count(*) FROM row", [], |row| row.get::<_, u32>(0));
        // Without its table, there is none.
        count.unwrap_or(0).into()
    }

    #[test]
    fn a_database_is_complete_without_a_log_or_with_an_empty_one() {
        let (_folder, file, log) = database(3);
        assert!(is_complete(&file));
        fs::write(beside(&file, "-wal"), log).unwrap();
        assert!(!is_complete(&file));
        fs::write(beside(&file, "-wal"), "").unwrap();
        assert!(is_complete(&file));
        fs::write(beside(&file, "-journal"), "half a change").unwrap();
        assert!(!is_complete(&file));
    }

    #[test]
    fn whatever_is_lost_behind_a_flipped_bit_is_reported_and_a_torn_end_is_not() {
        let (folder, file, log) = database(20);
        assert_eq!(missing(&file, &log), None);
        assert_eq!(rows(folder.path(), &file, &log), 20);
        let frame = FRAME_HEAD + USUAL_PAGE;
        let last_commits: Vec<usize> = (HEAD..log.len())
            .step_by(frame)
            .filter(|at| number(&log, at + 4) != 0)
            .collect();
        // From here on, only the last write is damaged: a crash may have torn it.
        let last_write = last_commits[last_commits.len() - 2] + frame;
        for at in (0..log.len()).step_by(997).chain(0..HEAD + FRAME_HEAD) {
            let mut damaged = log.clone();
            damaged[at] ^= 4;
            let left = rows(folder.path(), &file, &damaged);
            let missing = missing(&file, &damaged).map(|(writes, _)| writes);
            if left == 20 {
                assert_eq!(missing, None, "byte {at}");
            } else if at < last_write {
                let missing = missing.unwrap_or_else(|| panic!("byte {at} is not reported"));
                assert!(left + missing + 1 >= 20, "byte {at}: {missing} of {left}");
            } else {
                assert_eq!(missing, None, "byte {at}");
            }
        }
        for length in (0..log.len()).step_by(1009) {
            assert_eq!(missing(&file, &log[..length]), None, "{length} bytes");
        }
    }

    #[test]
    fn a_damaged_log_is_kept_until_somebody_removes_it() {
        let (_folder, file, mut log) = database(20);
        let middle = log.len() / 2;
        log[middle] ^= 1;
        fs::write(beside(&file, "-wal"), &log).unwrap();
        let lost = lost_writes(&file);
        assert_eq!(lost.len(), 1);
        assert_eq!(fs::read(&lost[0].copy).unwrap(), log);
        // SQLite overwrites the log.
        fs::write(beside(&file, "-wal"), []).unwrap();
        assert_eq!(lost_writes(&file), lost);
        fs::remove_file(&lost[0].copy).unwrap();
        assert_eq!(lost_writes(&file), []);
    }
}
