//! The statistics as they go to a page or into a file.

use brickwood_rules::{
    Action, Cards, ChanceOutcome, HexId, Points, Resource, Seat, SeatSet, Terms,
};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// The version of these shapes. It grows with every change that a reader has to know.
pub const VERSION: u32 = 3;

/// Counts of brick, lumber, wool, grain and ore.
pub type PerResource = [u32; 5];

/// Everything that was counted in a game.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameStatistics {
    /// The version of these shapes.
    pub version: u32,
    /// How many steps the game has, outcomes of chance included.
    pub steps: u32,
    /// How many turns were begun.
    pub turns: u16,
    /// Who has won: nobody while the game goes on, or where the players have ended it.
    pub winners: SeatSet,
    /// By seat.
    pub seats: Vec<SeatStatistics>,
    /// How everything developed.
    pub timeline: Timeline,
    /// What was rolled.
    pub dice: DiceCounts,
    /// What was traded between players.
    pub trades: Vec<ClosedTrade>,
    /// What is worth telling, in the order of the game.
    pub moments: Vec<Moment>,
}

/// What was counted for one seat.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatStatistics {
    /// Points by source at the end, hidden ones included.
    pub points: Points,
    /// Where resource cards came from and went.
    pub cards: CardFlow,
    /// Production against what was to be expected.
    pub luck: Luck,
    /// Offers and answers.
    pub trades: TradeCounts,
    /// How often it rolled each sum, from 2 to 12.
    pub rolls: [u32; 11],
    /// Development cards that it bought.
    pub bought: u32,
    /// Development cards that it played, by kind: knight, road building, year of plenty, monopoly, victory
    /// point.
    pub played: [u32; 5],
    /// How often it moved the robber.
    pub robberies: u32,
    /// How often the robber was moved onto one of its hexes by another.
    pub robbed: u32,
    /// For how many milliseconds the game waited for it, breaks not counted; none where nobody knows.
    pub thinking_ms: Option<u64>,
}

/// Where a seat's resource cards came from and went. All that came in less all that went out is its hand at
/// the end. `blocked` and `short` never came in.
#[wire(analysis)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardFlow {
    /// In: the first cards (SET-05).
    pub start: PerResource,
    /// In: production.
    pub rolls: PerResource,
    /// In: from the bank in trades.
    pub bank_in: PerResource,
    /// Out: to the bank in trades.
    pub bank_out: PerResource,
    /// In: from players in trades.
    pub trade_in: PerResource,
    /// Out: to players in trades.
    pub trade_out: PerResource,
    /// In: stolen from others.
    pub stolen_in: PerResource,
    /// Out: stolen by others.
    pub stolen_out: PerResource,
    /// In: by a year of plenty.
    pub plenty: PerResource,
    /// In: by an own monopoly.
    pub monopoly_in: PerResource,
    /// Out: by the monopoly of another.
    pub monopoly_out: PerResource,
    /// Out: discarded on a seven.
    pub discarded: PerResource,
    /// Out: paid for roads.
    pub roads: PerResource,
    /// Out: paid for settlements.
    pub settlements: PerResource,
    /// Out: paid for cities.
    pub cities: PerResource,
    /// Out: paid for development cards.
    pub development: PerResource,
    /// Not produced, because the robber stood there.
    pub blocked: PerResource,
    /// Not produced, because the bank had too little (PRO-02).
    pub short: PerResource,
}

/// Production against what was to be expected: for each roll, the mean over everything that could be rolled,
/// with the buildings, the robber and the bank as they were. Over many games, the difference is 0 on average.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Luck {
    /// Cards that rolls brought.
    pub received: u32,
    /// Cards that they were to bring.
    pub expected: f64,
    /// The standard deviation of the difference, in cards.
    pub deviation: f64,
}

/// Offers and answers of a seat.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TradeCounts {
    /// Offers that it made.
    pub offers: u32,
    /// Of these, those that it closed.
    pub closed: u32,
    /// Offers of others that it was asked about.
    pub asked: u32,
    /// Answers with yes.
    pub accepted: u32,
    /// Answers with other terms.
    pub countered: u32,
    /// Offers of others that were closed with it.
    pub partner: u32,
    /// Trades with the bank.
    pub bank: u32,
}

/// How everything developed. Each list has one entry before the first step and one after every step.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Timeline {
    /// Turns begun.
    pub turns: Vec<u16>,
    /// By seat.
    pub seats: Vec<SeatTimeline>,
}

