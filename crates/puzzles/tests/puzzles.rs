//! What questions promise.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use brickwood_analysis::{PlayoutFact, PlayoutReason};
use brickwood_bots::{guesses, judge_plan, plans};
use brickwood_notation::{parse_plan, parse_view};
use brickwood_puzzles::{
    AnswerWorth, Judge, Kind, Puzzle, PuzzlePlan, Question, find, puzzles, write_puzzles,
};
use brickwood_rules::{
    Action, Edition, Hex, HexId, Intersection, IntersectionSet, Phase, Resource, Rules, Step,
    Terms, View,
};

const RULES: Rules = Edition::Modern.rules(4);

/// A collection of kinds that are soon found.
fn quick() -> PuzzlePlan {
    PuzzlePlan {
        rules: RULES,
        kinds: vec![Kind::SecondSettlement, Kind::Road],
        of_each: 1,
        seed: 51,
        playouts: 40,
    }
}

/// The first question of a kind.
fn question(kind: Kind) -> Question {
    (0..)
        .find_map(|seed| find(RULES, seed, kind).expect("the rules can be played"))
        .expect("some game has one")
}

/// Where the seat is after an answer, as far as it knows; none where others or chance have a say in it.
fn position_after(question: &Question, answer: &[Action]) -> Option<View> {
    let (game, seat) = (&question.game, question.seat);
    let mut state = guesses(game, &question.view, 1, 1)[0];
    for action in answer.iter().copied() {
        state = state
            .apply(game, Step::Action { seat, action })
            .expect("each action can be taken");
        let is_decided = matches!(state.phase(), Phase::Turn | Phase::FreeRoads);
        if action != Action::EndTurn && !is_decided {
            return None;
        }
    }
    Some(state.view(game, Some(seat)))
}

/// That its answers can be given, that no two lead to the same position, and that none wins at once.
fn assert_differ(question: &Question) {
    let mut reached = Vec::new();
    for answer in &question.answers {
        judge_plan(&question.game, &question.view, answer).expect("an answer that can be given");
        let Some(position) = position_after(question, answer) else {
            continue;
        };
        assert!(
            !matches!(position.phase, Phase::Over { .. }),
            "{answer:?} wins"
        );
        assert!(!reached.contains(&position), "{:?}", question.answers);
        reached.push(position);
    }
}

#[test]
fn every_kind_has_questions_with_answers_that_lead_to_different_positions() {
    for kind in Kind::ALL {
        let question = question(kind);
        let answers = &question.answers;
        // Of moves of the robber, only some are asked about once they are judged.
        let most = if kind == Kind::Robber { 8 } else { 5 };
        assert!((3..=most).contains(&answers.len()), "{kind:?}");
        for (place, answer) in answers.iter().enumerate() {
            assert!(!answers[..place].contains(answer), "{kind:?}: {answer:?}");
        }
        assert_differ(&question);
    }
}

#[test]
fn the_year_offers_nothing_that_nobody_would_do() {
    for puzzle in year() {
        let question = puzzle.question().expect("a question");
        let board = question.game.board();
        let topology = board.topology();
        let own = &question.view.seats[question.seat.index()];
        let own = own.settlements.union(own.cities);
        let lands = |corner| topology.hexes_round(corner);
        for answer in &question.answers {
            let is_deed = |action: &&Action| {
                !matches!(action, Action::MaritimeTrade { .. } | Action::EndTurn)
            };
            assert!(answer.iter().filter(is_deed).count() <= 4, "{answer:?}");
            assert!(!answer.contains(&Action::Pass), "{answer:?}");
            if let Some(Action::Offer { .. }) = question.answers[0].first()
                && !answer
                    .iter()
                    .any(|action| matches!(action, Action::Offer { .. }))
            {
                // A turn of many things would stand out among offers.
                assert!(answer.len() <= 3, "{answer:?}");
            }
            match answer[..] {
                // The robber does not come to one's own land.
                [Action::MoveRobber { to }] => {
                    assert!(own.iter().all(|corner| lands(corner).all(|hex| hex != to)));
                }
                [Action::BuildSettlement { at }]
                    if matches!(question.view.phase, Phase::SetUpSettlement) =>
                {
                    let pips: u8 = lands(at).map(|hex| board.hex(hex).pips()).sum();
                    assert!(pips > 5, "{pips} pips");
                }
                _ => {}
            }
        }
    }
}

