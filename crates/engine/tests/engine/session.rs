//! Games through a session are games by the rules.

use brickwood_bots::Level;
use brickwood_notation::{
    board_text, parse_record, position_text, rules_text, step_text, view_text,
};
use brickwood_rules::{
    Edition, Event, Game, Phase, Rules, Seat, State, Step, ToAct, View, events, legal_actions,
};
use serde_json::{Value, json};

use crate::kit::{RandomGame, Talk};

fn begin(talk: &mut Talk, random: &RandomGame) {
    let result = talk.ask(&json!({
        "command": "new",
        "rules": rules_text(random.game.rules()),
        "board": { "text": board_text(random.game.board()) },
    }));
    assert_eq!(result["game"]["rules"], json!(random.game.rules()));
    assert_eq!(result["game"]["board"], json!(random.game.board()));
}

/// A step as a request, in each of the ways to say it.
fn apply(random: &RandomGame, step: Step, way: usize) -> Value {
    let text = step_text(random.game.board().topology(), step);
    match (way % 4, step) {
        (0, _) => json!({ "command": "apply", "step": text }),
        (1, _) => json!({ "command": "apply", "step": step }),
        (2, Step::Action { seat, action }) => {
            json!({ "command": "apply", "seat": seat, "action": action })
        }
        (_, Step::Action { seat, .. }) => {
            let (_, action) = text.split_once(' ').unwrap();
            json!({ "command": "apply", "seat": seat, "action": action })
        }
        (2, Step::Chance { outcome }) => json!({ "command": "apply", "outcome": outcome }),
        _ => json!({ "command": "apply", "outcome": text }),
    }
}

#[test]
fn a_random_game_through_a_session_is_the_game_of_the_rules() {
    let games = [
        (Edition::Modern, 4),
        (Edition::Siedler, 3),
        (Edition::FiveSix, 6),
        (Edition::Mayfair1996, 2),
    ];
    for (number, (edition, players)) in games.into_iter().enumerate() {
        let mut random = RandomGame::new(edition, players, number as u64);
        let mut talk = Talk::new();
        begin(&mut talk, &random);
        let mut before = random.state;
        let mut steps = 0;
        while let Some(step) = random.step() {
            let told = talk.ask(&apply(&random, step, steps));
            steps += 1;
            let state = &random.state;
            assert_eq!(told["status"]["steps"], steps);
            assert_eq!(told["status"]["phase"], json!(state.phase()));
            assert_eq!(told["status"]["to_act"], json!(state.to_act()));
            if steps % 41 == 0 {
                compare(&mut talk, &random, &before, step);
            }
            before = *state;
        }
        // The game becomes a record, and is read back from it.
        let record = talk.ask(&json!({ "command": "record" }));
        let read = parse_record(record["record"].as_str().unwrap()).unwrap();
        assert_eq!(read.steps.len(), steps);
        assert!(read.result.is_some());
    }
}

#[test]
fn rul_25_a_game_that_nobody_can_win_is_over_for_the_engine() {
    let mut random = RandomGame::new(Edition::Modern, 3, 5);
    let rules = Rules {
        points_to_win: 22,
        ..*random.game.rules()
    };
    random.game = Game::new(rules, random.game.board().clone()).unwrap();
    random.state = State::new(&random.game);
    let mut talk = Talk::new();
    begin(&mut talk, &random);
    let mut status = Value::Null;
    while let Some(step) = random.step() {
        status = talk.ask(&apply(&random, step, 1))["status"].take();
        assert!(
            status["turn"].as_u64() < Some(5_000),
            "it goes on: {status}"
        );
    }
    assert_eq!(status["phase"], json!({ "type": "over", "winners": [] }));
    assert_eq!(status["to_act"], json!({ "type": "nobody" }));
    assert_eq!(status["winners"], json!([]));
    let record = talk.ask(&json!({ "command": "record" }));
    assert!(record["record"].as_str().unwrap().contains("\nresult none"));
    let refused = talk.refused(&json!({ "command": "apply", "step": "1 roll" }));
    assert_eq!(refused["code"], "illegal");
}

