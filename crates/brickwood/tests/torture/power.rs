//! The games on a server's own disk after a power cut.
//!
//! A disk may keep data that was written and not synced, or lose it, or keep parts of it. So the server
//! records its requests to the disk and its messages to clients (`power.c`). From that journal, the test
//! builds the disk after a cut at some moment, and looks for everything that was acknowledged before. Cuts at
//! the moment of an acknowledgement, which lose everything that was not synced, show that no acknowledgement
//! is sent too early.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use brickwood_load::{LoadPlan, Run};
use brickwood_protocol::ServerMessage;
use brickwood_site::SCHEMA;
use brickwood_storage::{GameLog, SqliteStorage, Storage, StoredGame};
use brickwood_table::PersonId;
use futures_util::future::join_all;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tokio::time::sleep;

use crate::{
    audit::RunAudit,
    node::{Node, number},
};

/// The size of the smallest write of a disk.
const SECTOR: usize = 512;

/// The size of a write-ahead log, in bytes, shortly before it is copied to the database.
const ALMOST_FULL: u64 = 3500 * 4096;

/// How long it may take until it is full.
const PATIENCE: Duration = Duration::from_mins(2);

/// The files of a database that grow.
const FILES: [&str; 2] = ["brickwood.db", "brickwood.db-wal"];

/// The actions of a server, in order.
#[derive(Clone, Copy, Debug)]
enum JournalEntry<'a> {
    Opened {
        file: u32,
        path: &'a [u8],
    },
    Wrote {
        file: u32,
        offset: usize,
        bytes: &'a [u8],
    },
    Cut {
        file: u32,
        length: usize,
    },
    SyncBegan {
        file: u32,
    },
    SyncEnded {
        file: u32,
    },
    Removed {
        path: &'a [u8],
    },
    Sent {
        bytes: &'a [u8],
    },
}

fn read(journal: &[u8]) -> Vec<JournalEntry<'_>> {
    let mut rest = journal;
    let mut entries = Vec::new();
    // The last entry may be incomplete, because the server was killed.
    while let Some((head, after)) = rest.split_first_chunk::<21>() {
        let file = u32::from_le_bytes(head[1..5].try_into().unwrap());
        let offset = u64::from_le_bytes(head[5..13].try_into().unwrap()) as usize;
        let length = u64::from_le_bytes(head[13..].try_into().unwrap()) as usize;
        let Some((bytes, after)) = after.split_at_checked(length) else {
            break;
        };
        rest = after;
        entries.push(match head[0] {
            b'o' => JournalEntry::Opened { file, path: bytes },
            b'w' => JournalEntry::Wrote {
                file,
                offset,
                bytes,
            },
            b't' => JournalEntry::Cut {
                file,
                length: offset,
            },
            b'b' => JournalEntry::SyncBegan { file },
            b'e' => JournalEntry::SyncEnded { file },
            b'r' => JournalEntry::Removed { path: bytes },
            b's' => JournalEntry::Sent { bytes },
            other => panic!("there is no entry {other}"),
        });
    }
    entries
}

/// A request to a file that is not synced yet.
#[derive(Clone, Copy)]
enum Change<'a> {
    Write(usize, &'a [u8]),
    Cut(usize),
}

#[derive(Default)]
struct File<'a> {
    /// The data that survives every power cut.
    kept: Vec<u8>,
    /// The rest, each with its place in the journal.
    unsynced: Vec<(usize, Change<'a>)>,
}

/// The effect of a cut on data that is not synced.
#[derive(Clone, Copy, Debug)]
enum Loss {
    All,
    Nothing,
    /// Some writes.
    Some,
    /// Some sectors of writes.
    Sectors,
}

/// The disk of a server while it runs.
#[derive(Default)]
struct Disk<'a> {
    files: BTreeMap<&'a [u8], File<'a>>,
    /// The path that a number stands for, and when its sync began.
    open: HashMap<u32, (&'a [u8], usize)>,
    /// Whether the disk lies: it confirms a sync without keeping the data.
    lies: bool,
}

