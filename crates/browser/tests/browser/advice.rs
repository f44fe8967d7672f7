//! The coach in a record knows what its seat knew, and nothing else.

use brickwood_browser::Module;
use brickwood_rules::Seat;
use brickwood_table::played_game_of_record;
use serde_json::{Value, json};

use crate::records::{beside, known, play, record};

fn advice(record: &str, steps: usize, seat: Seat) -> Value {
    let call = json!({ "type": "advise", "record": record, "steps": steps, "seat": seat });
    let answer = Module::default().call(call.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    answer["advise"].clone()
}

#[test]
fn hidden_cards_of_a_record_change_nothing_in_the_advice_of_others() {
    let (mut compared, mut hints) = (0, 0);
    for name in ["beginners", "six", "short"] {
        let text = record(name);
        let lines: Vec<&str> = text.lines().collect();
        let pairs = (0..lines.len()).filter_map(|at| beside(&lines, at));
        for (record, other) in pairs {
            let [played, changed] = [&record, &other]
                .map(|text| played_game_of_record(text).expect("the record is good"));
            let steps = played.steps.len();
            let [one, two] = [&played, &changed].map(|played| play(&played.game, &played.steps));
            assert_ne!(one, two, "the games differ");
            for seat in Seat::all(played.game.rules().seats() as u8) {
                if known(&played, seat) != known(&changed, seat) {
                    continue;
                }
                let told = advice(&record, steps, seat);
                assert_eq!(told, advice(&other, steps, seat));
                compared += 1;
                hints += u32::from(!told["best"].is_null());
            }
        }
    }
    assert!(compared > 20 && hints > 10, "{compared} {hints}");
}

#[test]
fn advice_on_a_step_follows_from_the_steps_before_it() {
    let text = record("short");
    let lines: Vec<&str> = text.lines().collect();
    let whole = played_game_of_record(&text).expect("the record is good");
    for end in (lines.len() - 20..lines.len()).step_by(5) {
        let part = lines[..end].join("\n") + "\n";
        let steps = played_game_of_record(&part).expect("good").steps.len();
        assert!(steps < whole.steps.len());
        for seat in Seat::all(whole.game.rules().seats() as u8) {
            let told = advice(&text, steps, seat);
            assert!(told["chances"].is_array());
            assert_eq!(told, advice(&part, steps, seat));
        }
    }
    let stranger = Seat::new(5).expect("a seat");
    assert!(advice(&text, 1, stranger).is_null());
}
