//! Group commit: one task takes all waiting appends and sends them as one statement.
//!
//! While one commit waits for the disk, the next group accumulates. The task waits a moment for as many
//! appends as last time. Appends to the same game go into successive groups.

use std::{
    collections::{HashSet, VecDeque},
    mem,
    time::{Duration, Instant},
};

use deadpool_postgres::ClientWrapper;
use futures_util::future::join_all;
use tokio::{
    sync::{mpsc, oneshot},
    task::yield_now,
    time::{sleep, timeout},
};

use super::{
    append::{Found, Wanted, append, judge},
    connect::{CONNECT_WITHIN, Connector, is_refused, said},
    hints::Hub,
};
use crate::{Append, AppendError, Unavailable, pace::Pace};

/// The most appends in one statement.
const LARGEST_GROUP: usize = 512;

/// The capacity of the queue. Further appends wait for room in it.
const QUEUE: usize = 4096;

/// How long to look for appends whose result is unknown.
const SEARCH: Duration = Duration::from_secs(20);

/// How long to wait for the answer to an append. A server that waits for its standbys as long is given up: another
/// one may take its place.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the connection plans its statements.
const SESSION: &str = include_str!("writer.sql");

/// An append and the caller that waits for it.
struct Waiting {
    wanted: Wanted,
    reply: oneshot::Sender<Result<(), AppendError>>,
    /// Whether it was sent without an answer.
    in_doubt: bool,
}

impl Waiting {
    fn answer(self, result: Result<(), AppendError>) {
        // A caller that no longer waits finds the records in the log.
        let _ = self.reply.send(result);
    }
}

/// The connection is unusable; what was sent may or may not be stored.
struct Lost;

/// The handle of the task that writes. The task ends with it.
pub(super) struct Writer(mpsc::Sender<Waiting>);

impl Writer {
    pub(super) fn start(connector: Connector, hub: Hub) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let session = Session {
            connector,
            client: None,
            hub,
        };
        tokio::spawn(session.run(waiting));
        Self(queue)
    }

    pub(super) async fn append(&self, game: &str, append: Append) -> Result<(), AppendError> {
        let mark = getrandom::u64().map_err(|error| {
            tracing::error!(%error, "the system gives no random bytes");
            Unavailable
        })?;
        let wanted = Wanted::new(game.to_owned(), append, mark.cast_signed()).map_err(|error| {
            tracing::error!(%error, "an append cannot be written");
            Unavailable
        })?;
        let (reply, answer) = oneshot::channel();
        let waiting = Waiting {
            wanted,
            reply,
            in_doubt: false,
        };
        self.0.send(waiting).await.map_err(|_| Unavailable)?;
        answer.await.map_err(|_| Unavailable)?
    }
}

struct Session {
    connector: Connector,
    /// The connection, and when it was made.
    client: Option<(ClientWrapper, Instant)>,
    hub: Hub,
}

impl Session {
    async fn run(mut self, mut queue: mpsc::Receiver<Waiting>) {
        let mut waiting = VecDeque::new();
        let mut pace = Pace::default();
        loop {
            if waiting.is_empty() {
                match queue.recv().await {
                    Some(first) => waiting.push_back(first),
                    None => return,
                }
            }
            let patience = Instant::now() + pace.moment();
            while waiting.len() < LARGEST_GROUP {
                match queue.try_recv() {
                    Ok(next) => waiting.push_back(next),
                    Err(_) if waiting.len() >= pace.group || Instant::now() >= patience => break,
                    // A timer would sleep longer than this.
                    Err(_) => yield_now().await,
                }
            }
            let group = take_group(&mut waiting);
            let begun = Instant::now();
            let appends = group.len();
            self.settle(group).await;
            pace = Pace {
                group: appends,
                commit: begun.elapsed(),
            };
        }
    }

    /// Answers a group.
    async fn settle(&mut self, mut group: Vec<Waiting>) {
        let give_up = Instant::now() + SEARCH;
        let mut pause = Duration::from_millis(20);
        loop {
            if self.attempt(&mut group).await.is_err()
                && let Some((_, made)) = self.client.take()
            {
                self.connector.trust().withdraw(made);
            }
            // Appends that were never sent are not stored. The others are looked for.
            let late = Instant::now() >= give_up;
            let (doubtful, known) = mem::take(&mut group)
                .into_iter()
                .partition::<Vec<_>, _>(|waiting| waiting.in_doubt && !late);
            for waiting in known {
                waiting.answer(Err(Unavailable.into()));
            }
            if doubtful.is_empty() {
                return;
            }
            group = doubtful;
            sleep(pause).await;
            pause = (2 * pause).min(Duration::from_secs(1));
        }
    }

