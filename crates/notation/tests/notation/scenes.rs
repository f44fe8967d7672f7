//! The prepared positions of the page's lessons: each is legal, waits for the learner, and its goal can be
//! reached, whatever the dice show.

use brickwood_notation::{parse_record, parse_step};
use brickwood_rules::{Game, Phase, Seat, State, Step, legal_actions};
use brickwood_test_kit::read;

const FOLDER: &str = "web/src/lib/learn/positions";

/// A position of a lesson.
struct Position {
    game: Game,
    state: State,
}

impl Position {
    fn of(lesson: u8) -> Self {
        let text = read(&format!("{FOLDER}/{lesson}.txt"));
        let record = parse_record(&text).expect("every step is legal");
        let game = record.header.game;
        let state = record.steps.iter().fold(State::new(&game), |state, step| {
            state.apply(&game, *step).expect("a legal step")
        });
        Self { game, state }
    }

    /// The same after more steps.
    fn after(mut self, steps: &[&str]) -> Self {
        for text in steps {
            let step = parse_step(self.game.board().topology(), text).expect("a step");
            self.state = self.state.apply(&self.game, step).expect(text);
        }
        self
    }

    fn awaits_the_learner(&self) -> bool {
        self.state.may_act(learner())
    }

    fn points(&self) -> u8 {
        self.state.points(&self.game, learner()).total()
    }
}

fn learner() -> Seat {
    Seat::new(0).expect("a seat")
}

#[test]
fn every_lesson_begins_with_the_learner() {
    for lesson in 1..=6 {
        assert!(Position::of(lesson).awaits_the_learner(), "lesson {lesson}");
    }
}

#[test]
fn in_the_first_lesson_two_settlements_and_roads_are_placed() {
    let start = Position::of(1);
    assert_eq!(*start.state.phase(), Phase::SetUpSettlement);
    let mut placed = 0;
    let Position { game, mut state } = start;
    // Wherever the others place, something is left.
    while matches!(
        state.phase(),
        Phase::SetUpSettlement | Phase::SetUpRoad { .. }
    ) {
        let seat = state.active();
        let action = *legal_actions(&game, &state, seat)
            .last()
            .expect("an action");
        placed += u8::from(seat == learner());
        let step = Step::Action { seat, action };
        state = state.apply(&game, step).expect("legal");
    }
    assert_eq!(placed, 4);
}

#[test]
fn in_the_second_lesson_the_turn_can_be_ended_after_any_roll_but_a_seven() {
    for dice in [
        "1 1", "1 2", "2 2", "2 3", "3 3", "4 4", "4 5", "5 5", "5 6", "6 6",
    ] {
        let dice = format!("dice {dice}");
        let end = Position::of(2).after(&["1 roll", &dice, "1 end"]);
        assert!(!end.awaits_the_learner(), "{dice}");
    }
    Position::of(2).after(&["1 roll", "dice 3 4", "1 robber b3", "1 end"]);
}

#[test]
fn in_the_third_lesson_the_cards_are_enough_for_a_road_a_settlement_and_a_city() {
    let start = Position::of(3);
    assert_eq!(*start.state.phase(), Phase::Turn);
    assert_eq!(start.points(), 2);
    // Right beside the own settlement the distance rule forbids another.
    let beside = parse_step(start.game.board().topology(), "1 settlement a2s").expect("a step");
    assert!(start.state.apply(&start.game, beside).is_err());
    for (road, settlement) in [("1 road b2e", "c3n"), ("1 road b3nw", "b3n")] {
        let settlement = format!("1 settlement {settlement}");
        let end = Position::of(3).after(&[road, &settlement, "1 city b2n"]);
        assert_eq!(end.points(), 4);
    }
}

#[test]
fn in_the_fourth_lesson_any_answer_leaves_what_a_road_takes() {
    let answers: [(&[&str], &[&str]); 2] = [
        (&["1 accept", "3 confirm 1"], &[]),
        (&["1 decline"], &["1 bank W>L"]),
    ];
    let offers: [&[&str]; 2] = [
        &["1 offer W>O 2,3", "2 decline", "3 decline"],
        &["1 offer W>O 2,3", "3 accept", "1 confirm 3"],
    ];
    for (answer, lumber) in answers {
        // Whoever declines needs the harbor twice, and keeps the wool for that.
        for offer in &offers[..if lumber.is_empty() { 2 } else { 1 }] {
            for dice in ["dice 6 6", "dice 3 4"] {
                let robber: &[&str] = if dice.ends_with("3 4") {
                    &["1 robber b3"]
                } else {
                    &[]
                };
                Position::of(4)
                    .after(answer)
                    .after(&["3 end", "1 roll", dice])
                    .after(robber)
                    .after(offer)
                    .after(lumber)
                    .after(&["1 bank W>B", "1 road b2e"]);
            }
        }
    }
}

#[test]
fn in_the_fifth_lesson_the_robber_steals_a_card_is_bought_and_a_knight_is_played() {
    let start = Position::of(5);
    assert_eq!(*start.state.phase(), Phase::MoveRobber);
    let steps = [
        "1 robber d3",
        "1 rob 2",
        "stolen O",
        "1 buy",
        "drawn monopoly",
        "1 knight",
    ];
    let end = start.after(&steps).after(&["1 robber c5", "stolen B"]);
    assert_eq!(*end.state.phase(), Phase::Turn);
}

#[test]
fn in_the_last_lesson_a_city_wins() {
    let start = Position::of(6);
    assert_eq!(start.points(), 9);
    let public = start.state.public_points(&start.game, learner()).total();
    assert_eq!(public, 7);
    let end = start.after(&["1 city c3n"]);
    assert!(matches!(end.state.phase(), Phase::Over { .. }));
    assert_eq!(end.points(), 10);
}
