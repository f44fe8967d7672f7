//! Tables on a network: HTTP, WebSockets, sessions, and the durable log of every game.
//!
//! [`Server`] serves tables to browsers. What happens at a table is decided by the table itself
//! (`brickwood-table`); the server stores it in a [`brickwood_storage::Storage`], acknowledges it, and tells
//! everybody who is connected. Who plays the bots' seats ([`Bots`]) and what the browser shows
//! ([`Client`]) come from outside.

mod actor;
mod bots;
mod boundary;
mod characters;
mod chat_text;
pub mod guest;
mod haggling;
mod http;
mod id;
mod invitations;
mod json;
mod limits;
pub mod metrics;
mod name;
pub mod open_files;
mod outbox;
mod problem;
mod rate;
mod serve;
mod showing;
mod socket;
mod tables;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;

pub use bots::{Bots, Pace};
pub use ipnet::IpNet;

pub use boundary::{NotAPublicUrl, PublicUrl, Site};
pub use http::{Asset, Client};
pub use invitations::{BotEvent, Invite, NewBot, OnlineBot, RegisteredBot};
pub use limits::Limits;
pub use rate::Rate;
pub use serve::Server;
pub use showing::Showing;
