//! How a table stands beside the game: what its log says of those who play.

use brickwood_fair::ClientSeed;
use brickwood_rules::{Seat, SeatSet};

use crate::entry::Entry;

/// How a table stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Standing {
    /// Whether the game has begun.
    pub(crate) begun: bool,
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
            Entry::Started { without } => {
                self.begun = true;
                // The seats move up.
                self.seeds.retain(|(seat, _)| !without.contains(*seat));
                for (seat, _) in &mut self.seeds {
                    let gone = without.iter().filter(|gone| gone < seat).count();
                    let moved = seat.index() - gone;
                    *seat = Seat::new(moved as u8).expect("a seat moves up to a seat");
                }
            }
            Entry::Paused { for_absent: true } => self.paused = Some(Pause::ForAbsent),
            Entry::Paused { for_absent: false } => self.paused = Some(Pause::Wanted),
            Entry::Unpaused => self.paused = None,
            Entry::Away(seat) => self.away = self.away.with(seat),
            Entry::Back(seat) => self.away = self.away.without(seat),
            Entry::Step(_)
            | Entry::Undo(_)
            | Entry::Resumed
            | Entry::Arranged
            | Entry::TimedOut(_) => {}
        }
    }
}
