//! A game in progress: everything that changes, small enough to copy.

use brickwood_wire::wire;

use crate::cards::Pile;
use crate::derived::Derived;
use crate::points::Points;
use crate::{
    BySeat, Cards, Common, DevelopmentCard, DevelopmentCards, Dice, DiceDeck, Game, HexId,
    Intersection, IntersectionSet, OwnHand, PathSet, Phase, Seat, SeatSet, SetUp, ToAct, UnderDeck,
};

/// A kind of piece on the board.
#[wire(rules)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// On a path.
    Road,
    /// On an intersection; 1 point.
    Settlement,
    /// In place of a settlement; 2 points.
    City,
}

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pieces {
    pub(crate) roads: BySeat<PathSet>,
    /// Settlements and cities.
    pub(crate) buildings: BySeat<IntersectionSet>,
    /// Of all seats.
    pub(crate) cities: IntersectionSet,
}

impl Pieces {
    /// None.
    pub(crate) const NONE: Self = Self {
        roads: BySeat::all(PathSet::EMPTY),
        buildings: BySeat::all(IntersectionSet::EMPTY),
        cities: IntersectionSet::EMPTY,
    };
}

/// What belongs to one seat, besides its pieces and its hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Holdings {
    /// Hidden: development cards not yet played, those bought in this turn included.
    pub(crate) development: DevelopmentCards,
    /// Hidden: of these, those bought in this turn, special building included (DEV-01).
    pub(crate) bought: DevelopmentCards,
    /// Played development cards; the knights among them are the army.
    pub(crate) played: DevelopmentCards,
    /// The longest trail, kept up to date (LRD-02).
    pub(crate) road_length: u8,
}

impl Holdings {
    /// Before the first step.
    pub(crate) const NONE: Self = Self {
        development: DevelopmentCards::EMPTY,
        bought: DevelopmentCards::EMPTY,
        played: DevelopmentCards::EMPTY,
        road_length: 0,
    };

    pub(crate) fn knights(&self) -> u8 {
        self.played[DevelopmentCard::Knight]
    }
}

/// A guess at hidden cards that the view rules out, or a view that the game rules out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inconsistent;

impl core::fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("these hidden cards do not fit what the view shows")
    }
}

impl core::error::Error for Inconsistent {}

/// A game in progress. Everything that is fixed lies in its [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) common: Common,
    pub(crate) pieces: Pieces,
    /// Hidden: resource cards.
    pub(crate) hands: BySeat<Pile>,
    pub(crate) holdings: BySeat<Holdings>,
    pub(crate) bank: Pile,
    /// Hidden: what can be drawn.
    pub(crate) deck: DevelopmentCards,
    /// The seat that moves the robber and steals: the active one, unless a knight interrupted it (VAR-8).
    pub(crate) robbing: Seat,
    /// The throws left, where a deck decides the rolls (OPT-04).
    pub(crate) dice_deck: DiceDeck,
    pub(crate) derived: Derived,
}

const _: () = assert!(size_of::<State>() <= 768, "a state must stay cheap to copy");

impl State {
    /// A game before its first step.
    pub fn new(game: &Game) -> Self {
        let mut state = Self::without_pieces(game, Common::at_the_start(game));
        for (seat, pieces) in game.rules().beginners_pieces() {
            for (settlement, road) in pieces.placed(game.board()) {
                state.put_settlement(game, seat, settlement);
                state.put_road(game, seat, road);
                state.holdings[seat].road_length = 1;
            }
        }
        state
    }

    /// No pieces on the board, and all cards in the bank and the deck.
    pub(crate) fn without_pieces(game: &Game, common: Common) -> Self {
        Self {
            common,
            pieces: Pieces::NONE,
            hands: BySeat::all(Pile::new(Cards::EMPTY)),
            holdings: BySeat::all(Holdings::NONE),
            bank: Pile::new(game.rules().bank()),
            deck: game.rules().deck(),
            robbing: common.active,
            dice_deck: DiceDeck::FULL,
            derived: Derived::of_no_pieces(game),
        }
    }

    /// What everybody knows, besides pieces and cards.
    pub const fn common(&self) -> &Common {
        &self.common
    }

    /// Settlements placed in the set-up.
    pub(crate) fn placed(&self, game: &Game) -> u8 {
        let rules = game.rules();
        if self.common.turn > 0 || rules.set_up != SetUp::Placed {
            2 * rules.players
        } else {
            self.settled().minus(self.pieces.cities).len() as u8
        }
    }

    /// What is awaited.
    pub const fn phase(&self) -> &Phase {
        &self.common.phase
    }

