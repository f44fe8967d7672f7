//! The clients of a server: how they reach the site, which address is theirs, and how much one of them
//! may take.

mod address;
mod client_limits;
mod misses;
mod site;

pub(crate) use address::{Address, client_of};
pub(crate) use client_limits::{ClientLimits, ConnectionPermit, LimitKind};
pub use site::{NotAPublicUrl, PublicUrl, Site};
