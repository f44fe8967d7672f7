//! What the host of the site has decided about people, and what follows from it.

pub(crate) mod api;
pub(crate) mod store;

pub use store::{NetworkKey, Sanctioned};
