//! Legal actions as a few sets, from which single actions are made when they are asked for.

use super::multisets::Multisets;
use crate::{Action, HexId, IntersectionSet, PathSet, Resource, SeatSet};

/// In its own turn a seat has the most: four kinds of cards and one more by a variant, three kinds
/// of pieces, buying, trading, and the end of the turn.
const MOST_KINDS: usize = 11;

/// The legal actions of a seat in a fixed order, counted and numbered without being listed.
///
/// Offers and counter-offers are without end and not among them.
#[derive(Clone, Copy, Debug)]
pub struct LegalActions {
    kinds: [Kind; MOST_KINDS],
    /// How many actions there are up to the end of each kind.
    ends: [u32; MOST_KINDS],
    /// How many kinds there are.
    used: u8,
    len: u32,
    roads: PathSet,
    settlements: IntersectionSet,
    cities: IntersectionSet,
    cards: Multisets,
    trades: Trades,
    /// By number, as bits.
    hexes: u32,
    seats: SeatSet,
}

/// What there can be among the legal actions: single actions, and kinds with a set of their own.
#[derive(Clone, Copy, Debug)]
enum Kind {
    One(Single),
    Roads,
    Settlements,
    FirstCards,
    Cities,
    YearsOfPlenty,
    Monopolies,
    MaritimeTrades,
    Discards,
    RobberTo,
    Thefts,
    Confirmations,
}

/// An action that there is once or not at all.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    Roll,
    PlayKnight,
    PlayRoadBuilding,
    PlayVictoryPoint,
    BuyDevelopmentCard,
    Accept,
    Decline,
    Withdraw,
    Pass,
    EndTurn,
}

impl Single {
    const fn action(self) -> Action {
        match self {
            Self::Roll => Action::Roll,
            Self::PlayKnight => Action::PlayKnight,
            Self::PlayRoadBuilding => Action::PlayRoadBuilding,
            Self::PlayVictoryPoint => Action::PlayVictoryPoint,
            Self::BuyDevelopmentCard => Action::BuyDevelopmentCard,
            Self::Accept => Action::Accept,
            Self::Decline => Action::Decline,
            Self::Withdraw => Action::Withdraw,
            Self::Pass => Action::Pass,
            Self::EndTurn => Action::EndTurn,
        }
    }
}

