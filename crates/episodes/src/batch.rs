//! Many episodes at once.

mod snapshot;

use std::slice::ChunksMut;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use brickwood_encode::{ActionSpace, EncodeError, Observer, Tensor};
use brickwood_rules::{Layout, Seat};

use crate::helpers::{Helpers, share};
use crate::{Episode, EpisodeError, Opponent, Options};

pub use snapshot::{Snapshot, SnapshotError};

/// Threads take so many episodes at a time, where their opponents decide at once.
const BLOCK: usize = 4;

/// Fewer of such episodes are not worth another thread.
const FEWEST: usize = 128;

/// Where the episodes of a batch are written: what belongs to the first, then what belongs to the second, and so on.
pub struct Rows<'a> {
    /// What the learner that is awaited may choose; everything where the episode has ended.
    pub masks: &'a mut [u8],
    /// The tensors of what it may know.
    pub tensors: Vec<(Tensor, &'a mut [f32])>,
    /// What each seat gained.
    pub rewards: &'a mut [f32],
    /// The seat that is awaited; where the episode has ended, that which was awaited last.
    pub seats: &'a mut [u8],
    /// Whether the game is over.
    pub terminated: &'a mut [bool],
    /// Whether it was cut off.
    pub truncated: &'a mut [bool],
    /// Whether it ended with a choice that could not be made.
    pub forfeited: &'a mut [bool],
}

/// How much of the rows belongs to one episode.
struct Lengths {
    choices: usize,
    players: usize,
    tensors: Vec<usize>,
}

impl Lengths {
    /// Those of these rows, if they have room for so many episodes and no more.
    fn of(rows: &Rows<'_>, options: &Options, count: usize) -> Result<Self, EncodeError> {
        let layout = Layout::for_players(options.rules.players);
        let lengths = Self {
            choices: ActionSpace::of(layout).len(),
            players: options.rules.seats(),
            tensors: rows
                .tensors
                .iter()
                .map(|(tensor, _)| Observer::shape(layout, *tensor).len())
                .collect(),
        };
        let fits = |found, each| {
            let expected = each * count;
            let wrong = EncodeError::Length { expected, found };
            (found == expected).then_some(()).ok_or(wrong)
        };
        fits(rows.masks.len(), lengths.choices)?;
        fits(rows.rewards.len(), lengths.players)?;
        fits(rows.seats.len(), 1)?;
        for flags in [&rows.terminated, &rows.truncated, &rows.forfeited] {
            fits(flags.len(), 1)?;
        }
        for ((_, into), length) in rows.tensors.iter().zip(&lengths.tensors) {
            fits(into.len(), *length)?;
        }
        Ok(lengths)
    }
}

/// Takes equal blocks of the rows, one after the other.
struct Blocks<'a> {
    slots: ChunksMut<'a, Slot>,
    masks: ChunksMut<'a, u8>,
    tensors: Vec<(Tensor, ChunksMut<'a, f32>)>,
    rewards: ChunksMut<'a, f32>,
    seats: ChunksMut<'a, u8>,
    terminated: ChunksMut<'a, bool>,
    truncated: ChunksMut<'a, bool>,
    forfeited: ChunksMut<'a, bool>,
}

impl<'a> Blocks<'a> {
    /// Blocks of so many episodes.
    fn of(slots: &'a mut [Slot], rows: Rows<'a>, lengths: &Lengths, block: usize) -> Self {
        let tensors = rows.tensors.into_iter().zip(&lengths.tensors);
        Self {
            slots: slots.chunks_mut(block),
            masks: rows.masks.chunks_mut(block * lengths.choices),
            tensors: tensors
                .map(|((tensor, into), length)| (tensor, into.chunks_mut(block * length)))
                .collect(),
            rewards: rows.rewards.chunks_mut(block * lengths.players),
            seats: rows.seats.chunks_mut(block),
            terminated: rows.terminated.chunks_mut(block),
            truncated: rows.truncated.chunks_mut(block),
            forfeited: rows.forfeited.chunks_mut(block),
        }
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = (&'a mut [Slot], Rows<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let slots = self.slots.next()?;
        let tensors = self.tensors.iter_mut();
        let rows = Rows {
            masks: self.masks.next()?,
            tensors: tensors
                .filter_map(|(tensor, blocks)| Some((*tensor, blocks.next()?)))
                .collect(),
            rewards: self.rewards.next()?,
            seats: self.seats.next()?,
            terminated: self.terminated.next()?,
            truncated: self.truncated.next()?,
            forfeited: self.forfeited.next()?,
        };
        Some((slots, rows))
    }
}

#[derive(Clone)]
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

    /// Makes a choice for the awaited learner, or begins anew.
    fn step(&mut self, options: &Arc<Options>, choice: i64) {
        if self.episode.has_ended() {
            self.again(options);
            return;
        }
        let made = u16::try_from(choice)
            .map_err(|_| EpisodeError::NotAwaited)
            .and_then(|index| self.episode.choose(self.seat, index));
        if made.is_err() {
            self.episode.forfeit(self.seat);
        }
    }

