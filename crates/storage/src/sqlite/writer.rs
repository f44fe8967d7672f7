//! Group commit: one thread takes all waiting writes and commits them together.
//!
//! While one commit waits for the disk, the next group accumulates, so that all waiting writes share the
//! cost of a sync. Callers that were answered together often come back together: the writer waits a moment
//! for as many writes as last time, which is short in comparison with a commit.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, Params};
use tokio::sync::oneshot;

use super::{schema::BUSY, watch::Watch};
use crate::{Unavailable, pace::Pace};

/// After this time without writes, the write-ahead log is emptied.
const IDLE: Duration = Duration::from_secs(1);

/// The most writes in one commit.
const LARGEST_GROUP: usize = 512;

/// The handle of the writer thread. The thread ends with it.
pub(super) struct Writer {
    queue: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Writes as long as the database is the one that is watched.
    pub(super) fn start(
        mut connection: Connection,
        watch: Option<Arc<Watch>>,
    ) -> std::io::Result<Self> {
        let (queue, waiting) = channel();
        let thread = std::thread::Builder::new()
            .name("log-writer".into())
            .spawn(move || run(&mut connection, watch.as_deref(), &waiting))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// Runs `work` inside the next commit. If it fails, it is rolled back without affecting the other
    /// writes; if it succeeds, its result is on the disk.
    pub(super) async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<Result<T, E>> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Write {
            work: Some(work),
            result: None,
            reply,
        });
        let queue = self.queue.as_ref().ok_or(Unavailable)?;
        queue.send(job).map_err(|_| Unavailable)?;
        answer.await.map_err(|_| Unavailable)?
    }

    /// Executes a statement inside the next commit. Returns the number of rows that it has changed.
    pub(super) async fn execute(
        &self,
        statement: &'static str,
        parameters: impl Params + Send + 'static,
    ) -> Result<usize, Unavailable> {
        self.write(move |to| to.prepare_cached(statement)?.execute(parameters).map(Ok))
            .await
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // The thread writes what is queued, and ends when there are no more handles.
        self.queue.take();
        if let Some(thread) = self.thread.take() {
            // A panic of the writer has been reported, and its callers got `Unavailable`.
            let _ = thread.join();
        }
    }
}

/// A write and the caller that waits for it.
trait Job: Send {
    /// Does the work. `false` asks for it to be rolled back.
    fn run(&mut self, to: &mut Connection) -> rusqlite::Result<bool>;

    /// Answers the caller.
    fn answer(self: Box<Self>, committed: bool);
}

