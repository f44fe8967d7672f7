//! Network bots, over HTTP: how they register, are found and are invited.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// A bot to register: the body of `POST /api/bots`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name. At tables, ` (bot)` is added to it.
    #[schema(max_length = 18)]
    pub name: String,
}

/// A registered bot: the answer to `POST /api/bots`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisteredBot {
    /// The name that `POST /api/tables/{id}/invite` takes.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Its secret, for `Authorization: Bearer`: 64 hexadecimal digits. It is shown this once.
    pub token: String,
}

/// A bot that can be invited now: an element of the answer to `GET /api/bots/online`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OnlineBot {
    /// The name that `POST /api/tables/{id}/invite` takes.
    pub id: String,
    /// The name that others see.
    pub name: String,
}

/// An invitation by a host: the body of `POST /api/tables/{id}/invite`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The id of a bot that is online, as in [`OnlineBot`].
    pub bot: String,
}

/// An event for a bot: a line of the answer to `GET /api/bot/events`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotEvent {
    /// A host would like the bot to join a table.
    Invited {
        /// The table's id.
        table: String,
    },
}
