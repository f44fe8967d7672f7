//! What a seat takes others to hold, and a look into the head of a bot: what it compared in a decision, and what it believed.

use brickwood_rules::{Action, Seat, Terms};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::{Level, Worth};

/// What a seat can conclude of the hidden cards of another, from what it has been told and nothing else.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BelievedHand {
    /// Whose cards.
    pub seat: Seat,
    /// The resource cards: brick, lumber, wool, grain, ore.
    pub resources: [BelievedCards; 5],
    /// The development cards: knight, road building, year of plenty, monopoly, victory point.
    pub development: [BelievedCards; 5],
}

/// What can be concluded of the cards of one kind in a hand.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct BelievedCards {
    /// How many are there for sure: 0 where not every possibility could be followed.
    pub fewest: u8,
    /// How many are to be expected, in hundredths.
    pub expected: u16,
    /// How likely at least one is there, in thousandths: 1000 only where that is certain, and 0 where nothing speaks for one.
    pub share: u16,
}

/// What a bot compared in a decision, and what it believed: all from what its seat knew then.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Who decided.
    pub seat: Seat,
    /// How well it plays.
    pub level: Level,
    /// What it did.
    pub action: Action,
    /// How it compared the plans.
    pub method: LookMethod,
    /// Those that it compared: the most promising first, and only these where there are many; the taken one is among them.
    pub plans: Vec<LookPlan>,
    /// Which plan it took, from 0; none where what it did is not one of them.
    pub taken: Option<u16>,
    /// Why it did not take the first one.
    pub why: Option<LookWhy>,
    /// The offers that it weighed: to make, to answer, or to close.
    pub offers: Vec<LookOffer>,
    /// What it believed of every other hand; empty where it keeps no track of cards.
    pub hands: Vec<BelievedHand>,
}

/// How a bot compares.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookMethod {
    /// By its chance to win, as its evaluator reckons it: the worth is in thousandths.
    Chances,
    /// By its chance to win after playouts of a round: likewise.
    Playouts,
    /// By what places promise: the worth is in thousandths of the best one's.
    Promise,
    /// It saves for one of several goals, by what they promise at a glance: likewise.
    Goals,
    /// It compares no plans in such a decision.
    Nothing,
}

/// A plan that a bot compared.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LookPlan {
    /// What it would do, in this order: one action, or the rest of the turn as far as it can be foreseen.
    pub actions: Vec<Action>,
    /// What that is worth by its [`LookMethod`].
    pub worth: u16,
}

/// Why a bot does not take the plan that stands first.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookWhy {
    /// At the table, it drew other guesses at hidden cards, or another die within it.
    OtherGuesses,
    /// It often plays what comes to its mind.
    Whim,
    /// It made an offer first, which binds nobody.
    Offer,
    /// A knight waits, unless it frees a hex of its own or wins.
    KnightWaits,
    /// A trade must gain enough, and nothing goes to whoever is about to win.
    Refuses,
    /// It takes another action than at first only where the playouts say so clearly.
    NotSure,
    /// Where nothing brings the win nearer, it takes a point that it can pay for, or a last resort.
    LastResort,
}

/// An offer that a bot weighed.
#[wire(table)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LookOffer {
    /// The terms: the seat whose turn it is gives `give`.
    pub terms: Terms,
    /// Its chance to win without the trade and once it is closed, in thousandths, by the same guess at the cards; none where it
    /// takes nobody to agree.
    pub chances: Option<[u16; 2]>,
    /// What the trade does to its own strength.
    pub own: Worth,
    /// What it does to each of the others who may trade.
    pub others: Vec<LookPartner>,
}

/// What a bot takes a trade to be worth to another seat.
#[wire(table)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LookPartner {
    /// Which one.
    pub seat: Seat,
    /// What the trade does to its strength; none where it cannot have the cards.
    pub worth: Option<Worth>,
    /// How likely it would agree, in thousandths; none where it has said so, or is the one that offers.
    pub agrees: Option<u16>,
}

/// Whose look at a decision is asked for.
#[wire(table, openapi)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookOrder {
    /// The record.
    pub record: String,
    /// Which step the decision was, from 1.
    pub step: u32,
}
