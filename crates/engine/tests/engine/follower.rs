//! A program that follows a game played elsewhere says what it knows, and asks.

use brickwood_notation::{position_text, view_text};
use brickwood_rules::{Edition, Phase, ToAct};
use serde_json::{Value, json};

use crate::kit::{RandomGame, Talk};

fn texts(told: &Value) -> Vec<&str> {
    let actions = told["actions"].as_array().unwrap();
    actions
        .iter()
        .map(|action| action["text"].as_str().unwrap())
        .collect()
}

#[test]
fn the_actions_of_a_view_are_those_of_its_viewer() {
    let mut random = RandomGame::new(Edition::Modern, 4, 31);
    let mut talk = Talk::new();
    let mut compared = 0;
    for _ in 0..300 {
        if random.step().is_none() {
            break;
        }
        let ToAct::Seats { seats } = random.state.to_act() else {
            continue;
        };
        let line = position_text(&random.game, &random.state);
        for seat in seats.iter() {
            let ask = json!({ "command": "actions", "position": line, "seat": seat });
            let all = talk.ask(&ask);
            let view = view_text(&random.game, &random.state.view(&random.game, Some(seat)));
            let seen = talk.ask(&json!({ "command": "actions", "position": view }));
            assert_eq!(seen, all, "{view}");
            compared += texts(&seen).len();
        }
    }
    assert!(compared > 300, "{compared}");
    // No game has begun in the session itself.
    assert_eq!(
        talk.refused(&json!({ "command": "state" }))["code"],
        "no_game"
    );
}

#[test]
fn a_table_by_other_rules_is_followed_leniently() {
    let mut random = RandomGame::new(Edition::Modern, 3, 5);
    while !matches!(random.state.phase(), Phase::Turn) || random.state.turn() < 3 {
        random.step().unwrap();
    }
    let line = position_text(&random.game, &random.state);
    let line = line.replace(" robber=", " longest-road=3 robber=");
    let mut talk = Talk::new();
    let mut load = json!({ "command": "load", "position": line });
    let problem = talk.refused(&load);
    assert_eq!(problem["details"].as_array().map(Vec::len), Some(1));
    load["lenient"] = true.into();
    let told = talk.ask(&load);
    assert_eq!(told["overlooked"], problem["details"]);
    let view = talk.ask(&json!({ "command": "view" }));
    assert_eq!(view["view"]["longest_road"], 2);
    let choose = json!({
        "command": "choose",
        "position": line.replace("position-1", "view-1 viewer=1"),
        "lenient": true,
    });
    // Cards that a view hides must be hidden here, too.
    assert_eq!(talk.refused(&choose)["code"], "bad_position");
}

#[test]
fn a_view_tells_the_bounds_that_follow_from_the_history() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "players": 3, "seed": 4, "chance": "seeded" }));
    let mut narrow = 0;
    for _ in 0..120 {
        let go = json!({ "command": "go", "bot": "medium", "apply": true });
        let decided = talk.ask(&go);
        if decided["action"].is_null() {
            break;
        }
        let view = talk.ask(&json!({ "command": "view", "seat": 0, "bounds": true }));
        let told = view["bounds"].as_array().expect("every seat");
        let hands = talk.ask(&json!({ "command": "state" }));
        for (seat, bounds) in told.iter().enumerate() {
            for kind in 0..5 {
                let count = |cards: &Value| cards[kind].as_u64().expect("a number");
                let (least, most) = (count(&bounds["least"]), count(&bounds["most"]));
                let hand = count(&hands["hands"][seat]["hand"]);
                assert!((least..=most).contains(&hand), "{bounds} {hands}");
            }
            narrow += u32::from(bounds["least"] != bounds["most"]);
        }
        // The text says the same, so that a bot can be asked without the history.
        let choose = json!({ "command": "choose", "position": view["position"], "seed": 1 });
        talk.ask(&choose);
        let plain = talk.ask(&json!({ "command": "view", "seat": 0 }));
        assert_eq!(plain["view"], view["view"]);
        assert_eq!(plain["bounds"], Value::Null);
    }
    assert!(narrow > 10, "thefts hide cards: {narrow}");
    // A game from a position has no history.
    let position = talk.ask(&json!({ "command": "state" }))["position"].clone();
    talk.ask(&json!({ "command": "load", "position": position }));
    let view = talk.ask(&json!({ "command": "view", "seat": 0, "bounds": true }));
    assert_eq!(view["bounds"], Value::Null);
}

