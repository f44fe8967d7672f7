//! The coach against the published questions: it ranks corners without playing them out.

use std::path::Path;

use brickwood_bots::advise;
use brickwood_notation::{SeenPosition, parse_action, parse_view};
use brickwood_puzzles::{Kind, puzzles};
use brickwood_rules::Action;

#[test]
fn the_coach_ranks_the_best_answer_first_in_four_of_five_set_ups() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/year.jsonl");
    let year = puzzles(&path).expect("a collection");
    for kind in [Kind::FirstSettlement, Kind::SecondSettlement] {
        let (mut asked, mut right) = (0, 0);
        for puzzle in year.iter().filter(|puzzle| puzzle.kind == kind) {
            let SeenPosition { game, view, .. } = parse_view(&puzzle.view).expect("a view");
            let topology = game.board().topology();
            let answers = puzzle.answers.iter();
            let answers: Vec<Action> = answers
                .map(|text| parse_action(topology, text).expect("an action"))
                .collect();
            let advice = advise(&game, &view, None, 1).expect("a player");
            let mut places = advice.places.into_iter().map(|place| place.action);
            asked += 1;
            right += u32::from(places.find(|place| answers.contains(place)) == Some(answers[0]));
        }
        assert!(5 * right >= 4 * asked, "{kind:?}: {right} of {asked}");
    }
}
