//! Queries to the storage, and what continues with their answers.

use brickwood_protocol::{Problem, ProblemKind, ServerMessage};
use brickwood_rules::SeatSet;

use super::change::{Change, Origin};
use super::loaded::LoadedTable;
use super::problems::unreadable;
use super::{
    Answer, Fault, HELD_UP_MS, Job, Output, Outside, Query, Reply, RequestId, Room, TableJob,
};
use crate::seats::People;
use crate::stored::{StoredGame, Unavailable};
use crate::table::Batch;

/// An open query, with what waits for its answer.
#[derive(Debug)]
pub(super) enum PendingQuery {
    /// A job that needs the table.
    Table(TableJob),
    /// Catching up with the log.
    Tail,
    /// The same with the last line that is known, to see whether the log still has it.
    Doubt,
    /// A change that is refused, unless there are new lines after line `head`.
    News {
        change: Change,
        problem: Problem,
        head: u32,
    },
    /// The append of a change.
    Append { batch: Box<Batch>, change: Change },
    /// The exchange of presence.
    Presence { here: Option<SeatSet> },
    /// The storing of a client's line of chat.
    Said(Origin),
    /// A line of chat that is refused, unless it is stored already.
    Found { origin: Origin, problem: Problem },
    /// The reading of chat.
    Chat { all: bool },
    /// The random values for a rematch.
    Names { request: RequestId, attempts: u32 },
    /// The creation of a rematch with this id.
    Rematch {
        request: RequestId,
        id: String,
        attempts: u32,
    },
}

impl Room {
    /// Continues with an answer of the storage.
    pub(super) fn take_answer(&mut self, pending: PendingQuery, answer: Answer) {
        if answer.is_failed() || self.outside.is_late() {
            self.interrupt(self.outside.now_ms);
        }
        match (pending, answer) {
            (PendingQuery::Table(job), Answer::Loaded(stored)) => match self.load(stored) {
                Ok(()) => self.outside.first(Job::AtTable(job)),
                Err(problem) => self.outside.fail(job, problem),
            },
            (PendingQuery::Tail, Answer::Tail(tail)) => self.fold_in(tail),
            (PendingQuery::Doubt, Answer::Tail(tail)) => self.compare(tail),
            (
                PendingQuery::News {
                    change,
                    problem,
                    head,
                },
                Answer::Tail(tail),
            ) => {
                self.fold_in(tail);
                self.refuse_or_retry(change, problem, head);
            }
            (PendingQuery::Append { batch, change }, Answer::Appended(stored)) => {
                self.appended(*batch, change, stored);
            }
            (PendingQuery::Presence { here }, Answer::Attended(met)) => self.met(here, met),
            (PendingQuery::Said(origin), Answer::Said(said)) => self.outside.said(origin, said),
            (PendingQuery::Found { origin, problem }, Answer::Found(found)) => {
                let result = match found {
                    Ok(Some(number)) => Ok(number),
                    Ok(None) => Err(problem),
                    Err(Unavailable) => Err(ProblemKind::Unavailable.into()),
                };
                self.outside.first(Job::Answer(origin, result));
            }
            (PendingQuery::Chat { all }, Answer::Chat(lines)) => self.take_chat(all, lines),
            (PendingQuery::Names { request, attempts }, Answer::Names(names)) => {
                self.outside.names_drawn(request, names, attempts);
            }
            (
                PendingQuery::Rematch {
                    request,
                    id,
                    attempts,
                },
                Answer::Created(created),
            ) => self.rematch_created(request, id, created, attempts),
            (pending, answer) => panic!("{answer:?} is no answer for {pending:?}"),
        }
    }

    /// Loads a table into memory.
    fn load(
        &mut self,
        stored: Result<Option<Box<StoredGame>>, Unavailable>,
    ) -> Result<(), Problem> {
        let stored = stored.map_err(|Unavailable| ProblemKind::Unavailable)?;
        let stored = stored.ok_or(ProblemKind::NoSuchTable)?;
        let present = self.outside.connections.present();
        let loaded = LoadedTable::new(*stored, present, self.outside.now_ms);
        let mut loaded = loaded.map_err(|error| {
            let problem = unreadable(&error);
            self.outside.outputs.push(Output::Report(Fault::Log(error)));
            problem
        })?;
        loaded.table.interrupt(self.outside.away_ms);
        let last_line = self.outside.last_line.take();
        if last_line.is_some_and(|(seq, line)| !loaded.table.has_line(seq, &line)) {
            self.outside.connections.start_again();
        }
        self.outside.bot_turns.think_again();
        self.outside.connections.review(
            &mut self.outside.outputs,
            &mut loaded.table,
            self.outside.now_ms,
        );
        self.loaded = Some(Box::new(loaded));
        Ok(())
    }

