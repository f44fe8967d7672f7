//! A game in progress: everything that changes, small enough to copy.

use core::hash::{Hash, Hasher};

use crate::cards::Pile;
use crate::points::Points;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::yields::Yields;
use crate::{
    Cards, DevelopmentCard, DevelopmentCards, Dice, DiceDeck, FirstPlayer, Game, HexId,
    Intersection, IntersectionSet, MAX_SEATS, OwnHand, Path, PathSet, Phase, Seat, SeatSet, ToAct,
    UnderDeck,
};

/// A kind of piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol/rules.ts"))]
pub enum Piece {
    /// On a path.
    Road,
    /// On an intersection; 1 point.
    Settlement,
    /// In place of a settlement; 2 points.
    City,
}

/// What belongs to one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holdings {
    pub(crate) roads: PathSet,
    /// Settlements and cities.
    pub(crate) buildings: IntersectionSet,
    /// The paths that the seat's roads and buildings lead to, built or not (BLD-05, BLD-06).
    pub(crate) network: PathSet,
    /// How many of each resource the bank wants for one card (TRD-06 to TRD-08).
    pub(crate) rates: Cards,
    pub(crate) roads_left: u8,
    pub(crate) settlements_left: u8,
    pub(crate) cities_left: u8,
    /// Hidden: resource cards.
    pub(crate) hand: Pile,
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
        roads: PathSet::EMPTY,
        buildings: IntersectionSet::EMPTY,
        network: PathSet::EMPTY,
        rates: Cards::new([4; 5]),
        roads_left: ROADS as u8,
        settlements_left: SETTLEMENTS as u8,
        cities_left: CITIES as u8,
        hand: Pile::new(Cards::EMPTY),
        development: DevelopmentCards::EMPTY,
        bought: DevelopmentCards::EMPTY,
        played: DevelopmentCards::EMPTY,
        road_length: 0,
    };

    pub(crate) fn knights(&self) -> u8 {
        self.played[DevelopmentCard::Knight]
    }
}

/// What a view does not say of another seat, which sees it as its own hand. One guess for each seat makes a
/// [`State`] of a [`View`](crate::View).
pub type Hidden = OwnHand;

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
// Each is a fact of its own, and a set of flags would only hide that.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) holdings: [Holdings; MAX_SEATS],
    /// Of all seats.
    pub(crate) cities: IntersectionSet,
    /// The intersections that nobody has settled and that keep the distance rule (BLD-09).
    pub(crate) free: IntersectionSet,
    pub(crate) yields: Yields,
    pub(crate) phase: Phase,
    pub(crate) bank: Pile,
    /// Hidden: what can be drawn.
    pub(crate) deck: DevelopmentCards,
    /// Progress cards put back, drawn in this order when the deck is empty (DEV-08).
    pub(crate) under_deck: UnderDeck,
    pub(crate) robber: HexId,
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// The seat that moves the robber and steals: the active one, unless a knight interrupted it (VAR-8).
    pub(crate) robbing: Seat,
    /// The seat that builds after a turn, in the special building phase (SBP-01).
    pub(crate) special: Option<Seat>,
    /// Turns begun; 0 until the set-up is over.
    pub(crate) turn: u16,
    /// Settlements placed in the set-up.
    pub(crate) placed: u8,
    /// The roll of this turn.
    pub(crate) dice: Option<Dice>,
    /// A development card was played in this turn (DEV-02).
    pub(crate) card_played: bool,
    /// Roads that the seat whose turn it is may still lay without cost (DEV-04). It can lay one.
    pub(crate) free_roads: u8,
    /// A knight waits for its robber to be resolved (DEV-03).
    pub(crate) knight_waits: bool,
    /// Something was built or bought in this turn (TRN-03, VAR-6).
    pub(crate) built: bool,
    /// Domestic offers made in this turn.
    pub(crate) offers: u8,
    pub(crate) longest_road: Option<Seat>,
    pub(crate) largest_army: Option<Seat>,
    /// The throws left, where a deck decides the rolls (OPT-04).
    pub(crate) dice_deck: DiceDeck,
    /// The time limit has run out (WIN-05).
    pub(crate) time_up: bool,
}

const _: () = assert!(size_of::<State>() <= 768, "a state must stay cheap to copy");

