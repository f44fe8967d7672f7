//! The devices of a person, and how another one becomes the same person.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// A device in the list of its person.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Names it in requests.
    pub id: String,
    /// What its person calls it; empty if nobody has named it.
    pub name: String,
    /// When it came, in milliseconds since 1970.
    pub came_ms: u64,
    /// When it was last here, to the day.
    pub seen_ms: u64,
    /// From when on it is trusted like the others; in the past if it is. Until then it cannot touch what leads back to
    /// its person.
    pub trusted_ms: u64,
    /// Whether it asks the others to be trusted at once.
    pub asks: bool,
    /// Whether it is the one that asks for this list.
    pub this: bool,
}

/// How a person comes back: the answer to `GET /api/devices`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MyDevices {
    /// Their devices, in the order in which they came.
    pub devices: Vec<DeviceInfo>,
    /// When their recovery words were made, in milliseconds since 1970; none if there are none.
    pub words_ms: Option<u64>,
}

/// What there is to say about devices without being asked: the answer to `GET /api/devices/news`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DeviceNews {
    /// Those that came after the one that asks, and of which nobody has said anything yet, or that ask to be trusted.
    pub newcomers: Vec<DeviceInfo>,
    /// Of whose devices the one that asks was removed; none if it was not.
    #[schema(required)]
    pub removed_from: Option<FormerOwner>,
}

/// Whose a removed device was.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormerOwner {
    /// The name with which they sit down; none if they never have.
    #[schema(required)]
    pub name: Option<String>,
}

/// What a trusted device says about a new one.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewcomerAnswer {
    /// Its person knows it.
    Known,
    /// It is trusted from now on.
    Trusted,
    /// It is not trusted before a day from now, and cannot ask again.
    Refused,
}

/// The body of `POST /api/devices/{id}/answer`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerNewcomer {
    /// The answer.
    pub answer: NewcomerAnswer,
}

/// What a person calls a device: the body of `PUT /api/devices/{id}`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceName {
    /// The name.
    pub name: String,
}

/// What another device needs to become the same person: the answer to `POST /api/devices/link`. It is valid once.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceLink {
    /// The secret: 32 hexadecimal digits.
    pub secret: String,
    /// Until when it is valid, in milliseconds since 1970.
    pub until_ms: u64,
}

/// With what a device becomes a person.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DeviceKey {
    /// With the secret that another device of theirs shows.
    Link {
        /// The secret.
        secret: String,
    },
    /// With their recovery words.
    Words {
        /// The words, with anything but letters between them.
        words: String,
    },
}

/// Whose a key is: the answer to `POST /api/devices/look`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeyOwner {
    /// The name with which they sit down; none if they never have.
    pub name: Option<String>,
    /// Whether they are the one who asks.
    pub you: bool,
    /// In how many games the one who asks has seats, which this device would leave behind: at most 50 are counted.
    pub leaves: u32,
}

/// A device becomes the owner of a key: the body of `POST /api/devices/claim`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The key.
    pub key: DeviceKey,
    /// What to call the device; empty for no name.
    pub name: String,
}

/// Words that bring a person back who has lost all devices: the answer to `POST /api/me/words`. They are shown this once.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryWords {
    /// Twelve words, in their order.
    pub words: Vec<String>,
    /// The code of their language: the one that was asked for, where BIP 39 has a list of words for it, or `en`.
    pub language: String,
}
