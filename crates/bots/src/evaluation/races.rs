//! Development cards, the largest army and the longest road.

use brickwood_rules::{DevelopmentCard, Game, ROADS, Seat, State};

use super::SeatEvaluation;
use crate::network::{Network, SHORTEST};

/// The points of the largest army and of the longest road.
pub(super) const PRIZE: f32 = 2.0;

/// The chance that a development card that one cannot see is a victory point.
pub(super) const HIDDEN_POINT: f32 = 0.2;

/// The chance that a development card that one cannot see is a progress card.
const HIDDEN_PROGRESS: f32 = 1.0 - HIDDEN_KNIGHT - HIDDEN_POINT;

/// The worth of a victory point card that must be played to count, and takes its turn (VAR-1).
const UNPLAYED_POINT: f32 = 0.8;

/// The chance that a development card that one cannot see is a knight.
const HIDDEN_KNIGHT: f32 = 0.56;

/// The fewest knights that take the prize (LAR-01).
const FIRST_ARMY: f32 = 3.0;

/// A seat that needs more roads than this is not in the race.
const FARTHEST: u8 = 4;

/// With no more roads left than this, a search tells whether they can win the race at all.
const FEW_ROADS: usize = 3;

/// The worth of development cards in hand and played.
pub(super) fn cards(position: &SeatEvaluation) -> f32 {
    let (state, seat) = (position.state, position.seat);
    let weights = position.evaluator.weights;
    let (knights, progress) = held(position, seat);
    let unplayed_points = if position.evaluator.sees(seat) && position.must_play_points() {
        UNPLAYED_POINT * f32::from(state.development(seat)[DevelopmentCard::VictoryPoint])
    } else {
        0.0
    };
    let played = f32::from(state.knights(seat));
    weights.knight * knights
        + weights.progress * progress
        + weights.knight_played * played
        + army(position, played, knights)
        + unplayed_points
}

/// The knights and the progress cards in a hand, as far as the evaluator sees it.
pub(super) fn held(position: &SeatEvaluation, seat: Seat) -> (f32, f32) {
    let hand = position.state.development(seat);
    if position.evaluator.sees(seat) {
        let knights = hand[DevelopmentCard::Knight];
        let points = hand[DevelopmentCard::VictoryPoint];
        (
            f32::from(knights),
            f32::from(hand.total() - knights - points),
        )
    } else {
        let all = f32::from(hand.total());
        (HIDDEN_KNIGHT * all, HIDDEN_PROGRESS * all)
    }
}

/// The worth of being near the largest army, or the danger of losing it.
fn army(position: &SeatEvaluation, played: f32, in_hand: f32) -> f32 {
    let (state, seat) = (position.state, position.seat);
    let weights = position.evaluator.weights;
    if state.largest_army() == Some(seat) {
        let rival = rival_army(position, |rival| knights_held(position, rival));
        -PRIZE * danger(&weights.threat, played + 1.0 - rival)
    } else {
        let needed = state
            .largest_army()
            .map_or(FIRST_ARMY, |holder| f32::from(state.knights(holder)) + 1.0);
        PRIZE * read(&weights.army, needed - played - in_hand)
    }
}

/// The knights in a rival's hand.
fn knights_held(position: &SeatEvaluation, rival: Seat) -> f32 {
    let hand = position.state.development(rival);
    if position.evaluator.open {
        f32::from(hand[DevelopmentCard::Knight])
    } else {
        HIDDEN_KNIGHT * f32::from(hand.total())
    }
}

/// The worth of being near the longest road, or the danger of losing it.
pub(super) fn road(position: &SeatEvaluation) -> f32 {
    let (state, seat) = (position.state, position.seat);
    let weights = position.evaluator.weights;
    if state.longest_road() == Some(seat) {
        let lead = f32::from(state.road_length(seat)) + 1.0 - rival_road(position);
        -PRIZE * danger(&weights.threat, lead)
    } else {
        roads_to_longest(position).map_or(0.0, |gap| PRIZE * read(&weights.road, f32::from(gap)))
    }
}

/// How many roads the seat needs at least to take the longest road, if it is in the race.
pub(super) fn roads_to_longest(position: &SeatEvaluation) -> Option<u8> {
    let (state, seat) = (position.state, position.seat);
    let is_closed = seat == position.evaluator.seat && !position.evaluator.may_take_road;
    if state.longest_road() == Some(seat) || is_closed {
        return None;
    }
    let needed = state
        .longest_road()
        .map_or(SHORTEST, |holder| state.road_length(holder) + 1);
    let gap = needed.saturating_sub(state.road_length(seat));
    let roads_left = ROADS - state.roads(seat).len();
    (usize::from(gap) <= roads_left && gap <= FARTHEST).then_some(gap)
}

/// Whether a seat can still take the longest road with the roads that it has left. Only a few roads are searched;
/// more are assumed to be enough.
pub(super) fn may_take_road(game: &Game, state: &State, seat: Seat) -> bool {
    let roads_left = ROADS - state.roads(seat).len();
    roads_left > FEW_ROADS || Network::of(game, state, seat).is_within(roads_left)
}

/// How many facts there are of the races.
pub(super) const FACTS: usize = 7;

/// All that the races of a seat depend on, its own cards and roads aside: its knights and its longest trail, those of
/// who holds the prizes, and those of the strongest rival.
pub(super) fn facts(position: &SeatEvaluation) -> [f32; FACTS] {
    let (state, seat) = (position.state, position.seat);
    let knights = |of: Seat| f32::from(state.knights(of));
    let length = |of: Seat| f32::from(state.road_length(of));
    [
        knights(seat),
        state.largest_army().map_or(-1.0, knights),
        rival_army(position, |rival| knights_held(position, rival)),
        rival_army(position, |rival| held(position, rival).0),
        length(seat),
        state.longest_road().map_or(-1.0, length),
        rival_road(position),
    ]
}

/// The most knights of a rival, with those that it is taken to hold.
pub(super) fn rival_army(position: &SeatEvaluation, held: impl Fn(Seat) -> f32) -> f32 {
    rivals(position)
        .map(|rival| f32::from(position.state.knights(rival)) + held(rival))
        .fold(0.0, f32::max)
}

/// The longest trail of a rival.
pub(super) fn rival_road(position: &SeatEvaluation) -> f32 {
    rivals(position)
        .map(|rival| f32::from(position.state.road_length(rival)))
        .fold(0.0, f32::max)
}

fn rivals(position: &SeatEvaluation) -> impl Iterator<Item = Seat> {
    let seat = position.seat;
    Seat::all(position.evaluator.land.game.rules().players).filter(move |other| *other != seat)
}

/// The part of a prize that is in danger when a rival needs so many more to take it.
fn danger(threat: &[f32; 3], more: f32) -> f32 {
    read(threat, more - 1.0)
}

/// A table read between its entries; beyond its end, nothing.
fn read<const N: usize>(entries: &[f32; N], at: f32) -> f32 {
    let at = at.max(0.0);
    let mut below = 0;
    while below + 1 < N && f32::from(below as u8 + 1) <= at {
        below += 1;
    }
    let part = at - f32::from(below as u8);
    let next = entries.get(below + 1).copied().unwrap_or(0.0);
    entries[below] + (next - entries[below]) * part.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_between_its_entries() {
        let entries = [0.8, 0.4, 0.2];
        for (at, expected) in [(-1.0, 0.8), (0.0, 0.8), (0.5, 0.6), (2.0, 0.2), (9.0, 0.0)] {
            let found = read(&entries, at);
            assert!((found - expected).abs() < 1e-6, "{found} at {at}");
        }
    }
}
