//! Playing the games of a plan and writing them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use brickwood_arena::{Budget, Deal, Ending, Foul, Player, play};
use brickwood_notation::{COLORS, RecordHeader, RecordedPlayer, SeatHeader, nearest_edition};
use brickwood_rules::Playthrough;

use crate::card;
use crate::manifest::Manifest;
use crate::plan::entrant;
use crate::recorder::Recorder;
use crate::rows::GameRows;
use crate::shard::{ShardWriter, folders, is_complete, remove_unfinished};
use crate::{DatasetError, Plan};

/// How far a data set is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteProgress {
    /// Games that are played, those of earlier runs included.
    pub games: u32,
    /// Games of the plan.
    pub of_games: u32,
    /// Decisions that this run has written.
    pub decisions: u64,
}

/// A data set that is being written, shard by shard.
///
/// Several of them, in one process or in many, may write shards of the same plan into the same folder.
#[derive(Debug)]
pub struct Writer {
    plan: Plan,
    folder: PathBuf,
}

impl Writer {
    /// Begins a data set in a folder that is empty or not there, or goes on with one of the same plan.
    ///
    /// # Errors
    ///
    /// A plan that cannot be carried out, or a folder with anything else in it.
    pub fn open(folder: &Path, plan: Plan) -> Result<Self, DatasetError> {
        plan.check()?;
        let manifest = Manifest::of_plan(&plan);
        manifest.open(folder)?;
        card::write(folder, &manifest, plan.shards())?;
        let folder = folder.to_owned();
        Ok(Self { plan, folder })
    }

    /// The shards that are not there yet, in order.
    pub fn missing(&self) -> Vec<u32> {
        let shards = 0..self.plan.shards();
        shards
            .filter(|shard| !is_complete(&self.folder, *shard))
            .collect()
    }

    /// Plays and writes a shard, and tells `played` the number of decisions after each game.
    ///
    /// # Errors
    ///
    /// A shard that the plan lacks, a file that cannot be written, a bot that breaks a rule, or
    /// [`DatasetError::Stopped`] if `played` says so. Nothing of the shard is there then.
    pub fn write_shard(
        &self,
        shard: u32,
        mut played: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), DatasetError> {
        let shards = self.plan.shards();
        if shard >= shards {
            return Err(DatasetError::NoSuchShard { shard, shards });
        }
        let mut writer = ShardWriter::create(&self.folder, shard, &self.plan.tensors)?;
        for game in self.plan.games_of(shard) {
            let rows = self.play(game)?;
            let decisions = rows.decisions.rows.len() as u64;
            writer.add(rows)?;
            if played(decisions).is_break() {
                return Err(DatasetError::Stopped);
            }
        }
        writer.finish()
    }

    fn play(&self, number: u32) -> Result<GameRows, DatasetError> {
        let Plan { rules, caps, .. } = &self.plan;
        let seed = self.plan.seed.wrapping_add(u64::from(number));
        let deal = Deal::new(*rules, seed)?;
        let seated = self.plan.seated(number);
        let faulty = |seat: usize, fault| DatasetError::Faulty {
            game: number,
            seat: seat as u8 + 1,
            fault,
        };
        let players = seated.iter().enumerate().map(|(seat, name)| {
            let player = entrant(name)?.player();
            player.map_err(|error| faulty(seat, Foul::Failed(error)))
        });
        let mut players: Vec<Box<dyn Player>> = players.collect::<Result<_, _>>()?;
        let mut course = Playthrough::new(Arc::clone(&deal.game));
        let ending = play(
            &mut course,
            &mut players,
            &mut deal.chance(),
            seed,
            Budget::default(),
            *caps,
        );
        if let Ending::Faulty { seat, fault } = ending {
            return Err(faulty(seat.index(), fault));
        }
        let seats = COLORS.iter().zip(seated).map(|(color, name)| SeatHeader {
            color: (*color).to_owned(),
            player: RecordedPlayer::Bot(name.to_owned()),
            name: String::new(),
        });
        let board = deal.game.board().clone();
        let header = RecordHeader::new(nearest_edition(rules), *rules, board, seats.collect())?;
        let mut recorder = Recorder::new(number, Arc::clone(&deal.game), &self.plan.tensors);
        recorder.take_all(course.into_steps())?;
        Ok(recorder.finish(header, Some(seed)))
    }
}

/// Plays all games of a plan and writes them into a folder, on so many threads, and tells `progress` how far it is.
///
/// If the folder has a part of the same data set, only the rest is written.
///
/// # Errors
///
/// As [`Writer::open`] and [`Writer::write_shard`]. Shards that are complete stay.
pub fn write(
    folder: &Path,
    plan: Plan,
    threads: usize,
    mut progress: impl FnMut(WriteProgress) -> ControlFlow<()>,
) -> Result<WriteProgress, DatasetError> {
    let writer = Writer::open(folder, plan)?;
    let missing = writer.missing();
    let games_missing: usize = missing
        .iter()
        .map(|shard| writer.plan.games_of(*shard).len())
        .sum();
    let mut done = WriteProgress {
        games: writer.plan.games - games_missing as u32,
        of_games: writer.plan.games,
        decisions: 0,
    };
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    // Nobody goes on to another game before the last one is told: so a run that is asked to stop does so at once.
    let (results, received) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, missing.len().max(1)) {
            let results = results.clone();
            let (writer, missing, next, stop) = (&writer, &missing, &next, &stop);
            scope.spawn(move || work(writer, missing, next, stop, &results));
        }
        drop(results);
        let mut first_error = Ok(());
        for result in received {
            let outcome = result.and_then(|decisions| {
                done.games += 1;
                done.decisions += decisions;
                match progress(done) {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(DatasetError::Stopped),
                }
            });
            if outcome.is_err() {
                stop.store(true, Ordering::Relaxed);
                if first_error.is_ok() {
                    first_error = outcome;
                }
            }
        }
        first_error
    })?;
    remove_unfinished(folders(folder))?;
    Ok(done)
}

/// Writes one shard after the other until there is none left.
fn work(
    writer: &Writer,
    missing: &[u32],
    next: &AtomicUsize,
    stop: &AtomicBool,
    results: &mpsc::SyncSender<Result<u64, DatasetError>>,
) {
    while let Some(shard) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
        let written = writer.write_shard(*shard, |decisions| {
            let heard = results.send(Ok(decisions)).is_ok();
            if heard && !stop.load(Ordering::Relaxed) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if let Err(error) = written {
            // Whoever collects the results has gone if this fails, and needs no error.
            let _ = results.send(Err(error));
            return;
        }
    }
}
