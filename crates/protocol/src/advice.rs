//! The advice of the coach: what a strong bot would do in a seat, and why.

use brickwood_rules::{Action, HarborKind, Intersection, Resource, Seat, SeatSet, Terms};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::BelievedHand;

/// What the coach advises a seat. It follows from what the seat knows, and from nothing else.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// What a hard bot would do; none if the seat has nothing to decide.
    pub best: Option<AdvisedAction>,
    /// What else could be done now and is worth a thought, the best first, as the hard bot ranks it.
    pub others: Vec<AdvisedIdea>,
    /// The places where the seat may build or move the robber now, the best first.
    pub places: Vec<AdvisedPlace>,
    /// The worth of the trade that was asked about, or else of the open offer.
    pub trade: Option<TradeWorth>,
    /// Each seat's chance to win in thousandths, by seat, as far as the seat knows.
    pub chances: Vec<u16>,
    /// What can be known of each other hand; empty where what the seat has been told is not known.
    pub hands: Vec<BelievedHand>,
}

/// An action with its reason.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvisedAction {
    /// The action.
    pub action: Action,
    /// What speaks for it; none where there is nothing to say.
    pub reason: Option<AdviceReason>,
}

/// Another action than the best, with its reason.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvisedIdea {
    /// The action.
    pub action: Action,
    /// What speaks for it; none where there is nothing to say.
    pub reason: Option<AdviceReason>,
    /// How much of the chance to win it gives up against the best, in thousandths, as far as the seat knows; 0 where it
    /// gives up nothing that can be told.
    pub cost: u16,
}

/// A place with its worth.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvisedPlace {
    /// What is done there: a road, a settlement, a city or the robber.
    pub action: Action,
    /// Its worth against the best place for the same, which is 100.
    pub worth: u8,
    /// What speaks for it.
    pub reason: AdviceReason,
}

impl From<AdvisedPlace> for AdvisedAction {
    fn from(AdvisedPlace { action, reason, .. }: AdvisedPlace) -> Self {
        Self {
            action,
            reason: Some(reason),
        }
    }
}

/// What speaks for an action. Cards are those of a settlement or city in 36 rolls.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum AdviceReason {
    /// It wins the game.
    Wins,
    /// What a settlement brings.
    Settlement {
        /// Cards of each resource: brick, lumber, wool, grain, ore.
        yields: [u8; 5],
        /// Resources that the seat does not produce yet.
        fresh: Vec<Resource>,
        /// Resources that the board is short of, unless most of the places named beside this one bring them.
        scarce: Vec<Resource>,
        /// The harbor there.
        harbor: Option<HarborKind>,
        /// A harbor two roads on that others are likely to leave, and that is of use to the seat.
        harbor_near: Option<HarborKind>,
        /// In the set-up, where the seat is likely to settle after that.
        next: Option<Intersection>,
        /// In the set-up, a free corner of many more cards that is worth less all the same.
        richer: Option<RicherCorner>,
        /// Whether others are likely to leave a place two roads on, unless that is so at most of the places named beside
        /// this one.
        room: Option<bool>,
        /// Whether another seat could settle there as soon, unless that is so at most of the places named beside this
        /// one.
        contested: bool,
    },
    /// What a city brings on top of its settlement.
    City {
        /// Cards of each resource.
        yields: [u8; 5],
    },
    /// What a road brings.
    Road {
        /// The best place to settle that it brings nearer.
        toward: Option<AdvisedSite>,
        /// How many roads are missing for the longest road afterwards, where it brings that nearer; 0 if it
        /// takes the longest road.
        missing: Option<u8>,
    },
    /// Whom the robber blocks, and whom it no longer blocks.
    Robber {
        /// What it costs the others.
        blocks: Vec<BlockedCards>,
        /// What it costs the own seat.
        own: u8,
        /// What the own seat gets back from the hex where the robber stands.
        frees: u8,
    },
    /// A knight, played or perhaps bought.
    Knight {
        /// What the own seat gets back from the hex where the robber stands.
        frees: u8,
        /// How many knights are missing for the largest army afterwards; none if the seat has it.
        missing: Option<u8>,
    },
    /// What comes next: what the rest of the turn builds, or else what the seat saves for.
    Goal {
        goal: AdvisedGoal,
        /// After about how many rolls; 0 if still in this turn.
        rolls: u8,
    },
    /// What a trade is worth.
    Trade { worth: TradeWorth },
}

/// A corner of many more cards than another one, and why that one is worth more.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RicherCorner {
    /// Where it is.
    pub at: Intersection,
    /// Its cards in 36 rolls.
    pub cards: u8,
    /// What the other one is better for, with what the seat is likely to settle after it.
    pub gain: AdvisedGain,
}

/// What the settlements of the set-up are good for.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvisedGain {
    /// They pay for cities sooner.
    Cities,
    /// They pay for development cards sooner.
    DevelopmentCards,
    /// They pay for roads sooner.
    Roads,
    /// They bring more of what the island is short of.
    Supply,
    /// They have a better harbor, or have it nearer.
    Harbor,
    /// They leave more places to settle.
    Room,
    /// They bring one card of each hex at once.
    FirstCards,
    /// They leave less to the others.
    Rivals,
    /// The others are likely to leave the richer one, so that the seat gets both.
    Both,
}

/// A place to settle.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvisedSite {
    /// Where.
    pub at: Intersection,
    /// After how many further roads.
    pub roads: u8,
    /// Its cards in 36 rolls.
    pub cards: u8,
}

/// What a robber costs a seat.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockedCards {
    /// Whom.
    pub seat: Seat,
    /// How many cards in 36 rolls.
    pub cards: u8,
}

/// What a seat saves for.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvisedGoal {
    /// A road.
    Road,
    /// A settlement, with the roads that lead there.
    Settlement,
    /// A city.
    City,
    /// A development card.
    DevelopmentCard,
    /// The longest road.
    LongestRoad,
}

/// What a trade is worth to both sides, as far as the seat knows.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TradeWorth {
    /// The terms: the seat whose turn it is gives `give`.
    pub terms: Terms,
    /// What it does to the own seat's strength.
    pub own: Worth,
    /// What it does to the partner's strength: of several, to that of the one who gains most.
    pub partner: Worth,
    /// What it does to the own chance to win, the partner's gain counted.
    pub chance: Worth,
    /// The partners who would probably agree.
    #[ts(as = "Vec<Seat>")]
    pub willing: SeatSet,
}

/// How much something helps.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// It helps much.
    Much,
    /// It helps a little.
    Little,
    /// It changes next to nothing.
    Nothing,
    /// It harms.
    Harm,
}

/// What the coach is asked about a record.
#[wire(table, openapi)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdviceOrder {
    /// The record.
    pub record: String,
    /// After how many of its steps: all of them where it has fewer.
    pub steps: u32,
    /// Who is advised.
    pub seat: Seat,
}
