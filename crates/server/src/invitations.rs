//! Bots of others over the network, and how they hear that somebody wants to play with them.
//!
//! What they hear lives in this process alone: a bot that comes back asks for its tables, as a page
//! does.

use std::{
    fmt::Write,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use brickwood_table::GuestId;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// How many invitations may wait for one bot.
const WAITING: usize = 16;

/// A bot to register: the body of `POST /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name. At tables, ` (bot)` stands behind it.
    pub name: String,
}

/// A registered bot: the answer to `POST /api/bots`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisteredBot {
    /// What others call it by in `POST /api/tables/{id}/invite`.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Its secret, for `Authorization: Bearer`. It is shown this once.
    pub token: String,
}

/// A bot that can be invited now: an element of the answer to `GET /api/bots/online`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OnlineBot {
    /// What to call it by in `POST /api/tables/{id}/invite`.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// Whom a host invites: the body of `POST /api/tables/{id}/invite`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The bot's id, see [`OnlineBot`].
    pub bot: String,
}

/// What a bot hears: a line of the answer to `GET /api/bot/events`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotEvent {
    /// A host would like the bot to join a table.
    Invited {
        /// The table's id.
        table: String,
    },
}

/// The id of a bot, from which nobody learns its token.
pub(crate) fn bot_id(guest: GuestId) -> String {
    let mut id = String::new();
    for byte in &guest.0[..8] {
        write!(id, "{byte:02x}").expect("a text can grow");
    }
    id
}

/// The bots that listen. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Invitations(Arc<Mutex<Vec<Listener>>>);

struct Listener {
    guest: GuestId,
    name: String,
    /// Whether whoever likes may invite it.
    open: bool,
    line: mpsc::Sender<BotEvent>,
}

impl Invitations {
    /// Lets a bot listen. Where it listens already, it does so no longer there.
    pub(crate) fn listen(
        &self,
        guest: GuestId,
        name: String,
        open: bool,
    ) -> mpsc::Receiver<BotEvent> {
        let (line, events) = mpsc::channel(WAITING);
        let mut listeners = self.listeners();
        listeners.retain(|listener| listener.guest != guest);
        listeners.push(Listener {
            guest,
            name,
            open,
            line,
        });
        events
    }

    /// The bots that can be invited.
    pub(crate) fn online(&self) -> Vec<OnlineBot> {
        let listeners = self.listeners();
        let open = listeners.iter().filter(|listener| listener.open);
        open.map(|listener| OnlineBot {
            id: bot_id(listener.guest),
            name: listener.name.clone(),
        })
        .collect()
    }

    /// Invites a bot. `false` if it does not listen, or hears nothing of it.
    pub(crate) fn invite(&self, bot: &str, table: String) -> bool {
        let listeners = self.listeners();
        let listener = listeners
            .iter()
            .find(|listener| listener.open && bot_id(listener.guest) == bot);
        let event = BotEvent::Invited { table };
        listener.is_some_and(|listener| listener.line.try_send(event).is_ok())
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Listener>> {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| !listener.line.is_closed());
        listeners
    }
}
