//! The clients of a server: how they reach the site, which address is theirs, and how much one of them
//! may take.

mod address;
mod client_limits;
mod network;
mod site;

pub use address::{client_of, is_private};
pub use client_limits::{ClientLimits, ConnectionPermit, LimitKind, STORED};
pub use network::ClientNetwork;
pub use site::{
    FORWARDED, HostKind, NotAContact, NotAPublicUrl, PublicUrl, SecurityContact, Site, host_kind,
    is_forwarded,
};
