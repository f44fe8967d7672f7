//! Two states that a seat cannot tell apart give equal numbers, byte for byte.

use brickwood_encode::Observer;
use brickwood_rules::{ChanceOutcome, Game, History, Phase, Seat, State, Step, for_each_outcome};
use brickwood_test_kit::Random;

use crate::kit::{RandomGame, all_rules, bits, games, mask};

/// A viewer, and a game that goes another way wherever the viewer cannot see it.
struct Viewer {
    seat: Option<Seat>,
    history: History,
    state: State,
    told: History,
}

#[test]
fn what_a_seat_cannot_know_changes_no_number() {
    let mut compared = 0;
    for (number, rules) in all_rules().into_iter().enumerate() {
        for seed in 0..games() {
            let mut played = RandomGame::new(rules, seed * 1000 + number as u64);
            let mut look = Random::new(!seed);
            let observer = Observer::new(&played.game);
            let viewers = Seat::all(rules.players).map(Some).chain([None]);
            let mut viewers: Vec<Viewer> = viewers
                .map(|seat| Viewer {
                    seat,
                    history: History::new(seat),
                    state: played.state,
                    told: History::new(seat),
                })
                .collect();
            loop {
                let before = played.state;
                let Some(next) = played.advance() else {
                    break;
                };
                let compare = look.one_in(24);
                for viewer in &mut viewers {
                    if let Some(step) = next.step() {
                        follow(&played.game, viewer, &before, step, &played.state);
                    }
                    if compare && viewer.state != played.state {
                        compared += 1;
                        same(&observer, &played, viewer);
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "only {compared} twins were compared");
}

/// Takes the step, or another that looks the same, in the twin game. Where the viewer can tell them apart
/// afterwards, the twin begins anew.
fn follow(game: &Game, viewer: &mut Viewer, before: &State, step: Step, after: &State) {
    viewer.history.observe(game, before, step, after);
    let twin = unseen(game, &viewer.state, step, viewer.seat);
    let next = viewer.state.apply(game, twin);
    if let Ok(next) = next
        && next.view(game, viewer.seat) == after.view(game, viewer.seat)
    {
        viewer.told.observe(game, &viewer.state, twin, &next);
        viewer.state = next;
        assert_eq!(viewer.told, viewer.history, "{step:?}");
        return;
    }
    viewer.state = *after;
    viewer.told = viewer.history.clone();
}

fn same(observer: &Observer, played: &RandomGame, viewer: &Viewer) {
    let game = &played.game;
    let draft = viewer
        .seat
        .map(|seat| played.drafts[seat.index()])
        .unwrap_or_default();
    let bits = |state: &State, history| {
        bits(observer, &state.view(game, viewer.seat), history, &draft).expect("they fit")
    };
    let one = bits(&played.state, &viewer.history);
    assert_eq!(one, bits(&viewer.state, &viewer.told));
    if let Some(seat) = viewer.seat {
        let masks = [&played.state, &viewer.state].map(|state| mask(game, state, seat, &draft));
        assert_eq!(masks[0], masks[1]);
    }
}

/// Another outcome in place of `step`, where the viewer cannot see which one it is.
fn unseen(game: &Game, state: &State, step: Step, viewer: Option<Seat>) -> Step {
    let concerned = match state.phase() {
        Phase::Theft { victim } => [state.robbing(), *victim].map(Some).contains(&viewer),
        Phase::Draw => viewer == Some(state.builder()),
        _ => true,
    };
    if concerned || game.rules().variants.open_hands || !matches!(step, Step::Chance { .. }) {
        return step;
    }
    let mut others: Vec<ChanceOutcome> = Vec::new();
    for_each_outcome(game, state, |outcome, _| {
        if (Step::Chance { outcome }) != step {
            others.push(outcome);
        }
    });
    others
        .first()
        .map_or(step, |outcome| Step::Chance { outcome: *outcome })
}
