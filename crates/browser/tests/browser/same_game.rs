//! The module plays the game that the same code plays natively, as a server runs it: call by call, and byte
//! by byte.
//!
//! A game of a person by a simple policy and three bots is played natively, and everything that was said to
//! the module and answered by it goes into a tape. Node.js plays the tape to the WebAssembly module.

use brickwood_browser::Module;
use brickwood_browser::driver::Driver;
use brickwood_table::replay_of_record;
use serde_json::json;

#[test]
fn a_game_is_played_to_its_end_and_its_record_can_be_replayed() {
    let mut driver = Driver::new(Module::default(), 7);
    driver.play();
    let record = driver.record();
    let replay = replay_of_record(&record).expect("the record is good");
    assert!(replay.steps.len() > 50, "{} steps", replay.steps.len());
}

#[test]
fn the_statistics_of_a_game_are_those_of_its_record() {
    let mut driver = Driver::new(Module::default(), 5);
    driver.play();
    let record = driver.record();
    let mut of_game = driver.statistics();
    let of_record = driver.statistics_of_record(&record);
    for seat in of_game["seats"].as_array_mut().expect("seats") {
        assert!(seat["thinking_ms"].is_u64());
        seat["thinking_ms"].take();
    }
    assert_eq!(of_game, of_record);
}

#[test]
fn the_analysis_of_a_game_is_the_same_in_parts_and_from_anywhere() {
    let mut driver = Driver::new(Module::default(), 6);
    driver.play();
    let record = driver.record();
    let whole = driver.analyse(&record, 0, 100_000);
    let steps = whole["steps"].as_u64().expect("a number") as u32;
    assert_eq!(whole["done"], steps);
    let mut choices = Vec::new();
    for from in (0..steps).step_by(50) {
        let part = driver.analyse(&record, from, 50);
        choices.extend(part["choices"].as_array().expect("choices").clone());
    }
    assert_eq!(json!(choices), whole["choices"]);
    let last = driver.analyse(&record, steps - 3, 3);
    assert_eq!(last["done"], steps);
}

#[test]
fn the_same_seed_and_choices_give_the_same_game_again_and_others_another() {
    let play = |seed| {
        let mut driver = Driver::new(Module::default(), seed);
        driver.play();
        driver.record()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_module_that_has_failed_leaves_a_game_that_another_one_continues() {
    let mut driver = Driver::new(Module::default(), 3);
    driver.play_turns(6);
    driver.crash();
    driver.play();
    assert!(replay_of_record(&driver.record()).is_ok());
}

#[test]
fn webassembly_answers_as_the_native_code_does() {
    let mut driver = Driver::new(Module::default(), 11);
    driver.play();
    let record = driver.record();
    driver.statistics();
    driver.analyse(&record, 0, 100_000);
    driver.repeat_in_webassembly();
}