/// How one seat developed.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatTimeline {
    /// Points, hidden ones included.
    pub points: Vec<u8>,
    /// The chance to win, from 0 to 1, with all cards known. Where something is half done, it is that from before.
    pub chance: Vec<f32>,
    /// Resource cards in hand.
    pub hand: Vec<u8>,
    /// Cards that rolls have brought so far.
    pub produced: Vec<u32>,
    /// The length of the longest road.
    pub road: Vec<u8>,
    /// Knights played.
    pub knights: Vec<u8>,
}

/// What was rolled in turns.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DiceCounts {
    /// How often each sum was rolled, from 2 to 12.
    pub sums: [u32; 11],
    /// How often each was to be expected: for each roll, by the dice or the deck of dice as it was.
    pub expected: [f64; 11],
    /// The hexes that have a number.
    pub hexes: Vec<HexCounts>,
}

/// What one hex gave.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HexCounts {
    /// Which.
    pub hex: HexId,
    /// How often its number was rolled.
    pub rolled: u32,
    /// Cards that its number was due to bring, those that the bank did not have included.
    pub produced: u32,
    /// Cards that the robber kept from it.
    pub blocked: u32,
}

/// A trade between two players.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClosedTrade {
    /// The step that closed it, from 1.
    pub step: u32,
    /// The seat whose turn it was.
    pub seat: Seat,
    /// Its partner.
    pub with: Seat,
    /// From the side of `seat`.
    pub terms: Terms,
    /// By how much it changed the chance of `seat` to win.
    pub gain: f32,
    /// By how much it changed the partner's.
    pub partner_gain: f32,
}

/// Something worth telling.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct Moment {
    /// The step after which it is so, from 1.
    pub step: u32,
    pub turn: u16,
    #[serde(flatten)]
    pub kind: MomentKind,
}

/// What was worth telling.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum MomentKind {
    /// A seat has more points than each of the others, and another had before, or none had. Hidden points
    /// count.
    Lead {
        /// Who leads.
        seat: Seat,
        /// With how many points.
        points: u8,
    },
    /// The longest road has another holder.
    LongestRoad {
        /// Who had it.
        from: Option<Seat>,
        /// Who has it.
        to: Option<Seat>,
    },
    /// The largest army has another holder.
    LargestArmy {
        /// Who had it.
        from: Option<Seat>,
        /// Who has it.
        to: Option<Seat>,
    },
    /// One of the greatest changes of a chance to win after the set-up, by something that was done or rolled and all that
    /// followed from it: a knight with the robber's move, the theft and the largest army. Its step is the last of them.
    Swing {
        /// Whose chance changed most.
        seat: Seat,
        /// By how much, from -1 to 1.
        change: f32,
        /// The first of the steps that changed it.
        begun: u32,
        /// Who did what changed it; nobody for what the dice or the clock did.
        by: Option<Seat>,
        /// What changed it.
        cause: SwingCause,
    },
    /// The robber was moved onto a hex of others.
    Robber {
        seat: Seat,
        to: HexId,
        /// Who has a building there.
        victims: SeatSet,
        /// Cards that it kept from them until it was moved again.
        blocked: u32,
    },
    /// A card was stolen.
    Theft {
        seat: Seat,
        victim: Seat,
        resource: Resource,
    },
    /// Cards were discarded on a seven.
    Discard { seat: Seat, cards: Cards },
    /// A monopoly was played.
    Monopoly {
        seat: Seat,
        resource: Resource,
        /// How many cards it took.
        cards: u32,
    },
    /// The game was won.
    Won { seats: SeatSet },
}

/// What changed a chance to win.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SwingCause {
    /// A roll; of a seven, with the discards and the robber.
    Roll {
        /// The sum of the dice.
        total: u8,
    },
    /// A settlement was built.
    Settlement,
    /// A city was built.
    City,
    /// A road was built.
    Road,
    /// A development card was bought.
    DevelopmentCard,
    /// A knight was played.
    Knight,
    /// Monopoly was played.
    Monopoly,
    /// Year of plenty was played.
    YearOfPlenty,
    /// Road building was played.
    RoadBuilding,
    /// Cards were traded, with a player or the bank.
    Trade,
    /// A turn was ended.
    EndTurn,
    /// Anything else, such as an offer.
    Other,
}

/// What a part of a game's choices and luck were worth.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisPart {
    /// The version of these shapes.
    pub version: u32,
    /// How many steps the whole game has.
    pub steps: u32,
    /// How many of them have been analyzed, this part included.
    pub done: u32,
    /// The choices of this part, in the order of the game.
    pub choices: Vec<Choice>,
    /// The luck of this part, in the order of the game.
    pub strokes: Vec<Stroke>,
    /// Of all that has been analyzed, by seat.
    pub summaries: Vec<SeatSummary>,
}

