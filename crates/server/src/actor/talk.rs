//! What the players say to each other.

use brickwood_table::protocol::{ChatLine, ChatRule, ChatText, Problem};

use super::{Actor, ConnectionId, allowances::Said, now_ms};
use crate::{chat_text::clean_chat, problem::unavailable};
use brickwood_storage::NewLine;

/// How many of the latest lines a newcomer is shown.
const SHOWN: u32 = 100;

/// Where the talk at a table stands.
#[derive(Default)]
pub(super) struct Talk {
    /// The latest lines.
    lines: Vec<ChatLine>,
}

impl Talk {
    /// The latest lines, oldest first.
    pub(super) fn lines(&self) -> &[ChatLine] {
        &self.lines
    }
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
    pub(super) async fn show_talk(&mut self) {
        // Talk that cannot be read now comes with the next line.
        let Ok(lines) = self.log.talk(&self.id, 0, SHOWN).await else {
            return;
        };
        self.talk.lines = lines;
        self.tell_talk();
    }

    /// Shows everybody what was said since the last time.
    pub(super) async fn pass_on_talk(&mut self) {
        let heard = self.talk.lines.last().map_or(0, |line| line.number);
        let Ok(lines) = self.log.talk(&self.id, heard, SHOWN).await else {
            return;
        };
        self.talk.lines.extend(lines);
        let old = self.talk.lines.len().saturating_sub(SHOWN as usize);
        self.talk.lines.drain(..old);
        self.tell_talk();
    }

    /// Tells those who have not heard it what was said, as far as they may know.
    pub(super) fn tell_talk(&mut self) {
        if let Some(live) = &self.live {
            let now_ms = now_ms();
            self.connections
                .tell_talk(&live.table, &self.talk.lines, now_ms);
        }
    }

    /// When there is more talk for those who are kept behind, in milliseconds since 1970.
    pub(super) fn talk_due_ms(&self) -> Option<u64> {
        let table = &self.live.as_ref()?.table;
        self.connections.talk_due_ms(table, &self.talk.lines)
    }
}
