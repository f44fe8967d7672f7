//! The chat of the players.

use brickwood_protocol::{ChatLine, ChatRule, ChatText, Problem, ProblemKind};
use brickwood_rules::Seat;

use super::allowances::MessageKind;
use super::change::Origin;
use super::queries::PendingQuery;
use super::{ConnectionId, Job, LoadedRoom, Outside, Query, Room};
use crate::seats::PersonId;
use crate::stored::{NewLine, Unavailable};
use crate::text::clean_chat;

/// The number of latest lines that a new connection gets.
const SHOWN: u32 = 100;

impl Room {
    /// Sends new lines to those who do not have them. Lines that cannot be read now come with the next one.
    pub(super) fn take_chat(&mut self, all: bool, lines: Result<Vec<ChatLine>, Unavailable>) {
        let Ok(lines) = lines else { return };
        if all {
            self.outside.chat = lines;
        } else {
            self.outside.chat.extend(lines);
            let old = self.outside.chat.len().saturating_sub(SHOWN as usize);
            self.outside.chat.drain(..old);
        }
        if let Some(loaded) = &self.loaded {
            let table = &loaded.table;
            self.outside.connections.tell_talk(
                &mut self.outside.outputs,
                table,
                &self.outside.chat,
                self.outside.now_ms,
            );
        }
    }
}

impl LoadedRoom<'_> {
    /// Sends a line to everybody, once for each key of a seat. A line that is stored already is acknowledged
    /// again, even if it would be refused now.
    pub(super) fn say(
        &mut self,
        connection: ConnectionId,
        key: u64,
        text: ChatText,
        too_many: bool,
    ) -> Result<(), Problem> {
        let actor = self.outside.actor(connection)?;
        let origin = Origin::Client { connection, key };
        match self.new_line(actor, key, text, too_many) {
            Ok(line) => self
                .outside
                .ask(Query::Say(line), PendingQuery::Said(origin)),
            Err(problem) => {
                let (_, seat) = actor;
                let find = Query::FindLine { seat, key };
                self.outside
                    .ask(find, PendingQuery::Found { origin, problem });
            }
        }
        Ok(())
    }

    fn new_line(
        &mut self,
        (person, seat): (PersonId, Seat),
        key: u64,
        text: ChatText,
        too_many: bool,
    ) -> Result<NewLine, Problem> {
        if too_many {
            return Err(ProblemKind::TooFast.into());
        }
        let people = self.loaded.table.people();
        let text = match (people.options.chat, text) {
            (ChatRule::Free, ChatText::Words { text }) => ChatText::Words {
                text: clean_chat(&text)?,
            },
            (ChatRule::Free | ChatRule::Phrases, phrase @ ChatText::Phrase { .. }) => phrase,
            (ChatRule::Phrases, ChatText::Words { .. }) => {
                return Err(ProblemKind::PhrasesOnly.into());
            }
            (ChatRule::Off, _) => {
                return Err(ProblemKind::NoTalk.into());
            }
        };
        let name = people.places[seat.index()].name.clone().unwrap_or_default();
        self.outside
            .allowances
            .take(person, MessageKind::Line, self.outside.now_ms)?;
        Ok(NewLine {
            at_ms: self.outside.now_ms,
            seat,
            name,
            key,
            text,
        })
    }
}

impl Outside {
    /// Passes on a stored line, and acknowledges it with its number.
    pub(super) fn said(&mut self, origin: Origin, said: Result<ChatLine, Unavailable>) {
        match said {
            Ok(line) => {
                let answer = Job::Answer(origin, Ok(line.number));
                self.next([Job::ReadChat { all: false }, answer]);
            }
            Err(Unavailable) => {
                self.first(Job::Answer(origin, Err(ProblemKind::Unavailable.into())));
            }
        }
    }

    /// Reads all lines that a new connection gets, or those since the last time.
    pub(super) fn read_chat(&mut self, all: bool) {
        let last = self.chat.last().filter(|_| !all);
        let after = last.map_or(0, |line| line.number);
        let limit = SHOWN;
        self.ask(Query::Chat { after, limit }, PendingQuery::Chat { all });
    }
}
