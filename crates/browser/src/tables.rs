//! The open tables of a worker.

use std::{collections::HashMap, iter, sync::Arc};

use brickwood_protocol::{BotPace, Problem};
use brickwood_table::{
    NodeId, person_name,
    room::{AdviceTask, BotTask, Input, Output, Room, RoomConfig, RoomRequest, TaskId},
};
use brickwood_table_bots::BuiltIn;
use brickwood_wire::wire;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// This page, among those of one browser that have the same table open.
const HERE: NodeId = NodeId(1);

/// The open tables, by id.
#[derive(Default)]
pub(crate) struct Tables(HashMap<String, OpenTable>);

/// What the worker is to do after a call.
#[wire(module)]
#[derive(Serialize)]
pub(crate) struct ToDo {
    /// Those of the room.
    #[ts(as = "Vec<Output>")]
    outputs: Vec<Box<RawValue>>,
    /// When the table wants [`Input::Timer`], in milliseconds since 1970.
    timer_ms: Option<u64>,
}

struct OpenTable {
    room: Room,
    /// What the bots have to decide.
    task: Option<(TaskId, BotTask)>,
    /// What the coach is asked.
    questions: Vec<(TaskId, AdviceTask)>,
}

impl Tables {
    /// Passes an input to a table, which is opened for it if it was not open.
    pub(crate) fn handle(
        &mut self,
        id: &str,
        mut input: Input,
        now_ms: u64,
    ) -> Result<ToDo, Problem> {
        if let Input::Request {
            request: RoomRequest::Join { name, .. },
            ..
        } = &mut input
        {
            *name = person_name(name)?;
        }
        let table = self.table(id);
        table.room.handle(input, now_ms);
        Ok(table.done())
    }

    /// Lets the bots or the coach of a table do a task, if it still is to be done.
    pub(crate) fn think(&mut self, id: &str, task: TaskId, now_ms: u64) -> ToDo {
        let table = self.table(id);
        if let Some(input) = table.think(task) {
            table.room.handle(input, now_ms);
        }
        table.done()
    }

    fn table(&mut self, id: &str) -> &mut OpenTable {
        let open = || OpenTable::new(id.to_owned());
        self.0.entry(id.to_owned()).or_insert_with(open)
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
            task: None,
            questions: Vec::new(),
        }
    }

    fn think(&mut self, task: TaskId) -> Option<Input> {
        if let Some((_, work)) = self.task.take_if(|(open, _)| *open == task) {
            let choice = work.decide(&BuiltIn);
            return Some(Input::Decided { task, choice });
        }
        let asked = self.questions.iter().position(|(open, _)| *open == task)?;
        let (_, work) = self.questions.remove(asked);
        let advice = work.advise(&BuiltIn);
        Some(Input::Advised { task, advice })
    }

    /// The outputs of the room. The worker gets all of them, and says when a task is to be done; the task itself stays.
    fn done(&mut self) -> ToDo {
        let mut outputs = Vec::new();
        for output in iter::from_fn(|| self.room.poll_output()) {
            let text = to_raw_value(&output);
            outputs.push(text.expect("outputs have nothing that JSON has not"));
            match output {
                Output::Decide { task, work } => self.task = Some((task, work)),
                Output::Advise { task, work } => self.questions.push((task, work)),
                Output::Overtaken => self.task = None,
                _ => {}
            }
        }
        ToDo {
            outputs,
            timer_ms: self.room.next_timer_ms(),
        }
    }
}
