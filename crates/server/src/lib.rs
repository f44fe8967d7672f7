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
mod call;
mod deletions;
mod http;
mod invitations;
mod listeners;
mod network;
pub mod open_files;
mod outbox;
mod processors;
mod record_server;
mod report_news;
mod serve;
mod socket;
mod storage_watch;
mod stored_work;
mod table_orders;
mod tables;
mod webhook;
mod ws_stream;

pub use brickwood_protocol::BotPace;
pub use brickwood_table::room::{Bots, SeatedBot};
pub use ipnet::IpNet;

pub use admission::{AdmissionQueue, Entrance, Purpose};
pub use analyst::Analyst;
pub use brickwood_site::http::{
    clients::{NotAContact, NotAPublicUrl, PublicUrl, SecurityContact, Site},
    limits::{AdmissionRules, Limits},
    rate::Rate,
};
#[cfg(feature = "oidc")]
pub use brickwood_site::person::identities::{
    NotAnOidcIssuer, OidcIssuer, OidcProvider, OidcSecret,
};
#[cfg(feature = "openapi")]
pub use http::openapi::{openapi, typescript};
pub use http::{Asset, WebClient};
pub use listeners::{Opening, reached, url};
pub use network::{AddressKind, Network, OwnAddress, SystemNetwork};
pub use record_server::RecordServer;
pub use serve::{Server, serve_metrics};
pub use webhook::Webhook;
#[cfg(feature = "webhook")]
pub use webhook::{NotAWebhookUrl, WebhookUrl};
