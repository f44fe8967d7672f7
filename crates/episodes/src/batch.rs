//! Many episodes at once.

use std::sync::Arc;

use brickwood_encode::{EncodeError, Tensor};
use brickwood_rules::{MAX_SEATS, Seat};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Episode, EpisodeError, Options};

/// Where one episode of a batch is written.
pub struct Lane<'a> {
    /// What the learner that is awaited may choose.
    pub mask: &'a mut [u8],
    /// The tensors of what it may know.
    pub tensors: Vec<(Tensor, &'a mut [f32])>,
    /// What each seat gained.
    pub rewards: &'a mut [f32],
    /// The seat that is awaited; where the episode has ended, that which was awaited last.
    pub seat: &'a mut u8,
    /// Whether the game is over.
    pub terminated: &'a mut bool,
    /// Whether it was cut off.
    pub truncated: &'a mut bool,
    /// Whether it ended with a choice that could not be made.
    pub forfeited: &'a mut bool,
}

struct Slot {
    episode: Episode,
    /// Of all episodes of this slot.
    seed: u64,
    /// How many there were.
    begun: u64,
    seat: Seat,
}

impl Slot {
    fn new(options: &Arc<Options>, seed: u64) -> Self {
        let episode = Episode::new(Arc::clone(options), mixed(seed, 0));
        let seat = first_seat(&episode);
        Self {
            episode,
            seed,
            begun: 1,
            seat,
        }
    }

    fn again(&mut self, options: &Arc<Options>) {
        self.episode = Episode::new(Arc::clone(options), mixed(self.seed, self.begun));
        self.begun += 1;
        self.seat = first_seat(&self.episode);
    }

    fn write(&mut self, lane: &mut Lane<'_>, forfeited: bool) -> Result<(), EncodeError> {
        if let Some(seat) = self.episode.seat() {
            self.seat = seat;
        }
        *lane.seat = u8::from(self.seat);
        *lane.terminated = self.episode.is_terminated();
        *lane.truncated = self.episode.is_truncated();
        *lane.forfeited = forfeited;
        let rewards = self.episode.rewards();
        let seats = lane.rewards.len().min(MAX_SEATS);
        lane.rewards[..seats].copy_from_slice(&rewards[..seats]);
        self.episode.mask(self.seat, lane.mask)?;
        self.episode.observe(self.seat, &mut lane.tensors)
    }
}

/// Who looks at an episode that has just begun.
fn first_seat(episode: &Episode) -> Seat {
    let learners = episode.learners();
    let first = learners.iter().next().expect("there are learners");
    episode.seat().unwrap_or(first)
}

/// A seed for the `number`th episode of a slot (`SplitMix64`).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Many episodes with the same options, on several threads.
///
/// What happens in each depends on its seed and its choices alone, not on the others or on the threads.
pub struct Batch {
    options: Arc<Options>,
    slots: Vec<Slot>,
    pool: Option<ThreadPool>,
}

/// Fewer episodes than this are not worth another thread.
const FEWEST: usize = 16;

impl Batch {
    /// An episode for each seed, on so many threads; all cores for 0.
    ///
    /// # Panics
    ///
    /// Where the options were not checked, or the system has no threads left.
    pub fn new(options: Arc<Options>, seeds: &[u64], threads: usize) -> Self {
        let pool = (threads != 1 && seeds.len() > FEWEST).then(|| {
            let builder = ThreadPoolBuilder::new().num_threads(threads);
            builder.build().expect("the system starts threads")
        });
        let mut batch = Self {
            options,
            slots: Vec::new(),
            pool,
        };
        batch.reset(seeds);
        batch
    }

    /// Begins anew, with an episode for each seed.
    pub fn reset(&mut self, seeds: &[u64]) {
        let options = &self.options;
        let new = |seed: &u64| Slot::new(options, *seed);
        self.slots = match &self.pool {
            Some(pool) => pool.install(|| seeds.par_iter().with_min_len(FEWEST).map(new).collect()),
            None => seeds.iter().map(new).collect(),
        };
    }

    /// What all episodes have in common.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many episodes there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// One of the episodes.
    pub fn episode(&self, number: usize) -> Option<&Episode> {
        self.slots.get(number).map(|slot| &slot.episode)
    }

    /// One of the episodes, to play in it.
    pub fn episode_mut(&mut self, number: usize) -> Option<&mut Episode> {
        self.slots.get_mut(number).map(|slot| &mut slot.episode)
    }

    /// Writes all episodes as they are.
    ///
    /// # Errors
    ///
    /// A slice of another length.
    pub fn write(&mut self, lanes: &mut [Lane<'_>]) -> Result<(), EncodeError> {
        self.each(lanes, |slot, _, lane| slot.write(lane, false))
    }

    /// Makes the choice of the awaited learner in every episode, and writes what follows. An episode that has
    /// ended before begins anew instead, with rewards of 0.
    ///
    /// A choice that cannot be made forfeits the episode.
    ///
    /// # Errors
    ///
    /// A slice of another length.
    pub fn step(&mut self, choices: &[i64], lanes: &mut [Lane<'_>]) -> Result<(), EncodeError> {
        let options = Arc::clone(&self.options);
        self.each(lanes, |slot, number, lane| {
            let mut forfeited = false;
            if slot.episode.has_ended() {
                slot.again(&options);
            } else {
                let choice = choices.get(number).copied().unwrap_or(-1);
                let made = u16::try_from(choice)
                    .map_err(|_| EpisodeError::NotAwaited)
                    .and_then(|index| slot.episode.choose(slot.seat, index));
                if made.is_err() {
                    slot.episode.forfeit(slot.seat);
                    forfeited = true;
                }
            }
            slot.write(lane, forfeited)
        })
    }

    fn each(
        &mut self,
        lanes: &mut [Lane<'_>],
        run: impl Fn(&mut Slot, usize, &mut Lane<'_>) -> Result<(), EncodeError> + Sync,
    ) -> Result<(), EncodeError> {
        let slots = &mut self.slots;
        match &self.pool {
            Some(pool) => pool.install(|| {
                slots
                    .par_iter_mut()
                    .zip(lanes.par_iter_mut())
                    .enumerate()
                    .with_min_len(FEWEST)
                    .try_for_each(|(number, (slot, lane))| run(slot, number, lane))
            }),
            None => slots
                .iter_mut()
                .zip(lanes)
                .enumerate()
                .try_for_each(|(number, (slot, lane))| run(slot, number, lane)),
        }
    }
}
