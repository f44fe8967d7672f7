//! The storage that the servers share: one log with the data beside it, with conditional appends; the
//! presence; and the lease of the table.

use std::collections::HashMap;

use brickwood_protocol::ChatLine;
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::room::{Answer, Attended, Names, Query};
use brickwood_table::{
    Append, AppendError, CreateError, LogRecord, NewGame, NewLine, NodeId, People, Presence,
    Progress, Setup, StoredGame, Table,
};

/// A table as the servers of a site store it.
pub struct RoomStorage {
    /// The set-up.
    pub setup: Setup,
    /// Who sits where.
    pub people: People,
    /// The log.
    pub records: Vec<LogRecord>,
    /// Whether the last line ended the game.
    pub is_over: bool,
    /// The table from the log: every line is checked when it is stored.
    pub table: Table,
    /// Whether it answers nothing now.
    pub is_away: bool,
    chat: Vec<ChatLine>,
    /// The number of each line, by its seat and key.
    said: HashMap<(Seat, u64), u32>,
    /// The connected seats of each server, as the servers report them.
    present: HashMap<NodeId, SeatSet>,
    /// The server that runs the table.
    holder: Option<NodeId>,
    /// The next table.
    rematch: Option<String>,
    /// How many names of tables were drawn.
    drawn: u32,
}

impl RoomStorage {
    /// A new table.
    pub fn new(setup: Setup, people: People) -> Self {
        Self {
            table: Table::new(setup.clone(), people.clone()),
            setup,
            people,
            records: Vec::new(),
            is_over: false,
            is_away: false,
            chat: Vec::new(),
            said: HashMap::new(),
            present: HashMap::new(),
            holder: None,
            rematch: None,
            drawn: 0,
        }
    }

    /// What a server is answered.
    ///
    /// # Panics
    ///
    /// If it appends what cannot be replayed.
    pub fn answer(&mut self, node: NodeId, query: Query) -> Answer {
        if self.is_away {
            return query.failed();
        }
        match query {
            Query::Load => Answer::Loaded(Ok(self.game_after(0))),
            Query::Tail { after } => Answer::Tail(Ok(self.game_after(after))),
            Query::Append(lines) => Answer::Appended(self.append(*lines)),
            Query::Attend { here, note } => Answer::Attended(Ok(self.attend(node, here, note))),
            Query::Say(line) => Answer::Said(Ok(self.say(line))),
            Query::FindLine { seat, key } => {
                Answer::Found(Ok(self.said.get(&(seat, key)).copied()))
            }
            Query::Chat { after, limit } => {
                let lines = &self.chat[after as usize..];
                let first = lines.len().saturating_sub(limit as usize);
                Answer::Chat(Ok(lines[first..].to_vec()))
            }
            Query::Names => {
                self.drawn += 1;
                Answer::Names(Ok(Names {
                    id: format!("next-{}", self.drawn),
                    seed: [0; 32],
                    code: format!("code-{}", self.drawn),
                }))
            }
            Query::Create(game) => Answer::Created(self.create(*game)),
        }
    }

    /// There is one rematch of a game. It is played elsewhere.
    fn create(&mut self, game: NewGame) -> Result<(), CreateError> {
        if let Some(other) = &self.rematch {
            return Err(CreateError::OtherRematch(other.clone()));
        }
        self.rematch = Some(game.setup.id);
        Ok(())
    }

    /// The game with the log after a line.
    fn game_after(&self, line: u32) -> Option<Box<StoredGame>> {
        let records = self.records.get(line as usize..)?;
        Some(Box::new(StoredGame {
            setup: self.setup.clone(),
            people: self.people.clone(),
            rematch: self.rematch.clone(),
            records: records.to_vec(),
        }))
    }

    fn append(&mut self, lines: Append) -> Result<(), AppendError> {
        let head = self.records.len() as u32;
        if lines.records[0].seq != head + 1 {
            return Err(AppendError::Conflict { head });
        }
        self.is_over = lines.outline.progress == Progress::Over;
        if let Some(people) = lines.people {
            self.people = people;
        }
        if let Some(setup) = lines.setup {
            self.setup = setup;
        }
        let (setup, people) = (self.setup.clone(), self.people.clone());
        self.table
            .catch_up(setup, people, lines.records.clone())
            .expect("every log can be replayed");
        self.records.extend(lines.records);
        Ok(())
    }

    fn say(&mut self, line: NewLine) -> ChatLine {
        let number = self.chat.len() as u32 + 1;
        let number = *self.said.entry((line.seat, line.key)).or_insert(number);
        if let Some(said) = self.chat.get(number as usize - 1) {
            return said.clone();
        }
        let line = ChatLine {
            number,
            at_ms: line.at_ms,
            seat: line.seat,
            name: line.name,
            text: line.text,
        };
        self.chat.push(line.clone());
        line
    }

    fn attend(&mut self, node: NodeId, here: Option<SeatSet>, is_news: bool) -> Attended {
        match here {
            Some(seats) if is_news => drop(self.present.insert(node, seats)),
            None if is_news => self.forget(node),
            _ => {}
        }
        let was_free = here.is_some() && self.holder.is_none();
        if was_free {
            self.holder = Some(node);
        }
        let seats = self.present.values().flat_map(|seats| seats.iter());
        Attended {
            presence: Presence {
                holder: self.holder,
                seats: seats.collect(),
            },
            was_free,
        }
    }

    /// A server has no connections any more, or is dead.
    pub fn forget(&mut self, node: NodeId) {
        self.present.remove(&node);
        self.holder = self.holder.filter(|holder| *holder != node);
    }
}
