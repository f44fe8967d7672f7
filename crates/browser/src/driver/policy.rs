//! What the person does: the first thing that is legal, in a sensible order.

use brickwood_protocol::{BotPace, TableOptions};
use serde_json::{Value, json};

/// The usual options, with bots that do not pause.
pub(super) fn options() -> Value {
    let options = TableOptions {
        bot_pace: BotPace::None,
        ..TableOptions::default()
    };
    serde_json::to_value(options).expect("options are JSON")
}

pub(super) fn is_over(update: &Value) -> bool {
    update["view"]["phase"]["type"] == "over"
}

/// The person's next command; none while others are to act.
pub(super) fn command(update: &Value) -> Option<Value> {
    if update["started"] == false && update["seats"][0]["ready"] == false {
        return Some(json!({ "type": "ready", "seed": "11".repeat(32) }));
    }
    let choices = &update["choices"];
    if choices["to_act"] != true {
        return None;
    }
    let action = action(update, choices)?;
    let answers = update["offer"]["line"].clone();
    let act = json!({ "type": "act", "action": action, "nonce": "22".repeat(16) });
    Some(if action["type"] == "decline" {
        let mut act = act;
        act["answers"] = answers;
        act
    } else {
        act
    })
}

fn action(update: &Value, choices: &Value) -> Option<Value> {
    let first = |name: &str| choices[name].as_array().and_then(|all| all.first());
    let at = |kind: &str, place: &Value| json!({ "type": kind, "at": place });
    if choices["answer"] == true {
        return Some(json!({ "type": "decline" }));
    }
    if let Some(count) = choices["discard"].as_u64().filter(|count| *count > 0) {
        return Some(json!({ "type": "discard", "cards": discarded(update, count) }));
    }
    if choices["roll"] == true {
        return Some(json!({ "type": "roll" }));
    }
    if let Some(place) = first("cities") {
        return Some(at("build_city", place));
    }
    if let Some(place) = first("settlements") {
        return Some(at("build_settlement", place));
    }
    if let Some(place) = first("roads") {
        return Some(at("build_road", place));
    }
    if let Some(robber) = first("robber") {
        return Some(json!({ "type": "move_robber", "to": robber["to"] }));
    }
    if let Some(victim) = first("victims") {
        return Some(json!({ "type": "rob", "victim": victim }));
    }
    let plain = ["buy_development_card", "end_turn", "pass"];
    let name = plain.into_iter().find(|name| choices[*name] == true)?;
    Some(json!({ "type": name }))
}

/// The first cards of the hand.
fn discarded(update: &Value, mut count: u64) -> Vec<u64> {
    let hand = update["view"]["own"]["hand"]
        .as_array()
        .expect("an own hand");
    let cards = hand.iter().map(|held| {
        let given = held.as_u64().expect("a number").min(count);
        count -= given;
        given
    });
    cards.collect()
}
