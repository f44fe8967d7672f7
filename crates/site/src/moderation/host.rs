//! What the host of a site and the moderators do and see, whether by the page or by the program.

mod act;
pub(crate) mod api;
mod overview;
mod store;
mod way_in;

use base16ct::lower::encode_string;
use brickwood_protocol::PublicPersonId;
use brickwood_table::PersonId;

pub use act::act;
pub(crate) use act::cleaned;
pub use overview::{log, people, reports, reports_feed_path, state, tables};
pub use store::{
    HostChange, HostDecision, HostDecisionError, HostKey, HostLine, NewHostLine, TableOrder,
};
pub use way_in::{LINK_MINUTES, new_link, page};
pub(crate) use way_in::{SESSION, key, open};

/// The id by which the host and the moderators name a person.
pub fn person_id(person: PersonId) -> PublicPersonId {
    PublicPersonId(encode_string(&person.0[..8]))
}

/// The first bytes of the ids of people whom this can name; none if it names nobody.
fn prefix(person: &PublicPersonId) -> Option<[u8; 8]> {
    let mut bytes = [0; 8];
    let read = base16ct::mixed::decode(&person.0, &mut bytes).ok()?.len();
    (read == bytes.len()).then_some(bytes)
}
