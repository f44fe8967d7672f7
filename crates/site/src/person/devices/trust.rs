//! How long a device is new, and what it cannot do meanwhile.
//!
//! Whoever gets hold of a code for another device, or of recovery words, has a device of the person at once. So that the
//! person has time to see it and to remove it, a new device plays, but touches nothing that leads back to the person:
//! neither older devices nor words, passkeys and identities, and it does not delete the person. After a day, or as soon as
//! a trusted device agrees, it is a device like the others.

use axum::http::HeaderMap;
use brickwood_protocol::ProblemKind;
use brickwood_storage::now_ms;

use crate::{
    SiteApp,
    http::{problem::Failure, sender::device},
    person::devices::Device,
};

/// How long a device is new, in milliseconds: a day.
pub const NEW_MS: u64 = 24 * 60 * 60_000;

/// What the other devices of its person have said about a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceStanding {
    /// Nothing yet.
    Unanswered,
    /// It asks to be trusted, and nobody has answered.
    Asks,
    /// It was known, or trusted.
    Known,
    /// It was not trusted, and cannot ask again.
    Refused,
}

impl DeviceStanding {
    const ALL: [Self; 4] = [Self::Unanswered, Self::Asks, Self::Known, Self::Refused];

    /// How it is stored.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// Reads what [`number`](Self::number) wrote.
    pub(super) fn of(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// Whether somebody should say something about the device.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Unanswered | Self::Asks)
    }
}

impl Device {
    /// Whether it is not new any more.
    pub const fn is_trusted(&self, now_ms: u64) -> bool {
        self.trusted_ms <= now_ms
    }

    /// Whether it came after another one.
    pub fn is_after(&self, other: &Self) -> bool {
        (self.created_ms, self.id.0) > (other.created_ms, other.id.0)
    }

    /// Whether it may rename and remove another one of its person, or itself.
    ///
    /// # Errors
    ///
    /// From when on it may.
    pub fn may_touch(&self, other: &Self, now_ms: u64) -> Result<(), ProblemKind> {
        if self.id == other.id || self.is_trusted(now_ms) || other.is_after(self) {
            return Ok(());
        }
        Err(ProblemKind::NewDevice {
            from_ms: self.trusted_ms,
        })
    }
}

/// Refuses a request that comes from a new device.
pub(crate) async fn check_trusted(app: &SiteApp, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(device) = device(app, headers) else {
        return Ok(());
    };
    match app.stored().owner(device).await? {
        Some(owner) if owner.trusted_ms > now_ms() => Err(ProblemKind::NewDevice {
            from_ms: owner.trusted_ms,
        }
        .into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use brickwood_storage::DeviceId;

    use super::*;

    fn came(number: u8, at_ms: u64) -> Device {
        Device::coming(DeviceId([number; 32]), String::new(), at_ms)
    }

    #[test]
    fn a_new_device_touches_itself_and_those_that_came_after_it() {
        let (old, new, newer) = (came(1, 0), came(2, NEW_MS), came(3, NEW_MS + 1));
        let now_ms = NEW_MS + 2;
        let from_ms = 2 * NEW_MS;
        let refused = Err(ProblemKind::NewDevice { from_ms });
        assert_eq!(new.may_touch(&old, now_ms), refused);
        for other in [&new, &newer] {
            assert_eq!(new.may_touch(other, now_ms), Ok(()));
        }
        for other in [&old, &new, &newer] {
            assert_eq!(old.may_touch(other, now_ms), Ok(()));
            assert_eq!(new.may_touch(other, from_ms), Ok(()), "a day later");
        }
    }

    #[test]
    fn of_two_devices_that_came_at_once_one_is_the_older() {
        let (one, other) = (came(1, 5), came(2, 5));
        assert_ne!(one.is_after(&other), other.is_after(&one));
    }

    #[test]
    fn a_standing_is_read_as_it_was_written() {
        for standing in DeviceStanding::ALL {
            assert_eq!(DeviceStanding::of(standing.number()), Some(standing));
        }
        assert_eq!(DeviceStanding::of(4), None);
    }
}
