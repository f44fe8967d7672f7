//! What the endpoints of a site share: who asks, how much one client may take, and how they are declared.

pub mod answers;
pub mod budget;
pub mod cached;
pub mod clients;
pub mod cookie;
pub mod endpoints;
pub mod id;
pub mod json;
pub mod limits;
pub mod list;
pub mod metrics;
#[cfg(feature = "openapi")]
pub mod openapi;
#[cfg(feature = "outbound")]
pub mod outbound;
pub mod problem;
pub mod rate;
pub mod rate_limit;
pub mod sender;
pub mod turns;
