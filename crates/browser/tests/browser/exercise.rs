//! Questions, and choices of records, become exercises that know what their seat knows.

use std::fs;

use brickwood_browser::Module;
use brickwood_notation::{action_text, parse_view, plan_text, view_text};
use brickwood_protocol::{Exercise, Problem, Reconsidered};
use brickwood_rules::{Game, Seat, Step, View};
use brickwood_table::{PlayedGame, played_game_of_record, replay_of_record};
use serde_json::{Value, from_str, from_value, json};

use crate::records::{beside, known, play, record};

const YEAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/data/year.jsonl");
/// A seat that is to settle.
const VIEW: &str = "view-1 viewer=1 modern players=2 board=O8B4G11/W10L3D*B12/O5W9L11G6L9/W2W4G5O10/L6B3G8~a1nw:3,a2ne:L,b4ne:W,\
    c5e:B,d4se:G,e2se:3,e1sw:O,d1w:3,b1w:3 phase=set-up-settlement turn=0 first=1 active=1 robber=b3 bank=B19L19W19G19O19 \
    seat=1 seat=2";

fn call(call: &Value) -> Value {
    from_str(&Module::default().call(call.to_string().as_bytes())).expect("JSON")
}

fn answer(view: &str, answers: &[&str]) -> Value {
    call(&json!({ "type": "exercise", "view": view, "answers": answers }))
}

fn again(record: &str, step: usize) -> Value {
    call(&json!({ "type": "reconsider", "record": record, "step": step }))
}

fn exercise(view: &str, answers: &[&str]) -> Exercise {
    from_value(answer(view, answers)["exercise"].take()).expect("an exercise")
}

fn refused(mut answer: Value) -> String {
    let problem: Problem = from_value(answer["problem"].take()).expect("a problem");
    problem.code().to_owned()
}

fn refusal(view: &str, answers: &[&str]) -> String {
    refused(answer(view, answers))
}

#[test]
fn each_question_of_the_year_becomes_an_exercise_with_its_answers() {
    let year = fs::read_to_string(YEAR).expect("the questions are there");
    let puzzles = year
        .lines()
        .map(|line| from_str::<Value>(line).expect("JSON"));
    let (mut asked, mut reasons) = (0, 0);
    for puzzle in puzzles.filter(Value::is_object).step_by(5) {
        let view = puzzle["view"].as_str().expect("a view");
        let answers = puzzle["answers"].as_array().expect("answers").iter();
        let answers: Vec<&str> = answers.filter_map(Value::as_str).collect();
        let exercise = exercise(view, &answers);
        let seen = parse_view(view).expect("a view");
        assert_eq!(exercise.view, seen.view);
        assert_eq!(exercise.table.you, seen.view.viewer);
        assert_eq!(exercise.seats.len(), seen.game.rules().seats());
        let topology = seen.game.board().topology();
        let texts = exercise
            .answers
            .iter()
            .map(|answer| plan_text(topology, &answer.actions));
        assert_eq!(texts.collect::<Vec<_>>(), answers);
        asked += 1;
        reasons += exercise
            .answers
            .iter()
            .filter(|answer| answer.reason.is_some())
            .count();
    }
    assert!(asked > 40 && reasons > 60, "{asked} {reasons}");
}

/// The exercise between all that a seat can do, offers aside.
fn all_choices(game: &Game, view: &View) -> String {
    let topology = game.board().topology();
    let choices = brickwood_bots::legal_choices(game, view).into_iter();
    let choices: Vec<String> = choices
        .map(|action| action_text(topology, action))
        .collect();
    let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
    answer(&view_text(game, view), &choices).to_string()
}