    /// What may take the next step: chance, seats, or nobody.
    #[inline]
    pub fn to_act(&self) -> ToAct {
        let seats = match &self.common.phase {
            Phase::FirstPlayer { .. } | Phase::Dice | Phase::Theft { .. } | Phase::Draw => {
                return ToAct::Chance;
            }
            Phase::Over { .. } => return ToAct::Nobody,
            phase @ Phase::Discard { .. } => phase.seats(),
            Phase::Trade { trade } => trade.asked().with(self.common.active),
            Phase::FirstCards { choosing } => *choosing,
            Phase::Interrupt { asked } => SeatSet::only(self.asked_next(*asked)),
            Phase::MoveRobber | Phase::Rob { .. } => SeatSet::only(self.robbing),
            Phase::SpecialBuilding => SeatSet::only(self.builder()),
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } | Phase::Turn | Phase::FreeRoads => {
                SeatSet::only(self.common.active)
            }
        };
        ToAct::Seats { seats }
    }

    /// Whose step is awaited: of those who [may act](Self::to_act), the seats that have not done their
    /// part in an open trade.
    pub fn awaited(&self) -> SeatSet {
        awaited(&self.common.phase, self.to_act(), self.common.active)
    }

    /// Whether this seat may take the next step.
    #[inline]
    pub fn may_act(&self, seat: Seat) -> bool {
        // Asked at every step, and most steps are taken in a turn.
        if matches!(self.common.phase, Phase::Turn) {
            return seat == self.common.active;
        }
        matches!(self.to_act(), ToAct::Seats { seats } if seats.contains(seat))
    }

    /// The seat whose turn it is; in the set-up, the seat that places.
    pub const fn active(&self) -> Seat {
        self.common.active
    }

    /// The seat that moves the robber and steals: that whose turn it is, unless a knight interrupted it
    /// (VAR-8).
    pub const fn robbing(&self) -> Seat {
        self.robbing
    }

    /// The seat that builds after a turn, while the special building phase lasts (SBP-01).
    pub const fn special(&self) -> Option<Seat> {
        self.common.special
    }

    /// The seat that builds and buys: in the special building phase one of the others.
    pub const fn builder(&self) -> Seat {
        match self.common.special {
            Some(seat) => seat,
            None => self.common.active,
        }
    }

    /// The throws left, where a deck decides the rolls (OPT-04).
    pub const fn dice_deck(&self) -> DiceDeck {
        self.dice_deck
    }

    /// Whether the time limit has run out (WIN-05).
    pub const fn time_up(&self) -> bool {
        self.common.time_up
    }

    /// How many turns have begun; 0 until the set-up is over.
    pub const fn turn(&self) -> u16 {
        self.common.turn
    }

    /// The roll of this turn, once it is rolled.
    pub const fn dice(&self) -> Option<Dice> {
        self.common.dice
    }

    /// How many domestic offers were made in this turn.
    pub const fn offers(&self) -> u8 {
        self.common.offers
    }

    /// Where the robber stands.
    pub const fn robber(&self) -> HexId {
        self.common.robber
    }

    /// What the bank holds.
    pub const fn bank(&self) -> Cards {
        self.bank.cards()
    }

    /// The resource cards of a seat. Hidden from all others.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat].cards()
    }

    /// The unplayed development cards of a seat. Hidden from all others.
    #[inline]
    pub fn development(&self, seat: Seat) -> DevelopmentCards {
        self.holdings[seat].development
    }

    /// The development cards that a seat has played; the knights among them are its army (LAR-01).
    #[inline]
    pub fn played(&self, seat: Seat) -> DevelopmentCards {
        self.holdings[seat].played
    }

    /// How many of these pieces a seat has in its supply.
    #[inline]
    pub fn pieces_left(&self, seat: Seat, piece: Piece) -> u8 {
        let left = &self.derived.seats[seat];
        match piece {
            Piece::Road => left.roads_left,
            Piece::Settlement => left.settlements_left,
            Piece::City => left.cities_left,
        }
    }

    /// What is hidden of a seat: what a view does not say of another seat. One for each seat makes a state of a
    /// [`View`](crate::View).
    pub fn hidden(&self, seat: Seat) -> OwnHand {
        OwnHand {
            hand: self.hand(seat),
            development: self.holdings[seat].development,
            bought: self.holdings[seat].bought,
        }
    }

    /// What chance draws the next development card from: the deck, or the first of the cards under
    /// it (DEV-08).
    #[inline]
    pub fn drawable(&self) -> DevelopmentCards {
        if !self.deck.is_empty() {
            return self.deck;
        }
        self.common
            .under_deck
            .first()
            .map_or(DevelopmentCards::EMPTY, |card| {
                DevelopmentCards::EMPTY.with(card)
            })
    }

    /// The progress cards under the deck (DEV-08).
    pub const fn under_deck(&self) -> UnderDeck {
        self.common.under_deck
    }

    /// How many roads the seat whose turn it is may still lay without cost (DEV-04).
    pub const fn free_roads(&self) -> u8 {
        self.common.free_roads
    }

    /// How many development cards can still be drawn.
    pub fn deck_left(&self) -> u8 {
        self.deck.total() + self.common.under_deck.len()
    }

    /// A seat's roads.
    #[inline]
    pub fn roads(&self, seat: Seat) -> PathSet {
        self.pieces.roads[seat]
    }

    /// A seat's settlements.
    #[inline]
    pub fn settlements(&self, seat: Seat) -> IntersectionSet {
        self.buildings(seat).minus(self.pieces.cities)
    }

    /// A seat's cities.
    #[inline]
    pub fn cities(&self, seat: Seat) -> IntersectionSet {
        self.buildings(seat).intersection(self.pieces.cities)
    }

    /// A seat's settlements and cities.
    #[inline]
    pub fn buildings(&self, seat: Seat) -> IntersectionSet {
        self.pieces.buildings[seat]
    }

    /// How many of each resource the bank takes from a seat for one card (TRD-06 to TRD-08).
    #[inline]
    pub fn rates(&self, seat: Seat) -> Cards {
        self.derived.seats[seat].rates
    }

    /// How many cards a seat gets when the number of a hex is rolled, if the robber is not there (PRO-01).
    pub fn yield_of(&self, seat: Seat, hex: HexId) -> u8 {
        self.derived.yields.of(hex)[seat]
    }

    /// The length of a seat's longest trail (LRD-02).
    #[inline]
    pub fn road_length(&self, seat: Seat) -> u8 {
        self.holdings[seat].road_length
    }

    /// How many knights a seat has played (LAR-01).
    pub fn knights(&self, seat: Seat) -> u8 {
        self.holdings[seat].knights()
    }

    /// The holder of the longest road.
    pub const fn longest_road(&self) -> Option<Seat> {
        self.common.longest_road
    }

    /// The holder of the largest army.
    pub const fn largest_army(&self) -> Option<Seat> {
        self.common.largest_army
    }

    /// A seat's points by source, hidden ones included (WIN-01, VAR-1).
    pub fn points(&self, game: &Game, seat: Seat) -> Points {
        let holdings = &self.holdings[seat];
        let cards = if game.rules().variants.played_victory_points {
            holdings.played
        } else {
            holdings.development
        };
        let (settlements, cities) = self.derived.seats[seat].building_points();
        Points {
            settlements,
            cities,
            longest_road: if self.common.longest_road == Some(seat) {
                2
            } else {
                0
            },
            largest_army: if self.common.largest_army == Some(seat) {
                2
            } else {
                0
            },
            victory_points: cards[DevelopmentCard::VictoryPoint],
        }
    }

    /// A seat's points that everybody knows: all but hidden victory point cards (DEV-07).
    pub fn public_points(&self, game: &Game, seat: Seat) -> Points {
        Points {
            victory_points: self.holdings[seat].played[DevelopmentCard::VictoryPoint],
            ..self.points(game, seat)
        }
    }

    /// What stands on an intersection, and whose it is.
    pub fn building_at(&self, at: Intersection) -> Option<(Seat, Piece)> {
        Seat::EVERY.into_iter().find_map(|seat| {
            let piece = if self.pieces.cities.contains(at) {
                Piece::City
            } else {
                Piece::Settlement
            };
            self.buildings(seat).contains(at).then_some((seat, piece))
        })
    }

    /// All intersections that anyone has settled.
    pub fn settled(&self) -> IntersectionSet {
        self.pieces
            .buildings
            .into_iter()
            .fold(IntersectionSet::EMPTY, IntersectionSet::union)
    }

    /// All intersections that anyone but this seat has settled.
    pub fn settled_by_others(&self, seat: Seat) -> IntersectionSet {
        self.settled().minus(self.buildings(seat))
    }

    /// The intersections that nobody has settled and that keep the distance rule (BLD-09).
    pub const fn free_intersections(&self) -> IntersectionSet {
        self.derived.free
    }

    /// All paths with a road.
    pub fn built_paths(&self) -> PathSet {
        self.pieces
            .roads
            .into_iter()
            .fold(PathSet::EMPTY, PathSet::union)
    }
}

pub(crate) fn awaited(phase: &Phase, to_act: ToAct, active: Seat) -> SeatSet {
    match phase {
        Phase::Trade { trade } => trade.awaited(active),
        _ => to_act.seats(),
    }
}
