//! The people of a site: who they are, how they behave, what they have played, and how they find each other.
//!
//! Each topic has its endpoints, its rules and what it stores side by side. A server mounts all of them
//! ([`endpoints()`]) with a [`SiteApp`], and asks them what tables have to know.

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// An endpoint refuses with a problem, and what is stored is not answered when the database is not: the types say which.
#![allow(clippy::missing_errors_doc)]

mod app;
pub mod http;
pub mod lobby;
pub mod moderation;
pub mod person;
pub mod record;
pub mod settings;
mod storage;
mod topics;

pub use app::{LiveTables, SiteApp};
pub use storage::{SiteStorage, StoresSite};
pub use topics::SCHEMA;

topics![
    of SiteApp;
    settings::api,
    lobby::open_tables::api,
    person::devices::api,
    #[cfg(feature = "passkeys")]
    person::passkeys::api,
    #[cfg(feature = "oidc")]
    person::identities::api,
    person::personal_data::api,
    record::results::api,
    record::profiles::api,
    record::ratings::api,
    record::ratings::list::api,
    moderation::backups::api,
    moderation::blocks::api,
    moderation::reports::api,
    moderation::sanctions::api,
    moderation::host::api,
];