/// What a seat chose, and what it could have chosen.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The step, from 1.
    pub step: u32,
    /// The turn; 0 in the set-up.
    pub turn: u16,
    /// Whose choice it was.
    pub seat: Seat,
    /// What it chose.
    pub action: Action,
    /// The seat's chance to win with it, from 0 to 1, as far as the seat could know.
    pub chance: f32,
    /// What the hard bot would have chosen, trades between players aside; the same as `action` where that is
    /// worth no more.
    pub best: Action,
    /// The seat's chance to win with that.
    pub best_chance: f32,
    /// The seat's chance to win with the least that it could have done: with nothing, where that was allowed, and otherwise with the
    /// worst. What lies between that and `best_chance` was at stake.
    pub least_chance: f32,
    /// Of a settlement of the set-up, where its corner stands among those that were free.
    pub corner: Option<CornerRank>,
    /// How good the choice was.
    pub grade: Grade,
}

/// Where a corner stands among those that were free, by what they promise at a glance.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CornerRank {
    /// How many promise more.
    pub better: u8,
    /// How many were free.
    pub all: u8,
}

/// How good a choice was, by what it cost: `best_chance` less `chance`.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// There was no other choice.
    Forced,
    /// It cost less than 0.02.
    Good,
    /// It cost 0.02 or more.
    Inaccuracy,
    /// It cost 0.05 or more.
    Mistake,
    /// It cost 0.1 or more.
    Blunder,
}

/// What an outcome of chance was worth.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stroke {
    /// The step, from 1.
    pub step: u32,
    /// The turn.
    pub turn: u16,
    /// Who rolled, stole or bought.
    pub seat: Seat,
    /// What came.
    pub outcome: ChanceOutcome,
    /// By how much the chance to win of each seat is greater than it was on average over everything that
    /// could have come, by seat, with all cards known. The mean of that is 0.
    pub changes: Vec<f32>,
}

/// The choices and the luck of one seat.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct SeatSummary {
    /// Decisions in which something was at stake. What is decided about the same thing within a turn is one, and so is what was
    /// left out on turns in a row.
    pub choices: u32,
    /// How good they were, from 0 to 100: by how much of what was at stake they kept, in odds, those with more at stake counting
    /// more. None where there were none.
    pub quality: Option<f32>,
    /// The same by what the decisions were about.
    pub by_kind: QualityByKind,
    /// Whether the set-up has cost more than a mistake, or a settlement of it stands on a corner that promised less than most of
    /// those that were free: then the start has decided more than the dice.
    pub poor_start: bool,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    /// The sum of what chance brought and took, as chances to win.
    pub luck: f32,
    /// What can be learned from them, the heaviest first: decisions that cost 0.02 or more, and settlements of the set-up on corners
    /// that promised less than most of those that were free.
    pub misses: Vec<Miss>,
}

/// A decision in which something better was left out.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Miss {
    /// The choice that cost most, by its step from 1.
    pub step: u32,
    /// The turn of that choice; 0 in the set-up.
    pub turn: u16,
    /// What it cost, as a part of the chance to win.
    pub cost: f32,
    /// On how many turns of the seat the same was left out.
    pub turns: u16,
}

/// How good decisions were by what they were about, from 0 to 100; none where there was nothing at stake.
#[wire(analysis)]
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct QualityByKind {
    /// The settlements and roads of the set-up.
    pub settling: Option<f32>,
    /// Roads, settlements and cities.
    pub building: Option<f32>,
    /// Trades with the bank and with players.
    pub trade: Option<f32>,
    /// The robber, and what to discard.
    pub robber: Option<f32>,
    /// Development cards.
    pub cards: Option<f32>,
}

/// Everything that can be said of a game: what `brickwood analyse --json` prints.
#[wire(analysis)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameAnalysis {
    /// The version of these shapes.
    pub version: u32,
    /// What was counted.
    pub statistics: GameStatistics,
    /// All choices.
    pub choices: Vec<Choice>,
    /// All luck.
    pub strokes: Vec<Stroke>,
    /// By seat.
    pub summaries: Vec<SeatSummary>,
}

/// Writes the declarations of all of these in TypeScript.
///
/// # Errors
///
/// If a file cannot be written.
#[cfg(feature = "ts")]
pub fn declarations(config: &ts_rs::Config) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS;

    GameAnalysis::export_all(config)?;
    AnalysisPart::export_all(config)
}
