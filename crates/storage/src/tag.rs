//! Names for secrets in the program's log.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::LazyLock,
};

/// Something that must not be in the program's log, as it stands there: the same for the same thing
/// until the program ends, and nothing that anybody could turn back.
pub fn tag(secret: &impl Hash) -> String {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    format!("{:012x}", KEY.hash_one(secret) >> 16)
}
