//! Every line gets one line as its answer, and a refused request changes nothing.

use brickwood_rules::Edition;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::kit::{RandomGame, Talk};

fn code(talk: &mut Talk, line: impl AsRef<[u8]>) -> String {
    let answer = talk.raw(line);
    answer["error"]["code"]
        .as_str()
        .unwrap_or("none")
        .to_owned()
}

#[test]
fn invalid_requests_are_refused_with_the_name_of_the_fault() {
    let mut talk = Talk::new();
    talk.ask(&json!({ "command": "new", "seed": 1 }));
    for (line, expected) in [
        ("", "bad_json"),
        ("hello", "bad_json"),
        ("{\"command\":\"state\"", "bad_json"),
        ("{\"command\":\"state\"} x", "bad_json"),
        ("[]", "bad_request"),
        ("7", "bad_request"),
        ("{}", "bad_request"),
        ("{\"command\":7}", "bad_request"),
        ("{\"command\":\"stat\"}", "unknown_command"),
        ("{\"command\":\"state\",\"seat\":1}", "bad_request"),
        ("{\"command\":\"quit\",\"now\":true}", "bad_request"),
        ("{\"command\":\"view\",\"seat\":9}", "bad_request"),
        ("{\"command\":\"view\",\"seat\":5}", "no_such_seat"),
        ("{\"command\":\"view\",\"seat\":-1}", "bad_request"),
        ("{\"command\":\"go\",\"bot\":\"harder\"}", "bad_request"),
        ("{\"command\":\"apply\"}", "bad_request"),
        ("{\"command\":\"apply\",\"step\":\"1 jump\"}", "bad_step"),
        (
            "{\"command\":\"apply\",\"step\":{\"by\":\"action\",\"seat\":0,\"action\":\"jump\"}}",
            "bad_step",
        ),
        (
            "{\"command\":\"apply\",\"seat\":4,\"action\":\"roll\"}",
            "no_such_seat",
        ),
        (
            "{\"command\":\"apply\",\"step\":\"5 roll\"}",
            "no_such_seat",
        ),
        ("{\"command\":\"apply\",\"step\":\"1 end\"}", "illegal"),
        (
            "{\"command\":\"apply\",\"outcome\":\"1 end\"}",
            "bad_request",
        ),
        (
            "{\"command\":\"apply\",\"outcome\":\"stolen W\"}",
            "impossible_outcome",
        ),
        ("{\"command\":\"perft\"}", "bad_request"),
        ("{\"command\":\"perft\",\"depth\":65}", "bad_request"),
        ("{\"command\":\"actions\",\"offers\":5}", "bad_request"),
        ("{\"command\":\"new\",\"players\":7}", "bad_rules"),
        ("{\"command\":\"new\",\"rules\":\"modern\"}", "bad_rules"),
        (
            "{\"command\":\"new\",\"rules\":{\"friendly\":true}}",
            "bad_request",
        ),
        (
            "{\"command\":\"new\",\"rules\":{\"variants\":{\"open\":true}}}",
            "bad_request",
        ),
        (
            "{\"command\":\"new\",\"rules\":{\"players\":3},\"players\":4}",
            "bad_request",
        ),
        ("{\"command\":\"new\",\"board\":\"none\"}", "bad_request"),
        (
            "{\"command\":\"new\",\"board\":{\"text\":\"D\"}}",
            "bad_board",
        ),
        (
            "{\"command\":\"new\",\"players\":5,\"board\":\"beginners\"}",
            "bad_rules",
        ),
        ("{\"command\":\"load\"}", "bad_request"),
        (
            "{\"command\":\"load\",\"position\":\"position-1\"}",
            "bad_position",
        ),
        ("{\"command\":\"load\",\"record\":\"\"}", "bad_record"),
        ("{\"command\":\"load\",\"path\":\"none\"}", "cannot_read"),
        ("{\"command\":\"hello\",\"protocol\":1}", "other_protocol"),
        (
            "{\"command\":\"choose\",\"position\":\"view-1\"}",
            "bad_position",
        ),
    ] {
        assert_eq!(code(&mut talk, line), expected, "{line}");
    }
    assert_eq!(
        talk.ask(&json!({ "command": "state" }))["status"]["steps"],
        0
    );
    let fresh = &mut Talk::new();
    assert_eq!(code(fresh, "{\"command\":\"state\"}"), "no_game");
}

#[test]
fn the_id_comes_back_as_it_was_even_with_an_error() {
    let mut talk = Talk::new();
    for id in [json!(7), json!("a"), json!([1, { "b": null }]), json!(null)] {
        let answer = talk.raw(json!({ "id": id, "command": "hello" }).to_string());
        assert_eq!(answer["id"], id);
        let answer = talk.raw(json!({ "id": id, "command": "nothing" }).to_string());
        assert_eq!(answer["id"], id);
    }
    assert!(talk.raw("{\"command\":\"hello\"}").get("id").is_none());
}

