//! What is stored of a site and its people beside tables.

// Each of them fails only because the database does not answer, unless its type says more.
#![allow(clippy::missing_errors_doc)]

mod attendances;
mod ceremonies;
mod devices;
mod games;
mod guests;
mod host;
mod identities;
mod open_tables;
mod passkeys;
mod personal_data;
mod profiles;
mod ratings;
mod recovery;
mod reports;
mod results;
mod settings;
mod standings;

use crate::Sql;
pub use ceremonies::{Ceremony, CeremonyKind};
pub use devices::{Device, DeviceId, MOST_DEVICES, Owner};
pub use games::Mentions;
pub use host::{HostChange, HostDecision, HostDecisionError, HostKey, HostLine, NewHostLine};
pub use identities::{Identity, IdentityId};
pub use open_tables::Wish;
pub use passkeys::{AddPasskeyError, MOST_PASSKEYS, Passkey, UserHandle};
pub use personal_data::Stay;
pub use ratings::{OwnRatingChange, RatedGame, RatingChange};
pub use recovery::{Claimed, KeyHash};
pub use reports::{NewReport, ReportBody, StoredReport};
pub use results::{
    Evaluated, Evaluation, EvaluationError, FellowPlayer, NewResult, NewResults, ResultPlace,
    StoredResult,
};
pub use standings::{Judged, NetworkKey};

/// What is stored of a site and its people beside tables.
#[derive(Clone, Copy)]
pub struct SiteStorage<'a> {
    sql: &'a dyn Sql,
}

impl<'a> SiteStorage<'a> {
    /// What is stored in this database.
    pub fn of(sql: &'a dyn Sql) -> Self {
        Self { sql }
    }
}
