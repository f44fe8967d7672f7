//! Stored results as the one whose they are gets them, and what they add up to.

use std::collections::HashMap;

use brickwood_protocol::{
    GameKind, GameResult, GroupMember, MyStatistics, OpeningSums, PlayerGroup, QualityOfGame,
    ResultLuck, ResultPlayer, ResultTrades,
};
use brickwood_rules::{Edition, HarborKind};
use brickwood_table::{PersonId, SeatAssignment};

use crate::record::results::{
    FellowPlayer, StoredResult,
    document::{Document, Qualities, SeatDocument},
};

/// How many games are told of which it is known how well they were played.
const QUALITIES: usize = 200;

/// How often people have to have played together to be a group.
const LEAST_GAMES: u32 = 2;

/// The most groups that are told.
const MOST_GROUPS: usize = 50;

/// The most tables that are named of a group.
const MOST_TABLES: usize = 20;

/// A stored result as it is told.
pub(crate) fn result(stored: StoredResult) -> serde_json::Result<GameResult> {
    let document: Document = serde_json::from_str(&stored.document)?;
    let quality = quality(&stored)?;
    let places = stored.people.places.iter();
    let players = document.seats.iter().zip(places);
    let players = players.map(|(seat, place)| player(seat, place)).collect();
    let mut seats = document.seats.into_iter();
    let seat = seats.nth(stored.seat.index());
    let seat = seat.ok_or_else(|| serde::de::Error::custom("there is no such seat"))?;
    Ok(GameResult {
        table: stored.game,
        ended_ms: stored.ended_ms,
        edition: document.edition,
        goal: document.goal,
        turns: document.turns,
        played_ms: document.played_ms,
        players,
        seat: stored.seat,
        points: seat.points,
        opening: seat.opening,
        luck: seat.luck,
        dice: document.dice,
        cards: seat.cards,
        trades: seat.trades,
        thinking_ms: seat.thinking_ms,
        quality,
    })
}

fn player(seat: &SeatDocument, place: &SeatAssignment) -> ResultPlayer {
    let former = || place.former.iter().rev().find_map(|one| one.name.clone());
    let name = place.name.clone().or_else(former);
    ResultPlayer {
        name: name.filter(|name| !name.is_empty()),
        kind: seat.kind,
        place: seat.place,
        points: seat.points.total(),
        left: seat.left,
        joined: seat.joined,
    }
}

fn quality(stored: &StoredResult) -> serde_json::Result<Option<u16>> {
    let Some(text) = &stored.quality else {
        return Ok(None);
    };
    let qualities: Qualities = serde_json::from_str(text)?;
    Ok(qualities.get(stored.seat.index()).copied().flatten())
}

/// Adds up somebody's results, which come the latest first.
pub(crate) struct Sums {
    /// Count only games by this preset.
    pub(crate) edition: Option<Edition>,
    /// Count only games of so many.
    pub(crate) players: Option<u8>,
    all: MyStatistics,
    kinds: HashMap<(Edition, u8), u32>,
    /// The sum of the squares of the deviations.
    variance: u64,
}

impl Sums {
    pub(crate) fn new(edition: Option<Edition>, players: Option<u8>) -> Self {
        Self {
            edition,
            players,
            all: MyStatistics::default(),
            kinds: HashMap::new(),
            variance: 0,
        }
    }

    /// Counts a result.
    pub(crate) fn add(&mut self, stored: &StoredResult) -> serde_json::Result<()> {
        let document: Document = serde_json::from_str(&stored.document)?;
        if document.turns == 0 {
            // Not all have placed their openings: nothing was played.
            return Ok(());
        }
        let players = document.seats.len() as u8;
        *self.kinds.entry((document.edition, players)).or_default() += 1;
        let is_asked_for = self.edition.is_none_or(|asked| asked == document.edition)
            && self.players.is_none_or(|asked| asked == players);
        let Some(seat) = document.seats.get(stored.seat.index()) else {
            return Ok(());
        };
        if !is_asked_for {
            return Ok(());
        }
        self.add_seat(seat);
        let sums = &mut self.all;
        sums.turns += u32::from(document.turns);
        sums.played_ms += document.played_ms;
        add(&mut sums.dice.rolled, &document.dice.rolled);
        add(&mut sums.dice.expected, &document.dice.expected);
        if sums.quality.len() < QUALITIES
            && let Some(quality) = quality(stored)?
        {
            let ended_ms = stored.ended_ms;
            sums.quality.push(QualityOfGame { ended_ms, quality });
        }
        Ok(())
    }