impl<'a> Disk<'a> {
    fn does(&mut self, place: usize, entry: JournalEntry<'a>) {
        let mut change = |open: &HashMap<u32, (&'a [u8], usize)>, file, change| {
            let path = open[&file].0;
            let file = self.files.entry(path).or_default();
            file.unsynced.push((place, change));
        };
        match entry {
            JournalEntry::Opened { file, path } => {
                self.open.insert(file, (name(path), 0));
            }
            JournalEntry::Wrote {
                file,
                offset,
                bytes,
            } => {
                change(&self.open, file, Change::Write(offset, bytes));
            }
            JournalEntry::Cut { file, length } => change(&self.open, file, Change::Cut(length)),
            JournalEntry::SyncBegan { file } => self.open.get_mut(&file).unwrap().1 = place,
            JournalEntry::SyncEnded { file } => {
                let (path, began) = self.open[&file];
                if let Some(file) = self.files.get_mut(path).filter(|_| !self.lies) {
                    let covered = file.unsynced.partition_point(|(place, _)| *place < began);
                    for (_, change) in file.unsynced.drain(..covered) {
                        apply(&mut file.kept, change);
                    }
                }
            }
            JournalEntry::Removed { path } => {
                self.files.remove(name(path));
            }
            JournalEntry::Sent { .. } => {}
        }
    }

    /// Writes the files after a power cut at this moment to a folder.
    fn leave(&self, folder: &Path, loss: Loss, random: &mut ChaCha8Rng) {
        for (path, file) in &self.files {
            let mut left = file.kept.clone();
            for (_, change) in &file.unsynced {
                match (loss, *change) {
                    (Loss::All, _) => {}
                    (Loss::Nothing, change) => apply(&mut left, change),
                    (Loss::Sectors, Change::Write(offset, bytes)) => {
                        let mut offset = offset;
                        let mut rest = bytes;
                        while !rest.is_empty() {
                            let to_next = SECTOR - offset % SECTOR;
                            let (part, after) = rest.split_at(to_next.min(rest.len()));
                            if random.random() {
                                apply(&mut left, Change::Write(offset, part));
                            }
                            (offset, rest) = (offset + part.len(), after);
                        }
                    }
                    (Loss::Some | Loss::Sectors, change) => {
                        if random.random() {
                            apply(&mut left, change);
                        }
                    }
                }
            }
            let name = std::str::from_utf8(path).unwrap();
            fs::write(folder.join(name), left).unwrap();
        }
    }
}

/// The name at the end of a path.
fn name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap()
}

fn apply(bytes: &mut Vec<u8>, change: Change<'_>) {
    match change {
        Change::Write(offset, new) => {
            let end = offset + new.len();
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[offset..end].copy_from_slice(new);
        }
        Change::Cut(length) => bytes.resize(length, 0),
    }
}

/// The acknowledgements in the data that was sent: keys and lines.
fn acknowledgements(sent: &[u8]) -> Vec<(u64, u32)> {
    const BEGINNING: &[u8] = b"{\"type\":\"ack\"";
    let places = sent.windows(BEGINNING.len()).enumerate();
    let places = places.filter(|(_, bytes)| *bytes == BEGINNING);
    places
        .filter_map(|(place, _)| {
            let mut read = serde_json::Deserializer::from_slice(&sent[place..]).into_iter();
            match read.next()?.ok()? {
                ServerMessage::Ack { key, seq } => Some((key, seq)),
                _ => None,
            }
        })
        .collect()
}

/// A database whose log is almost full, so that the worst moment comes soon: when the log is copied to the
/// database.
async fn prepare(data: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteStorage::open(folder.path(), SCHEMA).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    while fs::metadata(folder.path().join(FILES[1])).unwrap().len() < ALMOST_FULL {
        let persons: Vec<PersonId> = (0..128).map(|_| PersonId(random.random())).collect();
        let stored = persons.iter().map(|person| log.persons().add(*person, 1));
        for stored in join_all(stored).await {
            stored.unwrap();
        }
    }
    fs::create_dir(data).unwrap();
    // Copied before it is closed: closing would empty the log.
    FILES
        .iter()
        .map(|name| {
            let bytes = fs::read(folder.path().join(name)).unwrap();
            fs::write(data.join(name), &bytes).unwrap();
            (*name, bytes)
        })
        .collect()
}

