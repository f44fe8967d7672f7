//! What the tests of several crates share. Integration tests only: the unit tests of the rules would see another
//! copy of their own types here.

mod asked;
mod chance;
mod committed;
mod contract;
#[cfg(feature = "postgres")]
pub mod database;
mod declared;
mod game;
#[cfg(feature = "room")]
mod room_storage;
mod rules;
#[cfg(feature = "storage")]
pub mod stored;
#[cfg(feature = "ts")]
mod typescript;

pub use asked::asked;
pub use chance::Random;
pub use committed::{in_repository, is_committed, read, update};
pub use declared::is_written_as_declared;
pub use game::{RandomGame, new_game};
#[cfg(feature = "room")]
pub use room_storage::RoomStorage;
pub use rules::{any_rules, of_every_edition, with_everything};
#[cfg(feature = "ts")]
pub use typescript::are_declared;
