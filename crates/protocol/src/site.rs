//! What a site offers besides tables.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{Me, TableSummary};

/// What the page has to know of its site: the answer to `GET /api/site`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteInfo {
    /// What it offers.
    pub features: SiteFeatures,
    /// Whether people can keep passkeys.
    pub passkeys: PasskeyOffer,
    /// Whether it is a program on somebody's own computer, where no strangers come.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(as = "Option<bool>", optional)]
    pub at_home: bool,
    /// Whether it takes no new games at the moment. Games that exist go on.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(as = "Option<bool>", optional)]
    pub closed: bool,
    /// A message of its host to all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notice: Option<SiteNotice>,
    /// What people call the provider by which they may come back; none if the host has named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub provider: Option<String>,
    /// Whether it serves the documentation at `/docs/`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(as = "Option<bool>", optional)]
    pub docs: bool,
}

/// What the home page shows first. It is sent with the page at `/`, as JSON in the script element with the id `home`.
#[wire(site)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HomeInfo {
    /// The site.
    pub site: SiteInfo,
    /// What is known of the caller.
    pub me: Me,
    /// The caller's tables, as `GET /api/tables` lists them.
    pub tables: Vec<TableSummary>,
    /// What goes on at the site.
    pub now: SiteNow,
}

/// What somebody wants of the provider.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderIntent {
    /// To be known by it from now on, as the person that the browser is.
    Keep,
    /// To be, in this browser, the person who is known by it.
    ComeBack,
}

/// Asks the provider to vouch for the caller.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderRequest {
    /// What for.
    pub intent: ProviderIntent,
}

/// Where the caller's browser has to go.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProviderWay {
    /// An address of the provider.
    pub url: String,
}

/// What has come of it: `provider` in the address to which somebody is sent who has been at the provider.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderOutcome {
    /// The person is known by the provider now.
    Kept,
    /// The browser is a device of the person who is known by it.
    Back,
    /// Nobody here is known by it as this person.
    Unknown,
    /// Another person is.
    Other,
    /// The person is known by the provider as many already.
    TooMany,
    /// The provider has vouched for nobody, or it took too long, or it was begun in another browser.
    Refused,
    /// The provider, or the server, does not answer as it should.
    Failed,
}

/// That the caller is known by the provider.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IdentityInfo {
    /// Names it in requests.
    pub id: String,
    /// Since when, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used to come back, in milliseconds since 1970; none if it never was.
    #[schema(required)]
    pub used_ms: Option<u64>,
}

/// Whether people can keep passkeys at the address by which they have come, or why they cannot.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PasskeyOffer {
    /// They can.
    Offered,
    /// The host has switched it off, or the program was built without it.
    Off,
    /// The address is a number, and a passkey belongs to a name.
    NumericAddress,
    /// The connection is not encrypted, so that browsers do not allow it.
    NoTls,
}

/// A passkey that the caller wants to keep.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasskeyName {
    /// What the caller calls it, 1 to 24 characters.
    pub name: String,
}

/// A passkey of the caller.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PasskeyInfo {
    /// Its id, as base64url.
    pub id: String,
    /// What the caller calls it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// When it was last used, in milliseconds since 1970; none if it never was.
    #[schema(required)]
    pub used_ms: Option<u64>,
}

// Where nothing is said, nothing is sent.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A message of the host to all who visit the site.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteNotice {
    /// When it was written, in milliseconds since 1970. It tells one message from another.
    pub at_ms: u64,
    /// The message, to be shown as text and nothing else.
    pub text: String,
}

/// What a site offers people besides tables. Its host can switch each off; what is off has no address, stores nothing
/// and is not shown.
// Each is a switch of its own.
#[wire(site, openapi)]
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SiteFeatures {
    /// A person can play on several devices, keep a passkey or recovery words, and have all that is stored about them
    /// sent to them or deleted.
    pub devices: bool,
    /// A person sees their results and statistics of their games.
    pub my_games: bool,
    /// Tables that begin with bots, whose seats others can take, and news of people who want to play.
    pub open_tables: bool,
    /// Tables can be rated.
    pub ratings: bool,
    /// People can block and report others, and see how reliable others are.
    pub moderation: bool,
}

impl Default for SiteFeatures {
    fn default() -> Self {
        Self {
            devices: true,
            my_games: true,
            open_tables: true,
            ratings: false,
            moderation: true,
        }
    }
}

impl SiteFeatures {
    /// Everything is off.
    pub const NONE: Self = Self {
        devices: false,
        my_games: false,
        open_tables: false,
        ratings: false,
        moderation: false,
    };
}

/// What goes on at the site now: the answer to `GET /api/now`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteNow {
    /// The tables that `GET /api/lobby` lists. At home, devices of the same network are told of all tables with an open
    /// seat: there are no strangers.
    pub open: Vec<TableSummary>,
    /// Public games that everybody may watch, the newest first; at most 20.
    pub games: Vec<TableSummary>,
    /// How many people want to be told of tables that wait for players.
    pub want_to_play: u32,
}

/// What the caller wants to be told of: the answer to `GET /api/alert`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AlertInfo {
    /// Until when the caller wants to be told of tables that wait for players, in milliseconds since 1970; none for one
    /// who does not.
    #[schema(required)]
    pub until_ms: Option<u64>,
    /// The tables of which they were not told yet.
    pub tables: Vec<TableSummary>,
}

/// The caller wants to be told of tables that wait for players: the body of `PUT /api/alert`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewAlert {
    /// How long from now on: 1 to 1440.
    #[schema(minimum = 1, maximum = 1440)]
    pub minutes: u16,
}

/// A page is about to tell the caller of a table: the body of `POST /api/alert/told`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telling {
    /// The table's id.
    pub table: String,
    /// Names the page among all that the caller has open: a random number.
    pub page: u64,
}

/// Whether a page may tell the caller of a table: the answer to `POST /api/alert/told`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MayTell {
    /// `true` for the first page that asks, however often it does.
    pub yes: bool,
}