/// A recorded run of a server.
struct Recording {
    /// The files with which it began.
    before: Vec<(&'static str, Vec<u8>)>,
    journal: Vec<u8>,
    /// The games at the end.
    games: BTreeMap<String, StoredGame>,
    /// The table of each message.
    tables: HashMap<u64, String>,
}

async fn record(seconds: u32) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let shim = folder.path().join("power.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/torture/power.c");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"])
        .arg(&shim)
        .args([source, "-ldl", "-lpthread"])
        .status();
    assert!(compiled.expect("there is a C compiler").success());
    let journal = folder.path().join("journal");
    let data = folder.path().join("data");
    let before = prepare(&data).await;
    let environment = [
        ("LD_PRELOAD", shim.to_str().unwrap()),
        ("BRICKWOOD_JOURNAL", journal.to_str().unwrap()),
    ];
    let arguments = ["--data", data.to_str().unwrap()];
    let mut node = Node::start(&arguments, &environment, &folder.path().join("reports"));
    let plan = LoadPlan {
        tables: 8,
        players: 3,
        bots: 1,
        points_to_win: 10,
        rate: 200.0,
        arrivals: f64::INFINITY,
        apart: true,
        repeats: false,
        patience: Duration::from_secs(5),
    };
    let database = || {
        fs::metadata(data.join(FILES[0]))
            .unwrap()
            .modified()
            .unwrap()
    };
    let untouched = database();
    let run = Run::start(&[node.address], plan).await.unwrap();
    sleep(Duration::from_secs(seconds.into())).await;
    let begun = Instant::now();
    while database() == untouched {
        assert!(begun.elapsed() < PATIENCE, "the database is never written");
        sleep(Duration::from_millis(100)).await;
    }
    let told = run.stop().await;
    node.kill();

    let log = SqliteStorage::open(&data, SCHEMA).unwrap();
    let acknowledged = told.ledger.notes().acknowledged.clone();
    let audit = RunAudit::of(&[told], &log).await;
    audit.report("power cuts, the run");
    let mut games = BTreeMap::new();
    let mut tables = HashMap::new();
    for one in acknowledged {
        if !games.contains_key(&one.table) {
            let game = log.load(&one.table).await.unwrap().unwrap();
            games.insert(one.table.clone(), game);
        }
        tables.insert(one.key, one.table);
    }
    Recording {
        before,
        journal: fs::read(journal).unwrap(),
        games,
        tables,
    }
}

