//! Evaluates finished games, one after the other, in the background.
//!
//! The storage knows which games are over and not evaluated. Whatever a server that dies had begun is begun again, by
//! itself or by another: an evaluation is stored all at once, and once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use brickwood_analysis::Analyzer;
use brickwood_protocol::SiteFeatures;
use brickwood_rating::Standing;
use brickwood_storage::{NodeId, Storage, Unavailable, tag};
use brickwood_table::{FinishedGame, PlayedGame, Table};
use tokio::{sync::oneshot, time::sleep};

use crate::{
    StoresSite,
    record::{
        attendances::attendances_in,
        ratings::{RatedGame, changes, others_of, rated_seats},
        results::{
            Evaluated, Evaluation, EvaluationError, NewResult, NewResults,
            document::{Document, Qualities},
        },
    },
    settings::features,
};

/// The name of the lease of the server that evaluates, which no table has.
const LEASE: &str = "/results";

/// How often it is looked whether a game has ended.
const POLL: Duration = Duration::from_secs(1);

/// For how many times as long as the last game took there is a rest, when many wait.
const REST: u32 = 3;

/// Whose choices are judged: of longer games, nobody's.
const MOST_STEPS: usize = 5_000;

/// How many steps are judged between two looks at whether to stop.
const PART: usize = 8;

/// Evaluates the finished games of a site. Of all its servers, one does.
pub struct Evaluator {
    /// Where games and results are stored.
    pub log: Arc<dyn Storage>,
    /// This server.
    pub node: NodeId,
}

impl Evaluator {
    /// Evaluates games for as long as the server runs.
    pub async fn work(self) {
        loop {
            // Without an answer of the storage, it is asked again.
            let rest = self.evaluate_next().await.unwrap_or(POLL);
            sleep(rest).await;
        }
    }

    /// Evaluates the next game if there is one. Returns how long to rest.
    async fn evaluate_next(&self) -> Result<Duration, Unavailable> {
        let features = features(self.log.site()).await?;
        let wanted = features.my_games || features.ratings || features.moderation;
        if !wanted || self.log.claim(LEASE, self.node).await?.holder != self.node {
            return Ok(POLL);
        }
        let begun = Instant::now();
        for so_far in [Evaluated::Nothing, Evaluated::WithoutResults] {
            if (so_far == Evaluated::Nothing || features.my_games)
                && let Some(game) = self.next(so_far).await?
            {
                self.evaluate(&game, so_far, features).await?;
                return Ok((begun.elapsed() * REST).min(POLL));
            }
        }
        if !features.my_games {
            return Ok(POLL);
        }
        if let Some(game) = self.next(Evaluated::Results).await? {
            self.judge(&game).await?;
            return Ok(Duration::ZERO);
        }
        Ok(POLL)
    }

    async fn next(&self, so_far: Evaluated) -> Result<Option<String>, Unavailable> {
        let waiting = self.log.site().evaluated_only(so_far, 1).await?;
        Ok(waiting.into_iter().next())
    }

    /// Evaluates a game that was evaluated so far.
    async fn evaluate(
        &self,
        game: &str,
        from: Evaluated,
        features: SiteFeatures,
    ) -> Result<(), Unavailable> {
        let found = self.with(game, move |table, finished| {
            let results = if features.my_games {
                Some(new_results(table, &finished)?)
            } else {
                None
            };
            Some((results, finished))
        });
        let Some((results, finished)) = found.await? else {
            // What cannot be read today cannot be read tomorrow.
            let unread = Evaluation {
                from,
                to: Evaluated::Everything,
                ended_ms: 0,
                results: None,
                rated: None,
                attendances: Vec::new(),
            };
            return stored(self.log.site().evaluate(game, unread).await);
        };
        let is_first = from == Evaluated::Nothing;
        loop {
            let rated = if is_first && features.ratings {
                self.rated(&finished).await?
            } else {
                None
            };
            let evaluation = Evaluation {
                from,
                to: match results {
                    Some(_) => Evaluated::Results,
                    None => Evaluated::WithoutResults,
                },
                ended_ms: finished.ended_ms,
                results: results.clone(),
                rated,
                attendances: if is_first && features.moderation {
                    attendances_in(&finished)
                } else {
                    Vec::new()
                },
            };
            match self.log.site().evaluate(game, evaluation).await {
                Err(EvaluationError::Behind) => {}
                done => return stored(done),
            }
        }
    }

