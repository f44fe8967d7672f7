//! Information that a seat cannot know does not change a byte of its answers.

use brickwood_notation::position_text;
use brickwood_rules::{BySeat, Cards, DevelopmentCards, Edition, OwnHand, Seat, State, View};
use serde_json::json;

use crate::kit::{RandomGame, Talk};

/// The same state with one card exchanged between two other seats, where that is possible.
fn another(random: &RandomGame, view: &View) -> Option<State> {
    let viewer = view.viewer?;
    let players = random.game.rules().players;
    let hidden = BySeat::of(|seat| random.state.hidden(seat));
    let others = || Seat::all(players).filter(move |seat| *seat != viewer);
    for one in others() {
        for other in others().filter(|other| *other != one) {
            for (give, take) in (0..5).flat_map(|give| (0..5).map(move |take| (give, take))) {
                let mut changed = hidden;
                let mut of_one = changed[one].hand.counts();
                let mut of_other = changed[other].hand.counts();
                if give == take || of_one[give] == 0 || of_other[take] == 0 {
                    continue;
                }
                of_one[give] -= 1;
                of_one[take] += 1;
                of_other[take] -= 1;
                of_other[give] += 1;
                changed[one].hand = Cards::new(of_one);
                changed[other].hand = Cards::new(of_other);
                exchange_development(&mut changed, one);
                if let Ok(state) = State::from_view(&random.game, view, &changed) {
                    return Some(state);
                }
            }
        }
    }
    None
}

/// A knight for another card: what it takes from the deck is hidden, too.
fn exchange_development(hidden: &mut BySeat<OwnHand>, seat: Seat) {
    let held = &mut hidden[seat];
    let [knights, roads, plenty, monopolies, points] = held.development.counts();
    if knights > 0 && held.bought.is_empty() && roads == 0 {
        held.development =
            DevelopmentCards::new([knights - 1, roads + 1, plenty, monopolies, points]);
    }
}

#[test]
fn answers_for_a_seat_do_not_depend_on_cards_that_it_cannot_see() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut random = RandomGame::new(Edition::Modern, 4, seed);
        for number in 0..500 {
            if random.step().is_none() {
                break;
            }
            if number % 97 != 96 {
                continue;
            }
            for seat in Seat::all(4) {
                let view = random.state.view(&random.game, Some(seat));
                let Some(changed) = another(&random, &view) else {
                    continue;
                };
                let lines = [random.state, changed].map(|state| {
                    let mut talk = Talk::new();
                    let line = position_text(&random.game, &state);
                    talk.ask(&json!({ "command": "load", "position": line }));
                    told(&mut talk, seat)
                });
                assert_ne!(random.state, changed);
                assert_eq!(lines[0], lines[1], "seat {seat:?}: {view:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

/// All answers to a seat.
fn told(talk: &mut Talk, seat: Seat) -> Vec<String> {
    [
        json!({ "command": "view", "seat": seat }),
        json!({ "command": "view" }),
        json!({ "command": "score", "seat": seat }),
        json!({ "command": "actions", "seat": seat, "offers": 1 }),
        json!({ "command": "go", "bot": "medium", "seat": seat, "seed": 1 }),
        json!({ "command": "events", "seat": seat }),
    ]
    .iter()
    .map(|request| talk.raw(request.to_string()).to_string())
    .collect()
}