/// Questions of a kind, of different games.
fn questions(kind: Kind, count: usize) -> Vec<Question> {
    let found = (0..).filter_map(|seed| find(RULES, seed, kind).expect("the rules can be played"));
    found.take(count).collect()
}

/// How many pips a corner has, and of how many resources.
fn corner(question: &Question, answer: &[Action]) -> (u8, usize) {
    let [Action::BuildSettlement { at }] = *answer else {
        panic!("{answer:?}")
    };
    let board = question.game.board();
    let hexes = || {
        let hexes = board.topology().hexes_round(at);
        hexes.map(|hex| board.hex(hex))
    };
    let resources = hexes().filter_map(|hex| hex.terrain.resource());
    let resources: HashSet<_> = resources.collect();
    (hexes().map(Hex::pips).sum(), resources.len())
}

/// How many buildings others have on a hex, a city counted twice; none where the seat has one itself.
fn buildings_of_others(question: &Question, hex: HexId) -> u8 {
    let topology = question.game.board().topology();
    let count = |corners: IntersectionSet| {
        let is_at = |corner: &Intersection| topology.hexes_round(*corner).any(|each| each == hex);
        corners.iter().filter(is_at).count() as u8
    };
    let seats = question.view.seats.iter();
    let counts: Vec<u8> = seats
        .map(|seat| count(seat.settlements) + 2 * count(seat.cities))
        .collect();
    if counts[question.seat.index()] > 0 {
        0
    } else {
        counts.iter().sum()
    }
}

/// That everybody sees the corners that are as rich as the best and balanced, and that they are among the answers.
fn assert_whole_set_up(question: &Question) {
    let (best, _) = corner(question, &question.answers[0]);
    let free = plans(&question.game, &question.view, 1).expect("a seat");
    for plan in free {
        let (pips, resources) = corner(question, &plan.actions);
        if pips >= best && resources >= 3 {
            assert!(
                question.answers.contains(&plan.actions),
                "{:?} of {pips} pips beside {:?}",
                plan.actions,
                question.answers
            );
        }
    }
}

/// That the hex that costs others most is among the answers, and that others live on all that are not the best.
fn assert_whole_robber(question: &Question) {
    let board = question.game.board();
    let blocks = |hex: HexId| buildings_of_others(question, hex) * board.hex(hex).pips();
    let hexes: Vec<HexId> = (question.answers.iter())
        .map(|answer| match answer[..] {
            [Action::MoveRobber { to }] => to,
            _ => panic!("{answer:?}"),
        })
        .collect();
    let free = board.topology().hexes();
    let free = free.filter(|hex| *hex != question.view.robber);
    let offered = hexes.iter().map(|hex| blocks(*hex)).max();
    assert_eq!(offered, free.map(blocks).max(), "{hexes:?}");
    let mut others = hexes[1..].iter();
    assert!(
        others.all(|hex| buildings_of_others(question, *hex) > 0),
        "{hexes:?}"
    );
}

#[test]
fn a_question_of_the_set_up_has_every_corner_that_everybody_sees() {
    for kind in [Kind::FirstSettlement, Kind::SecondSettlement] {
        for question in questions(kind, 8) {
            assert_whole_set_up(&question);
            let (best, _) = corner(&question, &question.answers[0]);
            let others = question.answers[1..].iter();
            let pips: Vec<u8> = others.map(|answer| corner(&question, answer).0).collect();
            assert!(pips.iter().all(|pips| *pips > 7), "{pips:?}");
            if kind == Kind::SecondSettlement {
                assert!(pips.iter().any(|pips| pips + 1 >= best), "{pips:?} {best}");
            }
        }
    }
}

