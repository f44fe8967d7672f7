//! The three files of a shard.

use std::fs::{self, File};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use brickwood_encode::Tensor;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::TypePtr;

use crate::DatasetError;
use crate::rows::{Decisions, GameRow, GameRows, StandingRow};
use crate::tables::{self, Table, properties};

/// How many bytes of masks and tensors a row group has at least, but for the last one of a file.
const GROUP: usize = 32 << 20;

/// The file of a table in a shard.
fn path_of(folder: &Path, table: Table, shard: u32) -> PathBuf {
    path_in(&folder.join(table.name()), shard)
}

/// The file of a shard in the folder of its table.
pub(crate) fn path_in(folder: &Path, shard: u32) -> PathBuf {
    folder.join(format!("{shard:05}.parquet"))
}

/// Whether a shard is there, whole.
pub(crate) fn is_complete(folder: &Path, shard: u32) -> bool {
    Table::ALL
        .iter()
        .all(|table| path_of(folder, *table, shard).exists())
}

/// What a run leaves that was interrupted while it wrote a file.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "part")
}

/// The folders of a data set of games: its own, and one for each table.
pub(crate) fn folders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let tables = Table::ALL.map(|table| folder.join(table.name()));
    [folder.to_owned()].into_iter().chain(tables)
}

/// Removes what interrupted runs have left in these folders.
pub(crate) fn remove_unfinished(
    folders: impl IntoIterator<Item = PathBuf>,
) -> Result<(), DatasetError> {
    for folder in folders {
        for file in fs::read_dir(&folder).map_err(DatasetError::file(&folder))? {
            let path = file.map_err(DatasetError::file(&folder))?.path();
            if is_unfinished(&path) {
                fs::remove_file(&path).map_err(DatasetError::file(&path))?;
            }
        }
    }
    Ok(())
}

/// Puts a file in its place at once, so that nobody ever sees a part of it.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), DatasetError> {
    let part = part_of(path);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(content)?;
        file.sync_all()?;
        put(&part, path)
    };
    write().map_err(DatasetError::file(path))
}

/// Where a file is written. Processes on several machines may write the same one, each with a name of its own.
fn part_of(path: &Path) -> PathBuf {
    let random = RandomState::new().build_hasher().finish();
    path.with_extension(format!("{random:016x}.part"))
}

/// Renames a file that is whole, and makes sure that a crash does not undo it.
fn put(part: &Path, path: &Path) -> std::io::Result<()> {
    fs::rename(part, path)?;
    // Only Unix can open a folder as a file.
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let is_here = folder.as_os_str().is_empty();
        let folder = if is_here { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// A file that is being written.
pub(crate) struct TableFile {
    part: PathBuf,
    path: PathBuf,
    writer: SerializedFileWriter<File>,
}

impl TableFile {
    pub(crate) fn create(path: PathBuf, schema: TypePtr) -> Result<Self, DatasetError> {
        let part = part_of(&path);
        let into = path.parent().expect("it is in a folder");
        fs::create_dir_all(into).map_err(DatasetError::file(into))?;
        let file = File::create(&part).map_err(DatasetError::file(&part))?;
        let writer = SerializedFileWriter::new(file, schema, properties());
        Ok(Self {
            writer: writer.map_err(|error| parquet(&path, error))?,
            part,
            path,
        })
    }

    pub(crate) fn write(
        &mut self,
        rows: impl FnOnce(&mut SerializedFileWriter<File>) -> Result<(), ParquetError>,
    ) -> Result<(), DatasetError> {
        rows(&mut self.writer).map_err(|error| parquet(&self.path, error))
    }

    pub(crate) fn finish(self) -> Result<(), DatasetError> {
        let file = self.writer.into_inner();
        let file = file.map_err(|error| parquet(&self.path, error))?;
        file.sync_all()
            .and_then(|()| put(&self.part, &self.path))
            .map_err(DatasetError::file(&self.path))
    }
}

fn parquet(path: &Path, error: ParquetError) -> DatasetError {
    let path = path.to_owned();
    DatasetError::Parquet { path, error }
}

/// A shard that is being written: games are added in their order.
pub(crate) struct ShardWriter {
    games: TableFile,
    decisions: TableFile,
    standings: TableFile,
    game_rows: Vec<GameRow>,
    standing_rows: Vec<StandingRow>,
    /// Those that are not in the file yet.
    decision_rows: Decisions,
}

impl ShardWriter {
    pub(crate) fn create(
        folder: &Path,
        shard: u32,
        tensors: &[Tensor],
    ) -> Result<Self, DatasetError> {
        let file =
            |table: Table| TableFile::create(path_of(folder, table, shard), table.schema(tensors));
        Ok(Self {
            games: file(Table::Games)?,
            decisions: file(Table::Decisions)?,
            standings: file(Table::Standings)?,
            game_rows: Vec::new(),
            standing_rows: Vec::new(),
            decision_rows: Decisions::new(tensors),
        })
    }

    pub(crate) fn add(&mut self, rows: GameRows) -> Result<(), DatasetError> {
        self.game_rows.push(rows.game);
        self.standing_rows.extend(rows.standings);
        self.decision_rows.append(rows.decisions);
        if self.decision_rows.bytes() >= GROUP {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), DatasetError> {
        let tensors: Vec<Tensor> = self.decision_rows.tensors.iter().map(|(t, _)| *t).collect();
        let rows = std::mem::replace(&mut self.decision_rows, Decisions::new(&tensors));
        self.decisions
            .write(|file| tables::write_decisions(file, &rows))
    }

    /// How many games it has.
    pub(crate) fn len(&self) -> usize {
        self.game_rows.len()
    }

    /// Ends the files, and puts them in their places.
    pub(crate) fn finish(mut self) -> Result<(), DatasetError> {
        self.flush()?;
        let (games, standings) = (&self.game_rows, &self.standing_rows);
        self.games.write(|file| tables::write_games(file, games))?;
        self.standings
            .write(|file| tables::write_standings(file, standings))?;
        self.games.finish()?;
        self.decisions.finish()?;
        self.standings.finish()
    }
}
