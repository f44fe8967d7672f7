//! Whom people have blocked.

pub(crate) mod api;
mod store;
