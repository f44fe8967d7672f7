//! What a truth set promises: it can be replayed, and what is measured against it is neither flattered nor made up.

use std::path::Path;

use brickwood_arena::{Budget, DecisionRequest, Entrant, Player, PlayerError};
use brickwood_bots::legal_choices;
use brickwood_bots::tuning::DecisionKind;
use brickwood_dataset::{
    Candidate, DatasetError, Half, KindRegret, Regret, TruthDecision, merge_truth, read_truth,
    truth_set, write_truth,
};
use brickwood_notation::action_text;
use brickwood_rules::{Action, History, Seat, Step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

fn decision(results: &[&str]) -> TruthDecision {
    let candidates = results
        .iter()
        .enumerate()
        .map(|(place, results)| Candidate {
            action: format!("{place}"),
            results: (*results).to_owned(),
        });
    TruthDecision {
        game: 1,
        step: 0,
        kind: DecisionKind::Turn,
        seat: Seat::new(0).expect("a seat"),
        record: String::new(),
        candidates: candidates.collect(),
    }
}

#[test]
#[expect(clippy::float_cmp)]
fn a_loss_is_what_the_other_half_of_the_playouts_says_of_the_best_of_one() {
    assert_eq!(decision(&["11111111", "00000000"]).loss(1), 1.0);
    assert_eq!(decision(&["11111111", "00000000"]).loss(0), 0.0);
    // Each is the best by the playouts that it has won, and worth nothing by the others.
    assert_eq!(decision(&["1010", "0101"]).loss(0), -0.5);
    // A game that two have won is half a game.
    assert_eq!(decision(&["2222", "0000"]).loss(1), 0.5);
}

#[test]
fn the_best_of_actions_that_are_equal_is_not_better_than_any_of_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut losses = 0.0;
    let mut flattered = 0.0;
    for _ in 0..2_000 {
        let mut results = || -> String {
            (0..20)
                .map(|_| if rng.random_bool(0.3) { '1' } else { '0' })
                .collect()
        };
        let [one, two, three] = [results(), results(), results()];
        let won = |results: &str| f64::from(results.matches('1').count() as u8) / 20.0;
        flattered += won(&one).max(won(&two)).max(won(&three)) - won(&one);
        losses += decision(&[&one, &two, &three]).loss(0);
    }
    assert!((losses / 2_000.0).abs() < 0.01, "{losses}");
    assert!(flattered / 2_000.0 > 0.05, "{flattered}");
}

#[test]
fn a_set_is_read_as_it_was_written_and_grows_by_what_goes_on_with_it() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("truth.parquet");
    let (less, more) = (decision(&["10", "01"]), decision(&["1011", "0120"]));
    let other = TruthDecision {
        game: 9,
        ..less.clone()
    };
    let all = merge_truth([other.clone(), more.clone(), less.clone(), other.clone()]);
    let all = all.expect("they agree");
    assert_eq!(all, [more, other]);
    write_truth(&file, &all).expect("a file");
    assert_eq!(read_truth(&file).expect("a truth set"), all);

    let contradiction = merge_truth([less, decision(&["110", "010"])]);
    assert!(matches!(
        contradiction,
        Err(DatasetError::Contradiction { game: 1, step: 0 })
    ));
}

#[test]
fn the_set_of_this_version_is_small_and_every_candidate_can_be_played() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/truth.parquet");
    assert!(file.metadata().expect("a file").len() < 2_000_000);
    let set = truth_set();
    assert_eq!(set, read_truth(&file).expect("a truth set"));
    for kind in DecisionKind::ALL {
        assert!(set.iter().any(|one| one.kind == kind), "{kind:?}");
    }
    for half in [Half::First, Half::Second] {
        assert!(set.iter().any(|one| Half::of(one.game) == half), "{half:?}");
    }
    for one in &set {
        let (course, actions) = one.replay().expect("this version can replay it");
        assert_eq!(course.steps().len(), one.step as usize);
        assert_eq!(DecisionKind::of(course.state(), actions[0]), Some(one.kind));
        assert!(actions.len() > 1);
        // To make none is compared, too.
        let is_offer = |action: &Action| matches!(action, Action::Offer { .. });
        assert!(!actions.iter().all(is_offer));
        for action in actions {
            let step = Step::Action {
                seat: one.seat,
                action,
            };
            assert!(
                course.state().apply(course.game(), step).is_ok(),
                "{action:?}"
            );
        }
        for candidate in &one.candidates {
            assert_eq!(candidate.results.len(), one.playouts());
        }
    }
}

/// Does one thing, and looks whether it has been told all that the seat knows.
struct Fixed(Action, Seat);

impl Entrant for Fixed {
    fn name(&self) -> String {
        "fixed".to_owned()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(Self(self.0, self.1)))
    }
}

impl Player for Fixed {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        assert_eq!(request.view.viewer, Some(self.1));
        assert_eq!(request.history.and_then(History::viewer), Some(self.1));
        Ok(Some(self.0))
    }
}

fn measured(one: &TruthDecision, action: Action, playouts: u64) -> KindRegret {
    let regret = Regret {
        player: &Fixed(action, one.seat),
        kinds: vec![one.kind],
        half: None,
        playouts,
        budget: Budget::default(),
        threads: 1,
    };
    let mut measured = regret
        .measure(std::slice::from_ref(one))
        .expect("it can be measured");
    measured.pop().expect("a line for all decisions")
}

#[test]
#[expect(clippy::float_cmp)]
fn a_choice_costs_what_its_playouts_say_and_another_one_is_played_on_or_left_out() {
    let set = truth_set();
    for kind in DecisionKind::ALL {
        let one = set
            .iter()
            .find(|one| one.kind == kind)
            .expect("one of each");
        let (_, actions) = one.replay().expect("this version can replay it");
        for (place, action) in actions.into_iter().enumerate() {
            let measured = measured(one, action, 0);
            assert_eq!((measured.decisions, measured.left_out), (1, 0));
            assert_eq!(measured.loss, one.loss(place));
        }
    }
    let settlements = set
        .iter()
        .filter(|one| one.kind == DecisionKind::Settlement);
    // The last settlement of the set-up has the shortest playouts.
    let one = settlements
        .max_by_key(|one| one.step)
        .expect("a settlement");
    let (course, actions) = one.replay().expect("this version can replay it");
    let game = course.game();
    let choices = legal_choices(game, &course.state().view(game, Some(one.seat)));
    let other = choices.into_iter().find(|action| !actions.contains(action));
    let other = other.expect("the board has more than three places");
    let left_out = measured(one, other, 0);
    assert_eq!((left_out.decisions, left_out.left_out), (0, 1));
    let played = measured(one, other, 2);
    assert_eq!(
        (played.decisions, played.played, played.left_out),
        (1, 1, 0)
    );
    assert!(
        played.loss.abs() <= 1.0,
        "{}",
        action_text(game.board().topology(), other)
    );
}
