//! What the descriptions of endpoints share.

pub mod answers;
pub mod examples;