impl State {
    /// A game before its first step.
    pub fn new(game: &Game) -> Self {
        let rules = game.rules();
        let everyone = SeatSet::all(rules.players);
        let first = Seat::all(1).next().expect("there is a seat 0");
        let (first, phase) = match rules.first_player {
            FirstPlayer::Named { seat } => (seat, Phase::after_first_player(rules)),
            FirstPlayer::Roll => (
                first,
                Phase::FirstPlayer {
                    rolling: everyone,
                    best: 0,
                    tied: SeatSet::EMPTY,
                },
            ),
        };
        let mut state = Self {
            holdings: [Holdings::NONE; MAX_SEATS],
            cities: IntersectionSet::EMPTY,
            free: game.board().topology().every_intersection(),
            yields: Yields::NONE,
            phase,
            bank: Pile::new(rules.bank()),
            deck: rules.deck(),
            under_deck: UnderDeck::EMPTY,
            robber: game.board().robber(),
            first,
            active: first,
            robbing: first,
            special: None,
            turn: 0,
            placed: 0,
            dice: None,
            card_played: false,
            free_roads: 0,
            knight_waits: false,
            built: false,
            offers: 0,
            longest_road: None,
            largest_army: None,
            dice_deck: DiceDeck::FULL,
            time_up: false,
        };
        for (seat, pieces) in rules.beginners_pieces() {
            for (settlement, road) in pieces.placed(game.board()) {
                state.put_settlement(game, seat, settlement);
                state.put_road(game, seat, road);
                state.holdings[seat.index()].road_length = 1;
                state.placed += 1;
            }
        }
        state
    }

    /// What is awaited.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// What may take the next step: chance, seats, or nobody.
    #[inline]
    pub fn to_act(&self) -> ToAct {
        let seats = match &self.phase {
            Phase::FirstPlayer { .. } | Phase::Dice | Phase::Theft { .. } | Phase::Draw => {
                return ToAct::Chance;
            }
            Phase::Over { .. } => return ToAct::Nobody,
            phase @ Phase::Discard { .. } => phase.seats(),
            Phase::Trade { trade } => trade.asked().with(self.active),
            Phase::FirstCards { choosing } => *choosing,
            Phase::Interrupt { asked } => SeatSet::only(self.asked_next(*asked)),
            Phase::MoveRobber | Phase::Rob { .. } => SeatSet::only(self.robbing),
            Phase::SpecialBuilding => SeatSet::only(self.builder()),
            Phase::SetUpSettlement | Phase::SetUpRoad { .. } | Phase::Turn | Phase::FreeRoads => {
                SeatSet::only(self.active)
            }
        };
        ToAct::Seats { seats }
    }

    /// Whose step is awaited: of those who [may act](Self::to_act), the seats that have not done their
    /// part in an open trade.
    pub fn awaited(&self) -> SeatSet {
        awaited(&self.phase, self.to_act(), self.active)
    }

    /// Whether this seat may take the next step.
    #[inline]
    pub fn may_act(&self, seat: Seat) -> bool {
        // Asked at every step, and most steps are taken in a turn.
        if matches!(self.phase, Phase::Turn) {
            return seat == self.active;
        }
        matches!(self.to_act(), ToAct::Seats { seats } if seats.contains(seat))
    }

    /// The seat whose turn it is; in the set-up, the seat that places.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// The seat that moves the robber and steals: that whose turn it is, unless a knight interrupted it
    /// (VAR-8).
    pub const fn robbing(&self) -> Seat {
        self.robbing
    }

    /// The seat that builds after a turn, while the special building phase lasts (SBP-01).
    pub const fn special(&self) -> Option<Seat> {
        self.special
    }

    /// The seat that builds and buys: in the special building phase one of the others.
    pub const fn builder(&self) -> Seat {
        match self.special {
            Some(seat) => seat,
            None => self.active,
        }
    }

    /// The throws left, where a deck decides the rolls (OPT-04).
    pub const fn dice_deck(&self) -> DiceDeck {
        self.dice_deck
    }

    /// Whether the time limit has run out (WIN-05).
    pub const fn time_up(&self) -> bool {
        self.time_up
    }

    /// How many turns have begun; 0 until the set-up is over.
    pub const fn turn(&self) -> u16 {
        self.turn
    }

    /// The roll of this turn, once it is rolled.
    pub const fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// How many domestic offers were made in this turn.
    pub const fn offers(&self) -> u8 {
        self.offers
    }

    /// Where the robber stands.
    pub const fn robber(&self) -> HexId {
        self.robber
    }

    /// What the bank holds.
    pub const fn bank(&self) -> Cards {
        self.bank.cards()
    }

    /// The resource cards of a seat. Hidden from all others.
    pub const fn hand(&self, seat: Seat) -> Cards {
        self.holdings[seat.index()].hand.cards()
    }

    /// The unplayed development cards of a seat. Hidden from all others.
    pub const fn development(&self, seat: Seat) -> DevelopmentCards {
        self.holdings[seat.index()].development
    }

    /// What is hidden of a seat.
    pub const fn hidden(&self, seat: Seat) -> Hidden {
        let Holdings {
            hand,
            development,
            bought,
            ..
        } = self.holdings[seat.index()];
        Hidden {
            hand: hand.cards(),
            development,
            bought,
        }
    }

    /// What chance draws the next development card from: the deck, or the first of the cards under
    /// it (DEV-08).
    #[inline]
    pub fn drawable(&self) -> DevelopmentCards {
        if !self.deck.is_empty() {
            return self.deck;
        }
        self.under_deck
            .first()
            .map_or(DevelopmentCards::EMPTY, |card| {
                DevelopmentCards::EMPTY.with(card)
            })
    }

    /// The progress cards under the deck (DEV-08).
    pub const fn under_deck(&self) -> UnderDeck {
        self.under_deck
    }

