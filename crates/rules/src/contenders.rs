//! Who can still win, so that a game that nobody can win ends (RUL-25).
//!
//! The points that a seat can come to have are bounded by what pieces, places, unseen cards and awards allow,
//! whatever they cost and whatever the others do. Hidden cards play no part, so that a game that goes on tells
//! nothing about them. The bounds never rise, but for one case: a progress card from under the deck (DEV-08)
//! counts as unseen once it is drawn.

use crate::roads::SHORTEST_LONGEST_ROAD;
use crate::rules::{CITIES, ROADS, SETTLEMENTS};
use crate::state::Holdings;
use crate::{
    BySeat, DevelopmentCard, DevelopmentCards, Game, Intersection, IntersectionSet, PathSet, Phase,
    Rules, Seat, SeatSet, State, Topology, longest_trail,
};

/// With so few roads to lay, the longest trail is searched for where it decides. Otherwise all roads are assumed to form one
/// trail.
const FEW_ROADS: usize = 9;

/// Whether somebody is known to be able to win. As it only remembers what follows from the rest of a state, it
/// does not count where states are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winnable(pub(crate) bool);

impl PartialEq for Winnable {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Winnable {}

impl State {
    /// The seats that can still reach the goal as far as everybody knows: each unseen card may be any of those
    /// that are left (RUL-25). Where there is none as a turn begins, the game ends.
    ///
    /// With a time limit these are all seats: whoever has most points when it runs out wins (WIN-05).
    pub fn contenders(&self, game: &Game) -> SeatSet {
        let rules = game.rules();
        if rules.time_limit.is_some() {
            return SeatSet::all(rules.players);
        }
        let hands = self.holdings.iter().map(|holdings| holdings.development);
        let unseen = hands.fold(self.deck, DevelopmentCards::plus);
        let reach = BySeat::of(|seat| Reach::of(self, game, seat));
        let may_win = |seat: &Seat| {
            let seat = *seat;
            let without_road = reach[seat].building_points
                + self.holdings[seat].played[DevelopmentCard::VictoryPoint]
                + self.points_by_cards(unseen, seat);
            without_road >= rules.points_to_win
                || without_road + prize(true) >= rules.points_to_win
                    && self.may_hold_longest_road(game, &reach, seat)
        };
        Seat::all(rules.players).filter(may_win).collect()
    }

    /// RUL-25, as a turn begins. In most turns nothing was built, bought or played that could have changed it.
    #[inline]
    pub(crate) fn end_if_nobody_can_win(&mut self, game: &Game) {
        if !self.derived.winnable.0 {
            self.derived.winnable.0 = self.somebody_can_win(game);
            if !self.derived.winnable.0 {
                self.common.phase = Phase::Over {
                    winners: SeatSet::EMPTY,
                };
            }
        }
    }

    /// Whether there are [contenders](Self::contenders). What takes longer comes last, and is rarely asked.
    #[cold]
    fn somebody_can_win(&self, game: &Game) -> bool {
        let Rules {
            players,
            points_to_win,
            time_limit,
            ..
        } = *game.rules();
        let army = self.knights_for_army();
        let with_sites = |seat| {
            let sites = self.settlement_spots(game, seat).len() as u8;
            let pieces_left = (SETTLEMENTS + CITIES) as u8 - self.buildings_of(seat);
            self.points_at_hand(seat, army) + sites.min(pieces_left)
        };
        time_limit.is_some()
            || self.points_at_hand(self.common.active, army) >= points_to_win
            || Seat::all(players).any(|seat| self.points_at_hand(seat, army) >= points_to_win)
            || Seat::all(players).any(|seat| with_sites(seat) >= points_to_win)
            || !self.contenders(game).is_empty()
    }