/// The faults of the files after a cut, if lines up to these were acknowledged.
async fn findings(
    folder: &Path,
    games: &BTreeMap<String, StoredGame>,
    acknowledged: &BTreeMap<&str, u32>,
) -> Vec<String> {
    let log = match SqliteStorage::open(folder, SCHEMA) {
        Ok(log) => log,
        Err(error) => return vec![error.to_string()],
    };
    let mut findings = Vec::new();
    for (table, seq) in acknowledged {
        let Ok(Some(game)) = log.load(table).await else {
            findings.push(format!("{table} is lost, with {seq} lines"));
            continue;
        };
        if game.records.len() < *seq as usize {
            let left = game.records.len();
            findings.push(format!("{table} has {left} of {seq} lines"));
        }
        if !games[*table].records.starts_with(&game.records) {
            findings.push(format!("{table} has other lines"));
        }
    }
    findings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_power_cuts_and_is_synced_before_it_is_told() {
    let cuts = number("BRICKWOOD_TORTURE_CUTS", 100);
    let recording = record(number("BRICKWOOD_TORTURE_CUTS_SECONDS", 5)).await;
    let entries = read(&recording.journal);
    let told: Vec<(usize, u64, u32)> = (entries.iter().enumerate())
        .filter_map(|(place, entry)| match entry {
            JournalEntry::Sent { bytes } => Some((place, acknowledgements(bytes))),
            _ => None,
        })
        .flat_map(|(place, all)| all.into_iter().map(move |(key, seq)| (place, key, seq)))
        .filter(|(_, key, _)| recording.tables.contains_key(key))
        .collect();
    assert!(
        told.len() > 100,
        "{} acknowledgements were sent",
        told.len()
    );

    let names: HashMap<u32, &[u8]> = (entries.iter())
        .filter_map(|entry| match entry {
            JournalEntry::Opened { file, path } => Some((*file, name(path))),
            _ => None,
        })
        .collect();
    let checkpoint: Vec<usize> = (entries.iter().enumerate().skip(told[0].0))
        .filter(|(_, entry)| matches!(entry, JournalEntry::Wrote { file, .. } if names[file] == FILES[0].as_bytes()))
        .map(|(place, _)| place)
        .collect();
    assert!(
        !checkpoint.is_empty(),
        "the database itself was never written"
    );

    // Half of the cuts come with an acknowledgement, a quarter while the log is copied to the database, the
    // others at random times.
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let mut places: Vec<(usize, Loss)> = (0..cuts)
        .map(|number| {
            if number % 2 == 0 {
                (told[random.random_range(0..told.len())].0, Loss::All)
            } else {
                let place = match number % 4 {
                    1 => checkpoint[random.random_range(0..checkpoint.len())],
                    _ => random.random_range(told[0].0..entries.len()),
                };
                let losses = [Loss::All, Loss::Nothing, Loss::Some, Loss::Sectors];
                (place, losses[random.random_range(0..losses.len())])
            }
        })
        .collect();
    places.sort_unstable_by_key(|(place, _)| *place);

    let mut disk = Disk::default();
    let mut liar = Disk {
        lies: true,
        ..Disk::default()
    };
    for (name, bytes) in &recording.before {
        for disk in [&mut disk, &mut liar] {
            let file = disk.files.entry(name.as_bytes()).or_default();
            file.kept.clone_from(bytes);
        }
    }
    let mut acknowledged = BTreeMap::new();
    let mut told = told.iter().peekable();
    let mut places = places.into_iter().peekable();
    let (mut unsynced, mut found) = (0, Vec::new());
    for (place, entry) in entries.iter().enumerate() {
        disk.does(place, *entry);
        liar.does(place, *entry);
        while let Some((_, key, seq)) = told.next_if(|(told, ..)| *told == place) {
            let table = recording.tables[key].as_str();
            let last = acknowledged.entry(table).or_insert(*seq);
            *last = (*last).max(*seq);
        }
        while let Some((_, loss)) = places.next_if(|(cut, _)| *cut == place) {
            unsynced += usize::from(disk.files.values().any(|file| !file.unsynced.is_empty()));
            let folder = tempfile::tempdir().unwrap();
            disk.leave(folder.path(), loss, &mut random);
            for finding in findings(folder.path(), &recording.games, &acknowledged).await {
                found.push(format!("cut at {place}, {loss:?} lost: {finding}"));
            }
        }
    }
    // The cuts detect a disk that lies, so the test can fail.
    let folder = tempfile::tempdir().unwrap();
    liar.leave(folder.path(), Loss::All, &mut random);
    let lost = findings(folder.path(), &recording.games, &acknowledged).await;
    assert!(
        !lost.is_empty(),
        "a disk that keeps nothing has lost nothing"
    );
    let (mut syncs, mut checkpoints) = (0, 0);
    for entry in &entries {
        if let JournalEntry::SyncEnded { file } = entry {
            syncs += 1;
            checkpoints += u32::from(disk.open[file].0.ends_with(b".db"));
        }
    }
    println!(
        "torture: {cuts} power cuts in {syncs} syncs, {checkpoints} of them of the database itself, \
         {unsynced} cuts while something was not synced: {} findings",
        found.len()
    );
    assert!(unsynced > 0, "no cut came at a bad moment");
    assert!(found.is_empty(), "{found:#?}");
}
