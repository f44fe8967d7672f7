//! What playouts say for an answer is what a player can believe.

use brickwood_analysis::{PlayedOn, PlayoutCounts, PlayoutFact, PlayoutWatch, playout_reasons};
use brickwood_bots::Level;
use brickwood_rules::{
    Action, Edition, Game, Hex, Intersection, Phase, Resource, Seat, State, View, legal_actions,
};

use crate::played::{PlayedGame, bots};

fn played() -> PlayedGame {
    bots(Edition::Modern.rules(3), 77, &[Level::Easy])
}

/// So many playouts in which this was counted.
fn counted(facts: &[(PlayoutFact, f32)], is_over: bool) -> Vec<PlayoutCounts> {
    let mut counts = [0.0; PlayoutFact::ALL.len()];
    for (fact, count) in facts {
        counts[*fact as usize] = *count;
    }
    vec![PlayoutCounts { counts, is_over }; 40]
}

/// What speaks for the first of two answers to a decision, and by how much.
fn told(
    game: &Game,
    view: &View,
    answers: [&[Action]; 2],
    counts: [&[PlayoutCounts]; 2],
) -> Vec<(PlayoutFact, u16, u16)> {
    let [best, other] = [0, 1].map(|at| PlayedOn {
        actions: answers[at],
        counts: counts[at],
    });
    let reasons = playout_reasons(game, view, best, other, 3.0).into_iter();
    reasons
        .map(|reason| (reason.fact, reason.best, reason.other))
        .collect()
}

/// How many pips of these resources a corner has.
fn pips(game: &Game, at: Intersection, of: &[Resource]) -> u8 {
    let board = game.board();
    let hexes = board.topology().hexes_round(at).map(|hex| board.hex(hex));
    let is_of = |resource: Option<Resource>| resource.is_some_and(|one| of.contains(&one));
    let counted = hexes.filter(|hex| is_of(hex.terrain.resource()));
    counted.map(Hex::pips).sum()
}

#[test]
fn of_two_corners_only_what_their_hexes_say_as_well_is_told() {
    let played = played();
    let game = &played.game;
    let is_set_up = |state: &&State| *state.phase() == Phase::SetUpSettlement;
    let state = played.states.iter().find(is_set_up).expect("a set-up");
    let seat = state.active();
    let view = state.view(game, Some(seat));
    let corners: Vec<Intersection> = legal_actions(game, state, seat)
        .into_iter()
        .filter_map(|action| match action {
            Action::BuildSettlement { at } => Some(at),
            _ => None,
        })
        .collect();
    assert!(corners.len() > 50);
    let facts = [
        (PlayoutFact::Cards, 70, 50, &Resource::ALL[..]),
        (
            PlayoutFact::Settlement,
            100,
            0,
            &[Resource::Brick, Resource::Lumber],
        ),
        (PlayoutFact::City, 100, 0, &[Resource::Grain, Resource::Ore]),
    ];
    for (fact, more, fewer, resources) in facts {
        let scale = if fact.is_share() { 100.0 } else { 10.0 };
        let [many, few] =
            [more, fewer].map(|count| counted(&[(fact, f32::from(count) / scale)], false));
        for best in &corners {
            for other in corners.iter().filter(|other| *other != best) {
                let answers = [best, other].map(|at| [Action::BuildSettlement { at: *at }]);
                let told = told(game, &view, [&answers[0], &answers[1]], [&many, &few]);
                let is_so = pips(game, *best, resources) > pips(game, *other, resources);
                let expected = is_so.then_some((fact, more, fewer));
                assert_eq!(told, Vec::from_iter(expected), "{best:?} {other:?}");
            }
        }
    }
}

#[test]
fn a_win_of_this_turn_comes_first_and_games_that_are_over_say_nothing_but_their_points() {
    let played = played();
    let state = State::new(&played.game);
    let view = state.view(&played.game, Seat::all(3).next());
    let reasons = |is_over| {
        let best = [
            (PlayoutFact::LongestRoad, 1.0),
            (PlayoutFact::Cards, 9.0),
            (PlayoutFact::Win, 0.4),
            (PlayoutFact::Points, 9.0),
        ];
        let [best, other] = [&best[..], &[]].map(|facts| counted(facts, is_over));
        told(
            &played.game,
            &view,
            [&[Action::EndTurn], &[Action::BuyDevelopmentCard]],
            [&best, &other],
        )
    };
    assert_eq!(
        reasons(false),
        [
            (PlayoutFact::Win, 40, 0),
            (PlayoutFact::LongestRoad, 100, 0)
        ]
    );
    assert_eq!(reasons(true), [(PlayoutFact::Win, 40, 0)]);
    let points = |is_over| {
        let [best, other] = [9.0, 8.0].map(|points| {
            let facts = [(PlayoutFact::Points, points), (PlayoutFact::Cards, points)];
            counted(&facts, is_over)
        });
        let actions: &[Action] = &[Action::EndTurn];
        told(&played.game, &view, [actions; 2], [&best, &other])
    };
    assert_eq!(points(true), [(PlayoutFact::Points, 90, 80)]);
    assert_eq!(points(false).len(), 2);
}

#[test]
fn fewer_points_than_a_seat_has_are_no_reason() {
    let played = played();
    let game = &played.game;
    let state = played.states.last().expect("an end");
    let Phase::Over { winners } = *state.phase() else {
        panic!("the game is over")
    };
    let winner = winners.iter().next().expect("somebody wins");
    let view = state.view(game, Some(winner));
    let held = f32::from(state.points(game, winner).total());
    let reasons = |points| {
        let [best, other] =
            [points, points - 1.0].map(|points| counted(&[(PlayoutFact::Points, points)], false));
        told(game, &view, [&[Action::EndTurn]; 2], [&best, &other])
    };
    assert_eq!(reasons(held).len(), 1);
    assert_eq!(reasons(held - 0.5), []);
}

#[test]
fn a_game_is_won_at_once_in_the_turn_in_which_it_is_won() {
    let played = played();
    let game = &played.game;
    let states = &played.states;
    let end = states.last().expect("an end");
    let Phase::Over { winners } = *end.phase() else {
        panic!("the game is over")
    };
    let wins = |seat, from: usize| {
        let mut watch = PlayoutWatch::new(game, seat);
        for (number, step) in played.steps.iter().enumerate().skip(from) {
            watch.see(&states[number], *step, &states[number + 1]);
        }
        let counts = watch.at(end);
        assert!(counts.is_over);
        counts.counts[PlayoutFact::Win as usize] > 0.0
    };
    let is_last = |state: &State| state.turn() == end.turn();
    let last = states.iter().position(is_last).expect("its last turn");
    for seat in Seat::all(3) {
        assert_eq!(wins(seat, last), winners.contains(seat));
        assert!(!wins(seat, last - 1));
    }
}