    /// Points that are surely within a seat's bound: with the buildings that it has, and the cards as they lie.
    /// So many knights take the largest army.
    #[inline]
    fn points_at_hand(&self, seat: Seat, army: u8) -> u8 {
        let Holdings {
            development,
            played,
            ..
        } = &self.holdings[seat];
        let buildings = self.buildings_of(seat);
        let cards = |card| played[card] + development[card] + self.deck[card];
        let has_army =
            self.common.largest_army == Some(seat) || cards(DevelopmentCard::Knight) >= army;
        buildings
            + buildings.min(CITIES as u8)
            + prize(self.common.longest_road == Some(seat))
            + prize(has_army)
            + cards(DevelopmentCard::VictoryPoint)
    }

    /// How many settlements and cities a seat has.
    #[inline]
    fn buildings_of(&self, seat: Seat) -> u8 {
        let left = &self.derived.seats[seat];
        (SETTLEMENTS + CITIES) as u8 - left.settlements_left - left.cities_left
    }

    /// What a seat's unplayed cards and the largest army can come to, where each card may be any unseen one.
    fn points_by_cards(&self, unseen: DevelopmentCards, seat: Seat) -> u8 {
        let cards = self.development(seat).total() + self.deck.total();
        let points = |cards: u8| cards.min(unseen[DevelopmentCard::VictoryPoint]);
        let wanted = self.knights_wanted(seat);
        if wanted <= cards.min(unseen[DevelopmentCard::Knight]) {
            points(cards).max(points(cards - wanted) + prize(true))
        } else {
            points(cards)
        }
    }

    /// How many more knights a seat needs to have the largest army, if nobody else plays any.
    fn knights_wanted(&self, seat: Seat) -> u8 {
        if self.common.largest_army == Some(seat) {
            return 0;
        }
        let army = self.knights(seat) + u8::from(self.common.knight_waits && self.robbing == seat);
        self.knights_for_army().saturating_sub(army)
    }

    /// Whether a seat holds the longest road, or may come to have a longer one than all others (LRD-04).
    fn may_hold_longest_road(&self, game: &Game, reach: &BySeat<Reach>, seat: Seat) -> bool {
        let length = reach[seat].longest_road(self, game, seat);
        let mut others = Seat::all(game.rules().players).filter(|other| *other != seat);
        self.common.longest_road == Some(seat)
            || length >= SHORTEST_LONGEST_ROAD
                && others
                    .all(|other| self.road_length(other) < length || may_be_cut(game, reach, other))
    }
}

/// The points of the longest road, and of the largest army (WIN-01).
const fn prize(held: bool) -> u8 {
    if held { 2 } else { 0 }
}

/// Whether others may settle between two roads of a seat (LRD-03).
fn may_be_cut(game: &Game, reach: &BySeat<Reach>, seat: Seat) -> bool {
    let topology = game.board().topology();
    let roads = reach[seat].roads;
    let others = Seat::all(game.rules().players).filter(|other| *other != seat);
    others
        .flat_map(|other| reach[other].sites.iter())
        .any(|at| topology.paths_at(at).intersection(roads).len() > 1)
}

/// The longest trail along these roads and at most so many of the given paths.
fn longest_with(
    topology: &Topology,
    roads: PathSet,
    paths: PathSet,
    more: usize,
    blocked: IntersectionSet,
) -> u8 {
    let mut trails = Trails {
        topology,
        blocked,
        longest: longest_trail(topology, roads, blocked),
    };
    for start in topology.ends_of(roads.union(paths)).iter() {
        trails.follow(start, 0, roads, paths, more);
    }
    trails.longest
}

/// A search for the longest trail.
struct Trails<'a> {
    topology: &'a Topology,
    blocked: IntersectionSet,
    longest: u8,
}

impl Trails<'_> {
    /// Goes on from here along what is left of the roads, and at most so many of the paths.
    fn follow(
        &mut self,
        from: Intersection,
        length: u8,
        roads: PathSet,
        paths: PathSet,
        more: usize,
    ) {
        self.longest = self.longest.max(length);
        if usize::from(length) + roads.len() + more.min(paths.len()) <= self.longest.into() {
            return;
        }
        if length > 0 && self.blocked.contains(from) {
            return;
        }
        let here = self.topology.paths_at(from);
        for path in here.intersection(roads).iter() {
            let to = self.topology.other_end(path, from);
            self.follow(to, length + 1, roads.without(path), paths, more);
        }
        if more > 0 {
            for path in here.intersection(paths).iter() {
                let to = self.topology.other_end(path, from);
                self.follow(to, length + 1, roads, paths.without(path), more - 1);
            }
        }
    }
}

