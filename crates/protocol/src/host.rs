//! The page of a site's host: what it shows, and what the host and moderators do there.

use std::fmt;

use brickwood_rules::Seat;
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{
    BoardOrder, ChatLine, LogEntry, Misconduct, ReportOutcome, Sanctions, SiteFeatures, SiteNotice,
    TableOptions,
};

/// The longest suspension, in hours: a year.
pub const LONGEST_SUSPENSION_H: u32 = 365 * 24;

/// The most characters of a message to all.
pub const LONGEST_NOTICE: usize = 300;

/// The most words that a site refuses in names.
pub const MOST_REFUSED_NAMES: usize = 200;

/// Names a person to the host and the moderators: the first 16 digits of the hash under which the site stores them. It
/// gives nobody the rights of that person.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct PublicPersonId(pub String);

/// Somebody, as the host and the moderators see them.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Names the person.
    pub id: PublicPersonId,
    /// The last name with which the person has sat down; none if there is none, or it was forgotten.
    pub name: Option<String>,
    /// Marks the network from which the person came last: whoever has the same mark came from the same one on the same
    /// day. None if the person has not come today, or came from this machine or its home network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub network: Option<String>,
}

/// Who sees the host's page.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostRole {
    /// Whoever has opened it by the link of the program.
    Host,
    /// A person whom the host lets help with reports and people.
    Moderator,
}

/// What opens the host's page.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenHostPage {
    /// The secret of a link, which is valid once: 64 hexadecimal digits.
    pub secret: String,
}

/// The host's page, as far as everybody who sees it may.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostPage {
    /// Who the caller is.
    pub role: HostRole,
    /// The number of cards of reports that nobody has decided.
    pub open_reports: u32,
    /// The number of the last report.
    pub last_report: u32,
    /// People about whom something is decided, the latest first.
    pub people: Vec<SanctionedPerson>,
    /// What only the host sees.
    pub site: Option<SiteState>,
}

/// Somebody about whom something is decided.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SanctionedPerson {
    /// Who.
    pub person: Person,
    /// What.
    pub sanctions: Sanctions,
    /// When that changed last, in milliseconds since 1970.
    pub at_ms: u64,
}

/// How the site is.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteState {
    /// The version of the program.
    pub version: String,
    /// What is switched on.
    pub features: SiteFeatures,
    /// Whether new games are refused.
    pub closed: bool,
    /// The message to all.
    pub notice: Option<SiteNotice>,
    /// Where the feed of open reports is: an address of this site that nobody else should know.
    pub reports_feed: String,
    /// The words that may be in nobody's name.
    pub refused_names: Vec<String>,
    /// Who may help.
    pub moderators: Vec<Person>,
    /// The number of browsers that see the host's page by a link.
    pub sessions: u32,
    /// What is stored.
    pub stored: StoredFigures,
    /// The last backup that the program has made; none if it has made none.
    pub backup: Option<Backup>,
    /// The backups that the server makes every day, the newest first; none if it makes none.
    pub backups: Option<Vec<KeptBackup>>,
    /// What keeps the server that says this from storing anything.
    pub trouble: Option<StorageTrouble>,
    /// Why nobody can come back by the provider that the site names, as far as this server knows; none if they can, or
    /// if there is none.
    #[schema(required)]
    pub provider_trouble: Option<ProviderTrouble>,
    /// The servers of the site that have said something lately.
    pub servers: Vec<ServerFigures>,
}

/// Why nobody can come back by the provider that a site names.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderTrouble {
    /// The secret that it shares with the site cannot be read.
    Secret,
    /// It does not answer, or not as one.
    Silent,
}

/// How much is stored.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StoredFigures {
    /// Bytes of the database.
    pub bytes: u64,
    /// People and bots.
    pub persons: u64,
    /// Tables that wait for players.
    pub gathering: u64,
    /// Games that have begun and are not over.
    pub playing: u64,
    /// Games that are over.
    pub over: u64,
}

/// A backup.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Backup {
    /// When it was made, in milliseconds since 1970.
    pub at_ms: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A backup that the server keeps.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptBackup {
    /// The name of its file.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub at_ms: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// What keeps a server from storing anything.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StorageTrouble {
    /// Somebody has deleted the database.
    Deleted,
    /// Something else is where the database was.
    Replaced,
    /// Its disk is full.
    Full,
}

