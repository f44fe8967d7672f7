//! Legal actions as a few sets, from which single actions are made when they are asked for.

use super::multisets::Multisets;
use crate::{Action, ActionKind, HexId, IntersectionSet, PathSet, Resource, SeatSet};

/// In its own turn a seat has the most: four kinds of cards and one more by a variant, three kinds
/// of pieces, buying, trading, and the end of the turn.
const MOST_KINDS: usize = 11;

/// The legal actions of a seat in a fixed order, counted and numbered without being listed.
///
/// Offers and counter-offers are without end and not among them.
#[derive(Clone, Copy, Debug)]
pub struct LegalActions {
    kinds: [ActionKind; MOST_KINDS],
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

impl LegalActions {
    /// No action.
    pub const NONE: Self = Self {
        kinds: [ActionKind::Roll; MOST_KINDS],
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

    /// Actions of a kind, so many.
    fn add(&mut self, kind: ActionKind, count: u32) {
        if count > 0 {
            let place = usize::from(self.used);
            self.len += count;
            self.kinds[place] = kind;
            self.ends[place] = self.len;
            self.used += 1;
        }
    }

    /// An action that there is once or not at all.
    pub(super) fn add_one(&mut self, kind: ActionKind) {
        self.add(kind, 1);
    }

    pub(super) fn add_roads(&mut self, at: PathSet) {
        self.roads = at;
        self.add(ActionKind::BuildRoad, at.len() as u32);
    }

    pub(super) fn add_settlements(&mut self, at: IntersectionSet) {
        self.settlements = at;
        self.add(ActionKind::BuildSettlement, at.len() as u32);
    }

    pub(super) fn add_first_cards(&mut self, at: IntersectionSet) {
        self.settlements = at;
        self.add(ActionKind::TakeFirstCards, at.len() as u32);
    }

    pub(super) fn add_cities(&mut self, at: IntersectionSet) {
        self.cities = at;
        self.add(ActionKind::BuildCity, at.len() as u32);
    }

    pub(super) fn add_years_of_plenty(&mut self, cards: Multisets) {
        self.cards = cards;
        self.add(ActionKind::PlayYearOfPlenty, cards.len());
    }

    pub(super) fn add_monopolies(&mut self) {
        self.add(ActionKind::PlayMonopoly, Resource::ALL.len() as u32);
    }

    pub(super) fn add_discards(&mut self, cards: Multisets) {
        self.cards = cards;
        self.add(ActionKind::Discard, cards.len());
    }

    pub(super) fn add_maritime_trades(&mut self, trades: Trades) {
        // Mostly a hand is too small.
        if trades.give != 0 {
            self.trades = trades;
            self.add(ActionKind::MaritimeTrade, trades.len());
        }
    }

    /// Hexes by number, as bits.
    pub(super) fn add_robber_hexes(&mut self, hexes: u32) {
        self.hexes = hexes;
        self.add(ActionKind::MoveRobber, hexes.count_ones());
    }

    pub(super) fn add_victims(&mut self, victims: SeatSet) {
        self.seats = victims;
        self.add(ActionKind::Rob, victims.len() as u32);
    }

    pub(super) fn add_partners(&mut self, with: SeatSet) {
        self.seats = with;
        self.add(ActionKind::Confirm, with.len() as u32);
    }

    /// The kinds of which there is an action, in order.
    pub fn kinds(&self) -> impl Iterator<Item = ActionKind> {
        self.parts().map(|(kind, _)| kind)
    }

    /// Whether there is an action of this kind.
    pub fn has(&self, kind: ActionKind) -> bool {
        self.kinds().any(|one| one == kind)
    }

    /// Where a road may be built.
    pub fn roads(&self) -> PathSet {
        self.set_of(ActionKind::BuildRoad, self.roads)
    }

    /// Where a settlement may be built.
    pub fn settlements(&self) -> IntersectionSet {
        self.set_of(ActionKind::BuildSettlement, self.settlements)
    }

    /// Which settlements may give the first cards.
    pub fn first_cards(&self) -> IntersectionSet {
        self.set_of(ActionKind::TakeFirstCards, self.settlements)
    }

    /// Where a city may be built.
    pub fn cities(&self) -> IntersectionSet {
        self.set_of(ActionKind::BuildCity, self.cities)
    }

    /// What the bank trades: what is given, for one card of what is taken.
    pub fn maritime_trades(&self) -> impl Iterator<Item = (Resource, Resource)> {
        let Trades { give, take } = self.trades;
        let given = self.set_of(ActionKind::MaritimeTrade, give);
        let among = |bits: u8| move |of: &Resource| bits >> of.index() & 1 == 1;
        let all = Resource::ALL.into_iter();
        all.filter(among(given)).flat_map(move |give| {
            let others = Resource::ALL.into_iter().filter(among(take));
            others
                .filter(move |take| *take != give)
                .map(move |take| (give, take))
        })
    }

    /// Where the robber may go.
    pub fn robber_hexes(&self) -> impl Iterator<Item = HexId> {
        let hexes = self.set_of(ActionKind::MoveRobber, self.hexes);
        (0..hexes.count_ones()).map(move |n| HexId(nth_bit(hexes, n)))
    }

    /// Who may be robbed.
    pub fn victims(&self) -> SeatSet {
        self.set_of(ActionKind::Rob, self.seats)
    }

    /// With whom the open offer may be closed.
    pub fn partners(&self) -> SeatSet {
        self.set_of(ActionKind::Confirm, self.seats)
    }

    /// The set of a kind. Where there is no action of the kind, the set is that of an earlier state.
    fn set_of<T: Default>(&self, kind: ActionKind, set: T) -> T {
        if self.has(kind) { set } else { T::default() }
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
        // Mostly: the dice, or the end of a turn.
        only_action(self.kinds[place]).or_else(|| {
            let before = if place == 0 { 0 } else { self.ends[place - 1] };
            self.nth_of(self.kinds[place], n - before)
        })
    }

    /// Calls `found` with each action.
    pub fn for_each(&self, mut found: impl FnMut(Action)) {
        let mut before = 0;
        for (kind, end) in self.parts() {
            match kind {
                // By its number, each multiset would count those before it over and over.
                ActionKind::PlayYearOfPlenty => self
                    .cards
                    .for_each(|cards| found(Action::PlayYearOfPlenty { cards })),
                ActionKind::Discard => self
                    .cards
                    .for_each(|cards| found(Action::Discard { cards })),
                _ => (0..end - before)
                    .filter_map(|n| self.nth_of(kind, n))
                    .for_each(&mut found),
            }
            before = end;
        }
    }

    /// The kinds, and how many actions there are up to the end of each.
    #[inline]
    fn parts(&self) -> impl Iterator<Item = (ActionKind, u32)> {
        let kinds = self.kinds.iter().copied();
        kinds
            .zip(self.ends.iter().copied())
            .take(usize::from(self.used))
    }

    #[inline]
    fn nth_of(&self, kind: ActionKind, n: u32) -> Option<Action> {
        Some(match kind {
            ActionKind::BuildRoad => Action::BuildRoad {
                at: self.roads.nth(n)?,
            },
            ActionKind::BuildSettlement => Action::BuildSettlement {
                at: self.settlements.nth(n)?,
            },
            ActionKind::TakeFirstCards => Action::TakeFirstCards {
                at: self.settlements.nth(n)?,
            },
            ActionKind::BuildCity => Action::BuildCity {
                at: self.cities.nth(n)?,
            },
            ActionKind::PlayYearOfPlenty => Action::PlayYearOfPlenty {
                cards: self.cards.nth(n),
            },
            ActionKind::PlayMonopoly => Action::PlayMonopoly {
                resource: *Resource::ALL.get(n as usize)?,
            },
            ActionKind::MaritimeTrade => return self.trades.nth(n),
            ActionKind::Discard => Action::Discard {
                cards: self.cards.nth(n),
            },
            ActionKind::MoveRobber => Action::MoveRobber {
                to: HexId(nth_bit(self.hexes, n)),
            },
            ActionKind::Rob => Action::Rob {
                victim: self.seats.iter().nth(n as usize)?,
            },
            ActionKind::Confirm => Action::Confirm {
                with: self.seats.iter().nth(n as usize)?,
            },
            kind => return only_action(kind),
        })
    }
}

/// The action of a kind of which there is only one.
#[inline]
const fn only_action(kind: ActionKind) -> Option<Action> {
    Some(match kind {
        ActionKind::Roll => Action::Roll,
        ActionKind::PlayKnight => Action::PlayKnight,
        ActionKind::PlayRoadBuilding => Action::PlayRoadBuilding,
        ActionKind::PlayVictoryPoint => Action::PlayVictoryPoint,
        ActionKind::BuyDevelopmentCard => Action::BuyDevelopmentCard,
        ActionKind::Accept => Action::Accept,
        ActionKind::Decline => Action::Decline,
        ActionKind::Withdraw => Action::Withdraw,
        ActionKind::Pass => Action::Pass,
        ActionKind::EndTurn => Action::EndTurn,
        _ => return None,
    })
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