impl LegalActions {
    /// No action.
    pub const NONE: Self = Self {
        kinds: [Kind::One(Single::Roll); MOST_KINDS],
        ends: [0; MOST_KINDS],
        used: 0,
        len: 0,
        roads: PathSet::EMPTY,
        settlements: IntersectionSet::EMPTY,
        cities: IntersectionSet::EMPTY,
        cards: Multisets::NONE,
        trades: Trades { give: 0, take: 0 },
        hexes: 0,
        seats: SeatSet::EMPTY,
    };

    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.len = 0;
    }

    fn push(&mut self, kind: Kind, count: u32) {
        if count > 0 {
            let place = usize::from(self.used);
            self.len += count;
            self.kinds[place] = kind;
            self.ends[place] = self.len;
            self.used += 1;
        }
    }

    pub(super) fn one(&mut self, action: Single) {
        self.push(Kind::One(action), 1);
    }

    pub(super) fn roads(&mut self, at: PathSet) {
        self.roads = at;
        self.push(Kind::Roads, at.len() as u32);
    }

    pub(super) fn settlements(&mut self, at: IntersectionSet) {
        self.settlements = at;
        self.push(Kind::Settlements, at.len() as u32);
    }

    pub(super) fn first_cards(&mut self, at: IntersectionSet) {
        self.settlements = at;
        self.push(Kind::FirstCards, at.len() as u32);
    }

    pub(super) fn cities(&mut self, at: IntersectionSet) {
        self.cities = at;
        self.push(Kind::Cities, at.len() as u32);
    }

    pub(super) fn years_of_plenty(&mut self, cards: Multisets) {
        self.cards = cards;
        self.push(Kind::YearsOfPlenty, cards.len());
    }

    pub(super) fn monopolies(&mut self) {
        self.push(Kind::Monopolies, Resource::ALL.len() as u32);
    }

    pub(super) fn discards(&mut self, cards: Multisets) {
        self.cards = cards;
        self.push(Kind::Discards, cards.len());
    }

    pub(super) fn maritime_trades(&mut self, trades: Trades) {
        // Mostly a hand is too small.
        if trades.give != 0 {
            self.trades = trades;
            self.push(Kind::MaritimeTrades, trades.len());
        }
    }

    /// Hexes by number, as bits.
    pub(super) fn robber_to(&mut self, hexes: u32) {
        self.hexes = hexes;
        self.push(Kind::RobberTo, hexes.count_ones());
    }

    pub(super) fn thefts(&mut self, victims: SeatSet) {
        self.seats = victims;
        self.push(Kind::Thefts, victims.len() as u32);
    }

    pub(super) fn confirmations(&mut self, with: SeatSet) {
        self.seats = with;
        self.push(Kind::Confirmations, with.len() as u32);
    }

    /// How many actions there are.
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The action with this number, counted from 0.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<Action> {
        if n >= self.len {
            return None;
        }
        // The ends in use ascend to the length, so one of them is above.
        let place = self.ends.iter().position(|end| n < *end)?;
        match self.kinds[place] {
            // Mostly: the dice, or the end of a turn.
            Kind::One(single) => Some(single.action()),
            kind => {
                let before = if place == 0 { 0 } else { self.ends[place - 1] };
                self.nth_of(kind, n - before)
            }
        }
    }

    /// Calls `found` with each action.
    pub fn for_each(&self, mut found: impl FnMut(Action)) {
        let mut before = 0;
        for (kind, end) in self.kinds() {
            match kind {
                // By its number, each multiset would count those before it over and over.
                Kind::YearsOfPlenty => self
                    .cards
                    .for_each(|cards| found(Action::PlayYearOfPlenty { cards })),
                Kind::Discards => self
                    .cards
                    .for_each(|cards| found(Action::Discard { cards })),
                _ => (0..end - before)
                    .filter_map(|n| self.nth_of(kind, n))
                    .for_each(&mut found),
            }
            before = end;
        }
    }

    #[inline]
    fn kinds(&self) -> impl Iterator<Item = (Kind, u32)> {
        let kinds = self.kinds.iter().copied();
        kinds
            .zip(self.ends.iter().copied())
            .take(usize::from(self.used))
    }

    #[inline]
    fn nth_of(&self, kind: Kind, n: u32) -> Option<Action> {
        Some(match kind {
            Kind::One(single) => single.action(),
            Kind::Roads => Action::BuildRoad {
                at: self.roads.nth(n)?,
            },
            Kind::Settlements => Action::BuildSettlement {
                at: self.settlements.nth(n)?,
            },
            Kind::FirstCards => Action::TakeFirstCards {
                at: self.settlements.nth(n)?,
            },
            Kind::Cities => Action::BuildCity {
                at: self.cities.nth(n)?,
            },
            Kind::YearsOfPlenty => Action::PlayYearOfPlenty {
                cards: self.cards.nth(n),
            },
            Kind::Monopolies => Action::PlayMonopoly {
                resource: *Resource::ALL.get(n as usize)?,
            },
            Kind::MaritimeTrades => return self.trades.nth(n),
            Kind::Discards => Action::Discard {
                cards: self.cards.nth(n),
            },
            Kind::RobberTo => Action::MoveRobber {
                to: HexId(nth_bit(self.hexes, n)),
            },
            Kind::Thefts => Action::Rob {
                victim: self.seats.iter().nth(n as usize)?,
            },
            Kind::Confirmations => Action::Confirm {
                with: self.seats.iter().nth(n as usize)?,
            },
        })
    }
}

/// Trades with the bank: each resource of `give` for each other of `take`; by number, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trades {
    pub(super) give: u8,
    pub(super) take: u8,
}

impl Trades {
    const fn len(self) -> u32 {
        let Self { give, take } = self;
        give.count_ones() * take.count_ones() - (give & take).count_ones()
    }

    fn nth(self, mut n: u32) -> Option<Action> {
        for give in Resource::ALL {
            let own = 1 << give.index();
            if self.give & own == 0 {
                continue;
            }
            let others = self.take & !own;
            if n < others.count_ones() {
                let take = Resource::ALL[usize::from(nth_bit(others.into(), n))];
                return Some(Action::MaritimeTrade { give, take });
            }
            n -= others.count_ones();
        }
        None
    }
}

/// The number of the `n`th bit of `bits` that is set.
fn nth_bit(bits: u32, n: u32) -> u8 {
    let rest = (0..n).fold(bits, |rest, _| rest & rest.wrapping_sub(1));
    rest.trailing_zeros() as u8
}
