//! What the server draws before anybody plays, and what it shows of it at once.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::context;
use crate::hex::{hex_text, open_hex_text};

/// What all chance of one table follows from: 32 random bytes, hidden until the game is over.
///
/// It is not shown by `{:?}` nor by `{}`; [`Secret::reveal`] says it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret([u8; 32]);

hex_text!(Secret, 32);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A hash of the secret and the table, shown before anybody plays: afterwards no other secret fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

open_hex_text!(Commitment, 32);

impl Secret {
    /// Its 64 hexadecimal digits: for storage, and for everybody once the game is over.
    pub fn reveal(&self) -> String {
        (*self).into()
    }

    /// SHA-256 of the table's context and the secret.
    pub fn commitment(&self, table: &str) -> Commitment {
        let hash = Sha256::new()
            .chain_update(context(table))
            .chain_update(self.0);
        Commitment(hash.finalize().into())
    }
}