    /// How many roads the seat whose turn it is may still lay without cost (DEV-04).
    pub const fn free_roads(&self) -> u8 {
        self.free_roads
    }

    /// How many development cards can still be drawn.
    pub fn deck_left(&self) -> u8 {
        self.deck.total() + self.under_deck.len()
    }

    /// A seat's roads.
    pub const fn roads(&self, seat: Seat) -> PathSet {
        self.holdings[seat.index()].roads
    }

    /// A seat's settlements.
    pub const fn settlements(&self, seat: Seat) -> IntersectionSet {
        self.buildings(seat).minus(self.cities)
    }

    /// A seat's cities.
    pub const fn cities(&self, seat: Seat) -> IntersectionSet {
        self.buildings(seat).intersection(self.cities)
    }

    /// A seat's settlements and cities.
    pub const fn buildings(&self, seat: Seat) -> IntersectionSet {
        self.holdings[seat.index()].buildings
    }

    /// The length of a seat's longest trail (LRD-02).
    pub const fn road_length(&self, seat: Seat) -> u8 {
        self.holdings[seat.index()].road_length
    }

    /// How many knights a seat has played (LAR-01).
    pub fn knights(&self, seat: Seat) -> u8 {
        self.holdings[seat.index()].knights()
    }

    /// The holder of the longest road.
    pub const fn longest_road(&self) -> Option<Seat> {
        self.longest_road
    }

    /// The holder of the largest army.
    pub const fn largest_army(&self) -> Option<Seat> {
        self.largest_army
    }

    /// A seat's points by source, hidden ones included (WIN-01, VAR-1).
    pub fn points(&self, game: &Game, seat: Seat) -> Points {
        let holdings = &self.holdings[seat.index()];
        let cards = if game.rules().variants.played_victory_points {
            holdings.played
        } else {
            holdings.development
        };
        let (settlements, cities) = holdings.building_points();
        Points {
            settlements,
            cities,
            longest_road: if self.longest_road == Some(seat) {
                2
            } else {
                0
            },
            largest_army: if self.largest_army == Some(seat) {
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
            victory_points: self.holdings[seat.index()].played[DevelopmentCard::VictoryPoint],
            ..self.points(game, seat)
        }
    }

    /// What stands on an intersection, and whose it is.
    pub fn building_at(&self, at: Intersection) -> Option<(Seat, Piece)> {
        Seat::all(MAX_SEATS as u8).find_map(|seat| {
            let piece = if self.cities.contains(at) {
                Piece::City
            } else {
                Piece::Settlement
            };
            self.buildings(seat).contains(at).then_some((seat, piece))
        })
    }

    /// Whose road lies on a path.
    pub fn road_at(&self, at: Path) -> Option<Seat> {
        Seat::all(MAX_SEATS as u8).find(|seat| self.roads(*seat).contains(at))
    }

    /// All intersections that anyone has settled.
    pub fn settled(&self) -> IntersectionSet {
        self.holdings
            .iter()
            .fold(IntersectionSet::EMPTY, |all, one| all.union(one.buildings))
    }

    /// All intersections that anyone but this seat has settled.
    pub fn settled_by_others(&self, seat: Seat) -> IntersectionSet {
        self.settled().minus(self.buildings(seat))
    }

    /// All paths with a road.
    pub fn built_paths(&self) -> PathSet {
        self.holdings
            .iter()
            .fold(PathSet::EMPTY, |all, one| all.union(one.roads))
    }
}

pub(crate) fn awaited(phase: &Phase, to_act: ToAct, active: Seat) -> SeatSet {
    match phase {
        Phase::Trade { trade } => trade.awaited(active),
        _ => to_act.seats(),
    }
}

/// Over what a game's history decides; what follows from that adds nothing.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // A new field of the state has to be placed here.
        let Self {
            holdings,
            cities: _,
            free: _,
            yields: _,
            phase,
            bank,
            deck,
            under_deck,
            robber,
            first,
            active,
            robbing,
            special,
            turn,
            placed,
            dice,
            card_played,
            free_roads,
            knight_waits,
            built,
            offers,
            longest_road,
            largest_army,
            dice_deck,
            time_up,
        } = self;
        holdings.len().hash(hasher);
        for (seat, holdings) in Seat::all(MAX_SEATS as u8).zip(holdings) {
            let Holdings {
                roads,
                buildings: _,
                network: _,
                rates: _,
                roads_left: _,
                settlements_left: _,
                cities_left: _,
                hand,
                development,
                bought,
                played,
                road_length,
            } = holdings;
            (roads, self.settlements(seat), self.cities(seat)).hash(hasher);
            (hand.cards(), development, bought, played, road_length).hash(hasher);
        }
        (phase, bank.cards(), deck, under_deck, robber).hash(hasher);
        (first, active, robbing, special, turn, placed, dice).hash(hasher);
        (card_played, free_roads, knight_waits, built, offers).hash(hasher);
        (longest_road, largest_army, dice_deck, time_up).hash(hasher);
    }
}
