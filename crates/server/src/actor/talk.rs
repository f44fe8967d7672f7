//! What the players say to each other.

use brickwood_table::protocol::{ChatRule, ChatText, Problem, ServerMessage};

use super::{Actor, ConnectionId, allowances::Said, now_ms};
use crate::{chat_text::clean_chat, log::NewLine, problem::unavailable};

/// How many of the latest lines a newcomer is shown.
const SHOWN: u32 = 100;

/// The most lines in one message: some 30 KB at most.
const PART: usize = 32;

/// Where the talk at a table stands.
#[derive(Default)]
pub(super) struct Talk {
    /// The last line that everybody here has been told.
    heard: u32,
}

impl Actor {
    /// Says something to all, once for each key of a seat. The answer is its number in the talk.
    pub(super) async fn say(
        &mut self,
        connection: ConnectionId,
        key: u64,
        text: ChatText,
    ) -> Result<u32, Problem> {
        let (guest, seat) = self.actor(connection)?;
        let people = self.live().await?.table.people();
        let text = match (people.options.chat, text) {
            (ChatRule::Free, ChatText::Words { text }) => ChatText::Words {
                text: clean_chat(&text)?,
            },
            (ChatRule::Free | ChatRule::Phrases, phrase @ ChatText::Phrase { .. }) => phrase,
            (ChatRule::Phrases, ChatText::Words { .. }) => {
                return Err(Problem::new("phrases_only", "Only phrases are said here."));
            }
            (ChatRule::Off, _) => {
                return Err(Problem::new("no_talk", "Nothing is said at this table."));
            }
        };
        let name = people.places[seat.index()].name.clone().unwrap_or_default();
        self.allowances.take(guest, Said::Line)?;
        let line = NewLine {
            at_ms: now_ms(),
            seat,
            name,
            key,
            text,
        };
        let said = self.log.say(&self.id, line).await;
        let line = said.map_err(|_| unavailable())?;
        self.pass_on_talk().await;
        Ok(line.number)
    }

    /// Shows a newcomer what was said.
    pub(super) async fn show_talk(&mut self, connection: ConnectionId) {
        // Talk that cannot be read now comes with the next line.
        let Ok(lines) = self.log.talk(&self.id, 0, SHOWN).await else {
            return;
        };
        if let Some(last) = lines.last() {
            if self.connections.is_alone(connection) {
                self.talk.heard = last.number;
            }
            for lines in lines.chunks(PART) {
                let lines = lines.to_vec();
                self.connections
                    .send(connection, &ServerMessage::Chat { lines });
            }
        }
    }

    /// Shows everybody what was said since the last time.
    pub(super) async fn pass_on_talk(&mut self) {
        let Ok(lines) = self.log.talk(&self.id, self.talk.heard, SHOWN).await else {
            return;
        };
        if let Some(last) = lines.last() {
            self.talk.heard = last.number;
            for lines in lines.chunks(PART) {
                let lines = lines.to_vec();
                self.connections.send_all(&ServerMessage::Chat { lines });
            }
        }
    }
}