#[test]
fn an_illegal_action_names_its_clause() {
    let mut talk = Talk::new();
    let rules = json!({ "first_player": { "type": "named", "seat": 0 } });
    talk.ask(&json!({ "command": "new", "rules": rules, "board": "beginners" }));
    let steps = json!(["1 settlement c3n", "1 road c3ne", "2 settlement c3ne"]);
    let problem = talk.refused(&json!({ "command": "apply", "steps": steps }));
    assert_eq!(problem["code"], "illegal");
    assert_eq!(problem["clause"], "BLD-09");
    // All of them or none.
    assert_eq!(
        talk.ask(&json!({ "command": "state" }))["status"]["steps"],
        0
    );
}

#[test]
fn bytes_that_are_not_text_and_endless_json_are_refused() {
    let mut talk = Talk::new();
    assert_eq!(code(&mut talk, b"{\"command\":\"\xff\xfe\"}"), "bad_json");
    assert_eq!(code(&mut talk, [0u8; 100]), "bad_json");
    assert_eq!(code(&mut talk, "[".repeat(1_000_000)), "bad_json");
    assert_eq!(code(&mut talk, "{\"id\":".repeat(1_000_000)), "bad_json");
    let long = format!("{{\"command\":\"hello\",\"{}\":1}}", "x".repeat(1_000_000));
    assert_eq!(code(&mut talk, long), "bad_request");
    let steps = format!(
        "{{\"command\":\"load\",\"record\":\"brickwood-record 1\\n{}\"}}",
        "x y\\n".repeat(200_000)
    );
    assert_eq!(code(&mut talk, steps), "bad_record");
}

/// Good requests of every kind, for a game in progress.
fn requests() -> Vec<String> {
    let mut random = RandomGame::new(Edition::Modern, 4, 1);
    for _ in 0..90 {
        random.step().unwrap();
    }
    let view = random.state.view(&random.game, Some(random.state.active()));
    let line = brickwood_notation::position_text(&random.game, &random.state);
    [
        json!({ "command": "hello", "protocol": 2 }),
        json!({ "command": "load", "position": line, "seed": 3 }),
        json!({ "command": "new", "players": 3, "rules": { "variants": { "open_hands": true } } }),
        json!({ "command": "new", "rules": "siedler players=3", "board": { "seed": "a" } }),
        json!({ "command": "new", "board": { "plan": random.game.board() } }),
        json!({ "command": "apply", "seat": 0, "action": { "type": "roll" }, "outcome": "dice 1 2" }),
        json!({ "command": "apply", "step": { "by": "action", "seat": 1, "action": { "type": "build_road", "at": 3 } } }),
        json!({ "command": "actions", "offers": 2, "to": [1, 2] }),
        json!({ "command": "go", "bot": "hard", "guesses": 2 }),
        json!({ "command": "choose", "position": brickwood_notation::view_text(&random.game, &view) }),
        json!({ "command": "perft", "depth": 2, "most": 1000 }),
        json!({ "command": "undo", "steps": 1 }),
        json!({ "command": "events", "seat": 1, "steps": 2 }),
        json!({ "command": "score", "seat": 1 }),
        json!({ "command": "record", "names": ["a", "b", "c"] }),
    ]
    .iter()
    .map(Value::to_string)
    .collect()
}

#[test]
fn mutilated_requests_always_get_an_answer() {
    let requests = requests();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut talk = Talk::new();
    let mut met = 0;
    for _ in 0..3_000 {
        let request = &requests[random.random_range(0..requests.len())];
        let mut bytes = request.clone().into_bytes();
        for _ in 0..random.random_range(0..4) {
            let at = random.random_range(0..bytes.len());
            match random.random_range(0..3) {
                0 => bytes[at] = random.random(),
                1 => bytes[at] = b"0123456789,\"{}[]:?*"[random.random_range(0..19)],
                _ => drop(bytes.remove(at)),
            }
        }
        let answer = talk.raw(&bytes);
        met += usize::from(answer.get("result").is_some());
    }
    assert!(met > 300, "{met}");
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    let mut talk = Talk::new();
    for id in [
        "123456789012345678901234567890",
        "-0.10e5",
        "{\"b\":1,\"a\":18446744073709551616}",
        "null",
        "\"\\u00e9\"",
    ] {
        let line = format!("{{\"id\": {id}, \"command\": \"nothing\"}}");
        let answer = talk.session.answer(line.as_bytes(), &talk.world).line;
        assert!(answer.contains(&format!("\"id\":{id},")), "{answer}");
    }
    // But on one line.
    let line = "{\"id\": [1,\n2], \"command\": \"quit\"}";
    assert_eq!(talk.raw(line)["id"], json!([1, 2]));
}

#[test]
fn the_action_of_a_step_is_an_object_or_a_text() {
    let new =
        json!({ "command": "new", "rules": "modern players=3 first_player=1", "chance": "ask" });
    let settlement = json!({ "type": "build_settlement", "at": 0 });
    let mut told = Vec::new();
    for step in [
        json!({ "by": "action", "seat": 0, "action": settlement }),
        json!({ "by": "action", "seat": 0, "action": "settlement a1n" }),
    ] {
        let mut talk = Talk::new();
        talk.ask(&new);
        told.push(talk.ask(&json!({ "command": "apply", "step": step })));
    }
    assert_eq!(told[0], told[1]);
}