    fn add_seat(&mut self, seat: &SeatDocument) {
        let sums = &mut self.all;
        let SeatDocument { place, points, .. } = seat;
        sums.games += 1;
        match *place {
            None => sums.ended += 1,
            Some(place) => {
                sums.won += u32::from(place == 1);
                let place = usize::from(place).saturating_sub(1);
                if let Some(count) = sums.places.get_mut(place) {
                    *count += 1;
                }
            }
        }
        sums.thinking_ms += seat.thinking_ms.unwrap_or(0);
        sums.points.settlements += u32::from(points.settlements);
        sums.points.cities += u32::from(points.cities);
        sums.points.longest_road += u32::from(points.longest_road);
        sums.points.largest_army += u32::from(points.largest_army);
        sums.points.victory_points += u32::from(points.victory_points);
        if !seat.joined {
            add_opening(&mut sums.openings, seat);
        }
        let ResultLuck {
            received,
            expected,
            deviation,
        } = seat.luck;
        sums.luck.received += received;
        sums.luck.expected += expected;
        self.variance += u64::from(deviation).pow(2);
        add(&mut sums.cards, &seat.cards);
        let ResultTrades {
            offers,
            closed,
            partner,
            bank,
        } = seat.trades;
        sums.trades.offers += offers;
        sums.trades.closed += closed;
        sums.trades.partner += partner;
        sums.trades.bank += bank;
    }

    /// What all of them add up to.
    pub(crate) fn finish(self) -> MyStatistics {
        let mut sums = self.all;
        sums.luck.deviation = u32::try_from(self.variance.isqrt()).unwrap_or(u32::MAX);
        sums.quality.reverse();
        let kinds = self.kinds.into_iter();
        sums.kinds = kinds
            .map(|((edition, players), games)| GameKind {
                edition,
                players,
                games,
            })
            .collect();
        let order = |kind: &GameKind| (u32::MAX - kind.games, kind.players, kind.edition as u8);
        sums.kinds.sort_by_key(order);
        sums
    }
}

fn add_opening(sums: &mut OpeningSums, seat: &SeatDocument) {
    let pips: u32 = seat.opening.pips.iter().sum();
    let has = |generic: bool| {
        let mut kinds = seat.opening.harbors.iter();
        u32::from(kinds.any(|kind| (*kind == HarborKind::Generic) == generic))
    };
    sums.games += 1;
    add(&mut sums.pips, &seat.opening.pips);
    sums.generic_harbor += has(true);
    sums.special_harbor += has(false);
    if seat.place == Some(1) {
        sums.won += 1;
        sums.pips_of_won += pips;
    }
}

fn add<const COUNT: usize>(sums: &mut [u32; COUNT], counts: &[u32; COUNT]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// A player, as others know them: by the same name all the time.
type Known = (PersonId, String);

/// The groups with which a person has played, by the players of each game, the latest game first. Whoever has another name
/// is somebody else to the others.
pub(crate) fn groups(person: PersonId, players: &[FellowPlayer]) -> Vec<PlayerGroup> {
    let mut groups: HashMap<Vec<Known>, PlayerGroup> = HashMap::new();
    for game in players.chunk_by(|one, other| one.game == other.game) {
        let (own, mut others): (Vec<_>, Vec<_>) =
            game.iter().partition(|player| player.person == person);
        others.sort_by(|a, b| (&a.name, a.person).cmp(&(&b.name, b.person)));
        let key = others.iter().map(|one| (one.person, one.name.clone()));
        let key: Vec<Known> = key.collect();
        if key.is_empty() {
            continue;
        }
        let group = groups.entry(key).or_insert_with(|| PlayerGroup {
            others: others
                .iter()
                .map(|one| GroupMember {
                    name: one.name.clone(),
                    won: 0,
                })
                .collect(),
            won: 0,
            games: 0,
            last_ms: 0,
            tables: Vec::new(),
        });
        group.games += 1;
        group.won += u32::from(own.iter().any(|one| one.won));
        for (member, one) in group.others.iter_mut().zip(&others) {
            member.won += u32::from(one.won);
        }
        for one in own {
            group.last_ms = group.last_ms.max(one.ended_ms);
            if group.tables.len() < MOST_TABLES {
                group.tables.push(one.game.clone());
            }
        }
    }
    let mut groups: Vec<PlayerGroup> = groups.into_values().collect();
    groups.retain(|group| group.games >= LEAST_GAMES);
    groups.sort_by(|a, b| (b.last_ms, &b.tables).cmp(&(a.last_ms, &a.tables)));
    groups.truncate(MOST_GROUPS);
    groups
}