#[test]
fn a_decision_comes_with_its_value_and_its_reason() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "seed": 4, "chance": "seeded" }));
    let told = talk.ask(&json!({ "command": "go", "bot": "hard", "guesses": 5 }));
    assert!(told["value"].is_number(), "{told}");
    assert!(told["reason"].as_str().unwrap().contains("5 guesses"));
    let considered = told["considered"].as_array().unwrap();
    assert_eq!(considered[0]["action"], told["action"]);
    let guesses = considered
        .iter()
        .map(|one| one["guesses"].as_u64().unwrap());
    assert_eq!(guesses.sum::<u64>(), 5);
}

#[test]
fn errors_name_the_field_the_step_and_what_is_awaited() {
    let mut talk = Talk::new();
    let rules = json!({ "first_player": { "type": "named", "seat": 0 } });
    talk.ask(&json!({ "command": "new", "rules": rules, "board": "beginners" }));
    for (request, field) in [
        (
            json!({ "command": "go", "bot": "hard", "guesses": "many" }),
            "guesses",
        ),
        (
            json!({ "command": "new", "rules": { "hand_limit": "no" } }),
            "rules.hand_limit",
        ),
        (
            json!({ "command": "new", "rules": { "variants": { "open_hands": 1 } } }),
            "rules.variants.open_hands",
        ),
        (
            json!({ "command": "new", "board": { "seed": 7 } }),
            "board.seed",
        ),
        (
            json!({ "command": "apply", "seat": 0, "action": { "type": "build_road", "at": "c3e" } }),
            "action.at",
        ),
        (
            json!({ "command": "apply", "seat": 0, "action": { "type": "build_road" } }),
            "action",
        ),
        (
            json!({ "command": "apply", "steps": ["1 settlement c3n", { "by": "action", "seat": 0, "action": "jump" }] }),
            "steps[1].action",
        ),
        (
            json!({ "command": "apply", "outcome": { "type": "dice", "dice": [3, 9] } }),
            "outcome.dice",
        ),
    ] {
        let problem = talk.refused(&request);
        assert_eq!(problem["field"], field, "{problem}");
        let message = problem["message"].as_str().unwrap();
        assert!(
            !message.contains("u8") && !message.contains("struct"),
            "{message}"
        );
    }
    let steps = json!(["1 settlement c3n", "1 settlement d1n"]);
    let problem = talk.refused(&json!({ "command": "apply", "steps": steps }));
    assert_eq!(problem["step"], 1);
    assert_eq!(problem["awaited"], "set_up_road");
    let twice = talk.raw("{\"command\":\"view\",\"seat\":1,\"seat\":2}");
    assert_eq!(twice["error"]["code"], "bad_request");
    assert!(
        twice["error"]["message"]
            .as_str()
            .unwrap()
            .contains("`seat`")
    );
}

#[test]
fn discards_without_end_are_told_by_their_bounds() {
    let mut talk = Talk::new();
    let line = "position-1 modern players=3 board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11 \
        phase=discard:1 turn=4 first=1 active=1 roll=3+4 robber=c3 \
        seat=1 hand=BBBBBBBBLLLLLLLLWWWWWWWWGGGGGGGGOOOOOOOO settlements=b2n,d2s roads=b2ne,d2se \
        seat=2 settlements=b3n,d3s roads=b3ne,d3se seat=3 settlements=c2n,c4n roads=c2ne,c4ne";
    let told = talk.ask(&json!({ "command": "actions", "position": line }));
    assert_eq!(told["actions"], json!([]));
    let discard = &told["discards"][0];
    assert_eq!(
        (&discard["seat"], &discard["cards"]),
        (&json!(0), &json!(20))
    );
    assert_eq!(discard["from"], json!([8, 8, 8, 8, 8]));
    let ways = discard["ways"].as_u64().unwrap();
    let told = talk.ask(&json!({ "command": "actions", "position": line, "most": ways }));
    assert_eq!(told["actions"].as_array().unwrap().len() as u64, ways);
}