    /// Writes the episode into the rows of a block, at its place there.
    fn write(
        &mut self,
        rows: &mut Rows<'_>,
        lengths: &Lengths,
        place: usize,
    ) -> Result<(), EncodeError> {
        if let Some(seat) = self.episode.seat() {
            self.seat = seat;
        }
        rows.seats[place] = u8::from(self.seat);
        rows.terminated[place] = self.episode.is_terminated();
        rows.truncated[place] = self.episode.is_truncated();
        rows.forfeited[place] = self.episode.is_forfeited();
        let players = lengths.players;
        let rewards = &mut rows.rewards[place * players..][..players];
        rewards.copy_from_slice(&self.episode.rewards().0[..players]);
        let mask = &mut rows.masks[place * lengths.choices..][..lengths.choices];
        self.episode.mask(self.seat, mask)?;
        let tensors = rows.tensors.iter_mut().zip(&lengths.tensors);
        self.episode.observe(
            self.seat,
            tensors
                .map(|((tensor, into), length)| (*tensor, &mut into[place * length..][..*length])),
        )
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
    /// How many were asked for.
    threads: usize,
    /// The other threads: the caller's works, too.
    helpers: Option<Helpers>,
    /// How many episodes a thread takes at a time.
    block: usize,
}

impl Batch {
    /// An episode for each seed, on so many threads; all cores for 0.
    ///
    /// # Panics
    ///
    /// Where the options were not checked, or the system has no threads left.
    pub fn new(options: Arc<Options>, seeds: &[u64], threads: usize) -> Self {
        let mut batch = Self::without_episodes(options, seeds.len(), threads);
        batch.reset(seeds);
        batch
    }

    /// With room for so many.
    fn without_episodes(options: Arc<Options>, count: usize, threads: usize) -> Self {
        let cores = match threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        // Bots take longer than a thread takes to wake up.
        let quick = options.opponents.iter().all(|one| *one == Opponent::Random);
        let (block, fewest) = if quick { (BLOCK, FEWEST) } else { (1, 1) };
        let helpers = cores.min(count.div_ceil(fewest)).saturating_sub(1);
        Self {
            options,
            slots: Vec::with_capacity(count),
            threads,
            helpers: Helpers::new(helpers),
            block,
        }
    }

    /// Begins anew, with an episode for each seed.
    pub fn reset(&mut self, seeds: &[u64]) {
        let mut slots: Vec<Option<Slot>> = seeds.iter().map(|_| None).collect();
        let blocks = seeds.chunks(self.block).zip(slots.chunks_mut(self.block));
        share(self.helpers.as_ref(), blocks, |(seeds, slots)| {
            for (slot, seed) in slots.iter_mut().zip(seeds) {
                *slot = Some(Slot::new(&self.options, *seed));
            }
        });
        self.slots = slots.into_iter().flatten().collect();
    }

    /// What all episodes have in common.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many threads were asked for; 0 for all cores.
    pub const fn threads(&self) -> usize {
        self.threads
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

    /// The seat that is awaited in one of the episodes; where it has ended, that which was awaited last.
    pub fn seat(&self, number: usize) -> Option<Seat> {
        self.slots.get(number).map(|slot| slot.seat)
    }

    /// Writes all episodes as they are.
    ///
    /// # Errors
    ///
    /// A slice of another length.
    pub fn write(&mut self, rows: Rows<'_>) -> Result<(), EncodeError> {
        self.each(rows, |_, _| true)
    }

    /// Begins anew those of the episodes for which `which` is true, and writes these alone. The seeds, one for each
    /// episode, begin a new series; without them, the series of each goes on.
    ///
    /// # Errors
    ///
    /// A slice of another length. Nothing is changed then.
    pub fn begin_again(
        &mut self,
        which: &[bool],
        seeds: Option<&[u64]>,
        rows: Rows<'_>,
    ) -> Result<(), EncodeError> {
        let expected = self.slots.len();
        for found in [Some(which.len()), seeds.map(<[u64]>::len)] {
            if let Some(found) = found.filter(|found| *found != expected) {
                return Err(EncodeError::Length { expected, found });
            }
        }
        let options = Arc::clone(&self.options);
        self.each(rows, |slot, number| {
            if which[number] {
                match seeds {
                    Some(seeds) => *slot = Slot::new(&options, seeds[number]),
                    None => slot.again(&options),
                }
            }
            which[number]
        })
    }

    /// Makes the choice of the awaited learner in every episode, and writes what follows. An episode that has
    /// ended before begins anew instead, with rewards of 0.
    ///
    /// A choice that cannot be made forfeits the episode.
    ///
    /// # Errors
    ///
    /// A slice of another length. Nothing is changed then.
    pub fn step(&mut self, choices: &[i64], rows: Rows<'_>) -> Result<(), EncodeError> {
        let options = Arc::clone(&self.options);
        self.each(rows, |slot, number| {
            slot.step(&options, choices.get(number).copied().unwrap_or(-1));
            true
        })
    }

    /// Does something with every episode, and writes those with which something was done.
    fn each(
        &mut self,
        rows: Rows<'_>,
        run: impl Fn(&mut Slot, usize) -> bool + Sync,
    ) -> Result<(), EncodeError> {
        let lengths = Lengths::of(&rows, &self.options, self.slots.len())?;
        let fault = Mutex::new(None);
        let length = self.block;
        let blocks = Blocks::of(&mut self.slots, rows, &lengths, length).enumerate();
        share(
            self.helpers.as_ref(),
            blocks,
            |(block, (slots, mut rows))| {
                for (place, slot) in slots.iter_mut().enumerate() {
                    if !run(slot, block * length + place) {
                        continue;
                    }
                    if let Err(error) = slot.write(&mut rows, &lengths, place) {
                        *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                }
            },
        );
        let fault = fault.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(()), Err)
    }
}
