//! Texts that people write: names and chat, without what deceives or breaks a line. It knows no table.

mod characters;
mod chat;
mod name;

pub(crate) use characters::{Character, characters, length, mended};
pub(crate) use chat::clean_chat;
pub use chat::clean_words;
pub use name::{NameLook, clean_name, looks, person_name, same_to_the_eye};
