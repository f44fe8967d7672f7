//! What is said of a state is that state, and what is said of a view is what the viewer sees.

use brickwood_rules::{
    Game, Phase, PositionSpec, Seat, State, Step, ToAct, for_each_outcome, legal_actions,
};
use brickwood_test_kit::Random;

/// A state described is itself, and a view described is that view.
pub(super) fn what_is_said_is_understood(game: &Game, state: &State) {
    let said = PositionSpec::of(game, state).state(game);
    assert_eq!(said.as_ref(), Ok(state));
    for viewer in Seat::all(game.rules().players).map(Some).chain([None]) {
        let view = state.view(game, viewer);
        let seen = PositionSpec::of_view(game, &view).state(game);
        let seen = seen.unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(seen.view(game, viewer), view);
    }
}

/// Where nobody says what the bank holds, hands and bank hold all cards.
pub(super) fn an_unknown_bank_is_worked_out(game: &Game, state: &State) {
    let mut setup = PositionSpec::of_view(game, &state.view(game, None));
    setup.bank = None;
    // Offers show cards that the even share may lack.
    if !matches!(setup.common.phase, Phase::Trade { .. }) {
        let found = setup
            .state(game)
            .unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(found.bank().total(), state.bank().total());
    }
}

/// Changes a description at some places: it is no state, or one from which a game goes on.
pub(super) fn a_claimed_state_can_be_played_on(game: &Game, state: &State, random: &mut Random) {
    let mut setup = PositionSpec::of(game, state);
    let players = game.rules().seats();
    let mut seat = || Seat::new(random.below(players) as u8);
    (setup.common.longest_road, setup.common.largest_army) = (seat(), seat());
    setup.common.active = seat().unwrap_or(setup.common.active);
    let other = seat().unwrap_or(setup.common.active);
    setup.seats.swap(setup.common.active.index(), other.index());
    let Ok((mut state, overlooked)) = setup.state_as_claimed(game) else {
        return;
    };
    assert_eq!(setup.state(game).is_ok(), overlooked.is_empty());
    for _ in 0..50 {
        let mut steps = Vec::new();
        match state.to_act() {
            ToAct::Seats { seats } => {
                for seat in seats.iter() {
                    let actions = legal_actions(game, &state, seat);
                    steps.extend(
                        actions
                            .into_iter()
                            .map(|action| Step::Action { seat, action }),
                    );
                }
            }
            ToAct::Chance => for_each_outcome(game, &state, |outcome, _| {
                steps.push(Step::Chance { outcome });
            }),
            ToAct::Nobody => return,
        }
        assert!(!steps.is_empty(), "{overlooked:?}: nothing can be done");
        let step = random.pick(&steps);
        state = state.apply(game, step).expect("it is listed");
    }
}
