//! What a game is made of.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use brickwood_rules::{DevelopmentCard, HarborKind, Hex, Resource, Rules, Terms};

use super::geometry::Land;
use super::pile::Pile;

/// What never changes in a game.
pub(crate) struct Island {
    pub(crate) rules: Rules,
    pub(crate) land: Land,
    /// By hex.
    pub(crate) hexes: Vec<Hex>,
    /// Each harbor with the two intersections that it serves (BRD-05).
    pub(crate) harbors: Vec<(HarborKind, [usize; 2])>,
}

/// What lies in front of a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Player {
    pub(crate) roads: BTreeSet<usize>,
    pub(crate) settlements: BTreeSet<usize>,
    pub(crate) cities: BTreeSet<usize>,
    pub(crate) hand: Pile<Resource>,
    /// Development cards not yet played.
    pub(crate) cards: Pile<DevelopmentCard>,
    /// Those of them that were bought too lately to be played (DEV-01).
    pub(crate) bought: Pile<DevelopmentCard>,
    pub(crate) played: Pile<DevelopmentCard>,
}

/// An answer to an offer (TRD-03).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    None,
    Yes,
    No,
    Other(Terms),
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Awaiting {
    /// SET-01.
    RollForFirst {
        rolling: Vec<usize>,
        best: u8,
        tied: Vec<usize>,
    },
    /// SET-02, SET-03.
    FirstSettlement,
    /// SET-02, SET-03: the road at the settlement just placed.
    FirstRoad(usize),
    /// SET-07.
    FirstCards(BTreeSet<usize>),
    Turn,
    Dice,
    /// ROB-02: who owes how many cards.
    Discards(BTreeMap<usize, u8>),
    /// ROB-03.
    Robber,
    /// VAR-8: who is still to be asked, in the order of asking.
    Interrupts(Vec<usize>),
    /// ROB-06: who can be chosen.
    Victim(BTreeSet<usize>),
    /// ROB-06: whose hand chance draws from.
    Theft(usize),
    /// DEV-04, where free roads are laid at once: how many at most.
    FreeRoads(u8),
    /// BLD-04.
    Draw,
    /// TRD-01.
    Answers {
        terms: Terms,
        replies: BTreeMap<usize, Reply>,
    },
    /// SBP-01.
    SpecialBuilding,
    Over(BTreeSet<usize>),
}

/// Who can do something next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Actors {
    Seats(BTreeSet<usize>),
    Chance,
    Nobody,
}

/// A game in progress.
// What a turn remembers are yeses and noes.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) island: Rc<Island>,
    pub(crate) players: Vec<Player>,
    pub(crate) awaiting: Awaiting,
    pub(crate) bank: Pile<Resource>,
    pub(crate) deck: Pile<DevelopmentCard>,
    /// DEV-08: the card at the front was put there first.
    pub(crate) under_deck: VecDeque<DevelopmentCard>,
    pub(crate) robber: usize,
    pub(crate) first: usize,
    /// Whose turn it is.
    pub(crate) active: usize,
    /// Who moves the robber and steals.
    pub(crate) robbing: usize,
    /// Who builds in special building (SBP-01).
    pub(crate) special: Option<usize>,
    /// How many turns have begun.
    pub(crate) turn: u16,
    /// How many settlements the set-up has placed.
    pub(crate) placed: usize,
    pub(crate) dice: Option<[u8; 2]>,
    /// DEV-02.
    pub(crate) card_played: bool,
    /// DEV-04, where free roads are laid within the turn: how many are left.
    pub(crate) roads_given: u8,
    /// DEV-03: a knight is on the table whose robber is not resolved.
    pub(crate) knight_waits: bool,
    /// TRN-03, VAR-6.
    pub(crate) built: bool,
    pub(crate) offers: u8,
    /// By seat (LRD-02).
    pub(crate) road_lengths: Vec<usize>,
    pub(crate) longest_road: Option<usize>,
    pub(crate) largest_army: Option<usize>,
    /// OPT-04.
    pub(crate) throws: BTreeSet<[u8; 2]>,
    pub(crate) time_up: bool,
}

impl Reference {
    pub(crate) fn rules(&self) -> &Rules {
        &self.island.rules
    }

    pub(crate) fn land(&self) -> &Land {
        &self.island.land
    }

    pub(crate) fn seats(&self) -> std::ops::Range<usize> {
        0..self.players.len()
    }

    /// All other seats, clockwise from the next one.
    pub(crate) fn clockwise_after(&self, seat: usize) -> Vec<usize> {
        let players = self.players.len();
        (1..players).map(|steps| (seat + steps) % players).collect()
    }

    /// Whoever has a settlement or city at an intersection.
    pub(crate) fn owner(&self, at: usize) -> Option<usize> {
        self.seats().find(|seat| self.has_building(*seat, at))
    }

    pub(crate) fn has_building(&self, seat: usize, at: usize) -> bool {
        let player = &self.players[seat];
        player.settlements.contains(&at) || player.cities.contains(&at)
    }

    /// Whether anyone's road lies on a path.
    pub(crate) fn has_road(&self, path: usize) -> bool {
        self.players
            .iter()
            .any(|player| player.roads.contains(&path))
    }

    /// Whether a seat has a building at a hex.
    pub(crate) fn lives_at(&self, seat: usize, hex: usize) -> bool {
        (0..self.land().intersection_count())
            .any(|at| self.land().hexes_round[at].contains(&hex) && self.has_building(seat, at))
    }

    /// Who may act, from what is awaited.
    pub(crate) fn actors(&self) -> Actors {
        let one = |seat| Actors::Seats(BTreeSet::from([seat]));
        match &self.awaiting {
            Awaiting::RollForFirst { .. }
            | Awaiting::Dice
            | Awaiting::Theft(_)
            | Awaiting::Draw => Actors::Chance,
            Awaiting::Over(_) => Actors::Nobody,
            Awaiting::FirstCards(choosing) => Actors::Seats(choosing.clone()),
            Awaiting::Discards(due) => Actors::Seats(due.keys().copied().collect()),
            Awaiting::Answers { replies, .. } => {
                let asked = replies.keys().copied();
                Actors::Seats(asked.chain([self.active]).collect())
            }
            Awaiting::Interrupts(asked) => one(asked[0]),
            Awaiting::Robber | Awaiting::Victim(_) => one(self.robbing),
            Awaiting::SpecialBuilding => one(self.special.expect("somebody builds")),
            Awaiting::FirstSettlement
            | Awaiting::FirstRoad(_)
            | Awaiting::Turn
            | Awaiting::FreeRoads(_) => one(self.active),
        }
    }

    /// Moves cards from the bank to a player, or as many as there are.
    pub(crate) fn take_from_bank(&mut self, seat: usize, resource: Resource, count: u8) {
        self.bank.remove(resource, count);
        self.players[seat].hand.add(resource, count);
    }

    /// PRO-03: what is paid or discarded goes back to the bank.
    pub(crate) fn pro_03_pay(&mut self, seat: usize, cards: &Pile<Resource>) {
        self.players[seat].hand.remove_all(cards);
        self.bank.add_all(cards);
    }
}
