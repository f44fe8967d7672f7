//! Tables on a network: HTTP, WebSockets, sessions, and the durable log of every game.
//!
//! [`Server`] serves tables to browsers. What happens at a table is decided by its
//! [room](brickwood_table::room); the server stores it in a [`brickwood_storage::Storage`], acknowledges it, and tells
//! everybody who is connected. Who plays the bots' seats ([`Bots`]) and what the browser shows
//! ([`Client`]) come from outside.

mod actor;
mod bots;
mod boundary;
pub mod guest;
mod http;
mod id;
mod invitations;
mod json;
mod limits;
pub mod metrics;
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

pub use brickwood_table::room::{Bots, Pace};
pub use ipnet::IpNet;

pub use boundary::{NotAPublicUrl, PublicUrl, Site};
pub use http::{Asset, Client};
pub use invitations::{BotEvent, Invite, NewBot, OnlineBot, RegisteredBot};
pub use limits::Limits;
pub use rate::Rate;
pub use serve::Server;
pub use showing::Showing;
