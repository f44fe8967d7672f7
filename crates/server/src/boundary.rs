//! The border to the network: how the site is reached, who a client is, and how much one client may
//! take.

mod address;
mod misses;
mod site;
mod visitors;

pub(crate) use address::{Address, client_of};
pub use site::{NotAPublicUrl, PublicUrl, Site};
pub(crate) use visitors::{Errand, Place, Visitors};