/// What one seat can still build, if nobody else builds anything.
struct Reach {
    /// Where it can settle.
    sites: IntersectionSet,
    /// Where its roads lie or can lie.
    roads: PathSet,
    /// Its settlements and cities are worth no more than this.
    building_points: u8,
}

impl Reach {
    fn of(state: &State, game: &Game, seat: Seat) -> Self {
        if state.common.turn == 0 {
            return Self::everything(game);
        }
        let topology = game.board().topology();
        let blocked = state.settled().minus(state.buildings(seat));
        let built = state.built_paths();
        let roads_left = usize::from(state.derived.seats[seat].roads_left);
        let roads = state.roads(seat);
        let mut laid = roads;
        let mut next = state.derived.networks[seat];
        for _ in 0..roads_left {
            let new = next.minus(built).minus(laid);
            laid = laid.union(new);
            next = topology
                .ends_of(new)
                .minus(blocked)
                .iter()
                .fold(PathSet::EMPTY, |all, at| all.union(topology.paths_at(at)));
        }
        let sites = topology.ends_of(laid).intersection(state.derived.free);
        // Each of the others takes a road of its own.
        let at_hand = topology.ends_of(roads).intersection(sites).len();
        let settled = at_hand + (sites.len() - at_hand).min(roads_left);
        let buildings = (state.buildings(seat).len() + settled).min(SETTLEMENTS + CITIES);
        Self {
            sites,
            roads: laid,
            building_points: (buildings + buildings.min(CITIES)) as u8,
        }
    }

    /// The seat's trails are no longer than this.
    fn longest_road(&self, state: &State, game: &Game, seat: Seat) -> u8 {
        if state.common.turn == 0 {
            return ROADS as u8;
        }
        let roads = state.roads(seat);
        let roads_left = usize::from(state.derived.seats[seat].roads_left);
        let paths = self.roads.minus(roads);
        if roads_left > FEW_ROADS {
            return (roads.len() + roads_left.min(paths.len())) as u8;
        }
        let blocked = state.settled().minus(state.buildings(seat));
        longest_with(game.board().topology(), roads, paths, roads_left, blocked)
    }

    /// During the set-up.
    fn everything(game: &Game) -> Self {
        let topology = game.board().topology();
        Self {
            sites: topology.every_intersection(),
            roads: topology.every_path(),
            building_points: (SETTLEMENTS + 2 * CITIES) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, Path};

    /// By laying each choice of paths.
    fn tried(topology: &Topology, roads: PathSet, paths: &[Path], more: usize) -> u8 {
        let blocked = IntersectionSet::EMPTY;
        let laid = paths.iter().enumerate().map(|(index, path)| {
            let rest = &paths[index + 1..];
            tried(topology, roads.with(*path), rest, more.saturating_sub(1))
        });
        let now = longest_trail(topology, roads, blocked);
        if more == 0 {
            now
        } else {
            laid.fold(now, u8::max)
        }
    }

    #[test]
    fn the_longest_trail_with_so_many_more_roads_is_that_of_the_best_choice() {
        let topology = Layout::Standard.topology();
        let every: Vec<Path> = topology.every_path().iter().collect();
        for start in 0..every.len() {
            let place = |step: usize| every[(start + step) % every.len()];
            let roads: PathSet = [0, 1, 3, 8, 9, 13].into_iter().map(place).collect();
            let free: Vec<Path> = [2, 4, 5, 7, 10, 11, 12, 14]
                .into_iter()
                .map(place)
                .collect();
            let paths = free.iter().copied().collect();
            for more in 0..4 {
                assert_eq!(
                    longest_with(topology, roads, paths, more, IntersectionSet::EMPTY),
                    tried(topology, roads, &free, more),
                    "{start} {more}"
                );
            }
        }
    }
}
