//! Tables on a network.

pub mod log;
pub mod session;
