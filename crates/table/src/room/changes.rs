//! The only path into the log: a change is proposed, stored, committed, and its author gets the result.

use brickwood_protocol::{Problem, ProblemKind, ServerMessage};

use super::change::{Allowance, Change, ChangeKind, Origin};
use super::queries::PendingQuery;
use super::{Job, LoadedRoom, Outside, Query, Reply, Room};
use crate::stored::AppendError;
use crate::table::{Author, Batch, Refusal};

impl Room {
    /// The table has been caught up since a change was refused at line `head`.
    pub(super) fn refuse_or_retry(&mut self, change: Change, problem: Problem, head: u32) {
        let now = self.loaded.as_ref().map(|loaded| loaded.table.head());
        if now == Some(head) {
            self.outside.first(Job::Answer(change.origin, Err(problem)));
        } else {
            self.outside.retry(change);
        }
    }

    /// Commits a batch that is stored.
    pub(super) fn appended(
        &mut self,
        batch: Batch,
        change: Change,
        stored: Result<(), AppendError>,
    ) {
        match (stored, &mut self.loaded) {
            (Ok(()), Some(loaded)) => {
                let seq = batch.records()[0].seq;
                // All nodes learn that its time does not count. A table that has just resumed does so again when it
                // is due, and not at once: with a slow storage, it would do nothing else.
                let rests = matches!(batch.entries[..], [entry] if entry.is_of_rest());
                let is_late = self.outside.is_late() && !rests;
                if let Some(people) = batch.people() {
                    self.outside.news = true;
                    self.outside.note_people(loaded.table.people(), people);
                }
                loaded.commit(batch);
                self.outside.connections.review(
                    &mut self.outside.outputs,
                    &mut loaded.table,
                    self.outside.now_ms,
                );
                let arranges = !change.is_in_game() && !matches!(change.kind, ChangeKind::Advance);
                self.outside.first(Job::Answer(change.origin, Ok(seq)));
                if arranges || is_late {
                    self.outside.first(Job::change(Change::advance()));
                }
            }
            // Something may have been stored: the table is read again.
            (Err(AppendError::Conflict { .. } | AppendError::Duplicate { .. }), _) => {
                self.forget_table();
                self.outside.retry(change);
            }
            (Err(AppendError::NoSuchGame | AppendError::Unavailable(_)), _) | (Ok(()), None) => {
                self.forget_table();
                self.outside.refuse_unstored(change);
            }
        }
    }

    /// Sends the author of a change its result: its first line in the log, or in the chat.
    pub(super) fn answer(&mut self, origin: Origin, result: Result<u32, Problem>) {
        match (origin, result) {
            (Origin::Time, _) => return,
            (Origin::Client { connection, key }, result) => {
                let message = match result {
                    Ok(seq) => ServerMessage::Ack { key, seq },
                    Err(problem) => ServerMessage::Refused {
                        key: Some(key),
                        problem,
                    },
                };
                self.outside.send(connection, message);
            }
            (Origin::Caller(request), result) => {
                let result = match result {
                    // The table is already set up like that.
                    Err(problem) if problem.kind != ProblemKind::NothingChanged => Err(problem),
                    _ => Ok(Reply::Done),
                };
                self.outside.reply(request, result);
            }
            (Origin::Bot(choice), Err(problem)) => self.stand_in(choice, problem),
            (Origin::StandIn, Err(problem)) => self.outside.report_stand_in(problem),
            (Origin::Bot(_) | Origin::StandIn, Ok(_)) => {}
        }
        self.outside.tell(self.loaded.as_deref());
    }
}

impl LoadedRoom<'_> {
    /// Tries to put a change into the log.
    pub(super) fn attempt(&mut self, mut change: Change) {
        if change.is_in_game() && !change.advanced {
            change.advanced = true;
            return self
                .outside
                .next([Job::change(Change::advance()), Job::change(change)]);
        }
        // A message that was sent before gets its answer, whatever its author may send now.
        if let Some(seq) = change.line(&self.loaded.table) {
            return self.outside.first(Job::Answer(change.origin, Ok(seq)));
        }
        let allowed = self.outside.take_allowance(&mut change);
        let table = &self.loaded.table;
        let proposed = allowed.map_err(Refusal::Problem);
        match proposed.and_then(|()| change.propose(table, self.outside.now_ms)) {
            Ok(Some(batch)) => {
                let batch = Box::new(batch);
                let query = Query::Append(Box::new((&*batch).into()));
                self.outside
                    .ask(query, PendingQuery::Append { batch, change });
            }
            Ok(None) => {}
            Err(Refusal::AlreadyDone { seq }) => {
                self.outside.first(Job::Answer(change.origin, Ok(seq)));
            }
            // No change is finally refused before this node knows what other nodes have written: the change
            // may even be done already.
            Err(Refusal::Problem(problem)) => {
                let after = table.head();
                self.outside.ask(
                    Query::Tail { after },
                    PendingQuery::News {
                        change,
                        problem,
                        head: after,
                    },
                );
            }
        }
    }
}

impl Outside {
    /// Takes a message from its author's allowance, once for all attempts.
    fn take_allowance(&mut self, change: &mut Change) -> Result<(), Problem> {
        match (change.allowance, &change.kind) {
            (
                Allowance::Needed(kind),
                ChangeKind::Request {
                    by: Author::Person { person, .. },
                    ..
                },
            ) => {
                self.allowances.take(*person, kind, self.now_ms)?;
                change.allowance = Allowance::NotNeeded;
                Ok(())
            }
            (Allowance::UsedUp, _) => Err(ProblemKind::TooFast.into()),
            _ => Ok(()),
        }
    }

    /// Tries again, because the log has new lines. A bot decides again instead.
    fn retry(&mut self, mut change: Change) {
        if matches!(change.origin, Origin::Bot(_) | Origin::StandIn) {
            return self.next([Job::change(Change::advance()), Job::Tell]);
        }
        change.attempts -= 1;
        change.advanced = false;
        if change.attempts > 0 {
            self.first(Job::change(change));
        } else {
            self.refuse_unstored(change);
        }
    }

    /// Refuses a change that is not known to be stored.
    fn refuse_unstored(&mut self, change: Change) {
        let unavailable = ProblemKind::Unavailable.into();
        self.first(Job::Answer(change.origin, Err(unavailable)));
    }
}
