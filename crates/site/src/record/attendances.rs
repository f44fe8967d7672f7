//! Who has stayed to the end of their games.

mod reliability;
pub(crate) mod store;

pub(crate) use reliability::{GAMES, attendances, reliability};
