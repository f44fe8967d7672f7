//! Putting a long log together again that came in parts.

use crate::{LogEntry, ServerMessage};

/// The parts of a log that have come so far.
#[derive(Clone, Debug, Default)]
pub struct Parts(Vec<LogEntry>);

impl Parts {
    /// Takes a message as it comes. A part waits for what follows it; any other message is handed out, a
    /// `welcome` or `update` with the parts before its own log.
    pub fn take(&mut self, mut message: ServerMessage) -> Option<ServerMessage> {
        match &mut message {
            ServerMessage::Missed { log } => {
                let follows = |(last, first): (&LogEntry, &LogEntry)| first.seq == last.seq + 1;
                // The table is told from its beginning again, or from another side.
                if !self.0.last().zip(log.first()).is_some_and(follows) {
                    self.0.clear();
                }
                self.0.append(log);
                return None;
            }
            ServerMessage::Welcome { update, .. } | ServerMessage::Update { update } => {
                let parts = self.0.drain(..);
                update.log.splice(..0, parts);
            }
            _ => {}
        }
        Some(message)
    }
}