/// Compares all that can be asked about a state.
fn compare(talk: &mut Talk, random: &RandomGame, before: &State, step: Step) {
    let (game, state) = (&random.game, &random.state);
    let all = talk.ask(&json!({ "command": "state" }));
    assert_eq!(all["position"], position_text(game, state));
    let seats = Seat::all(game.rules().players);
    for seat in seats.clone() {
        assert_eq!(all["hands"][seat.index()]["hand"], json!(state.hand(seat)));
    }
    for viewer in seats.clone().map(Some).chain([None]) {
        let told = talk.ask(&json!({ "command": "view", "seat": viewer }));
        let view: View = serde_json::from_value(told["view"].clone()).unwrap();
        assert_eq!(view, state.view(game, viewer));
        assert_eq!(told["position"], view_text(game, &view));
        let told = talk.ask(&json!({ "command": "events", "seat": viewer, "steps": 1 }));
        let told: Vec<Event> = serde_json::from_value(told["events"].clone()).unwrap();
        assert_eq!(told, events(game, before, step, state, viewer));
    }
    let expected: usize = match state.to_act() {
        ToAct::Seats { seats } => seats
            .iter()
            .map(|seat| legal_actions(game, state, seat).len())
            .sum(),
        _ => 0,
    };
    let told = talk.ask(&json!({ "command": "actions" }));
    assert_eq!(told["actions"].as_array().unwrap().len(), expected);
    let score = talk.ask(&json!({ "command": "score" }));
    assert_eq!(score["bank"], json!(state.bank()));
    assert_eq!(score["longest_road"], json!(state.longest_road()));
    for seat in seats {
        let told = &score["seats"][seat.index()];
        assert_eq!(told["points"], json!(state.points(game, seat)));
        assert_eq!(told["road_length"], state.road_length(seat));
    }
    if state.to_act() == ToAct::Chance {
        let told = talk.ask(&json!({ "command": "chance" }));
        let outcomes = told["outcomes"].as_array().unwrap().iter();
        let sum: f64 = outcomes
            .map(|outcome| outcome["probability"].as_f64().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn production_is_what_the_rules_give_in_36_throws() {
    let mut random = RandomGame::new(Edition::Modern, 4, 11);
    let mut talk = Talk::new();
    for _ in 0..150 {
        random.step().unwrap();
    }
    let line = position_text(&random.game, &random.state);
    talk.ask(&json!({ "command": "load", "position": line }));
    let score = talk.ask(&json!({ "command": "score" }));
    let mut sums = [[0u32; 5]; 4];
    for (total, ways) in (2..=12u8).map(|total| (total, 6 - u32::from(total.abs_diff(7)))) {
        let due = random.state.production(&random.game, total);
        for (sum, cards) in sums.iter_mut().zip(due) {
            for (sum, count) in sum.iter_mut().zip(cards.counts()) {
                *sum += ways * u32::from(count);
            }
        }
    }
    for (seat, sum) in sums.iter().enumerate() {
        assert_eq!(
            score["seats"][seat]["production"],
            json!(sum),
            "seat {seat}"
        );
    }
    assert!(sums.iter().flatten().any(|sum| *sum > 0));
}

#[test]
fn undone_steps_leave_no_trace() {
    let mut random = RandomGame::new(Edition::Modern, 3, 5);
    let mut talk = Talk::new();
    begin(&mut talk, &random);
    let mut lines = vec![position_text(&random.game, &random.state)];
    for number in 0..300 {
        let Some(step) = random.step() else { break };
        talk.ask(&apply(&random, step, number));
        lines.push(position_text(&random.game, &random.state));
    }
    let state = |talk: &mut Talk| talk.ask(&json!({ "command": "state" }))["position"].clone();
    for steps in [1, 2, 63, 64, 65, 1] {
        talk.ask(&json!({ "command": "undo", "steps": steps }));
        lines.truncate(lines.len() - steps);
        assert_eq!(state(&mut talk), **lines.last().unwrap());
    }
    // Without a number, an action is undone together with the chance outcomes after it.
    while lines.len() > 1 {
        let undone = talk.ask(&json!({ "command": "undo" }))["undone"]
            .as_u64()
            .unwrap();
        lines.truncate(lines.len() - usize::try_from(undone).unwrap());
        assert_eq!(state(&mut talk), **lines.last().unwrap());
    }
    let problem = talk.refused(&json!({ "command": "undo" }));
    assert_eq!(problem["code"], "nothing_to_undo");
}

#[test]
fn a_seed_decides_all_chance_and_an_undo_does_not_change_it() {
    let play = |undo: bool| {
        let mut talk = Talk::new();
        let new = json!({ "command": "new", "players": 3, "seed": 77, "chance": "seeded" });
        let mut told = vec![talk.ask(&new)["drawn"].to_string()];
        for _ in 0..200 {
            let go = json!({ "command": "go", "bot": "easy", "apply": true });
            let step = talk.ask(&go);
            if undo {
                talk.ask(&json!({ "command": "undo" }));
                assert_eq!(talk.ask(&go), step);
            }
            told.push(step["steps"].to_string());
        }
        told
    };
    let told = play(false);
    assert_eq!(told, play(true));
    assert!(told.iter().any(|steps| steps.contains("dice")));
}

#[test]
fn a_given_outcome_comes_before_one_from_the_seed() {
    let mut talk = Talk::new();
    let rules = json!({ "first_player": { "type": "named", "seat": 0 } });
    talk.ask(&json!({ "command": "new", "players": 2, "rules": rules, "chance": "seeded" }));
    while talk.ask(&json!({ "command": "state" }))["status"]["turn"] == 0 {
        talk.ask(&json!({ "command": "go", "bot": "easy", "apply": true }));
    }
    let roll = json!({ "command": "apply", "seat": 0, "action": "roll", "outcome": "dice 6 5" });
    assert_eq!(talk.ask(&roll)["status"]["dice"], json!([6, 5]));
}

#[test]
fn an_action_with_an_impossible_outcome_changes_nothing() {
    let mut random = RandomGame::new(Edition::Modern, 4, 3);
    while random.state.turn() == 0 {
        random.step().unwrap();
    }
    let mut talk = Talk::new();
    let line = position_text(&random.game, &random.state);
    talk.ask(&json!({ "command": "load", "position": line }));
    let seat = random.state.active();
    let request =
        json!({ "command": "apply", "seat": seat, "action": "roll", "outcome": "drawn knight" });
    let problem = talk.refused(&request);
    assert_eq!(problem["code"], "impossible_outcome");
    assert_eq!(problem["clause"], "TRN-01");
    assert_eq!(talk.ask(&json!({ "command": "state" }))["position"], line);
}

#[test]
fn one_guess_is_what_the_bot_does_at_a_table() {
    let mut random = RandomGame::new(Edition::Modern, 4, 21);
    for _ in 0..120 {
        random.step().unwrap();
    }
    let mut talk = Talk::new();
    let line = position_text(&random.game, &random.state);
    talk.ask(&json!({ "command": "load", "position": line }));
    let mut compared = 0;
    for _ in 0..20 {
        let ToAct::Seats { seats } = random.state.to_act() else {
            let step = random.step().unwrap();
            talk.ask(&apply(&random, step, 0));
            continue;
        };
        for level in Level::ALL {
            let name = level.name();
            let seat = seats.iter().next().unwrap();
            let view = random.state.view(&random.game, Some(seat));
            let expected = brickwood_bots::choose(level, &random.game, &view, 9);
            let go = json!({ "command": "go", "bot": name, "seat": seat, "seed": 9 });
            assert_eq!(talk.ask(&go)["action"], json!(expected));
            // An external program that is this engine decides the same from the view alone.
            let line = view_text(&random.game, &view);
            let choose = json!({ "command": "choose", "position": line, "bot": name, "seed": 9 });
            assert_eq!(talk.ask(&choose)["action"], json!(expected));
            compared += 1;
        }
        let step = random.step().unwrap();
        talk.ask(&apply(&random, step, 1));
    }
    assert!(compared > 20);
}

#[test]
fn a_decision_with_the_history_of_a_game_is_that_with_its_events() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "seed": 11, "chance": "seeded" }));
    let mut compared = 0;
    while compared < 150 {
        let go = json!({ "command": "go", "bot": "hard", "seed": 5 });
        let decided = talk.ask(&go);
        let seat = &decided["seat"];
        let view = talk.ask(&json!({ "command": "view", "seat": seat }));
        let steps = &talk.ask(&json!({ "command": "state" }))["status"]["steps"];
        let told = talk.ask(&json!({ "command": "events", "seat": seat, "steps": steps }));
        let choose = json!({
            "command": "choose",
            "position": view["position"],
            "events": told["events"],
            "seed": 5
        });
        assert_eq!(talk.ask(&choose), decided);
        let action = json!({
            "command": "apply",
            "seat": seat,
            "action": decided["action"]
        });
        talk.ask(&action);
        compared += 1;
    }
}

