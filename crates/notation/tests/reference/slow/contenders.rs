//! RUL-25: who can still win, as far as everybody knows.

use std::collections::BTreeSet;

use brickwood_rules::DevelopmentCard::{Knight, VictoryPoint};

use super::model::{Awaiting, Reference};
use super::road::longest_trail_with;

/// What a seat can still have on the board, if nobody else builds anything.
struct Prospect {
    roads: BTreeSet<usize>,
    sites: BTreeSet<usize>,
    points: usize,
}

impl Reference {
    /// RUL-25, as a turn begins.
    pub(crate) fn rul_25_end_if_nobody_can_win(&mut self) {
        let prospects: Vec<_> = self.seats().map(|seat| self.prospect(seat)).collect();
        let goal = usize::from(self.rules().points_to_win);
        let nobody = self.seats().all(|seat| {
            let without_road = self.bound(&prospects, seat);
            let road_decides = without_road < goal && without_road + 2 >= goal;
            without_road < goal && !(road_decides && self.may_have_longest_road(&prospects, seat))
        });
        if self.rules().time_limit.is_none() && nobody {
            self.awaiting = Awaiting::Over(BTreeSet::new());
        }
    }

    /// The most points that it can come to have without the longest road.
    fn bound(&self, prospects: &[Prospect], seat: usize) -> usize {
        let mut unseen = self.deck.clone();
        for player in &self.players {
            unseen.add_all(&player.cards);
        }
        let cards = self.players[seat].cards.total() + self.deck.total();
        let points = |cards: u8| cards.min(unseen.count(VictoryPoint));
        let knights = |seat: usize| self.players[seat].played.count(Knight);
        let wanted = match self.largest_army {
            Some(holder) if holder == seat => 0,
            Some(holder) => (knights(holder) + 1).saturating_sub(knights(seat)),
            None => 3_u8.saturating_sub(knights(seat)),
        };
        let mut by_cards = points(cards);
        if wanted <= cards.min(unseen.count(Knight)) {
            by_cards = by_cards.max(points(cards - wanted) + 2);
        }
        let shown = self.players[seat].played.count(VictoryPoint);
        prospects[seat].points + usize::from(shown) + usize::from(by_cards)
    }

    fn may_have_longest_road(&self, prospects: &[Prospect], seat: usize) -> bool {
        let length = self.longest_road_of(&prospects[seat], seat);
        let others = |own: usize| self.seats().filter(move |other| *other != own);
        let cut = |other: usize| {
            let touching = |at: usize| {
                let ways = &self.land().ways[at];
                let own = |path: &usize| prospects[other].roads.contains(path);
                ways.iter().filter(|(path, _)| own(path)).count()
            };
            others(other).any(|third| prospects[third].sites.iter().any(|at| touching(*at) > 1))
        };
        self.longest_road == Some(seat)
            || length >= 5
                && others(seat).all(|other| self.road_lengths[other] < length || cut(other))
    }

    /// Its trails are no longer than this.
    fn longest_road_of(&self, prospect: &Prospect, seat: usize) -> usize {
        let roads = &self.players[seat].roads;
        let new: Vec<usize> = prospect.roads.difference(roads).copied().collect();
        let left = 15 - roads.len();
        if left > 9 {
            return roads.len() + left.min(new.len());
        }
        let own = self.buildings(seat);
        let settled = self.seats().flat_map(|one| self.buildings(one));
        let blocked = settled.filter(|at| !own.contains(at)).collect();
        longest_trail_with(self.land(), roads, &new, left, &blocked)
    }

    fn prospect(&self, seat: usize) -> Prospect {
        let land = self.land();
        let player = &self.players[seat];
        let settled: BTreeSet<usize> = self.seats().flat_map(|one| self.buildings(one)).collect();
        let own = self.buildings(seat);
        let blocked: BTreeSet<usize> = settled.difference(&own).copied().collect();
        let taken: BTreeSet<usize> = self
            .players
            .iter()
            .flat_map(|one| &one.roads)
            .copied()
            .collect();
        let left = 15 - player.roads.len();
        let ends = |roads: &BTreeSet<usize>| -> BTreeSet<usize> {
            roads.iter().flat_map(|path| land.ends[*path]).collect()
        };
        let mut roads = player.roads.clone();
        for _ in 0..left {
            let mut from = ends(&roads);
            from.retain(|at| !blocked.contains(at));
            from.extend(&own);
            let next: Vec<usize> = from
                .iter()
                .flat_map(|at| &land.ways[*at])
                .map(|way| way.0)
                .collect();
            roads.extend(next.into_iter().filter(|path| !taken.contains(path)));
        }
        let is_free = |at: &usize| {
            !settled.contains(at) && land.ways[*at].iter().all(|way| !settled.contains(&way.1))
        };
        let sites: BTreeSet<usize> = ends(&roads).into_iter().filter(is_free).collect();
        let at_hand = ends(&player.roads).into_iter().filter(is_free).count();
        let more = at_hand + (sites.len() - at_hand).min(left);
        let buildings = (own.len() + more).min(9);
        Prospect {
            roads,
            sites,
            points: buildings + buildings.min(4),
        }
    }
}
