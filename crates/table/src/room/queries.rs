//! What waits for an answer of the storage, and goes on with it.

use brickwood_rules::SeatSet;

use super::changes::{Author, Change};
use super::loaded::LoadedTable;
use super::problems::unreadable;
use super::{Answer, Fault, Job, Output, Query, RequestId, Room};
use crate::draft::Batch;
use crate::protocol::{Problem, ProblemKind, ServerMessage};
use crate::stored::{StoredGame, Tail, Unavailable};

/// What waits for the answer to a query.
#[derive(Debug)]
pub(super) enum Awaited {
    /// A job, for the table.
    Table(Job),
    /// The table, for what is new.
    Tail,
    /// A change that is refused, unless there is something new after line `head`.
    News {
        change: Change,
        problem: Problem,
        head: u32,
    },
    /// A change, for its lines to be stored.
    Append { batch: Box<Batch>, change: Change },
    /// Who is here, for who is there.
    Attendance { here: Option<SeatSet> },
    /// A client, for its line of chat to be stored.
    Said(Author),
    /// Everybody, for chat.
    Chat { all: bool },
    /// A rematch, for a name.
    Names { request: RequestId, attempts: u32 },
    /// A rematch with this id, for its creation.
    Rematch {
        request: RequestId,
        id: String,
        attempts: u32,
    },
}

impl Room {
    /// Asks the storage.
    pub(super) fn ask(&mut self, query: Query, awaited: Awaited) {
        self.awaited = Some(Box::new(awaited));
        self.outputs.push(Output::Query(query));
    }

    /// Goes on with an answer of the storage.
    pub(super) fn take_answer(&mut self, awaited: Awaited, answer: Answer) {
        match (awaited, answer) {
            (Awaited::Table(job), Answer::Loaded(stored)) => match self.load(stored) {
                Ok(()) => self.first(job),
                Err(problem) => self.fail(job, problem),
            },
            (Awaited::Tail, Answer::Tail(tail)) => self.fold_in(tail),
            (
                Awaited::News {
                    change,
                    problem,
                    head,
                },
                Answer::Tail(tail),
            ) => {
                self.fold_in(tail);
                self.refuse_or_retry(change, problem, head);
            }
            (Awaited::Append { batch, change }, Answer::Appended(stored)) => {
                self.appended(*batch, change, stored);
            }
            (Awaited::Attendance { here }, Answer::Attended(met)) => self.met(here, met),
            (Awaited::Said(author), Answer::Said(said)) => self.said(author, said),
            (Awaited::Chat { all }, Answer::Chat(lines)) => self.take_chat(all, lines),
            (Awaited::Names { request, attempts }, Answer::Names(names)) => {
                self.create_rematch(request, names, attempts);
            }
            (
                Awaited::Rematch {
                    request,
                    id,
                    attempts,
                },
                Answer::Created(created),
            ) => self.rematch_created(request, id, created, attempts),
            (awaited, answer) => panic!("{answer:?} is no answer for {awaited:?}"),
        }
    }

    /// Takes a table into memory.
    fn load(
        &mut self,
        stored: Result<Option<Box<StoredGame>>, Unavailable>,
    ) -> Result<(), Problem> {
        let stored = stored.map_err(|Unavailable| ProblemKind::Unavailable)?;
        let stored = stored.ok_or(ProblemKind::NoSuchTable)?;
        let present = self.connections.present();
        let loaded = LoadedTable::new(*stored, present, self.now_ms);
        let mut loaded = loaded.map_err(|error| {
            let problem = unreadable(&error);
            self.outputs.push(Output::Report(Fault::Log(error)));
            problem
        })?;
        self.connections
            .review(&mut self.outputs, &mut loaded.table, self.now_ms);
        self.loaded = Some(Box::new(loaded));
        Ok(())
    }

    /// Gives up a job for which the table cannot be read.
    fn fail(&mut self, job: Job, problem: Problem) {
        match job {
            Job::Connect(arrival) => self.reply_problem(arrival.request, problem),
            Job::Join { request, .. } | Job::Rematch { request, .. } => {
                self.reply_problem(request, problem);
            }
            Job::Hear {
                connection,
                message,
            } => {
                let key = message.key();
                self.send(connection, ServerMessage::Refused { key, problem });
            }
            Job::Change(change) => self.first(Job::Answer(change.author(), Err(problem))),
            // The table is read again later.
            _ => {}
        }
    }

    pub(super) fn reply_problem(&mut self, request: RequestId, problem: Problem) {
        let result = Err(problem);
        self.outputs.push(Output::Reply { request, result });
    }

    /// Reads what another node may have written.
    pub(super) fn catch_up(&mut self) {
        if let Some(loaded) = &self.loaded {
            let after = loaded.table.head();
            self.ask(Query::Tail { after }, Awaited::Tail);
        }
    }

    /// Folds in what another node has written. A table that cannot be caught up is read again.
    fn fold_in(&mut self, tail: Result<Option<Box<Tail>>, Unavailable>) {
        let Some(mut loaded) = self.loaded.take() else {
            return;
        };
        let Ok(Some(tail)) = tail else { return };
        let people = loaded.table.people().clone();
        if let Err(error) = loaded.catch_up(*tail) {
            return self.outputs.push(Output::Report(Fault::Log(error)));
        }
        self.connections
            .review(&mut self.outputs, &mut loaded.table, self.now_ms);
        self.news |= people != *loaded.table.people();
        self.loaded = Some(loaded);
    }
}
