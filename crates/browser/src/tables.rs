//! The open tables of a worker.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use brickwood_protocol::{BotPace, Problem};
use brickwood_table::{
    People, Setup, Unavailable,
    room::{
        AdviceTask, Answer, BotTask, Input as RoomInput, Output as RoomOutput, Query as RoomQuery,
        Room, RoomConfig, TaskId,
    },
};
use brickwood_table_bots::BuiltIn;
use serde::Serialize;

use crate::input::{HERE, Input};
use crate::output::{Output, Query, plain};
use crate::stored::Known;

/// The open tables, by id.
#[derive(Default)]
pub(crate) struct Tables(HashMap<String, OpenTable>);

/// What the worker is to do after a call.
#[derive(Serialize)]
pub(crate) struct ToDo {
    outputs: Vec<Output>,
    /// When the table wants `timer`, in milliseconds since 1970.
    timer_ms: Option<u64>,
}

struct OpenTable {
    room: Room,
    known: Option<Known>,
    /// The answer to the open query if the storage fails.
    failed: Option<Answer>,
    /// The documents that the open append changes.
    appending: Option<(Option<Setup>, Option<People>)>,
    /// What the bots have to decide.
    task: Option<(TaskId, BotTask)>,
    /// What the coach is asked.
    questions: VecDeque<(TaskId, AdviceTask)>,
}

impl Tables {
    /// Passes an input to a table, which is opened for it if it was not open.
    pub(crate) fn handle(&mut self, id: &str, input: Input, now_ms: u64) -> Result<ToDo, Problem> {
        let table = self
            .0
            .entry(id.to_owned())
            .or_insert_with(|| OpenTable::new(id.to_owned()));
        table.handle(input, now_ms)?;
        Ok(ToDo {
            outputs: table.outputs(now_ms),
            timer_ms: table.room.next_timer_ms(),
        })
    }

    /// Forgets a table. What is stored of it stays.
    pub(crate) fn close(&mut self, id: &str) {
        self.0.remove(id);
    }
}

impl OpenTable {
    fn new(id: String) -> Self {
        let config = RoomConfig {
            node: HERE,
            pace: BotPace::Normal,
            external_bots: Vec::new(),
        };
        Self {
            room: Room::new(id, Arc::new(config)),
            known: None,
            failed: None,
            appending: None,
            task: None,
            questions: VecDeque::new(),
        }
    }

    fn handle(&mut self, input: Input, now_ms: u64) -> Result<(), Problem> {
        let input = match input {
            Input::Think => {
                let Some((task, work)) = self.task.take() else {
                    return Ok(());
                };
                let choice = work.decide(&BuiltIn);
                RoomInput::Decided { task, choice }
            }
            Input::Advise => {
                let Some((task, work)) = self.questions.pop_front() else {
                    return Ok(());
                };
                let advice = work.advise(&BuiltIn);
                RoomInput::Advised { task, advice }
            }
            Input::Failed => {
                let failed = self.failed.take();
                RoomInput::Answer(failed.unwrap_or(Answer::Loaded(Err(Unavailable))))
            }
            input => input.read()?,
        };
        if let RoomInput::Answer(answer) = &input {
            self.failed = None;
            self.learn(answer);
        }
        self.room.handle(input, now_ms);
        Ok(())
    }

    /// Keeps up with the documents in the storage.
    fn learn(&mut self, answer: &Answer) {
        let appending = self.appending.take();
        match answer {
            Answer::Loaded(Ok(Some(game))) | Answer::Tail(Ok(Some(game))) => {
                self.known = Some(Known::of(&game.setup, &game.people));
            }
            Answer::Appended(Ok(())) => {
                if let (Some(known), Some((setup, people))) = (&mut self.known, appending) {
                    known.setup = setup.unwrap_or_else(|| known.setup.clone());
                    known.people = people.unwrap_or_else(|| known.people.clone());
                }
            }
            _ => {}
        }
    }

    fn outputs(&mut self, now_ms: u64) -> Vec<Output> {
        let mut outputs = Vec::new();
        while let Some(output) = self.room.poll_output() {
            match output {
                // Here nobody sends a line twice, so keys are not stored.
                RoomOutput::Query(RoomQuery::FindLine { .. }) => {
                    let none = RoomInput::Answer(Answer::Found(Ok(None)));
                    self.room.handle(none, now_ms);
                }
                RoomOutput::Query(query) => {
                    self.failed = Some(query.failed());
                    if let RoomQuery::Append(append) = &query {
                        self.appending = Some((append.setup.clone(), append.people.clone()));
                    }
                    outputs.push(Output::Query {
                        query: Query::of(query, self.known.as_ref()),
                    });
                }
                RoomOutput::Decide { task, work } => {
                    self.task = Some((task, work));
                    outputs.push(Output::Think);
                }
                RoomOutput::Advise { task, work } => {
                    self.questions.push_back((task, work));
                    outputs.push(Output::Advise);
                }
                RoomOutput::Overtaken => self.task = None,
                other => outputs.extend(plain(other)),
            }
        }
        outputs
    }
}
