//! Who can still win, so that a game that nobody can win is noticed (RUL-25).
//!
//! The points that a seat can come to have are bounded by what pieces, places, unseen cards and awards allow,
//! whatever they cost and whatever the others do. The bounds never rise.

use core::array;

use crate::roads::SHORTEST;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::state::Holdings;
use crate::{
    DevelopmentCard, DevelopmentCards, Game, IntersectionSet, MAX_SEATS, PathSet, Seat, SeatSet,
    State, Topology, longest_trail,
};

/// With so few paths to choose from, or so few roads to lay, the longest trail is searched for. Otherwise all
/// roads are assumed to form one trail.
const FEW_PATHS: usize = 6;
const FEW_ROADS: usize = 2;

impl State {
    /// The seats that can still reach the goal, judged by all cards, hidden ones included. Once there is none,
    /// there never is one again.
    ///
    /// With a time limit these are all seats: whoever has most points when it runs out wins (WIN-05).
    pub fn contenders(&self, game: &Game) -> SeatSet {
        self.who_can_win(game, |seat| {
            let own = self.development(seat).plus(self.deck);
            let has_army = self.knights_wanted(seat) <= own[DevelopmentCard::Knight];
            own[DevelopmentCard::VictoryPoint] + prize(has_army)
        })
    }

    /// The seats that can still reach the goal as far as everybody knows: each unseen card may be any of those
    /// that are left (RUL-25). The [contenders](Self::contenders) are among them.
    pub fn public_contenders(&self, game: &Game) -> SeatSet {
        let hands = self.holdings.iter().map(|holdings| holdings.development);
        let unseen = hands.fold(self.deck, DevelopmentCards::plus);
        self.who_can_win(game, |seat| {
            let cards = self.development(seat).total() + self.deck.total();
            let points = |cards: u8| cards.min(unseen[DevelopmentCard::VictoryPoint]);
            let wanted = self.knights_wanted(seat);
            if wanted <= cards.min(unseen[DevelopmentCard::Knight]) {
                points(cards).max(points(cards - wanted) + prize(true))
            } else {
                points(cards)
            }
        })
    }

    /// The seats whose bound reaches the goal. `by_cards` bounds the points that a seat's unplayed cards and
    /// the largest army can come to.
    fn who_can_win(&self, game: &Game, by_cards: impl Fn(Seat) -> u8) -> SeatSet {
        let rules = game.rules();
        if rules.time_limit.is_some() {
            return SeatSet::all(rules.players);
        }
        let reach = array::from_fn(|index| Reach::of(self, game, &self.holdings[index]));
        let most = |seat: Seat| {
            let own = seat.index();
            reach[own].building_points
                + prize(self.may_hold_longest_road(game, &reach, seat))
                + self.holdings[own].played[DevelopmentCard::VictoryPoint]
                + by_cards(seat)
        };
        Seat::all(rules.players)
            .filter(|seat| most(*seat) >= rules.points_to_win)
            .collect()
    }

    /// How many more knights a seat needs to have the largest army, if nobody else plays any.
    fn knights_wanted(&self, seat: Seat) -> u8 {
        if self.largest_army == Some(seat) {
            return 0;
        }
        let army = self.knights(seat) + u8::from(self.knight_waits && self.robbing == seat);
        self.knights_for_army().saturating_sub(army)
    }

    /// Whether a seat holds the longest road, or may come to have a longer one than all others (LRD-04).
    fn may_hold_longest_road(&self, game: &Game, reach: &[Reach; MAX_SEATS], seat: Seat) -> bool {
        let length = reach[seat.index()].road_length;
        let mut others = Seat::all(game.rules().players).filter(|other| *other != seat);
        self.longest_road == Some(seat)
            || length >= SHORTEST
                && others
                    .all(|other| self.road_length(other) < length || may_be_cut(game, reach, other))
    }
}

/// The points of the longest road, and of the largest army (WIN-01).
const fn prize(held: bool) -> u8 {
    if held { 2 } else { 0 }
}

/// Whether others may settle between two roads of a seat (LRD-03).
fn may_be_cut(game: &Game, reach: &[Reach; MAX_SEATS], seat: Seat) -> bool {
    let topology = game.board().topology();
    let roads = reach[seat.index()].roads;
    let others = Seat::all(game.rules().players).filter(|other| *other != seat);
    others
        .flat_map(|other| reach[other.index()].sites.iter())
        .any(|at| topology.paths_at(at).intersection(roads).len() > 1)
}

/// The longest trail of these roads and so many more on the given paths.
fn longest_with(
    topology: &Topology,
    roads: PathSet,
    mut paths: PathSet,
    more: usize,
    blocked: IntersectionSet,
) -> u8 {
    if more >= paths.len() {
        return longest_trail(topology, roads.union(paths), blocked);
    }
    let mut longest = longest_trail(topology, roads, blocked);
    if more > 0 {
        for path in paths.iter() {
            paths = paths.without(path);
            let roads = roads.with(path);
            longest = longest.max(longest_with(topology, roads, paths, more - 1, blocked));
        }
    }
    longest
}

/// What one seat can still build, if nobody else builds anything.
struct Reach {
    /// Where it can settle.
    sites: IntersectionSet,
    /// Where its roads lie or can lie.
    roads: PathSet,
    /// Its trails are no longer than this.
    road_length: u8,
    /// Its settlements and cities are worth no more than this.
    building_points: u8,
}

impl Reach {
    fn of(state: &State, game: &Game, holdings: &Holdings) -> Self {
        if state.turn == 0 {
            return Self::everything(game);
        }
        let topology = game.board().topology();
        let blocked = state.settled().minus(holdings.buildings);
        let built = state.built_paths();
        let roads_left = usize::from(holdings.roads_left);
        let mut laid = holdings.roads;
        let mut next = holdings.network;
        for _ in 0..roads_left {
            let new = next.minus(built).minus(laid);
            laid = laid.union(new);
            next = topology
                .ends_of(new)
                .minus(blocked)
                .iter()
                .fold(PathSet::EMPTY, |all, at| all.union(topology.paths_at(at)));
        }
        let paths = laid.minus(holdings.roads);
        let road_length = if paths.len() <= FEW_PATHS || roads_left <= FEW_ROADS {
            longest_with(topology, holdings.roads, paths, roads_left, blocked)
        } else {
            (holdings.roads.len() + roads_left.min(paths.len())) as u8
        };
        let sites = topology.ends_of(laid).intersection(state.free);
        // Each of the others takes a road of its own.
        let at_hand = topology.ends_of(holdings.roads).intersection(sites).len();
        let settled = at_hand + (sites.len() - at_hand).min(roads_left);
        let buildings = (holdings.buildings.len() + settled).min(SETTLEMENTS + CITIES);
        Self {
            sites,
            roads: laid,
            road_length,
            building_points: (buildings + buildings.min(CITIES)) as u8,
        }
    }

    /// During the set-up.
    fn everything(game: &Game) -> Self {
        let topology = game.board().topology();
        Self {
            sites: topology.every_intersection(),
            roads: topology.every_path(),
            road_length: ROADS as u8,
            building_points: (SETTLEMENTS + 2 * CITIES) as u8,
        }
    }
}