    /// What a game changes about ratings, as the next one that does.
    async fn rated(&self, finished: &FinishedGame) -> Result<Option<RatedGame>, Unavailable> {
        let Some((class, seats)) = rated_seats(finished) else {
            return Ok(None);
        };
        let site = self.log.site();
        // Before the ratings: if they change meanwhile, the number is taken.
        let number = site.last_rated().await? + 1;
        let ended_ms = finished.ended_ms;
        let mut pasts = Vec::with_capacity(seats.len());
        for (person, others) in others_of(&seats) {
            let standing = site.standing_of(person, class).await?;
            let mut known = Vec::with_capacity(others.len());
            for other in others {
                known.push(site.acquaintance(person, other, class, ended_ms).await?);
            }
            pasts.push((standing.unwrap_or(Standing::start(class)), known));
        }
        let changes = changes(class, &seats, pasts);
        Ok(changes.map(|changes| RatedGame {
            number,
            class,
            ended_ms,
            changes,
        }))
    }

    /// Stores how well was played in a game.
    async fn judge(&self, game: &str) -> Result<(), Unavailable> {
        let played = self.with(game, |_, finished| Some(finished.played)).await?;
        let qualities = match played {
            Some(played) if played.steps.len() <= MOST_STEPS => in_background(played).await,
            _ => Vec::new(),
        };
        let qualities = serde_json::to_string(&qualities).map_err(unwritable)?;
        stored(self.log.site().judge(game, &qualities).await)
    }

    /// Does something with a finished game; none if it cannot be read.
    async fn with<T: Send + 'static>(
        &self,
        game: &str,
        work: impl FnOnce(&Table, FinishedGame) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>, Unavailable> {
        let Some(stored) = self.log.load(game).await? else {
            return Ok(None);
        };
        let worked = tokio::task::spawn_blocking(move || {
            let table = Table::restore(stored.setup, stored.people, stored.records);
            let table =
                table.map_err(|error| tracing::warn!(%error, "a finished game is not read"));
            let table = table.ok()?;
            let finished = table.finished()?;
            work(&table, finished)
        });
        Ok(worked.await.unwrap_or_else(|error| {
            tracing::error!(table = tag(&game), %error, "a finished game cannot be evaluated");
            None
        }))
    }
}

/// The results of a game, as they are stored.
fn new_results(table: &Table, finished: &FinishedGame) -> Option<NewResults> {
    let document = Document::of(table, finished);
    let document = document.map_err(|error| {
        tracing::error!(%error, "a game that was played cannot be counted");
    });
    let players = finished.people().into_iter().map(|(seat, person)| {
        let seat_of = &finished.seats[seat.index()];
        NewResult {
            person,
            seat,
            name: seat_of.name.clone().unwrap_or_default(),
            won: seat_of.place == Some(1),
        }
    });
    Some(NewResults {
        document: serde_json::to_string(&document.ok()?)
            .map_err(unwritable)
            .ok()?,
        players: players.collect(),
    })
}

/// Somebody else may have stored the same.
fn stored(result: Result<(), EvaluationError>) -> Result<(), Unavailable> {
    match result {
        Ok(()) | Err(EvaluationError::Overtaken | EvaluationError::Behind) => Ok(()),
        Err(EvaluationError::Unavailable(error)) => Err(error),
    }
}

// By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
fn unwritable(error: serde_json::Error) -> Unavailable {
    tracing::error!(%error, "the results of a game cannot be written");
    Unavailable
}

/// Judges the choices of a game on a thread that leaves the processor to whatever else wants it. The thread stops when
/// nobody waits for it any more.
async fn in_background(played: PlayedGame) -> Qualities {
    let (reply, answer) = oneshot::channel();
    let unwanted = StopOnDrop(Arc::default());
    let stop = Arc::clone(&unwanted.0);
    let thread = std::thread::Builder::new().name("judge".into());
    let judging = thread.spawn(move || {
        yield_to_others();
        let _ = reply.send(qualities(played, &stop));
    });
    if let Err(error) = judging {
        tracing::error!(%error, "no thread judges the choices of a game");
    }
    answer.await.ok().flatten().unwrap_or_default()
}

/// Says to stop when it is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How good the choices of each seat were; none if told to stop.
fn qualities(played: PlayedGame, stop: &AtomicBool) -> Option<Qualities> {
    let mut analyzer = Analyzer::new(played.game, played.steps).ok()?;
    while analyzer.done() < analyzer.steps() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        analyzer.advance(PART);
    }
    let each = analyzer.summaries().into_iter();
    // From 0 to 100.
    #[allow(clippy::cast_sign_loss)]
    let thousandths = |quality: f32| (quality * 10.0).round() as u16;
    Some(each.map(|seat| seat.quality.map(thousandths)).collect())
}

/// The lowest priority for this thread, where the system has one for each thread.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
}