    /// Takes the appends that get an answer out of the group.
    async fn attempt(&mut self, group: &mut Vec<Waiting>) -> Result<(), Lost> {
        if self.send(group).await? {
            return Ok(());
        }
        // The statement has failed because of one of them, which must not affect the others. If the
        // connection is lost meanwhile, the remaining appends are reported as not stored.
        for waiting in mem::take(group) {
            let mut alone = vec![waiting];
            let sent = self.send(&mut alone).await;
            if sent.is_err() {
                *group = alone;
                return Err(Lost);
            }
            for refused in alone {
                refused.answer(Err(Unavailable.into()));
            }
        }
        Ok(())
    }

    /// Sends one statement for the group, and answers. `false`: the statement was refused, and nothing
    /// is stored.
    async fn send(&mut self, group: &mut Vec<Waiting>) -> Result<bool, Lost> {
        let hub = self.hub.clone();
        let trust = self.connector.trust().clone();
        let (client, made) = self.client().await?;
        let is_lost = trust.is_lost(made);
        tokio::pin!(is_lost);
        let mut rounds = 0;
        while !group.is_empty() {
            let wanted: Vec<&Wanted> = group.iter().map(|waiting| &waiting.wanted).collect();
            let answer = tokio::select! {
                answer = timeout(PATIENCE, append(client, &wanted)) => answer,
                () = &mut is_lost => return Err(lost(group, "the server may have a successor")),
            };
            let grown = match answer {
                Ok(Ok(grown)) => grown.into_iter().collect::<HashSet<_>>(),
                Ok(Err(error)) if is_refused(&error) => {
                    tracing::error!(
                        appends = group.len(),
                        error = said(&error),
                        "the log cannot be written"
                    );
                    return Ok(false);
                }
                Ok(Err(error)) => return Err(lost(group, &said(&error))),
                Err(_) => return Err(lost(group, "no answer came")),
            };
            hub.tell(grown.iter().cloned());
            let (stored, others) = mem::take(group)
                .into_iter()
                .partition::<Vec<_>, _>(|waiting| grown.contains(&waiting.wanted.game));
            for waiting in stored {
                waiting.answer(Ok(()));
            }
            rounds += 1;
            let judged = join_all(others.iter().map(|waiting| judge(client, &waiting.wanted)));
            let Ok(judged) = timeout(PATIENCE, judged).await else {
                *group = others;
                return Err(lost(group, "no answer came"));
            };
            let mut failure = None;
            for (waiting, judged) in others.into_iter().zip(judged) {
                match judged {
                    Ok(Found::Settled(result)) => waiting.answer(result),
                    // Somebody was faster, but the append may still succeed: try again, but not forever.
                    Ok(Found::Free) if rounds < 10 => group.push(waiting),
                    Ok(Found::Free) => waiting.answer(Err(Unavailable.into())),
                    Err(error) => {
                        failure = Some(said(&error));
                        group.push(waiting);
                    }
                }
            }
            if let Some(error) = failure {
                return Err(lost(group, &error));
            }
        }
        Ok(true)
    }

    async fn client(&mut self) -> Result<(&ClientWrapper, Instant), Lost> {
        let is_usable = |(client, made): &(ClientWrapper, Instant)| {
            !client.is_closed() && self.connector.trust().is_given(*made)
        };
        if !self.client.as_ref().is_some_and(is_usable) {
            self.client = None;
            let connected = async {
                let (client, task, made) = self.connector.session().await?;
                client.batch_execute(SESSION).await?;
                Ok::<_, tokio_postgres::Error>((ClientWrapper::new(client, task), made))
            };
            match timeout(CONNECT_WITHIN, connected).await {
                Ok(Ok(made)) => self.client = Some(made),
                Ok(Err(error)) => self.connector.outage().failed(&said(&error)),
                Err(_) => self.connector.outage().failed("no answer came"),
            }
        }
        let client = self.client.as_ref().ok_or(Lost)?;
        Ok((&client.0, client.1))
    }
}

/// Looks for appends whose result is unknown.
fn lost(group: &mut [Waiting], error: &str) -> Lost {
    tracing::warn!(
        appends = group.len(),
        error,
        "an answer of the database was lost"
    );
    for waiting in group {
        waiting.in_doubt = true;
    }
    Lost
}

/// The first waiting append of each game.
fn take_group(waiting: &mut VecDeque<Waiting>) -> Vec<Waiting> {
    let mut games = HashSet::new();
    let mut group = Vec::new();
    let mut later = VecDeque::new();
    for waiting in mem::take(waiting) {
        if group.len() < LARGEST_GROUP && games.insert(waiting.wanted.game.clone()) {
            group.push(waiting);
        } else {
            later.push_back(waiting);
        }
    }
    *waiting = later;
    group
}