#[test]
fn a_bot_trades_in_the_manner_that_is_asked_for() {
    let go = json!({ "command": "go", "bot": "hard", "apply": true });
    let with = |manner: &str| {
        let mut go = go.clone();
        go["manner"] = json!(manner);
        go
    };
    let played = |go: &Value| -> Vec<Value> {
        let mut talk = Talk::new();
        talk.ask(&json!({ "command": "new", "seed": 8, "chance": "seeded" }));
        let decided = (0..600).map(|_| talk.ask(go)["action"].clone());
        decided.take_while(|action| !action.is_null()).collect()
    };
    let most_offers = |actions: &[Value]| {
        let turns = actions.split(|action| action["type"] == "end_turn");
        let offers = |turn: &[Value]| turn.iter().filter(|one| one["type"] == "offer").count();
        turns.map(offers).max()
    };
    let among_bots = played(&with("bots"));
    assert!(most_offers(&among_bots) > Some(2));
    assert_eq!(played(&go), among_bots);
    assert_ne!(played(&with("arena")), among_bots);
    assert_eq!(most_offers(&played(&with("table"))), Some(2));
    assert_eq!(Talk::new().refused(&with("rude"))["field"], "manner");
}

#[test]
fn who_asks_by_position_gets_the_manner_that_it_asks_for_or_is_told_what_is_missing() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "seed": 8, "chance": "seeded" }));
    let go = json!({ "command": "go", "bot": "hard", "manner": "arena", "apply": true });
    let (mut offers, mut in_turn, mut most) = (0, 0, 0);
    for _ in 0..400 {
        let position = talk.ask(&json!({ "command": "view", "seat": 0 }))["position"].clone();
        let decided = talk.ask(&go);
        if decided["seat"] != 0 {
            continue;
        }
        let mut choose = json!({ "command": "choose", "position": position, "manner": "arena" });
        assert_eq!(talk.refused(&choose)["field"], "manner");
        choose["in_vain"] = json!([]);
        let chosen = talk.ask(&choose);
        if chosen["action"]["type"] == "offer" {
            offers += 1;
            in_turn += 1;
            most = in_turn.max(most);
            // What nobody took is not offered again.
            let text = chosen["text"].as_str().unwrap();
            choose["in_vain"] = json!([text.split_whitespace().nth(1)]);
            assert_ne!(talk.ask(&choose)["action"], chosen["action"], "{position}");
        }
        if decided["action"]["type"] == "end_turn" {
            in_turn = 0;
        }
    }
    assert!(offers > 10, "{offers}");
    assert!(most > 2, "as at a table");
    let wrong = json!({ "command": "choose", "position": "view-1", "in_vain": ["W"] });
    assert_eq!(talk.refused(&wrong)["code"], "bad_request");
}

