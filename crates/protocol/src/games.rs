//! Somebody's finished games, and what they add up to.

use brickwood_rules::{Edition, HarborKind, Points, Seat};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::SeatKind;

/// Some of somebody's finished games, the latest first: the answer to `GET /api/me/games`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameResult>,
    /// What to ask for as `before` to get the next page; none after the last.
    #[schema(required)]
    pub next: Option<String>,
}

/// What a finished game was for somebody who has played it to the end.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The table, which has the replay.
    pub table: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// The preset of the rules.
    pub edition: Edition,
    /// How many points win.
    pub goal: u8,
    /// Turns begun.
    pub turns: u16,
    /// How long it took, in milliseconds, breaks not counted.
    pub played_ms: u64,
    /// Everybody, clockwise.
    pub players: Vec<ResultPlayer>,
    /// Which of them it was.
    #[schema(value_type = u8, maximum = 5)]
    pub seat: Seat,
    /// Where the points came from.
    pub points: Points,
    /// What the set-up had brought.
    pub opening: ResultOpening,
    /// Production against what was to be expected.
    pub luck: ResultLuck,
    /// What everybody rolled.
    pub dice: ResultDice,
    /// Resource cards from the board: brick, lumber, wool, grain, ore.
    pub cards: [u32; 5],
    /// Trades.
    pub trades: ResultTrades,
    /// For how many milliseconds the game waited for them, breaks not counted; none where nobody knows.
    #[schema(required)]
    pub thinking_ms: Option<u64>,
    /// How good their choices were, in thousandths; none while that is not known, and where there was nothing to choose.
    #[schema(required)]
    pub quality: Option<u16>,
}

/// A player of a finished game.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultPlayer {
    /// The name at the end; none for a former player.
    #[schema(required)]
    pub name: Option<String>,
    /// Human or bot.
    #[schema(value_type = Object)]
    pub kind: SeatKind,
    /// 1 for who has won; who has as many points shares a place. None in a game that was ended without a winner.
    #[schema(required)]
    pub place: Option<u8>,
    /// Hidden ones included.
    pub points: u8,
    /// Whether a bot played for the player at the end.
    pub left: bool,
    /// Whether the player came in the middle of the game.
    pub joined: bool,
}

/// What somebody has when the set-up is over.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultOpening {
    /// How many of the 36 throws bring a card of brick, lumber, wool, grain and ore; two cards count twice.
    pub pips: [u32; 5],
    /// The harbors.
    pub harbors: Vec<HarborKind>,
}

/// Production against what was to be expected.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultLuck {
    /// Cards that rolls have brought.
    pub received: u32,
    /// Cards that they were to bring, in thousandths.
    pub expected: u32,
    /// The standard deviation of the difference, in thousandths of a card.
    pub deviation: u32,
}

/// What was rolled in turns.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultDice {
    /// How often each sum was rolled, from 2 to 12.
    pub rolled: [u32; 11],
    /// How often each was to be expected, in thousandths.
    pub expected: [u32; 11],
}

/// Offers and trades of a player.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultTrades {
    /// Offers made.
    pub offers: u32,
    /// Of these, those that led to a trade.
    pub closed: u32,
    /// Offers of others that led to a trade.
    pub partner: u32,
    /// Trades with the bank.
    pub bank: u32,
}

/// What somebody's finished games add up to: the answer to `GET /api/me/statistics`.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MyStatistics {
    /// All kinds of games that they have played, the most frequent first, whatever was asked for.
    pub kinds: Vec<GameKind>,
    /// How many games are counted here; all other figures are sums over them.
    pub games: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many were ended without a winner.
    pub ended: u32,
    /// How often each place was reached, the first one first.
    pub places: [u32; 6],
    /// Turns begun.
    pub turns: u32,
    /// Milliseconds, breaks not counted.
    pub played_ms: u64,
    /// Milliseconds for which games waited for them.
    pub thinking_ms: u64,
    /// Where the points came from.
    pub points: PointSums,
    /// What set-ups have brought.
    pub openings: OpeningSums,
    /// Production against what was to be expected.
    pub luck: ResultLuck,
    /// What everybody rolled.
    pub dice: ResultDice,
    /// Resource cards from the board: brick, lumber, wool, grain, ore.
    pub cards: [u32; 5],
    /// Trades.
    pub trades: ResultTrades,
    /// How well was played, in the latest 200 games of which that is known, the oldest first.
    pub quality: Vec<QualityOfGame>,
}

/// A kind of games.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameKind {
    /// The preset of the rules.
    pub edition: Edition,
    /// How many played.
    pub players: u8,
    /// How many such games.
    pub games: u32,
}

/// Points by source, over several games.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs)]
pub struct PointSums {
    pub settlements: u32,
    pub cities: u32,
    pub longest_road: u32,
    pub largest_army: u32,
    pub victory_points: u32,
}

/// What set-ups have brought, over the games that were played from their beginning.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningSums {
    /// How many games.
    pub games: u32,
    /// Pips of brick, lumber, wool, grain and ore.
    pub pips: [u32; 5],
    /// In how many there was a harbor for any resource.
    pub generic_harbor: u32,
    /// In how many there was a harbor for one resource.
    pub special_harbor: u32,
    /// How many of them were won.
    pub won: u32,
    /// All pips of those that were won.
    pub pips_of_won: u32,
}

/// How well a game was played.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QualityOfGame {
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
    /// In thousandths.
    pub quality: u16,
}

/// People with whom somebody has finished several games, the same ones in each: the answer to `GET /api/me/groups` is a
/// list of these.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerGroup {
    /// The others, by name.
    pub others: Vec<GroupMember>,
    /// How often the one who asks has won.
    pub won: u32,
    /// How many games they have finished together.
    pub games: u32,
    /// When the last one ended, in milliseconds since 1970.
    pub last_ms: u64,
    /// The tables of the latest 20, the latest first.
    pub tables: Vec<String>,
}

/// Somebody of a group.
#[wire(site, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GroupMember {
    /// The name that they had at all these tables.
    pub name: String,
    /// How often they have won.
    pub won: u32,
}

/// What somebody lets others at a table see: nothing unless they say so.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProfileChoice {
    /// How many games they have played, and how many of these they have won.
    pub results: bool,
    /// How well they play.
    pub quality: bool,
}

/// What somebody at a table lets others see, of their latest 100 games: the answer to
/// `GET /api/tables/{id}/seats/{seat}/profile`. It is empty where they let nothing be seen, and where nobody sits.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Profile {
    /// How often they have won.
    #[schema(required)]
    pub results: Option<ProfileResults>,
    /// How good their choices were, in thousandths: the mean of all games of which that is known.
    #[schema(required)]
    pub quality: Option<u16>,
}

/// How often somebody has won, of their latest games that had a winner.
#[wire(site, openapi)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProfileResults {
    /// How many games.
    pub games: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many would have been won if chance alone decided, in thousandths.
    pub by_chance: u32,
}