#[test]
fn hidden_cards_change_nothing_in_an_exercise() {
    let mut compared = 0;
    for name in ["beginners", "six", "short"] {
        let text = record(name);
        let lines: Vec<&str> = text.lines().collect();
        for (one, other) in (0..lines.len()).filter_map(|at| beside(&lines, at)) {
            let [one, other] = [one, other].map(|text| played_game_of_record(&text).expect("good"));
            let states = [&one, &other].map(|played| play(&played.game, &played.steps));
            let game = &one.game;
            for seat in Seat::all(game.rules().players) {
                let views = states.map(|state| state.view(game, Some(seat)));
                if views[0] == views[1] && views[0].awaited().contains(seat) {
                    let [told, other] = views.map(|view| all_choices(game, &view));
                    assert!(told.contains("\"answers\":[{"), "{told}");
                    assert_eq!(told, other);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn what_is_no_view_and_what_cannot_be_done_is_refused() {
    assert_eq!(exercise(VIEW, &["settlement e3n"]).answers.len(), 1);
    assert_eq!(refusal("view-1 viewer=9", &[]), "malformed");
    assert_eq!(refusal("position-1", &[]), "malformed");
    assert_eq!(refusal(VIEW, &["settlement"]), "malformed");
    assert_eq!(refusal(VIEW, &["road c3e"]), "out_of_phase");
    assert_eq!(refusal(VIEW, &["end"]), "out_of_phase");
    let spectator = VIEW.replace("viewer=1", "viewer=none");
    assert_eq!(refusal(&spectator, &["settlement e3n"]), "not_to_act");
    assert_eq!(refusal(&spectator, &[]), "not_to_act");
}

/// The game as far as so many steps.
fn until(played: &PlayedGame, step: usize) -> PlayedGame {
    PlayedGame {
        game: played.game.clone(),
        steps: played.steps[..step].to_vec(),
        times_ms: None,
    }
}

#[test]
fn hidden_cards_change_nothing_where_a_choice_is_looked_at_again() {
    let (mut compared, mut several) = (0, 0);
    for name in ["beginners", "six", "short"] {
        let text = record(name);
        let lines: Vec<&str> = text.lines().collect();
        for (record, other) in (0..lines.len()).filter_map(|at| beside(&lines, at)) {
            let [played, changed] = [&record, &other]
                .map(|text| played_game_of_record(text).expect("the record is good"));
            let differ = played.steps.iter().zip(&changed.steps);
            let first = differ.clone().position(|(one, two)| one != two);
            for step in first.expect("the games differ") + 2..=played.steps.len() {
                let Step::Action { seat, .. } = played.steps[step - 1] else {
                    continue;
                };
                let [one, two] = [&played, &changed].map(|played| until(played, step - 1));
                if known(&one, seat) == known(&two, seat) {
                    let told = again(&record, step);
                    assert_eq!(told, again(&other, step));
                    let told: Reconsidered =
                        from_value(told["reconsider"].clone()).expect("a choice");
                    assert_eq!(told.exercise.view, known(&one, seat).0);
                    compared += 1;
                    several += u32::from(told.worth.len() > 2);
                }
            }
        }
    }
    assert!(compared > 20 && several > 5, "{compared} {several}");
}

#[test]
fn the_seats_of_a_choice_are_those_of_its_record_and_what_is_no_choice_is_refused() {
    let text = record("short");
    let played = played_game_of_record(&text).expect("the record is good");
    let is_choice = |step: &usize| matches!(played.steps[step - 1], Step::Action { .. });
    let step = (1..played.steps.len()).find(is_choice).expect("a choice");
    let told: Reconsidered = from_value(again(&text, step)["reconsider"].take()).expect("a choice");
    let replay = replay_of_record(&text).expect("the record is good");
    assert_eq!(told.exercise.seats, replay.seats);
    assert_eq!(told.exercise.table.edition, replay.table.edition);
    let chance = (1..played.steps.len())
        .find(|step| !is_choice(step))
        .expect("a roll");
    assert_eq!(refused(again(&text, chance)), "not_to_act");
    assert_eq!(refused(again(&text, 0)), "not_to_act");
    assert_eq!(
        refused(again(&text, played.steps.len() + 1)),
        "short_record"
    );
    assert_eq!(refused(again("no record", 1)), "bad_record");
}