#[test]
fn a_budget_is_kept_in_guesses_and_in_milliseconds() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "seed": 4, "chance": "seeded" }));
    let go = json!({ "command": "go", "bot": "hard", "guesses": 7 });
    assert_eq!(talk.ask(&go)["guesses"], 7);
    // The clock of this world goes on by one at every look.
    let go = json!({ "command": "go", "bot": "hard", "milliseconds": 5 });
    assert_eq!(talk.ask(&go)["guesses"], 5);
    let go = json!({ "command": "go", "bot": "hard", "guesses": 0 });
    assert_eq!(talk.refused(&go)["code"], "bad_request");
}

#[test]
fn a_budget_of_nodes_is_kept_and_decides_what_is_found() {
    let mut random = RandomGame::new(Edition::Modern, 4, 8);
    let mut talk = Talk::new();
    let mut guesses = [0; 2];
    let (mut positions, mut cut_short) = (0, 0);
    while positions < 25 {
        random.step().expect("the game goes on");
        if !matches!(random.state.phase(), Phase::Turn) || random.state.dice().is_none() {
            continue;
        }
        let line = position_text(&random.game, &random.state);
        talk.ask(&json!({ "command": "load", "position": line }));
        let mut least = u64::MAX;
        for (nodes, guesses) in [40, 4_000].into_iter().zip(&mut guesses) {
            let go = json!({ "command": "go", "bot": "hard", "nodes": nodes });
            let decided = talk.ask(&go);
            let used = decided["nodes"].as_u64().expect("a number");
            assert!((1..nodes + 100).contains(&used), "{nodes}: {decided}");
            least = least.min(used);
            assert!(decided["action"].is_object(), "{decided}");
            assert_eq!(talk.ask(&go), decided, "the same budget finds the same");
            *guesses += decided["guesses"].as_u64().expect("a number");
        }
        // One whole guess is what the bot does at a table, whatever else it may evaluate.
        let go = json!({ "command": "go", "bot": "hard", "nodes": 100_000, "guesses": 1 });
        let table = talk.ask(&json!({ "command": "go", "bot": "hard" }));
        assert_eq!(talk.ask(&go), table);
        cut_short += u32::from(least < table["nodes"].as_u64().expect("a number"));
        positions += 1;
    }
    assert!(cut_short > 0, "a budget of 40 cuts some searches short");
    assert!(guesses[0] * 3 < guesses[1], "{guesses:?}");
    // The other levels evaluate nothing: each guess counts as one.
    let go = json!({ "command": "go", "bot": "medium", "nodes": 6 });
    assert_eq!(talk.ask(&go)["guesses"], 6);
    let go = json!({ "command": "go", "bot": "hard", "nodes": 0 });
    assert_eq!(talk.refused(&go)["field"], "nodes");
}

