//! What is written is read back as the same.

use std::collections::HashSet;

use brickwood_notation::{
    StepError, hex_name, intersection_name, parse_hex, parse_intersection, parse_path, parse_step,
    path_name, step_text,
};
use brickwood_rules::{
    Action, Cards, ChanceOutcome, Corner, DevelopmentCard, Dice, HexId, Intersection, Layout, Path,
    Resource, Seat, SeatSet, Step, Terms,
};
use proptest::prelude::*;

#[test]
fn every_place_of_both_boards_has_one_name_that_leads_back() {
    for layout in [Layout::Standard, Layout::Large] {
        let topology = layout.topology();
        let mut names = HashSet::new();
        for hex in topology.hexes() {
            assert_eq!(parse_hex(topology, &hex_name(topology, hex)), Some(hex));
        }
        for at in topology.intersections() {
            let name = intersection_name(topology, at);
            assert_eq!(parse_intersection(topology, &name), Some(at));
            assert!(names.insert(name));
        }
        names.clear();
        for path in topology.paths() {
            let name = path_name(topology, path);
            assert_eq!(parse_path(topology, &name), Some(path));
            assert!(names.insert(name));
        }
    }
}

#[test]
fn an_intersection_answers_to_the_name_of_each_hex_round_it() {
    let topology = Layout::Standard.topology();
    let middle = parse_hex(topology, "c3").expect("the middle hex");
    let top = topology.corner(middle, Corner::North);
    assert_eq!(intersection_name(topology, top), "c3n");
    assert_eq!(parse_intersection(topology, "b2se"), Some(top));
    assert_eq!(parse_intersection(topology, "B3SW"), Some(top));
}

fn cards() -> impl Strategy<Value = Cards> {
    prop::array::uniform5(0u8..4)
        .prop_filter("at least one card", |counts| {
            counts.iter().any(|count| *count > 0)
        })
        .prop_map(Cards::new)
}

fn terms() -> impl Strategy<Value = Terms> {
    (cards(), cards()).prop_map(|(give, take)| Terms { give, take })
}

fn seat() -> impl Strategy<Value = Seat> {
    (0u8..6).prop_map(|number| Seat::new(number).expect("below 6"))
}

fn resource() -> impl Strategy<Value = Resource> {
    prop::sample::select(Resource::ALL.to_vec())
}

fn action() -> impl Strategy<Value = Action> {
    let seats = prop::collection::vec(seat(), 1..6)
        .prop_map(|seats| seats.into_iter().collect::<SeatSet>());
    prop_oneof![
        prop::sample::select(vec![
            Action::Roll,
            Action::BuyDevelopmentCard,
            Action::PlayKnight,
            Action::PlayRoadBuilding,
            Action::Accept,
            Action::Decline,
            Action::Withdraw,
            Action::EndTurn,
        ]),
        (0u8..54).prop_map(|at| Action::BuildSettlement {
            at: Intersection(at)
        }),
        (0u8..54).prop_map(|at| Action::BuildCity {
            at: Intersection(at)
        }),
        (0u8..72).prop_map(|at| Action::BuildRoad { at: Path(at) }),
        (0u8..19).prop_map(|to| Action::MoveRobber { to: HexId(to) }),
        cards().prop_map(|cards| Action::PlayYearOfPlenty { cards }),
        cards().prop_map(|cards| Action::Discard { cards }),
        resource().prop_map(|resource| Action::PlayMonopoly { resource }),
        seat().prop_map(|victim| Action::Rob { victim }),
        seat().prop_map(|with| Action::Confirm { with }),
        (resource(), resource()).prop_map(|(give, take)| Action::MaritimeTrade { give, take }),
        (terms(), seats).prop_map(|(terms, to)| Action::Offer { terms, to }),
        terms().prop_map(|terms| Action::Counter { terms }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (seat(), action()).prop_map(|(seat, action)| Step::Action { seat, action }),
        1 => (1u8..=6, 1u8..=6).prop_map(|(first, second)| Step::Chance {
            outcome: ChanceOutcome::Dice { dice: Dice::new(first, second).expect("faces") }
        }),
        1 => resource().prop_map(|resource| Step::Chance {
            outcome: ChanceOutcome::Stolen { resource }
        }),
        1 => prop::sample::select(DevelopmentCard::ALL.to_vec()).prop_map(|card| Step::Chance {
            outcome: ChanceOutcome::Drawn { card }
        }),
    ]
}

proptest! {
    #[test]
    fn every_step_is_read_back_from_its_text(step in step()) {
        let topology = Layout::Standard.topology();
        let text = step_text(topology, step);
        prop_assert_eq!(parse_step(topology, &text), Ok(step), "{}", text);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}") {
        let _ = parse_step(Layout::Standard.topology(), &text);
    }
}

#[test]
fn a_wrong_text_says_what_is_wrong_with_it() {
    let parse = |text| parse_step(Layout::Standard.topology(), text);
    assert_eq!(parse("7 roll"), Err(StepError::Step { word: "7".into() }));
    assert_eq!(
        parse("1 jump"),
        Err(StepError::Action {
            word: "jump".into()
        })
    );
    assert_eq!(
        parse("1 road z9e"),
        Err(StepError::Operand {
            word: "road".into(),
            rest: "z9e".into()
        })
    );
    assert_eq!(
        parse("dice 0 7"),
        Err(StepError::Operand {
            word: "dice".into(),
            rest: "0 7".into()
        })
    );
}
