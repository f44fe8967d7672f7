//! Who sits where, whose a seat is while a game goes on, and what the others can do about a player who
//! does not act.

use brickwood_rules::{Seat, SeatSet};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{BotLevel, Color};

/// Who sits on a seat.
// Each is a fact of its own.
#[wire(table)]
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name; none while the seat is open.
    pub name: Option<String>,
    /// The paint of its pieces.
    pub color: Color,
    /// Human or bot.
    pub kind: SeatKind,
    /// Whether somebody is connected for it; bots always are.
    pub present: bool,
    /// Whether its player is ready to begin; bots always are.
    pub ready: bool,
    /// Whether its player was ready before the host changed something, and has to say so again.
    pub asked: bool,
    /// Whether a bot plays for it until its player is back.
    pub away: bool,
    /// Whether its player is the host.
    pub host: bool,
    /// For a person at the device of another: the seat of that one. Missing for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub device_of: Option<Seat>,
    /// How long its player may think, in milliseconds when this was sent; none without a clock.
    pub left_ms: Option<u64>,
    /// Whether that runs down now.
    pub running: bool,
    /// How often its player may still take more time.
    pub extensions: u8,
    /// How long the table has waited for its player to act, in milliseconds when this was sent; none
    /// while it does not.
    pub waited_ms: Option<u64>,
    /// Whether a bot plays for it although its player is here: for this turn, or until the player
    /// wants to play on.
    pub replaced: bool,
    /// What it was called before, oldest first: a line of the log is told by the name that the seat
    /// had then.
    pub former: Vec<FormerName>,
}

/// What a seat is for.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeatKind {
    /// A person with a device of their own. Open while it has no name.
    Human,
    /// A person at the device of another who sits here.
    Local,
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
    /// Nobody: the game begins without it.
    Locked,
}

/// The name of a player who has held a seat before.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormerName {
    /// The name; none for a time when nobody held the seat.
    pub name: Option<String>,
    /// The last line of the log in which the seat is called so.
    pub until: u32,
}

/// What is to be decided about seats, and who has been removed.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Seating {
    /// Who asks for a seat, in the order in which they have asked.
    pub requests: Vec<SeatRequest>,
    /// What the viewer can have done about players who do not act.
    pub remedies: Vec<OpenRemedy>,
    /// What players have voted for.
    pub votes: Vec<Vote>,
    /// The vote to end the game without a winner; none while nobody wants that (RUL-24).
    pub ending: Option<EndVote>,
    /// Who has been removed and stays out. Only the host is told.
    pub removed: Vec<RemovedPerson>,
    /// The seats of bots that whoever comes may take now; missing where there are none.
    #[serde(default, skip_serializing_if = "is_nobody")]
    #[ts(as = "Option<SeatSet>", optional)]
    pub to_take: SeatSet,
}

// By reference, as serde asks.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// Somebody asks for a seat in a game that has begun.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRequest {
    /// Names the request.
    pub id: u32,
    /// The seat.
    pub seat: Seat,
    /// The name of the one who asks.
    pub name: String,
    /// Who decides: one seat for each person. The host has to agree, and most of the others.
    pub decide: SeatSet,
    /// Who of them has agreed.
    pub yes: SeatSet,
    /// How long the one who held the seat can still come back, in milliseconds; none while that
    /// player is here.
    pub waits_ms: Option<u64>,
}

impl Remedy {
    /// What is for players who are here and do not act.
    pub const FOR_IDLE: [Self; 4] = [Self::Remind, Self::Clock, Self::Skip, Self::Replace];
}

impl SeatRequest {
    /// Without what shows who is asked, who has agreed, and who is here.
    #[must_use]
    pub fn undecided(self) -> Self {
        Self {
            decide: SeatSet::EMPTY,
            yes: SeatSet::EMPTY,
            waits_ms: None,
            ..self
        }
    }
}

/// What can be done about a player: the first four about one who is here and does not act.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The player is reminded.
    Remind,
    /// The player has a minute for the rest of the turn.
    Clock,
    /// A bot plays for the rest of the turn.
    Skip,
    /// A bot plays until the player wants to go on.
    Replace,
    /// The player has to go, and stays out; a bot plays on. The others vote about it, and the host is one of
    /// them.
    Remove,
}

/// A remedy that the viewer can ask for, or vote for, now or soon.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenRemedy {
    /// The seat of the player who does not act.
    pub seat: Seat,
    /// The remedy.
    pub remedy: Remedy,
    /// Milliseconds until it is open, if the player still does not act; 0 if it is open now.
    pub in_ms: u64,
}

/// Players want something done about another.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vote {
    /// About whom.
    pub seat: Seat,
    /// What.
    pub remedy: Remedy,
    /// Who has voted for it.
    pub by: SeatSet,
    /// How many votes it needs.
    pub needed: u8,
    /// How long the vote is open, in milliseconds.
    pub left_ms: u64,
}

/// Players want to end the game without a winner (RUL-24).
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndVote {
    /// Who wants it.
    pub by: SeatSet,
    /// Who still has to agree.
    pub missing: SeatSet,
    /// How long the vote is open, in milliseconds.
    pub left_ms: u64,
}

/// Somebody whom the host has removed.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RemovedPerson {
    /// Names the person to the host.
    pub id: u32,
    /// The name that the person had.
    pub name: String,
}