struct Write<T, E, W> {
    work: Option<W>,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, W> Job for Write<T, E, W>
where
    T: Send,
    E: From<Unavailable> + Send,
    W: FnOnce(&mut Connection) -> rusqlite::Result<Result<T, E>> + Send,
{
    fn run(&mut self, to: &mut Connection) -> rusqlite::Result<bool> {
        let Some(work) = self.work.take() else {
            return Ok(false);
        };
        let result = work(to)?;
        let keep = result.is_ok();
        self.result = Some(result);
        Ok(keep)
    }

    fn answer(self: Box<Self>, committed: bool) {
        let result = self
            .result
            .filter(|_| committed)
            .unwrap_or_else(|| Err(Unavailable.into()));
        // A caller that no longer waits finds the write in the log.
        let _ = self.reply.send(result);
    }
}

fn run(connection: &mut Connection, watch: Option<&Watch>, waiting: &Receiver<Box<dyn Job>>) {
    let is_lost = |connection: &Connection| {
        let trouble = watch.and_then(Watch::look);
        if let (Some(watch), Some(trouble)) = (watch, trouble) {
            watch.rescue(connection, trouble);
        }
        trouble.is_some()
    };
    let mut pace = Pace::default();
    let mut is_short = false;
    loop {
        let first = if is_short {
            waiting.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            waiting.recv_timeout(IDLE)
        };
        let first = match first {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                is_short = is_lost(connection) || shorten(connection);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => {
                is_lost(connection);
                return;
            }
        };
        is_short = false;
        let mut group = vec![first];
        let patience = Instant::now() + pace.moment();
        while group.len() < LARGEST_GROUP {
            let left = patience.saturating_duration_since(Instant::now());
            let next = match waiting.try_recv() {
                Ok(next) => next,
                Err(_) if group.len() >= pace.group || left.is_zero() => break,
                Err(_) => match waiting.recv_timeout(left) {
                    Ok(next) => next,
                    Err(_) => break,
                },
            };
            group.push(next);
        }
        if is_lost(connection) {
            for job in group {
                job.answer(false);
            }
            continue;
        }
        let begun = Instant::now();
        let committed = commit(connection, &mut group);
        if let Some(watch) = watch {
            watch.note(&committed);
        }
        pace = Pace {
            group: group.len(),
            commit: begun.elapsed(),
        };
        if let Err(error) = &committed {
            tracing::error!(writes = group.len(), %error, "the log cannot be written");
        }
        for job in group {
            job.answer(committed.is_ok());
        }
    }
}

/// Copies the write-ahead log into the database and empties it: what is not in it cannot be lost with it.
/// `false` if somebody is reading it.
fn shorten(connection: &Connection) -> bool {
    let patience = |patience| connection.busy_timeout(patience);
    let empty = || connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    let done = patience(Duration::ZERO).and_then(|()| empty());
    let restored = patience(BUSY);
    match done.and_then(|busy: bool| restored.map(|()| busy)) {
        Ok(busy) => !busy,
        Err(error) => {
            tracing::warn!(%error, "the write-ahead log cannot be copied into the database");
            // The next write tries again.
            true
        }
    }
}

fn commit(connection: &mut Connection, group: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let done = run_each(connection, group).and_then(|()| connection.execute_batch("COMMIT"));
    if done.is_err() && !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    done
}

// Savepoints of `rusqlite` cannot be lent to the futures of a transaction, which are `Send`.
fn run_each(connection: &mut Connection, group: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    for job in group {
        connection.execute_batch("SAVEPOINT job")?;
        match job.run(connection) {
            Ok(true) => connection.execute_batch("RELEASE job")?,
            Ok(false) => connection.execute_batch("ROLLBACK TO job; RELEASE job")?,
            // A violated constraint is the fault of one job; any other error affects all of them.
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                tracing::error!(%error, "a write is refused");
                connection.execute_batch("ROLLBACK TO job; RELEASE job")?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::mpsc};

    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    enum Failure {
        Refused,
        Unavailable,
    }

    impl From<Unavailable> for Failure {
        fn from(_: Unavailable) -> Self {
            Self::Unavailable
        }
    }

    fn start(file: &Path) -> Writer {
        let connection = Connection::open(file).unwrap();
        connection
            .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE row (value INTEGER) STRICT;")
            .unwrap();
        Writer::start(connection, None).unwrap()
    }

    fn committed(file: &Path) -> u32 {
        let reader = Connection::open(file).unwrap();
        reader
            .query_row("SELECT count(*) FROM row", [], |row| row.get(0))
            .unwrap()
    }

    fn insert(to: &mut Connection) -> rusqlite::Result<Result<(), Failure>> {
        to.execute("INSERT INTO row VALUES (1)", [])?;
        Ok(Ok(()))
    }

    /// Queues `works` while a first one is being written.
    async fn together<T: Send + 'static>(
        writer: &Writer,
        works: Vec<
            impl FnOnce(&mut Connection) -> rusqlite::Result<Result<T, Failure>> + Send + 'static,
        >,
    ) -> Vec<Result<T, Failure>> {
        let (started, running) = mpsc::channel();
        let (release, held) = mpsc::channel();
        let first = writer.write(move |to| {
            started.send(()).unwrap();
            held.recv().unwrap();
            insert(to)
        });
        let mut queued: Vec<_> = works
            .into_iter()
            .map(|work| Box::pin(writer.write(work)))
            .collect();
        let mut first = Box::pin(first);
        // A write is queued when its future is first polled.
        std::future::poll_fn(|context| {
            assert!(first.as_mut().poll(context).is_pending());
            running.recv().unwrap();
            for write in &mut queued {
                assert!(write.as_mut().poll(context).is_pending());
            }
            std::task::Poll::Ready(())
        })
        .await;
        release.send(()).unwrap();
        first.await.unwrap();
        let mut answers = Vec::new();
        for write in queued {
            answers.push(write.await);
        }
        answers
    }

    #[tokio::test]
    async fn queued_writes_are_committed_together() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let writer = start(&file);
        let look = |file: std::path::PathBuf| {
            move |to: &mut Connection| {
                let seen = committed(&file);
                insert(to).map(|inserted| inserted.map(|()| seen))
            }
        };
        let works = (0..600).map(|_| look(file.clone())).collect();
        let seen = together(&writer, works).await;
        // The first is alone, the next 512 share one commit, the rest share another.
        for (place, seen) in seen.into_iter().enumerate() {
            let expected = if place < LARGEST_GROUP { 1 } else { 513 };
            assert_eq!(seen, Ok(expected), "write {place}");
        }
        assert_eq!(committed(&file), 601);
    }

    #[tokio::test]
    async fn the_write_ahead_log_is_emptied_when_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let writer = start(&file);
        let length = || {
            std::fs::metadata(folder.path().join("db-wal"))
                .unwrap()
                .len()
        };
        for round in 1..=2 {
            writer.write(insert).await.unwrap();
            assert!(length() > 0);
            let patience = Instant::now() + Duration::from_secs(20);
            while length() > 0 {
                assert!(Instant::now() < patience, "the log stays as it is");
                std::thread::sleep(Duration::from_millis(20));
            }
            assert_eq!(committed(&file), round);
        }
    }

    #[tokio::test]
    async fn a_refused_write_leaves_its_neighbors_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let writer = start(&file);
        let refuse = |refuse: bool| {
            move |to: &mut Connection| {
                let inserted = insert(to)?;
                Ok(if refuse {
                    Err(Failure::Refused)
                } else {
                    inserted
                })
            }
        };
        let answers = together(&writer, [false, true, false].map(refuse).into()).await;
        assert_eq!(answers, [Ok(()), Err(Failure::Refused), Ok(())]);
        assert_eq!(committed(&file), 3);
    }

    #[tokio::test]
    async fn a_write_that_the_tables_refuse_fails_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let writer = start(&file);
        let mistaken = |mistaken: bool| {
            move |to: &mut Connection| {
                if mistaken {
                    to.execute("INSERT INTO row VALUES ('one')", [])?;
                }
                insert(to)
            }
        };
        let answers = together(&writer, [false, true, false].map(mistaken).into()).await;
        assert_eq!(answers, [Ok(()), Err(Failure::Unavailable), Ok(())]);
        assert_eq!(committed(&file), 3);
    }

    #[tokio::test]
    async fn a_storage_failure_fails_the_whole_group_and_stores_none_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        let writer = start(&file);
        let fail = |fail: bool| {
            move |to: &mut Connection| {
                if fail {
                    return Err(rusqlite::Error::InvalidQuery);
                }
                insert(to)
            }
        };
        let answers = together(&writer, [false, true, false].map(fail).into()).await;
        assert!(
            answers
                .iter()
                .all(|answer| *answer == Err(Failure::Unavailable))
        );
        assert_eq!(committed(&file), 1);
        writer.write(insert).await.unwrap();
        assert_eq!(committed(&file), 2);
    }
}