#[test]
fn the_robber_is_asked_about_hexes_of_others_and_the_one_that_costs_them_most() {
    for question in questions(Kind::Robber, 6) {
        assert_whole_robber(&question);
    }
}

#[test]
fn a_road_that_is_shorter_than_the_best_opens_a_corner() {
    for question in questions(Kind::Road, 6) {
        let (game, seat) = (&question.game, question.seat);
        let state = guesses(game, &question.view, 1, 1)[0];
        let length = |answer: &[Action]| answer.len();
        for answer in &question.answers[1..] {
            let roads = answer.iter().filter(|action| **action != Action::EndTurn);
            let after = roads.fold(state, |state, action| {
                let action = *action;
                state
                    .apply(game, Step::Action { seat, action })
                    .expect("it can be taken")
            });
            let spots = after.settlement_spots(game, seat);
            let new = spots.minus(state.settlement_spots(game, seat));
            assert!(
                length(answer) >= length(&question.answers[0]) || !new.is_empty(),
                "{answer:?}"
            );
        }
    }
}

#[test]
fn two_cards_for_one_are_offered_beside_one_for_one() {
    let mut dear = 0;
    for question in questions(Kind::Trade, 20) {
        let terms = |answer: &Vec<Action>| match answer[..] {
            [Action::Offer { terms, .. }] => Some(terms),
            _ => None,
        };
        let offers: Vec<Terms> = question.answers.iter().filter_map(terms).collect();
        if question.view.phase != Phase::Turn {
            continue;
        }
        for offer in &offers {
            let kinds = offer.give.iter().count();
            if offer.give.total() == 2 && kinds == 1 && offer.take.total() == 1 {
                let is_cheaper = |other: &&Terms| {
                    other.take == offer.take
                        && other.give.total() == 1
                        && offer.give.contains(other.give)
                };
                assert!(offers.iter().any(|other| is_cheaper(&other)), "{offers:?}");
                dear += 1;
            }
        }
    }
    assert!(dear > 0);
}

