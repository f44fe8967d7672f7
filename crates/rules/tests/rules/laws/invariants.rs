//! What is true of every state.

use brickwood_rules::{
    DevelopmentCard, FreeRoads, Game, IntersectionSet, PathSet, Phase, ProgressCards, Seat,
    SeatSet, State, WinWhen,
};

use crate::kit::slow_longest_trail;

fn seats(game: &Game) -> impl Iterator<Item = Seat> + Clone {
    Seat::all(game.rules().players)
}

/// The bank and the hands are all the resource cards there are (BRD-13).
pub(super) fn cards_are_conserved(game: &Game, state: &State) {
    let all = seats(game).fold(state.bank(), |sum, seat| sum + state.hand(seat));
    assert_eq!(all, game.rules().bank());
}

/// Everything else.
pub(super) fn everything_fits(game: &Game, state: &State) {
    development_cards_are_conserved(game, state);
    pieces_are_conserved(game, state);
    pieces_lie_where_they_may(game, state);
    free_roads_can_be_laid(game, state);
    road_lengths_are_right(game, state);
    awards_are_right(game, state);
    who_has_won_is_right(game, state);
}

/// The deck, the hands and what was played are all the development cards there are (BRD-14).
fn development_cards_are_conserved(game: &Game, state: &State) {
    let view = state.view(game, None);
    let returned = game.rules().progress_cards == ProgressCards::UnderTheDeck;
    let mut count = state.deck_left() + u8::from(view.knight_waits);
    for (seat, seen) in seats(game).zip(&view.seats) {
        count += state.development(seat).total();
        count += if returned {
            seen.played[DevelopmentCard::Knight] + seen.played[DevelopmentCard::VictoryPoint]
        } else {
            seen.played.total()
        };
    }
    assert_eq!(count, game.rules().deck().total());
}

/// On the board or in the supply (BRD-12).
fn pieces_are_conserved(game: &Game, state: &State) {
    for seen in state.view(game, None).seats {
        assert_eq!(seen.roads.len() + usize::from(seen.roads_left), 15);
        assert_eq!(
            seen.settlements.len() + usize::from(seen.settlements_left),
            5
        );
        assert_eq!(seen.cities.len() + usize::from(seen.cities_left), 4);
    }
}

fn pieces_lie_where_they_may(game: &Game, state: &State) {
    let topology = game.board().topology();
    let mut settled = IntersectionSet::EMPTY;
    let mut built = PathSet::EMPTY;
    for seat in seats(game) {
        assert!(!state.settlements(seat).meets(state.cities(seat)));
        assert!(!settled.meets(state.buildings(seat)));
        assert!(!built.meets(state.roads(seat)));
        settled = settled.union(state.buildings(seat));
        built = built.union(state.roads(seat));
    }
    assert!(built.minus(topology.every_path()).is_empty());
    for at in settled.iter() {
        assert!(!settled.meets(topology.neighbors(at)), "too close (BLD-09)");
    }
    for seat in seats(game) {
        // No road without a road or a building at one of its ends; but for the set-up, that is
        // true of buildings too.
        for path in state.roads(seat).iter() {
            let connected = topology.ends(path).into_iter().any(|end| {
                let others = topology.paths_at(end).without(path);
                state.buildings(seat).contains(end) || others.meets(state.roads(seat))
            });
            assert!(connected, "a road that touches nothing (BLD-05)");
        }
    }
}

/// DEV-04: whoever has free roads can lay one, in its own turn and no later.
fn free_roads_can_be_laid(game: &Game, state: &State) {
    let left = state.free_roads();
    if left == 0 {
        assert_ne!(state.phase(), &Phase::FreeRoads);
        return;
    }
    let seat = state.active();
    assert!(left <= 2 && state.roads(seat).len() + usize::from(left) <= 15);
    assert!(!state.road_spots(seat).is_empty());
    assert!(state.special().is_none() && !matches!(state.phase(), Phase::Over { .. }));
    let at_once = game.rules().free_roads == FreeRoads::AtOnce;
    assert_eq!(state.phase() == &Phase::FreeRoads, at_once);
}

fn road_lengths_are_right(game: &Game, state: &State) {
    for seat in seats(game) {
        let slow = slow_longest_trail(
            game.board().topology(),
            state.roads(seat),
            state.settled_by_others(seat),
        );
        assert_eq!(state.road_length(seat), slow, "the road of {seat:?}");
    }
}

/// LRD-01, LRD-04, LAR-01, LAR-02.
fn awards_are_right(game: &Game, state: &State) {
    let length = |seat| state.road_length(seat);
    let longest = seats(game).map(length).max().unwrap_or(0);
    if let Some(holder) = state.longest_road() {
        assert!(length(holder) >= 5 && length(holder) == longest);
    } else {
        let all = seats(game).filter(|seat| length(*seat) == longest);
        assert!(longest < 5 || all.count() > 1, "one alone is longest");
    }
    let knights = |seat| state.knights(seat);
    let most = seats(game).map(knights).max().unwrap_or(0);
    if let Some(holder) = state.largest_army() {
        assert!(knights(holder) >= 3 && knights(holder) == most);
    } else {
        assert!(most < 3);
    }
}

/// WIN-03 to WIN-05: whoever has the goal when it counts has won, and nobody else.
fn who_has_won_is_right(game: &Game, state: &State) {
    let has_goal = |seat| state.points(game, seat).total() >= game.rules().points_to_win;
    let may_win: Vec<Seat> = match game.rules().win_when {
        WinWhen::OwnTurn => vec![state.active()],
        WinWhen::AnyTime => seats(game).collect(),
    };
    match state.phase() {
        // RUL-24.
        Phase::Over { winners } if winners.is_empty() => {}
        Phase::Over { winners } if state.time_up() => assert!(!winners.is_empty()),
        Phase::Over { winners } => {
            let winner = winners.single().expect("one has won");
            assert!(may_win.contains(&winner) && has_goal(winner));
        }
        _ if state.turn() == 0 => {}
        // WIN-04, RUL-17.
        _ if state.special().is_some() && game.rules().win_when == WinWhen::OwnTurn => {}
        _ => assert!(!may_win.into_iter().any(has_goal)),
    }
}

/// Who cannot win at one time cannot win at any later time, and nobody else wins (RUL-25). Returns who can
/// win now. A card drawn from under the deck counts as unseen (DEV-08).
pub(super) fn only_contenders_stay_contenders(
    game: &Game,
    state: &State,
    before: SeatSet,
) -> SeatSet {
    let now = state.contenders(game);
    let may_rise = game.rules().progress_cards == ProgressCards::UnderTheDeck;
    assert!(
        may_rise || now.is_subset(before),
        "{now:?} after {before:?}"
    );
    let winners = state.phase().winners().unwrap_or_default();
    assert!(winners.is_subset(now), "{winners:?} of {now:?}");
    now
}
