//! Names for secrets in the program's log.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::LazyLock,
};

/// A name in the program's log for something that must not be there itself: the same for the same thing
/// until the program ends, and impossible to reverse.
pub fn tag(secret: &impl Hash) -> String {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    format!("{:012x}", KEY.hash_one(secret) >> 16)
}
