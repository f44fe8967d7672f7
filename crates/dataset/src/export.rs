//! Recorded games as a data set.

use std::path::{Path, PathBuf};

use brickwood_encode::Tensor;
use brickwood_notation::{Record, RecordHeader};

use crate::DatasetError;
use crate::card;
use crate::manifest::Manifest;
use crate::recorder::Recorder;
use crate::shard::ShardWriter;

/// How many games are in a shard.
const PER_SHARD: usize = 1_000;

/// A data set of recorded games, which are added one by one.
///
/// Names of players, and whatever else a program noted about a game, are left out unless they are asked for.
pub struct Export {
    folder: PathBuf,
    names: bool,
    tensors: Vec<Tensor>,
    games: u32,
    shards: u32,
    open: Option<ShardWriter>,
}

impl Export {
    /// Begins a data set in a folder that is empty or not there.
    ///
    /// # Errors
    ///
    /// A folder with anything in it.
    pub fn create(folder: &Path, names: bool, tensors: Vec<Tensor>) -> Result<Self, DatasetError> {
        if Manifest::of_records(names, &tensors).open(folder)? {
            return Err(DatasetError::NotEmpty(folder.to_owned()));
        }
        Ok(Self {
            folder: folder.to_owned(),
            names,
            tensors,
            games: 0,
            shards: 0,
            open: None,
        })
    }

    /// Adds a game, and returns its number.
    ///
    /// # Errors
    ///
    /// A game with a step that has no place in the action space, which is left out, or a file that cannot be
    /// written.
    ///
    /// # Panics
    ///
    /// Where a step is illegal: reading a record checks them.
    pub fn add(&mut self, record: Record) -> Result<u32, DatasetError> {
        let game = record.header.game.clone();
        let mut recorder = Recorder::new(self.games, game, &self.tensors);
        recorder.take_all(record.steps)?;
        let rows = recorder.finish(self.header(record.header), None);
        let shard = match &mut self.open {
            Some(shard) => shard,
            None => self.open.insert(ShardWriter::create(
                &self.folder,
                self.shards,
                &self.tensors,
            )?),
        };
        shard.add(rows)?;
        self.games += 1;
        if shard.len() == PER_SHARD {
            self.end_shard()?;
        }
        Ok(self.games - 1)
    }

    /// Ends the data set, and returns how many games it has.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn finish(mut self) -> Result<u32, DatasetError> {
        self.end_shard()?;
        let manifest = Manifest::of_records(self.names, &self.tensors);
        card::write(&self.folder, &manifest, self.shards)?;
        Ok(self.games)
    }

    fn end_shard(&mut self) -> Result<(), DatasetError> {
        if let Some(shard) = self.open.take() {
            shard.finish()?;
            self.shards += 1;
        }
        Ok(())
    }

    /// What is said of the game. From what its chance followed is left out: the draws are not in the data set.
    fn header(&self, mut header: RecordHeader) -> RecordHeader {
        header.fair = None;
        if !self.names {
            header.notes.clear();
            for seat in &mut header.seats {
                seat.name.clear();
            }
        }
        header
    }
}