#[test]
fn no_turn_ends_with_a_trade_for_nothing_or_with_what_only_a_theft_would_bring() {
    for kind in [Kind::Cards, Kind::LastPoints] {
        for question in questions(kind, 8) {
            let (game, seat) = (&question.game, question.seat);
            for answer in &question.answers {
                let mut deeds = answer.iter().filter(|action| **action != Action::EndTurn);
                let last = deeds.next_back();
                assert!(
                    !matches!(last, Some(Action::MaritimeTrade { .. })),
                    "{answer:?}"
                );
                let Some(knight) = answer.iter().position(|one| *one == Action::PlayKnight) else {
                    continue;
                };
                // Without the knight, what follows it can be paid as well.
                let mut state = guesses(game, &question.view, 1, 1)[0];
                for action in answer[..knight].iter().chain(&answer[knight + 1..]) {
                    let action = *action;
                    state = state
                        .apply(game, Step::Action { seat, action })
                        .expect("it can be paid");
                    if !state.may_act(seat) {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn the_corner_with_the_most_pips_is_among_the_answers_of_the_year() {
    let corners =
        |puzzle: &Puzzle| matches!(puzzle.kind, Kind::FirstSettlement | Kind::SecondSettlement);
    for puzzle in year().iter().filter(|puzzle| corners(puzzle)) {
        let question = puzzle.question().expect("a question");
        let board = question.game.board();
        let pips = |action: &Action| -> u8 {
            let Action::BuildSettlement { at } = *action else {
                panic!("{action:?}")
            };
            let hexes = board.topology().hexes_round(at);
            hexes.map(|hex| board.hex(hex).pips()).sum()
        };
        let free = plans(&question.game, &question.view, 1).expect("a seat");
        let most = free.iter().map(|plan| pips(&plan.actions[0])).max();
        let offered = question.answers.iter().map(|answer| pips(&answer[0])).max();
        assert_eq!(offered, most, "{}", puzzle.view);
    }
}

#[test]
fn a_turn_is_told_up_to_its_end_unless_others_or_chance_have_a_say_in_it() {
    for kind in [Kind::Road, Kind::Cards, Kind::LastPoints] {
        for answer in question(kind).answers {
            let asks = |action: &Action| {
                matches!(
                    action,
                    Action::BuyDevelopmentCard | Action::PlayKnight | Action::PlayMonopoly { .. }
                )
            };
            let ends = answer.last() == Some(&Action::EndTurn);
            assert_eq!(ends, !answer.iter().any(asks), "{answer:?}");
        }
    }
}

#[test]
fn two_ways_through_the_bank_to_the_same_city_are_one_answer() {
    // Year of plenty and three wool make a city in two ways: two grain and then ore, or grain and ore and then grain.
    let view = "view-1 viewer=1 modern players=2 board=O8B4G11/W10L3D*B12/O5W9L11G6L9/W2W4G5O10/L6B3G8~a1nw:3,a2ne:L,b4ne:W,\
        c5e:B,d4se:G,e2se:3,e1sw:O,d1w:3,b1w:3 phase=turn turn=9 first=1 active=1 robber=b3 roll=3+3 bank=B18L16W15G17O17 \
        seat=1 hand=LLWWWOO dev=Y settlements=a1n,c1n roads=a1ne,c1ne seat=2 hand=?5 settlements=e3n,d4n roads=d3se,c4se";
    let seen = parse_view(view).expect("a view");
    let cities: Vec<_> = plans(&seen.game, &seen.view, 1)
        .expect("a seat")
        .into_iter()
        .filter(|plan| {
            let builds = |action: &Action| matches!(action, Action::BuildCity { .. });
            plan.actions.iter().filter(|action| builds(action)).count() == 1
        })
        .collect();
    assert!(!cities.is_empty());
    let question = Question {
        kind: Kind::Cards,
        seat: seen.view.viewer.expect("a seat"),
        game: seen.game.into(),
        view: seen.view,
        answers: cities.into_iter().map(|plan| plan.actions).collect(),
    };
    assert_differ(&question);
}

#[test]
fn what_answers_are_worth_follows_from_what_the_seat_knows() {
    for kind in Kind::ALL {
        let question = question(kind);
        let judge = Judge {
            seed: 3,
            playouts: 8,
        };
        let worth = judge.worth(&question);
        for other in guesses(&question.game, &question.view, 3, 9) {
            // Another state that looks the same to the seat.
            let mut same = question.clone();
            same.view = other.view(&question.game, Some(question.seat));
            assert_eq!(same.view, question.view, "{kind:?}");
            assert_eq!(judge.worth(&same), worth, "{kind:?}");
        }
    }
}

#[test]
fn a_collection_is_the_same_on_any_number_of_threads_and_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    write_puzzles(&one, &quick(), 1, |_| ()).expect("questions");
    let whole = fs::read_to_string(&one).expect("a file");
    // A run that was killed in the middle of a line.
    fs::write(&two, &whole[..whole.len() / 3]).expect("a file");
    write_puzzles(&two, &quick(), 2, |_| ()).expect("questions");
    assert_eq!(fs::read_to_string(&two).expect("a file"), whole);

    let found = puzzles(&one).expect("a collection");
    for kind in quick().kinds {
        let of_kind = found.iter().filter(|puzzle| puzzle.kind == kind);
        assert_eq!(of_kind.count(), 1, "{kind:?}");
    }
    for puzzle in found {
        let view = parse_view(&puzzle.view).expect("a view");
        let topology = view.game.board().topology();
        for answer in &puzzle.answers {
            parse_plan(topology, answer).expect("a plan");
        }
        assert_eq!(puzzle.answers.len(), puzzle.worth.len());
        assert!(puzzle.worth.is_sorted_by(|a, b| a.chance >= b.chance));
    }
}

#[test]
fn a_file_without_a_whole_line_is_kept_unless_a_question_begins_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes");
    for text in ["buy bread", "[1, 2]"] {
        fs::write(&path, text).expect("a file");
        write_puzzles(&path, &quick(), 1, |_| ()).expect_err("not a collection");
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    }
}

#[test]
fn a_file_that_is_no_collection_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes");
    fs::write(&path, "buy bread\n").expect("a file");
    let error = write_puzzles(&path, &quick(), 1, |_| ()).expect_err("not a collection");
    assert!(
        error.to_string().contains("is not a file of this program"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&path).expect("a file"), "buy bread\n");
}

/// For how many weeks the year has questions.
const WEEKS: usize = 53;

/// The year that comes with Brickwood.
fn year() -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/year.jsonl");
    puzzles(&path).expect("a collection")
}

#[test]
fn what_an_answer_of_the_year_is_worth_is_known_by_two_and_a_half_points() {
    for puzzle in year() {
        assert_eq!(puzzle.worth[0].doubt, 0, "{}", puzzle.view);
        for worth in &puzzle.worth {
            assert!(worth.doubt <= 25, "{:?} {}", puzzle.worth, puzzle.view);
        }
    }
}

#[test]
fn a_reason_of_the_year_is_worth_telling() {
    let mut wins = 0;
    for puzzle in year() {
        let question = puzzle.question().expect("a question");
        let held = question.view.seats[question.seat.index()].points.total();
        let best = puzzle.worth[0].chance;
        for (worth, reasons) in puzzle.worth.iter().zip(&puzzle.reasons) {
            let facts: Vec<PlayoutFact> = reasons.iter().map(|reason| reason.fact).collect();
            let is_alone = facts == [PlayoutFact::Lost];
            assert!(!is_alone || best - worth.chance <= 61, "{}", puzzle.view);
            // A win comes first, and instead of points.
            let has_win = facts.contains(&PlayoutFact::Win);
            wins += u32::from(has_win);
            assert!(!has_win || facts[0] == PlayoutFact::Win, "{facts:?}");
            for reason in reasons {
                let is_points = reason.fact == PlayoutFact::Points;
                assert!(!(has_win && is_points), "{facts:?}");
                assert!(
                    !is_points || reason.best >= 10 * u16::from(held),
                    "{} of {held} points",
                    reason.best
                );
            }
        }
    }
    assert!(wins > 0);
}

#[test]
fn a_set_up_of_the_year_has_every_corner_that_everybody_sees_and_reasons_that_hexes_bear_out() {
    let of_set_up = |puzzle: &Puzzle| {
        let kinds = [Kind::FirstSettlement, Kind::SecondSettlement];
        kinds.contains(&puzzle.kind)
    };
    for puzzle in year().into_iter().filter(of_set_up) {
        let question = puzzle.question().expect("a question");
        assert_whole_set_up(&question);
        let board = question.game.board();
        let promises = |answer: &[Action], of: &[Resource]| -> u8 {
            let [Action::BuildSettlement { at }] = *answer else {
                panic!("{answer:?}")
            };
            let hexes = board.topology().hexes_round(at).map(|hex| board.hex(hex));
            let is_of = |hex: &&Hex| {
                let resource = hex.terrain.resource();
                resource.is_some_and(|resource| of.contains(&resource))
            };
            hexes.filter(|hex| is_of(&hex)).map(Hex::pips).sum()
        };
        let (best, _) = corner(&question, &question.answers[0]);
        let mut worse = question.answers.iter().zip(&puzzle.reasons);
        let competes = |(answer, reasons): (&Vec<Action>, &Vec<PlayoutReason>)| {
            !reasons.is_empty() && corner(&question, answer).0 + 1 >= best
        };
        assert!(
            puzzle.kind == Kind::FirstSettlement || worse.any(competes),
            "{}",
            puzzle.view
        );
        for (answer, reasons) in question.answers.iter().zip(&puzzle.reasons) {
            let is_good = reasons.is_empty();
            assert!(is_good || corner(&question, answer).0 > 7, "{answer:?}");
            for reason in reasons {
                let of = match reason.fact {
                    PlayoutFact::Cards => &Resource::ALL[..],
                    PlayoutFact::Settlement => &[Resource::Brick, Resource::Lumber],
                    PlayoutFact::City => &[Resource::Grain, Resource::Ore],
                    PlayoutFact::Brick => &[Resource::Brick],
                    PlayoutFact::Lumber => &[Resource::Lumber],
                    PlayoutFact::Wool => &[Resource::Wool],
                    PlayoutFact::Grain => &[Resource::Grain],
                    PlayoutFact::Ore => &[Resource::Ore],
                    _ => continue,
                };
                let [best, other] =
                    [&question.answers[0], answer].map(|answer| promises(answer, of));
                assert!(best > other, "{:?}: {best} and {other} pips", reason.fact);
            }
        }
    }
}

#[test]
fn no_sort_of_answer_is_the_best_of_more_than_half_of_the_cards_and_last_points() {
    for kind in [Kind::Cards, Kind::LastPoints] {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for puzzle in year().iter().filter(|puzzle| puzzle.kind == kind) {
            let verbs = puzzle.answers[0].split("; ");
            let verbs = verbs.filter_map(|action| action.split(' ').next());
            let deeds: Vec<&str> = verbs.filter(|verb| *verb != "bank").collect();
            *counts.entry(deeds.join(" ")).or_default() += 1;
        }
        let most = counts.values().max().copied();
        assert!(most <= Some(WEEKS.div_ceil(2)), "{kind:?}: {counts:?}");
    }
}

#[test]
fn the_year_has_a_question_of_each_kind_for_every_week_and_no_two_alike() {
    let year = year();
    for kind in Kind::ALL {
        let of_kind = year.iter().filter(|puzzle| puzzle.kind == kind).count();
        assert_eq!(of_kind, WEEKS, "{kind:?}");
    }
    let boards: HashSet<String> = year
        .iter()
        .map(|puzzle| puzzle.question().expect("a question"))
        .map(|question| format!("{:?}", question.game.board()))
        .collect();
    assert_eq!(boards.len(), year.len());
}

#[test]
fn each_answer_of_the_year_is_as_good_as_the_best_or_clearly_worse_with_a_reason() {
    for puzzle in year() {
        let best = puzzle.worth[0].chance;
        let answers = puzzle.worth.iter().zip(&puzzle.reasons);
        let (good, worse): (Vec<_>, Vec<_>) = answers.partition(|(_, reasons)| reasons.is_empty());
        assert!((1..=2).contains(&good.len()), "{}", puzzle.view);
        assert!((3..=5).contains(&puzzle.worth.len()), "{}", puzzle.view);
        assert!(!worse.is_empty(), "{}", puzzle.view);
        // All of them are rounded.
        for (worth, _) in good {
            assert!(best - worth.chance <= 20, "{}", puzzle.view);
        }
        if puzzle.kind == Kind::Road {
            let alike = |one: &AnswerWorth| {
                let same = worse
                    .iter()
                    .filter(|(other, _)| one.chance.abs_diff(other.chance) < 10);
                same.count()
            };
            assert!(
                worse.iter().all(|(worth, _)| alike(worth) <= 2),
                "{}",
                puzzle.view
            );
        }
        for (worth, _) in worse {
            let cost = best - worth.chance;
            let least = if puzzle.kind == Kind::Robber { 30 } else { 40 };
            assert!(
                cost + 1 >= least && cost + 1 >= 2 * worth.doubt,
                "{}",
                puzzle.view
            );
        }
    }
}

#[test]
fn no_two_answers_of_the_year_lead_to_the_same_position_and_none_wins() {
    for puzzle in year() {
        assert_differ(&puzzle.question().expect("a question"));
    }
}

#[test]
fn a_sample_of_the_year_holds_when_it_is_played_anew() {
    let judge = Judge {
        seed: 20,
        playouts: 40,
    };
    for puzzle in year().iter().step_by(75) {
        assert_eq!(puzzle.holds(judge), Some(true), "{}", puzzle.view);
    }
}