#[test]
fn perft_counts_the_set_up_and_stops_where_it_is_told() {
    let mut talk = Talk::new();
    let rules = json!({ "first_player": { "type": "named", "seat": 0 } });
    talk.ask(&json!({ "command": "new", "players": 3, "rules": rules, "board": "beginners" }));
    for (depth, sequences) in [(0, 1), (1, 54), (2, 144), (3, 7236)] {
        let perft = json!({ "command": "perft", "depth": depth });
        assert_eq!(talk.ask(&perft)["sequences"], sequences);
    }
    let divided = talk.ask(&json!({ "command": "perft", "depth": 2, "divide": true }));
    assert_eq!(divided["divided"].as_array().unwrap().len(), 54);
    let perft = json!({ "command": "perft", "depth": 9, "most": 1000 });
    assert_eq!(talk.refused(&perft)["code"], "too_many");
}

#[test]
fn offers_are_listed_on_request_and_all_are_legal() {
    let mut random = RandomGame::new(Edition::Modern, 4, 2);
    let mut talk = Talk::new();
    let mut offers = 0;
    for _ in 0..400 {
        if random.step().is_none() {
            break;
        }
        let line = position_text(&random.game, &random.state);
        talk.ask(&json!({ "command": "load", "position": line }));
        let told = talk.ask(&json!({ "command": "actions", "offers": 1 }));
        for told in told["actions"].as_array().unwrap() {
            let seat = serde_json::from_value(told["seat"].clone()).unwrap();
            let action = serde_json::from_value(told["action"].clone()).unwrap();
            let step = Step::Action { seat, action };
            random.state.apply(&random.game, step).unwrap();
            offers += usize::from(told["action"]["type"] == "offer");
        }
    }
    assert!(offers > 100, "{offers}");
}

