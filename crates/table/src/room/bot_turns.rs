//! The turns of bots: when they think, how long they take, and what they do.

use std::sync::Arc;

use brickwood_protocol::{Command, Problem, ProblemKind};
use brickwood_rules::Seat;

use super::bots::Situation;
use super::change::Origin;
use super::pace::Pace;
use super::{BotTask, Change, Fault, Job, Output, Outside, Room, TaskId};

/// The turns of the bots of a table.
#[derive(Debug, Default)]
pub(super) struct BotTurns {
    current: Option<Box<BotTurn>>,
    /// The last line of the log that the bots have thought about.
    thought_about: Option<u32>,
}

impl BotTurns {
    /// The table was read again: what they know may be lost.
    pub(super) const fn think_again(&mut self) {
        self.thought_about = None;
    }

    /// When the current one continues by itself.
    pub(super) fn due_ms(&self) -> Option<u64> {
        self.current.as_ref()?.due_ms()
    }
}

/// A pending decision of the bots.
#[derive(Debug)]
struct BotTurn {
    situation: Arc<Situation>,
    /// The last line of the log that they know.
    head: u32,
    begun_ms: u64,
    progress: Progress,
}

/// The progress of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Progress {
    /// They work on a task: their next action, or the end of an offer that nobody accepts.
    Thinking { task: TaskId, gives_up: bool },
    /// They have decided, and pause so that people can follow.
    Pausing {
        until_ms: u64,
        choice: (Seat, Command),
    },
    /// They wait for people to answer an offer.
    Waiting { until_ms: u64 },
}

impl BotTurn {
    /// When it continues by itself.
    const fn due_ms(&self) -> Option<u64> {
        match self.progress {
            Progress::Thinking { .. } => None,
            Progress::Pausing { until_ms, .. } | Progress::Waiting { until_ms } => Some(until_ms),
        }
    }
}

impl Room {
    /// Starts a turn if bots are to act, and drops an outdated one.
    pub(super) fn let_bots_think(&mut self) {
        let is_ours = self.outside.looks_after() && !self.outside.connections.is_empty();
        let loaded = self.loaded.as_ref().filter(|_| is_ours);
        let head = loaded.map(|loaded| loaded.table.head());
        if head.is_some() && self.outside.bot_turns.thought_about == head {
            return;
        }
        self.outside.bot_turns.thought_about = head;
        let situation = loaded.and_then(|loaded| Situation::at(loaded));
        let overtaken = self.outside.bot_turns.current.take();
        if let (Some(situation), Some(head)) = (situation, head) {
            self.outside.bot_turns.current = Some(Box::new(BotTurn {
                situation: Arc::new(situation),
                head,
                begun_ms: self.outside.now_ms,
                progress: Progress::Waiting { until_ms: 0 },
            }));
            self.outside.give_task(false);
        } else if let Some(BotTurn {
            progress: Progress::Thinking { .. },
            ..
        }) = overtaken.as_deref()
        {
            self.outside.outputs.push(Output::Overtaken);
        }
    }

    /// The bots have finished a task.
    pub(super) fn bots_decided(&mut self, done: TaskId, choice: Option<(Seat, Command)>) {
        let Some(turn) = &mut self.outside.bot_turns.current else {
            return;
        };
        let Progress::Thinking { task, gives_up } = turn.progress else {
            return;
        };
        if task != done {
            return;
        }
        let situation = &turn.situation;
        let pace = situation.pace.max(Pace(self.outside.config.pace));
        match choice {
            Some(choice) if !gives_up => {
                let thought_ms = self.outside.now_ms.saturating_sub(turn.begun_ms);
                let answered_ms = pace.answered_ms(&choice.1, thought_ms);
                let pause_ms = pace
                    .pause_ms(&choice.1, situation.dither())
                    .max(answered_ms);
                let until_ms = turn.begun_ms + pause_ms;
                turn.progress = Progress::Pausing { until_ms, choice };
            }
            None if !gives_up => {
                let until_ms = turn.begun_ms + situation.patience_ms(pace);
                turn.progress = Progress::Waiting { until_ms };
            }
            choice => self.act_for_bots(choice),
        }
        self.take_turn();
    }

    /// Continues the turn of the bots if that is due.
    pub(super) fn take_turn(&mut self) {
        let Some(turn) = &self.outside.bot_turns.current else {
            return;
        };
        if turn
            .due_ms()
            .is_none_or(|due_ms| due_ms > self.outside.now_ms)
        {
            return;
        }
        match &turn.progress {
            Progress::Pausing { choice, .. } => {
                let choice = choice.clone();
                self.act_for_bots(Some(choice));
            }
            Progress::Waiting { .. } | Progress::Thinking { .. } => self.outside.give_task(true),
        }
    }

    /// Carries out a decision of the bots.
    fn act_for_bots(&mut self, choice: Option<(Seat, Command)>) {
        let turn = self.outside.bot_turns.current.take();
        let head = self.loaded.as_ref().map(|loaded| loaded.table.head());
        // An outdated decision is made again.
        if turn.is_none_or(|turn| Some(turn.head) != head) {
            return;
        }
        let origin = Origin::Bot(choice.clone());
        self.outside.first(if let Some((seat, command)) = choice {
            Job::change(Change::of_bot(origin, seat, command))
        } else {
            Job::Answer(origin, Err(ProblemKind::NoChoice.into()))
        });
    }

    /// Acts for a bot that has failed.
    pub(super) fn stand_in(&mut self, choice: Option<(Seat, Command)>, problem: Problem) {
        // If the storage has failed, there is no table: the bots think again once it is read.
        let Some(loaded) = &self.loaded else { return };
        // Nor has a bot failed whose seat a person has taken meanwhile.
        let is_bots = |(seat, _): &(Seat, Command)| loaded.table.bot(*seat).is_some();
        if !choice.as_ref().is_none_or(is_bots) {
            return;
        }
        self.outside
            .outputs
            .push(Output::Report(Fault::Bot { choice, problem }));
        let table = &loaded.table;
        let first = table.bots_to_act().into_iter().next();
        let action = first.and_then(|(seat, _)| Some((seat, table.completion(seat)?)));
        if let Some((seat, action)) = action {
            let command = table.command(action);
            let change = Change::of_bot(Origin::StandIn, seat, command);
            self.outside.first(Job::change(change));
        }
    }
}

impl Outside {
    /// Gives the bots a task.
    fn give_task(&mut self, gives_up: bool) {
        let Some(turn) = &mut self.bot_turns.current else {
            return;
        };
        let task = self.tasks.next();
        turn.progress = Progress::Thinking { task, gives_up };
        let situation = Arc::clone(&turn.situation);
        let work = BotTask {
            situation,
            gives_up,
        };
        self.outputs.push(Output::Decide { task, work });
    }

    /// Reports that the stand-in for a bot has failed, too.
    pub(super) fn report_stand_in(&mut self, problem: Problem) {
        self.outputs.push(Output::Report(Fault::StandIn(problem)));
    }
}