impl fmt::Display for StorageTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deleted => "the database was deleted while the server runs",
            Self::Replaced => "the database was replaced while the server runs",
            Self::Full => "the disk of the database is full",
        })
    }
}

/// What one server has counted since it was started.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ServerFigures {
    /// When it was started, in milliseconds since 1970.
    pub since_ms: u64,
    /// When it has said this, in milliseconds since 1970.
    pub at_ms: u64,
    /// Open sockets: people, bots and spectators at tables.
    pub online: u32,
    /// Tables in memory.
    pub tables: u32,
    /// Requests that a fault of the program has ended.
    pub faults: u64,
    /// Requests to the storage that have failed.
    pub storage_errors: u64,
    /// Requests that were refused because one address sent too many.
    pub rate_limited: u64,
    /// Connections that were refused because the server had too many.
    pub turned_away: u64,
}

/// A table in the host's list.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostTable {
    /// Its id. Only the host is told those of tables that are not public: they are invitations.
    pub id: Option<String>,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// Whether the game has begun.
    pub started: bool,
    /// Whether it is public.
    pub public: bool,
    /// Its people, without bots.
    pub people: Vec<Person>,
}

/// The reports about one person at one table, however many there are: one card.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportCard {
    /// Names it: the number of its first report. What is decided about that report is decided about all of the card.
    pub number: u32,
    /// About whom it is.
    pub about: Person,
    /// How many people have reported that person there.
    pub people: u32,
    /// How many of those play at the table, or have played there.
    pub players: u32,
    /// The reports, those of players first, and then the earlier ones first: as many as there is room for.
    pub reports: Vec<ConductReport>,
    /// What happened, as it was then.
    pub evidence: Evidence,
    /// What is decided about that person.
    pub sanctions: Sanctions,
    /// What came of it; none while nobody has decided.
    pub outcome: Option<ReportOutcome>,
}

/// A report of one person.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConductReport {
    /// When it came, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who has sent it; none if that person is forgotten.
    pub by: Option<Person>,
    /// Whether that person plays at the table, or has played there; else they have watched it.
    pub player: bool,
    /// What it is about.
    pub reason: Misconduct,
    /// In words of who has sent it.
    pub words: Option<String>,
    /// The number of the line of chat that it is about; none if it is about the game or the name.
    pub line: Option<u32>,
}

/// A part of the reports, the latest card first.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReportCards {
    /// The cards.
    pub cards: Vec<ReportCard>,
    /// Ask for those before this number to go on; none if these are the last.
    pub next: Option<u32>,
}

/// A part of the tables whose games are not over, the newest first.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostTables {
    /// The tables.
    pub tables: Vec<HostTable>,
    /// How many tables to skip to go on; none if these are the last.
    pub next: Option<u32>,
}

/// A part of the log of what was done, the latest line first.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostLog {
    /// The lines.
    pub lines: Vec<HostLogLine>,
    /// Ask for those before this number to go on; none if these are the last.
    pub next: Option<u32>,
}

/// What the site adds to a report by itself.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// The table's id.
    pub table: String,
    /// The seat that it is about.
    #[schema(value_type = u8, maximum = 5)]
    pub seat: Seat,
    /// The names at the table, by seat; none where nobody sat.
    pub names: Vec<Option<String>>,
    /// How the table is run.
    pub options: TableOptions,
    /// The talk: of each player the lines around those that were reported, or the last ones.
    #[schema(value_type = Vec<Object>)]
    pub talk: Vec<ChatLine>,
    /// The last lines of the log, as spectators see them.
    #[schema(value_type = Vec<Object>)]
    pub log: Vec<LogEntry>,
    /// The rules and the board, which say what places those lines name; none if the log could not be read.
    pub board: Option<BoardOrder>,
}

