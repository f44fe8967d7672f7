//! What the host of a site and the helpers do and see, whether by the page or by the program.

mod act;
mod overview;
mod way_in;

use base16ct::lower::encode_string;
use brickwood_protocol::PersonId;
use brickwood_table::GuestId;

pub use act::act;
pub(crate) use act::cleaned;
pub(crate) use overview::{features, network_secret, notice, pass_secret, setting};
pub use overview::{log, people, reports, state, tables};
pub use way_in::{LINK_MINUTES, new_link, page};
pub(crate) use way_in::{SESSION, key, open};

/// The settings of a site, by their names.
pub mod settings {
    /// What is switched on: [`brickwood_protocol::SiteFeatures`].
    pub const FEATURES: &str = "features";
    /// Whether new games are refused: a boolean.
    pub const CLOSED: &str = "closed";
    /// The message to all: [`brickwood_protocol::SiteNotice`], or null.
    pub const NOTICE: &str = "notice";
    /// The last backup: [`brickwood_protocol::Backup`].
    pub const BACKUP: &str = "backup";
    /// The address of the site, as browsers see it: a string.
    pub const ADDRESS: &str = "address";
    /// The networks at home that the server is opened to: a list of strings such as `192.168.1.0/24`.
    pub const HOME_NETWORKS: &str = "home_networks";
    /// The secret of the hashes of networks: 64 hexadecimal digits.
    pub const NETWORK_SECRET: &str = "network_secret";
    /// The secret of the passes of players: 64 hexadecimal digits.
    pub const PASS_SECRET: &str = "pass_secret";
}

/// The id by which the host and the helpers name a guest.
pub fn person_id(guest: GuestId) -> PersonId {
    PersonId(encode_string(&guest.0[..8]))
}

/// The first bytes of the ids of guests whom this can name; none if it names nobody.
fn prefix(person: &PersonId) -> Option<[u8; 8]> {
    let mut bytes = [0; 8];
    let read = base16ct::mixed::decode(&person.0, &mut bytes).ok()?.len();
    (read == bytes.len()).then_some(bytes)
}