#[test]
fn counter_offers_are_listed_for_the_asked_seat() {
    let mut talk = Talk::new();
    let line = include_str!("offer.position").trim();
    talk.ask(&json!({ "command": "load", "position": line }));
    let told = talk.ask(&json!({ "command": "actions", "seat": 0, "offers": 1 }));
    let counters: Vec<&str> = told["actions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|action| action["text"].as_str())
        .filter(|text| text.starts_with("counter"))
        .collect();
    // The seat holds only grain and ore.
    assert!(counters.contains(&"counter L>G"), "{counters:?}");
    let gives = |letter| move |text: &&str| text.ends_with(letter);
    assert!(
        counters
            .iter()
            .all(|text| gives('G')(text) || gives('O')(text))
    );
}

#[test]
fn a_text_names_the_board_that_tables_lay_for_it() {
    let mut talk = Talk::new();
    let new = json!({ "command": "new", "board": { "seed": "harbor" } });
    let first = talk.ask(&new)["game"]["board_text"].clone();
    assert_eq!(talk.ask(&new)["game"]["board_text"], first);
    let other = json!({ "command": "new", "board": { "seed": "harbour" } });
    assert_ne!(talk.ask(&other)["game"]["board_text"], first);
}

#[test]
fn files_of_every_kind_are_loaded_and_a_record_up_to_any_step() {
    let mut random = RandomGame::new(Edition::Modern, 3, 8);
    let mut talk = Talk::new();
    begin(&mut talk, &random);
    let mut lines = vec![position_text(&random.game, &random.state)];
    for number in 0..100 {
        let step = random.step().unwrap();
        talk.ask(&apply(&random, step, number));
        lines.push(position_text(&random.game, &random.state));
    }
    let names = json!(["Anna", "Ben", "Cara"]);
    let told = talk.ask(&json!({ "command": "record", "names": names }));
    let record = told["record"].as_str().unwrap();
    talk.world.file = Some(("game.record".into(), record.into()));
    for steps in [0, 1, 50, 100] {
        let load = json!({ "command": "load", "path": "game.record", "steps": steps });
        assert_eq!(talk.ask(&load)["status"]["steps"], steps);
        let state = talk.ask(&json!({ "command": "state" }));
        assert_eq!(state["position"], lines[steps]);
    }
    talk.world.file = Some(("here.position".into(), format!("{}\n", lines[70])));
    talk.ask(&json!({ "command": "load", "path": "here.position" }));
    let state = talk.ask(&json!({ "command": "state" }));
    assert_eq!(state["position"], lines[70]);
    let problem = talk.refused(&json!({ "command": "record" }));
    assert_eq!(problem["code"], "no_record");
    let problem = talk.refused(&json!({ "command": "load", "path": "elsewhere" }));
    assert_eq!(problem["code"], "cannot_read");
}

/// What programs of version 2 rely on, and those of version 1 did not find.
#[test]
fn version_2_tells_free_roads_and_the_cards_under_the_deck_in_the_view() {
    let mut talk = Talk::new();
    let position = "position-1 modern players=3 \
        board=O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11 phase=free-roads:2 turn=7 first=1 active=1 \
        roll=3+5 card-played robber=d1 seat=1 played=R settlements=a3s,d2s roads=b3ne,d2e,d2se \
        seat=2 settlements=d4n,d3s roads=c4e,e2e seat=3 settlements=b2n,d1n roads=a1se,c1e";
    let told = talk.ask(&json!({ "command": "load", "position": position }));
    assert_eq!(told["status"]["phase"], json!({ "type": "free_roads" }));
    let view = talk.ask(&json!({ "command": "view", "seat": 0 }))["view"].take();
    assert_eq!(view["free_roads"], 2);
    assert_eq!(view["under_deck"], json!([]));
    talk.ask(&json!({ "command": "apply", "seat": 0, "action": { "type": "pass" } }));

    let siedler = position
        .replace("modern", "siedler")
        .replace("phase=free-roads:2", "phase=turn under-deck=RM")
        .replace("played=R", "played=RM");
    talk.ask(&json!({ "command": "load", "position": siedler }));
    let view = talk.ask(&json!({ "command": "view" }))["view"].take();
    assert_eq!(view["under_deck"], json!(["road_building", "monopoly"]));
    assert_eq!(view["deck"], 25, "the two under the deck are counted");
}