/// What the host or a moderator does.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SiteAct {
    /// Parts of the site are switched on or off.
    Features {
        /// What is on from now on.
        features: SiteFeatures,
    },
    /// New games are refused, or welcome again. Those that exist go on.
    Close {
        /// Whether they are refused.
        closed: bool,
    },
    /// A message to all.
    Say {
        /// The message; none takes the last one away.
        text: Option<String>,
    },
    /// These words may be in nobody's name from now on, in place of those that might not until now.
    RefuseNames {
        /// The words: up to [`MOST_REFUSED_NAMES`].
        names: Vec<String>,
    },
    /// Somebody may help, or may not any more.
    Moderator {
        /// Who.
        person: PublicPersonId,
        /// Whether they may.
        on: bool,
    },
    /// All browsers that see the host's page by a link are shut out of it.
    EndSessions {},
    /// Somebody is warned, and has to acknowledge it before they sit down again.
    Warn {
        /// Who.
        person: PublicPersonId,
        /// What for.
        reason: Misconduct,
        /// In words, for that person.
        words: Option<String>,
    },
    /// Somebody is suspended from now on.
    Suspend {
        /// Who.
        person: PublicPersonId,
        /// For how many hours: 1 to [`LONGEST_SUSPENSION_H`].
        hours: u32,
        /// What for.
        reason: Misconduct,
        /// In words, for that person.
        words: Option<String>,
        /// Whether for a day nobody new can sit down from the network from which that person comes next.
        network: bool,
    },
    /// A suspension ends, and a warning is taken back.
    Lift {
        /// Whose.
        person: PublicPersonId,
    },
    /// Somebody has to choose another name.
    Rename {
        /// Who.
        person: PublicPersonId,
        /// The name that they may not have.
        name: String,
    },
    /// A table ends: one that waits for players takes nobody in any more, and a game has no winner.
    CloseTable {
        /// The table's id.
        table: String,
    },
    /// Nothing has to be done about reports.
    Settle {},
    /// Nothing has to be done about any report that has come so far.
    SettleAll {
        /// The number of the last of them.
        last: u32,
    },
}

impl SiteAct {
    /// Whether moderators may do it.
    pub const fn is_for_moderators(&self) -> bool {
        match self {
            Self::Warn { .. }
            | Self::Suspend { .. }
            | Self::Lift { .. }
            | Self::Rename { .. }
            | Self::CloseTable { .. }
            | Self::Settle {}
            | Self::SettleAll { .. } => true,
            Self::Features { .. }
            | Self::Close { .. }
            | Self::Say { .. }
            | Self::RefuseNames { .. }
            | Self::Moderator { .. }
            | Self::EndSessions {} => false,
        }
    }

    /// About whom it is.
    pub const fn person(&self) -> Option<&PublicPersonId> {
        match self {
            Self::Moderator { person, .. }
            | Self::Warn { person, .. }
            | Self::Suspend { person, .. }
            | Self::Lift { person }
            | Self::Rename { person, .. } => Some(person),
            Self::Features { .. }
            | Self::Close { .. }
            | Self::Say { .. }
            | Self::RefuseNames { .. }
            | Self::EndSessions {}
            | Self::CloseTable { .. }
            | Self::Settle {}
            | Self::SettleAll { .. } => None,
        }
    }

    /// What comes of reports for which it is done.
    pub const fn outcome(&self) -> Option<ReportOutcome> {
        match self {
            Self::Warn { .. } => Some(ReportOutcome::Warned),
            Self::Suspend { .. } => Some(ReportOutcome::Suspended),
            Self::Rename { .. } => Some(ReportOutcome::Renamed),
            Self::Settle {} => Some(ReportOutcome::NoAction),
            _ => None,
        }
    }
}

/// What the host or a moderator does, and why.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteOrder {
    /// What.
    pub act: SiteAct,
    /// Why, for the log.
    pub why: Option<String>,
    /// The reports that are decided with it, each with all others of its card.
    pub reports: Vec<u32>,
}

/// Who has done something on the host's page.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ActAuthor {
    /// The host, by the page.
    Host,
    /// A moderator.
    Moderator {
        /// Who.
        person: PublicPersonId,
    },
    /// Whoever can run the program on the site's data.
    Command,
}

/// What a line of the host's log tells.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LoggedAct {
    /// A link to the host's page was made.
    Linked,
    /// A browser has opened the host's page by a link.
    Opened,
    /// Something was done.
    Ordered {
        /// What, and why.
        order: SiteOrder,
    },
}

/// A line of the log of what was done, which nothing edits.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostLogLine {
    /// Its number, from 1.
    pub number: u32,
    /// When it was, in milliseconds since 1970.
    pub at_ms: u64,
    /// Who.
    pub by: ActAuthor,
    /// What.
    pub act: LoggedAct,
    /// The names that those have now who are named in it.
    pub names: Vec<Person>,
}
