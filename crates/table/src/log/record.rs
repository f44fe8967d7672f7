//! The records of a log.

use brickwood_fair::Nonce;
use brickwood_notation::{StepError, position_text};
use brickwood_rules::{Game, Illegal, Seat, State};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One line of a table's log. As JSON it is what a browser stores.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogRecord {
    /// From 1, without gaps.
    pub seq: u32,
    /// When it was accepted, in milliseconds since 1970; never before the line above it.
    pub at_ms: u64,
    /// The seat that acted; none if chance, the clock or a host without a seat decided.
    pub actor: Option<Seat>,
    /// Identifies the message that led to it, on the first such line: the client's key, mixed with the
    /// person's identity, so that the keys of different people do not collide.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "digits")]
    #[ts(optional, type = "string")]
    pub key: Option<u64>,
    /// The client's nonce, on a line after which chance decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    pub nonce: Option<Nonce>,
    /// The step in the notation of steps, or another kind of line: see `docs/book/log.md`.
    pub body: String,
    /// The [`digest`] of the state after it; 0 before the game has begun.
    #[serde(with = "digits")]
    #[ts(type = "string")]
    pub post_hash: u64,
}

/// Numbers of 64 bits as hexadecimal digits in JSON: a browser reads a number as one of 53 bits.
mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<N, S>(number: &N, serializer: S) -> Result<S::Ok, S::Error>
    where
        N: Copy + Into<Option<u64>>,
        S: Serializer,
    {
        match (*number).into() {
            Some(number) => serializer.collect_str(&format_args!("{number:016x}")),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, N, D>(deserializer: D) -> Result<N, D::Error>
    where
        N: From<u64>,
        D: Deserializer<'de>,
    {
        let digits = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&digits, 16).map_err(D::Error::custom)?;
        Ok(number.into())
    }
}

/// Why a log cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs)]
pub enum RestoreError {
    /// A line does not follow the one before.
    #[error("line {found} of the log comes where line {expected} should")]
    Gap {
        /// The sequence number that should come.
        expected: u32,
        /// The one that came.
        found: u32,
    },
    /// A line cannot be read.
    #[error("line {seq} of the log cannot be read: {error}")]
    Unreadable { seq: u32, error: StepError },
    /// A line breaks the rules, which may have been others when it was written.
    #[error("line {seq} of the log breaks the rules as they are now: {error} ({})", error.clause())]
    Illegal { seq: u32, error: Illegal },
    /// A line leads to another state than it did when it was written.
    #[error("line {seq} of the log leads to another state than it did when it was written")]
    Diverged { seq: u32 },
}

/// A fingerprint of a state: equal states have equal ones, on every machine and in every version that
/// writes the same notation of positions. It is the FNV-1a hash of that text.
pub fn digest(game: &Game, state: &State) -> u64 {
    let text = position_text(game, state);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_64_bits_are_text_in_json() {
        let record = LogRecord {
            seq: 7,
            at_ms: 9,
            actor: None,
            key: Some(u64::MAX),
            nonce: None,
            body: "time-up".to_owned(),
            post_hash: 1,
        };
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(
            json,
            r#"{"seq":7,"at_ms":9,"actor":null,"key":"ffffffffffffffff","body":"time-up","post_hash":"0000000000000001"}"#
        );
        assert_eq!(serde_json::from_str::<LogRecord>(&json).unwrap(), record);
        let none = LogRecord {
            key: None,
            ..record
        };
        let json = serde_json::to_string(&none).unwrap();
        assert_eq!(serde_json::from_str::<LogRecord>(&json).unwrap(), none);
    }
}
