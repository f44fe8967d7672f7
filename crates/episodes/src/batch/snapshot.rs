//! How one episode of a batch stands, to go back to it or on from it.

use std::sync::Arc;

use brickwood_encode::EncodeError;
use brickwood_rules::{Inconsistent, Seat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Batch, Rows, Slot};
use crate::episode::Saved;
use crate::{Episode, Options};

/// How one episode of a batch stands. It can be stored, and put back as often as one likes: the same choices then have
/// the same results.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct Snapshot {
    options: Arc<Options>,
    slot: Slot,
}

/// A snapshot that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SnapshotError {
    /// It was taken of episodes with other options.
    #[error("the snapshot is one of episodes with other rules or options")]
    OtherOptions,
    /// There is no episode with that number.
    #[error("there is no such episode")]
    NoSuchEpisode,
    /// Rows that do not fit.
    #[error("{0}")]
    Encode(#[from] EncodeError),
}

#[derive(Serialize, Deserialize)]
struct Stored {
    options: Options,
    episode: Saved,
    seed: u64,
    begun: u64,
    seat: Seat,
}

impl From<Snapshot> for Stored {
    fn from(Snapshot { options, slot }: Snapshot) -> Self {
        Self {
            options: (*options).clone(),
            episode: slot.episode.save(),
            seed: slot.seed,
            begun: slot.begun,
            seat: slot.seat,
        }
    }
}

impl TryFrom<Stored> for Snapshot {
    type Error = Inconsistent;

    fn try_from(stored: Stored) -> Result<Self, Inconsistent> {
        let Stored {
            options,
            episode,
            seed,
            begun,
            seat,
        } = stored;
        if seat.index() >= options.rules.seats() {
            return Err(Inconsistent);
        }
        let options = Arc::new(options);
        let slot = Slot {
            episode: Episode::restore(Arc::clone(&options), episode)?,
            seed,
            begun,
            seat,
        };
        Ok(Self { options, slot })
    }
}

impl Snapshot {
    /// The options of its episode.
    pub const fn options(&self) -> &Arc<Options> {
        &self.options
    }
}

impl Batch {
    /// How one of the episodes stands.
    pub fn snapshot(&self, number: usize) -> Option<Snapshot> {
        let slot = self.slots.get(number)?.clone();
        let options = Arc::clone(&self.options);
        Some(Snapshot { options, slot })
    }

    /// Episodes that go on from snapshots, on so many threads; all cores for 0.
    ///
    /// # Errors
    ///
    /// Snapshots with different options.
    ///
    /// # Panics
    ///
    /// Where the system has no threads left.
    pub fn from_snapshots(
        options: Arc<Options>,
        snapshots: &[Snapshot],
        threads: usize,
    ) -> Result<Self, SnapshotError> {
        let mut batch = Self::without_episodes(options, snapshots.len(), threads);
        for Snapshot { options, slot } in snapshots {
            if !batch.has_options(options) {
                return Err(SnapshotError::OtherOptions);
            }
            batch.slots.push(slot.clone());
        }
        Ok(batch)
    }

    /// Puts episodes back to how they stood, each at its number, and writes these alone.
    ///
    /// # Errors
    ///
    /// A snapshot with other options, a number without an episode, or a slice of another length. Nothing is
    /// changed then.
    pub fn restore(
        &mut self,
        snapshots: &[(usize, &Snapshot)],
        rows: Rows<'_>,
    ) -> Result<(), SnapshotError> {
        let mut places = vec![None; self.slots.len()];
        for (number, snapshot) in snapshots {
            if !self.has_options(&snapshot.options) {
                return Err(SnapshotError::OtherOptions);
            }
            let place = places.get_mut(*number);
            *place.ok_or(SnapshotError::NoSuchEpisode)? = Some(*snapshot);
        }
        Ok(self.each(rows, |slot, number| {
            let Some(snapshot) = places[number] else {
                return false;
            };
            *slot = snapshot.slot.clone();
            true
        })?)
    }

    fn has_options(&self, options: &Arc<Options>) -> bool {
        Arc::ptr_eq(options, &self.options) || *options == self.options
    }
}

/// The same episodes, which go on by themselves.
impl Clone for Batch {
    fn clone(&self) -> Self {
        let options = Arc::clone(&self.options);
        let mut batch = Self::without_episodes(options, self.slots.len(), self.threads);
        batch.slots.clone_from(&self.slots);
        batch
    }
}