    /// Reads the lines that another node may have written.
    pub(super) fn catch_up(&mut self) {
        let Some(loaded) = &self.loaded else { return };
        let head = loaded.table.head();
        if loaded.is_in_doubt {
            let after = head.saturating_sub(1);
            self.outside.ask(Query::Tail { after }, PendingQuery::Doubt);
        } else {
            self.outside
                .ask(Query::Tail { after: head }, PendingQuery::Tail);
        }
    }

    /// Keeps the table if the log still has its last line, and reads it again if not.
    fn compare(&mut self, tail: Result<Option<Box<StoredGame>>, Unavailable>) {
        let (Some(loaded), Ok(Some(mut tail))) = (&mut self.loaded, tail) else {
            return self.forget_table();
        };
        if loaded.table.head() > 0 {
            let is_there = |first| loaded.table.ends_with(first);
            if !tail.records.first().is_some_and(is_there) {
                return self.forget_table();
            }
            tail.records.remove(0);
        }
        loaded.is_in_doubt = false;
        self.fold_in(Ok(Some(tail)));
    }

    /// Applies the lines that another node has written. A table that cannot be caught up, or whose last line is in
    /// doubt, is read again.
    fn fold_in(&mut self, tail: Result<Option<Box<StoredGame>>, Unavailable>) {
        let Ok(Some(tail)) = tail else {
            return self.forget_table();
        };
        let certain = |loaded: &&mut Box<LoadedTable>| !loaded.is_in_doubt;
        let Some(loaded) = self.loaded.as_mut().filter(certain) else {
            return self.forget_table();
        };
        let last_line = loaded.table.last_line();
        let people = loaded.table.people().clone();
        if let Err(error) = loaded.catch_up(*tail) {
            self.loaded = None;
            self.outside.last_line = last_line;
            return self.outside.outputs.push(Output::Report(Fault::Log(error)));
        }
        self.outside.connections.review(
            &mut self.outside.outputs,
            &mut loaded.table,
            self.outside.now_ms,
        );
        self.outside.news |= people != *loaded.table.people();
        self.outside.note_people(&people, loaded.table.people());
    }
}

impl Outside {
    /// Reads the chat again if somebody has gone who may have been forgotten, with all that they have said.
    pub(super) fn note_people(&mut self, before: &People, after: &People) {
        if after.have_lost(before) {
            self.first(Job::ReadChat { all: true });
        }
    }

    /// Whether the answer to the last query has held everybody up.
    pub(super) const fn is_late(&self) -> bool {
        self.now_ms.saturating_sub(self.asked_ms) > HELD_UP_MS
    }

    /// Sends a query to the storage.
    pub(super) fn ask(&mut self, query: Query, pending: PendingQuery) {
        self.asked_ms = self.now_ms;
        self.pending = Some(Box::new(pending));
        self.outputs.push(Output::Query(query));
    }

    /// Fails a job because the table cannot be read.
    fn fail(&mut self, job: TableJob, problem: Problem) {
        match job {
            TableJob::Request(request, _)
            | TableJob::Connect(request, _)
            | TableJob::CreateRematch { request, .. } => self.reply(request, Err(problem)),
            TableJob::Hear {
                connection,
                message,
                ..
            } => {
                let key = message.key();
                self.send(connection, ServerMessage::Refused { key, problem });
            }
            TableJob::Change(change) => self.first(Job::Answer(change.origin, Err(problem))),
            // The table is read again later.
            TableJob::Meet => {}
        }
    }

    /// Answers a request.
    pub(super) fn reply(&mut self, request: RequestId, result: Result<Reply, Problem>) {
        self.outputs.push(Output::Reply { request, result });
    }
}
