//! The longest road.

use std::collections::BTreeSet;

use brickwood_rules::LongestRoadTie;

use super::geometry::Land;
use super::model::Reference;

/// LRD-02, LRD-03: the longest of all trails along these roads, where others' buildings stand on
/// `blocked`. Tries every trail.
pub(crate) fn longest_trail(
    land: &Land,
    roads: &BTreeSet<usize>,
    blocked: &BTreeSet<usize>,
) -> usize {
    longest_trail_with(land, roads, &[], 0, blocked)
}

/// Likewise, with at most so many of the `new` paths.
pub(crate) fn longest_trail_with(
    land: &Land,
    roads: &BTreeSet<usize>,
    new: &[usize],
    most: usize,
    blocked: &BTreeSet<usize>,
) -> usize {
    let all: BTreeSet<usize> = roads.iter().chain(new).copied().collect();
    let starts: BTreeSet<usize> = all.iter().flat_map(|path| land.ends[*path]).collect();
    let trails = Trails {
        land,
        roads,
        all,
        blocked,
    };
    starts
        .into_iter()
        .map(|at| trails.longest_from(at, &mut Vec::new(), most))
        .max()
        .unwrap_or(0)
}

struct Trails<'a> {
    land: &'a Land,
    roads: &'a BTreeSet<usize>,
    all: BTreeSet<usize>,
    blocked: &'a BTreeSet<usize>,
}

impl Trails<'_> {
    /// The longest trail that begins with the roads `used`, has come to `at`, and may use so many new paths.
    fn longest_from(&self, at: usize, used: &mut Vec<usize>, most: usize) -> usize {
        let mut longest = used.len();
        if !used.is_empty() && self.blocked.contains(&at) {
            return longest;
        }
        for (path, next) in &self.land.ways[at] {
            let is_new = !self.roads.contains(path);
            if !self.all.contains(path) || used.contains(path) || is_new && most == 0 {
                continue;
            }
            used.push(*path);
            let left = most - usize::from(is_new);
            longest = longest.max(self.longest_from(*next, used, left));
            used.pop();
        }
        longest
    }
}

impl Reference {
    /// LRD-02 for everybody.
    pub(crate) fn find_road_lengths(&mut self) {
        for seat in self.seats() {
            let blocked = self
                .seats()
                .filter(|other| *other != seat)
                .flat_map(|other| self.buildings(other))
                .collect();
            let roads = &self.players[seat].roads;
            self.road_lengths[seat] = longest_trail(self.land(), roads, &blocked);
        }
    }

    /// RUL-08: after every road, settlement and city.
    pub(crate) fn rul_08_find_longest_road(&mut self) {
        let before = self.road_lengths.clone();
        self.find_road_lengths();
        let longest = *self.road_lengths.iter().max().expect("somebody plays");
        let leaders: Vec<usize> = self
            .seats()
            .filter(|seat| self.road_lengths[*seat] == longest)
            .collect();
        if let Some(holder) = self.longest_road {
            let broken = self.road_lengths[holder] < before[holder];
            if !broken {
                // LRD-04: it passes only to a strictly longer road.
                if longest > self.road_lengths[holder] {
                    self.longest_road = Some(leaders[0]);
                }
                return;
            }
        }
        self.longest_road = match leaders[..] {
            // LRD-01, LRD-05.
            _ if longest < 5 => None,
            [alone] => Some(alone),
            // LRD-05: a tie.
            _ => match self.rules().longest_road_tie {
                LongestRoadTie::HolderKeeps => {
                    self.longest_road.filter(|holder| leaders.contains(holder))
                }
                LongestRoadTie::Nobody => None,
            },
        };
    }
}
