//! The clients of a server: how they reach the site, which address is theirs, and how much one of them
//! may take.

mod address;
mod client_limits;
mod network;
mod site;

pub(crate) use address::client_of;
pub(crate) use client_limits::{ClientLimits, ConnectionPermit, LimitKind, STORED};
pub(crate) use network::Network;
pub(crate) use site::HostKind;
pub use site::{NotAPublicUrl, PublicUrl, Site};
