//! The devices of a guest.

use async_trait::async_trait;
use brickwood_table::GuestId;

use crate::Unavailable;

/// Identifies a browser: the SHA-256 of the token in its cookie.
///
/// The browser in which a guest began has the guest's own id. As long as it is the guest's only one, nothing is stored
/// of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DeviceId(pub [u8; 32]);

impl DeviceId {
    /// The browser in which a guest began.
    pub const fn first_of(guest: GuestId) -> Self {
        Self(guest.0)
    }
}

/// A device in the list of a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Which one it is.
    pub id: DeviceId,
    /// What the guest calls it; empty if nobody has named it.
    pub name: String,
    /// Since when it is the guest's, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last here, to within [`SEEN_WITHIN`](crate::SEEN_WITHIN).
    pub seen_ms: u64,
}

/// Whose a device is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// The guest.
    pub guest: GuestId,
    /// When the device was last here, to within [`SEEN_WITHIN`](crate::SEEN_WITHIN); none if it is the only one of its
    /// guest.
    pub seen_ms: Option<u64>,
}

/// The most devices of a guest.
pub const MOST_DEVICES: u32 = 20;

/// The devices of guests.
#[async_trait]
pub trait Devices: Send + Sync + 'static {
    /// Whose device this is: none if no stored guest has it, whether it was removed or never was. Both are found out by
    /// one and the same look.
    async fn owner(&self, device: DeviceId) -> Result<Option<Owner>, Unavailable>;

    /// Stores that a device is here now. Nothing is stored of one that is the only one of its guest.
    async fn see_device(&self, device: DeviceId, now_ms: u64) -> Result<(), Unavailable>;

    /// Adds a device to those of a stored guest; one who has [`MOST_DEVICES`] loses the one that was not seen for longest.
    /// Returns the devices that are lost; `None`, and nothing is added, if there is no such guest.
    async fn add_device(
        &self,
        guest: GuestId,
        device: Device,
    ) -> Result<Option<Vec<DeviceId>>, Unavailable>;

    /// The devices of a guest, in the order in which they were added; none as long as there is only the first, of which
    /// nothing was said.
    async fn devices_of(&self, guest: GuestId) -> Result<Vec<Device>, Unavailable>;

    /// Names a device of a guest. `false` if the guest has no such device.
    async fn name_device(
        &self,
        guest: GuestId,
        device: DeviceId,
        name: &str,
    ) -> Result<bool, Unavailable>;

    /// Removes a device of a guest: from now on it is nobody's. `false` if the guest has no such device.
    async fn remove_device(&self, guest: GuestId, device: DeviceId) -> Result<bool, Unavailable>;

    /// Removes the devices that were not seen since then. Returns how many.
    async fn forget_devices(&self, seen_before_ms: u64) -> Result<u64, Unavailable>;
}
