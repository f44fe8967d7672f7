//! Moderation of a site, as people meet it: whom they have blocked, what they report, and what its host has decided about
//! them.

use brickwood_rules::Seat;
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// The most characters of what somebody writes in a report, or a host about a decision.
pub const LONGEST_REASON: usize = 500;

/// What somebody is said to have done.
#[wire(problem, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Misconduct {
    /// Insults, hate or threats.
    Insults,
    /// The game is spoiled on purpose: cards are given away, or time is wasted.
    Spoiling,
    /// Players help each other against the others, or one plays several seats.
    Cheating,
    /// A name that nobody should have to read.
    Name,
    /// Advertisements.
    Advertising,
    /// Something else.
    Other,
}

/// Whom to block: whoever has this seat.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockOrder {
    /// The table's id.
    pub table: String,
    /// The seat.
    #[schema(value_type = u8, maximum = 5)]
    pub seat: Seat,
}

/// Somebody whom the caller has blocked.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockedPerson {
    /// Names the block.
    pub number: u32,
    /// The name that the person had then.
    pub name: String,
    /// When it was, in milliseconds since 1970.
    pub at_ms: u64,
}

/// A report about whoever has a seat.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportOrder {
    /// The table's id.
    pub table: String,
    /// The seat.
    #[schema(value_type = u8, maximum = 5)]
    pub seat: Seat,
    /// The line of chat that it is about; none if it is about the game or the name.
    pub line: Option<u32>,
    /// What it is about.
    pub reason: Misconduct,
    /// In words of the caller: up to [`LONGEST_REASON`] characters.
    pub words: Option<String>,
}

/// What came of a report.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportOutcome {
    /// Somebody was warned.
    Warned,
    /// Somebody was suspended.
    Suspended,
    /// Somebody has to choose another name.
    Renamed,
    /// Nothing was done.
    NoAction,
}

/// A report of the caller that was decided, and of which the caller has not said to know.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DecidedReport {
    /// Names the report.
    pub number: u32,
    /// What came of it.
    pub outcome: ReportOutcome,
}

/// A warning.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// When it was given, in milliseconds since 1970.
    pub at_ms: u64,
    /// What for.
    pub reason: Misconduct,
    /// In the words of the host.
    pub words: Option<String>,
}

/// A suspension: no new tables, no seats and no chat until it ends. Games that have begun can be finished.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suspension {
    /// When it ends, in milliseconds since 1970.
    pub until_ms: u64,
    /// What for.
    pub reason: Misconduct,
    /// In the words of the host.
    pub words: Option<String>,
}

/// What the host of the site has decided about somebody.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sanctions {
    /// A warning that the person has not acknowledged.
    pub warning: Option<Warning>,
    /// The last suspension. It may be over.
    pub suspension: Option<Suspension>,
    /// The names with which the person may not sit down, the last one last.
    pub refused_names: Vec<String>,
}

/// What the host of the site has to tell the caller.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FromHost {
    /// What is decided about the caller.
    pub sanctions: Sanctions,
    /// What came of the reports of the caller.
    pub reports: Vec<DecidedReport>,
    /// Whether the caller is a moderator: they see reports on the host's page.
    pub moderator: bool,
    /// How many cards of reports wait for a moderator, who alone is told.
    pub open_reports: u32,
}

/// What the caller has read of that.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadFromHost {
    /// The time of the warning, if there was one.
    pub warning_ms: Option<u64>,
    /// The reports.
    pub reports: Vec<u32>,
}

impl Sanctions {
    /// The suspension, while it lasts.
    pub fn suspension(&self, now_ms: u64) -> Option<&Suspension> {
        self.suspension.as_ref().filter(|one| now_ms < one.until_ms)
    }
}
