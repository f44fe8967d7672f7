//! The coach: what a strong bot would do in the seat of somebody who asks, and why. It is for games against
//! bots, and for tables whose players have all agreed to it.

use std::sync::Arc;

use brickwood_protocol::{Advice, CoachRule, Problem, ProblemKind, ServerMessage};
use brickwood_rules::{Seat, Terms};

use super::allowances::MessageKind;
use super::bots::{AdviceTask, Asked};
use super::{ConnectionId, LoadedRoom, Output, Room, TaskId};
use crate::table::Table;

/// The questions to the coach that are open: the latest of each connection.
#[derive(Debug, Default)]
pub(super) struct Questions(Vec<Question>);

#[derive(Debug)]
struct Question {
    task: TaskId,
    connection: ConnectionId,
    seat: Seat,
    /// The last line of the log that the answer knows.
    head: u32,
}

impl Questions {
    fn ask(&mut self, question: Question) {
        self.0.retain(|one| one.connection != question.connection);
        self.0.push(question);
    }

    fn take(&mut self, done: TaskId) -> Option<Question> {
        let place = self.0.iter().position(|one| one.task == done)?;
        Some(self.0.swap_remove(place))
    }
}

impl Room {
    /// The coach has answered. What was asked about a position that is gone, for another seat of the
    /// device, or before the connection asked something else, is dropped.
    pub(super) fn coach_answered(&mut self, done: TaskId, advice: Option<Advice>) {
        let Some(question) = self.outside.questions.take(done) else {
            return;
        };
        let Question {
            connection,
            seat,
            head,
            ..
        } = question;
        let Some(loaded) = &self.loaded else { return };
        let looks = self.outside.actor(connection).ok().map(|(_, seat)| seat);
        if loaded.table.head() != head || looks != Some(seat) || !may_coach(&loaded.table) {
            return;
        }
        if let Some(advice) = advice {
            let message = ServerMessage::Advice { seq: head, advice };
            self.outside.send(connection, message);
        }
    }
}

impl LoadedRoom<'_> {
    /// Passes a question on to the coach.
    pub(super) fn ask_coach(
        &mut self,
        connection: ConnectionId,
        terms: Option<Terms>,
    ) -> Result<(), Problem> {
        let (person, seat) = self.outside.actor(connection)?;
        let table = &self.loaded.table;
        if !may_coach(table) {
            return Err(ProblemKind::NoCoach.into());
        }
        if !table.started() {
            return Err(ProblemKind::NotStarted.into());
        }
        self.outside
            .allowances
            .take(person, MessageKind::Question, self.outside.now_ms)?;
        let head = table.head();
        let work = AdviceTask::new(Asked {
            game: Arc::clone(&self.loaded.game),
            steps: table.standing_steps().0,
            seat,
            view: table.view(Some(seat)),
            terms,
            // Not from the table's secret: the advice depends on nothing that the seat does not know.
            seed: u64::from(head),
        });
        let task = self.outside.tasks.next();
        self.outside.questions.ask(Question {
            task,
            connection,
            seat,
            head,
        });
        self.outside.outputs.push(Output::Advise { task, work });
        Ok(())
    }
}

/// Whether the coach may help at a table: only one person plays there, or all have agreed.
fn may_coach(table: &Table) -> bool {
    let people = table.people();
    match people.options.coach {
        CoachRule::Never => false,
        CoachRule::Alone => people.people_seats().len() <= 1,
        CoachRule::Everybody => true,
    }
}
