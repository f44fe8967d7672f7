//! Tables on a network: HTTP, WebSockets, sessions, and the durable log of every game.
//!
//! [`Server`] serves tables to browsers. The [room](brickwood_table::room) of a table decides what happens
//! there; the server stores it in a [`brickwood_storage::Storage`], acknowledges it, and sends it to all
//! connections. The caller provides the bots ([`Bots`]), who tells of records and positions ([`Analyst`]), and the files for
//! the browser ([`WebClient`]).

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod actor;
mod admission;
mod analyst;
mod bots;
mod budget;
mod call;
mod clients;
mod deletions;
mod devices;
mod doors;
pub mod guest;
pub mod host;
mod http;
mod id;
mod invitations;
mod json;
mod keys;
mod limits;
mod metrics;
mod network;
#[cfg(feature = "oidc")]
mod oidc;
pub mod open_files;
#[cfg(any(feature = "oidc", feature = "webhook"))]
mod outbound;
mod outbox;
mod passkeys;
mod problem;
mod processors;
mod rate;
mod ratings;
mod record_server;
mod reliability;
mod results;
mod serve;
mod socket;
mod tables;
mod webhook;
mod ws_stream;

pub use brickwood_protocol::BotPace;
pub use brickwood_table::room::{Bots, SeatedBot};
pub use ipnet::IpNet;

pub use admission::{AdmissionQueue, AdmissionRules, Entrance, Purpose};
pub use analyst::Analyst;
pub use clients::{NotAPublicUrl, PublicUrl, Site};
pub use doors::{Opening, reached, url};
#[cfg(feature = "openapi")]
pub use http::openapi::{openapi, typescript};
pub use http::{Asset, WebClient};
pub use limits::Limits;
pub use network::{AddressKind, Network, OwnAddress, SystemNetwork};
#[cfg(feature = "oidc")]
pub use oidc::{NotAnOidcIssuer, OidcIssuer, OidcProvider, OidcSecret};
pub use rate::Rate;
pub use ratings::{Recomputed, recompute};
pub use record_server::RecordServer;
pub use serve::{Server, serve_metrics};
pub use webhook::Webhook;
#[cfg(feature = "webhook")]
pub use webhook::{NotAWebhookUrl, WebhookUrl};
