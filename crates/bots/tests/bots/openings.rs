//! What the hard bot's settlements of the set-up produce.

use crate::support::{self, choose};
use brickwood_bots::Level;
use brickwood_rules::{Game, Resource, Seat, State, Step, ToAct};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Whether one of the seat's buildings produces this resource.
fn produces(game: &Game, state: &State, seat: Seat, resource: Resource) -> bool {
    let topology = game.board().topology();
    state
        .buildings(seat)
        .iter()
        .flat_map(|at| topology.hexes_round(at))
        .any(|hex| game.board().terrain(hex).resource() == Some(resource))
}

/// The position after the set-up.
fn set_up(game: &Game, levels: &[Level], number: u64) -> State {
    let mut state = State::new(game);
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    while state.turn() == 0 {
        let step = match state.to_act() {
            ToAct::Seats { seats } => {
                let seat = seats.iter().next().expect("a seat is to act");
                let view = state.view(game, Some(seat));
                let action = choose(levels[seat.index()], game, &view, number);
                Step::Action {
                    seat,
                    action: action.expect("a bot places"),
                }
            }
            _ => Step::Chance {
                outcome: support::draw(game, &state, &mut rng),
            },
        };
        state = state.apply(game, step).expect("bots act by the rules");
    }
    state
}

/// In how many of `games` set-ups against mediums the hard bot ends up without a resource.
fn without(resource: Resource, games: u64) -> usize {
    (0..games)
        .filter(|&number| {
            let game = support::game(4, 700 + number, false);
            let levels = support::one_against(Level::Hard, Level::Medium, 4, number);
            let state = set_up(&game, &levels, number);
            Seat::all(4)
                .filter(|seat| levels[seat.index()] == Level::Hard)
                .any(|seat| !produces(&game, &state, seat, resource))
        })
        .count()
}

#[test]
fn hard_seldom_starts_without_what_a_game_takes_most_of() {
    for resource in [Resource::Grain, Resource::Ore] {
        let missing = without(resource, 200);
        assert!(missing <= 30, "{resource:?} is missing in {missing} of 200");
    }
}
