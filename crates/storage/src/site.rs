//! What is stored of a site and its people beside tables.

mod attendances;
mod ceremonies;
mod devices;
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
mod standings;

use async_trait::async_trait;

use crate::Unavailable;
pub use attendances::Attendances;
pub use ceremonies::{Ceremonies, Ceremony, CeremonyKind};
pub use devices::{Device, DeviceId, Devices, MOST_DEVICES, Owner};
pub use host::{
    HostChange, HostDecision, HostDecisionError, HostDesk, HostKey, HostLine, NewHostLine,
};
pub use identities::{Identities, Identity, IdentityId};
pub use open_tables::{OpenTables, Wish};
pub use passkeys::{AddPasskeyError, MOST_PASSKEYS, Passkey, Passkeys, UserHandle};
pub(crate) use personal_data::{LOOKED_AT, nobody};
pub use personal_data::{Mentions, PersonalData, Stay};
pub use profiles::Profiles;
pub use ratings::{OwnRatingChange, RatedGame, RatingChange, Ratings};
pub use recovery::{Claimed, DeviceKeys, KeyHash};
pub use reports::{NewReport, ReportBody, Reports, StoredReport};
pub use results::{
    Evaluated, Evaluation, EvaluationError, FellowPlayer, NewResult, NewResults, ResultPlace,
    Results, StoredResult,
};
pub use standings::{Blocks, Judged, NetworkKey, Standings};

/// What whoever hosts the site has chosen about all of it.
#[async_trait]
pub trait Settings: Send + Sync + 'static {
    /// The value of a setting, as JSON; `None` if it was never set.
    async fn setting(&self, name: &str) -> Result<Option<String>, Unavailable>;

    /// Sets a setting to a value, which is JSON.
    async fn set(&self, name: &str, value: &str) -> Result<(), Unavailable>;
}

/// All of it.
pub trait SiteStorage:
    Attendances
    + Blocks
    + Ceremonies
    + DeviceKeys
    + Devices
    + HostDesk
    + Identities
    + OpenTables
    + Passkeys
    + PersonalData
    + Profiles
    + Ratings
    + Reports
    + Results
    + Settings
    + Standings
{
}
