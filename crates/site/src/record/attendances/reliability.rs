//! Whether people stay to the end of their games.

use brickwood_protocol::Reliability;
use brickwood_table::{FinishedGame, PersonId, Staying};

/// How many of the latest games count: later ones heal what was before.
pub(super) const GAMES: u32 = 20;

/// Fewer games say nothing.
const LEAST_GAMES: usize = 5;

/// Who has stayed to the end of a game and who has not. Games of one person alone do not count: nobody was left. Neither do
/// those that have ended before they had really begun.
pub(crate) fn attendances_in(finished: &FinishedGame) -> Vec<(PersonId, bool)> {
    if !finished.counts {
        return Vec::new();
    }
    let held = finished.people().into_iter().filter_map(|(seat, person)| {
        match finished.seats[seat.index()].stay {
            Staying::Stayed => Some((person, true)),
            Staying::Left => Some((person, false)),
            Staying::VotedOut | Staying::CutOff => None,
        }
    });
    let gone = finished.gone.iter().map(|person| (*person, false));
    let all: Vec<(PersonId, bool)> = held.chain(gone).collect();
    let people = finished.people().len() + finished.gone.len();
    if people > 1 { all } else { Vec::new() }
}

/// The word for somebody who has stayed to the end of these games or not.
pub(super) fn reliability(stayed: &[bool]) -> Reliability {
    let games = stayed.len();
    let left = stayed.iter().filter(|stayed| !**stayed).count();
    if games < LEAST_GAMES {
        Reliability::New
    } else if 10 * left <= games {
        Reliability::Reliable
    } else if 10 * left <= 3 * games {
        Reliability::SometimesLeaves
    } else {
        Reliability::OftenLeaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_were_finished_heal_those_that_were_left() {
        let games = |left: usize, stayed: usize| {
            let mut all = vec![true; stayed];
            all.extend(vec![false; left]);
            reliability(&all)
        };
        assert_eq!(games(4, 0), Reliability::New);
        assert_eq!(games(0, 5), Reliability::Reliable);
        assert_eq!(games(1, 4), Reliability::SometimesLeaves);
        assert_eq!(games(1, 9), Reliability::Reliable);
        assert_eq!(games(4, 10), Reliability::SometimesLeaves);
        assert_eq!(games(5, 10), Reliability::OftenLeaves);
        assert_eq!(games(2, 18), Reliability::Reliable);
    }
}
