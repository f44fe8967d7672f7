//! How a table stands beside the game: what its log says of those who play.

use brickwood_fair::ClientSeed;
use brickwood_rules::{Phase, Seat, SeatSet, State, ToAct};

use crate::entry::Entry;

/// How a table stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Standing {
    /// Whether the game has begun.
    pub(crate) begun: bool,
    /// The seats that it has begun without, as they were numbered before.
    pub(crate) left_out: SeatSet,
    /// Why the game waits, if it does.
    pub(crate) paused: Option<Pause>,
    /// The seats that a bot plays for until their players are back.
    pub(crate) away: SeatSet,
    /// What the players have brought to the chance of the game, by seat.
    pub(crate) seeds: Vec<(Seat, ClientSeed)>,
}

/// Why a game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// The host wants it.
    Wanted,
    /// A player is away.
    ForAbsent,
}

impl Standing {
    /// Whether the game has begun and does not wait.
    pub(crate) const fn plays(&self) -> bool {
        self.begun && self.paused.is_none()
    }

    /// Whether a player has said that they are ready.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        self.seeds.iter().any(|(ready, _)| *ready == seat)
    }

    pub(crate) fn apply(&mut self, entry: Entry) {
        match entry {
            Entry::Ready(seat, seed) => {
                self.seeds.retain(|(other, _)| *other != seat);
                self.seeds.push((seat, seed));
                self.seeds.sort_by_key(|(seat, _)| *seat);
            }
            // Another player brings chance of their own. Once the game has begun, what was brought
            // stays in it.
            Entry::Arranged { seats } if !self.begun => {
                self.seeds.retain(|(seat, _)| !seats.contains(*seat));
            }
            Entry::Started { without } => {
                self.begun = true;
                self.left_out = without;
                let seeds = self.seeds.iter();
                self.seeds = seeds
                    .filter_map(|(seat, seed)| Some((moved_up(*seat, without)?, *seed)))
                    .collect();
            }
            Entry::Paused { for_absent: true } => self.paused = Some(Pause::ForAbsent),
            Entry::Paused { for_absent: false } => self.paused = Some(Pause::Wanted),
            Entry::Unpaused => self.paused = None,
            Entry::Away(seat) => self.away = self.away.with(seat),
            Entry::Back(seat) => self.away = self.away.without(seat),
            Entry::Arranged { .. }
            | Entry::Hosts(_)
            | Entry::Step(_)
            | Entry::Undo(_)
            | Entry::Resumed
            | Entry::TimedOut(_) => {}
        }
    }

    /// The people for whose decisions the table waits in this state: neither bots nor the absent. While
    /// an offer stands it is the offering seat's time that runs: the others need not answer.
    pub(crate) fn thinking(&self, state: &State, bots: SeatSet) -> SeatSet {
        if !self.plays() {
            return SeatSet::EMPTY;
        }
        let seats = match (state.phase(), state.to_act()) {
            (Phase::Trade { .. }, _) => SeatSet::only(state.active()),
            (_, ToAct::Seats { seats }) => seats,
            (_, ToAct::Chance | ToAct::Nobody) => SeatSet::EMPTY,
        };
        let is_theirs = |seat: &Seat| !bots.contains(*seat) && !self.away.contains(*seat);
        seats.iter().filter(is_theirs).collect()
    }
}

/// The number of a seat once these seats are gone; none if it is one of them.
pub(crate) fn moved_up(seat: Seat, without: SeatSet) -> Option<Seat> {
    let gone = without.iter().filter(|gone| *gone < seat).count();
    if without.contains(seat) {
        return None;
    }
    Seat::all(6).nth(seat.index() - gone)
}
