//! Indices are fixed, and each stands for one choice.

use std::collections::HashSet;

use brickwood_encode::{ActionSpace, Choice, EncodeError, for_each_choice};
use brickwood_rules::{
    Action, Cards, Edition, Game, Intersection, Layout, Resource, Seat, SeatSet, Terms,
    beginners_board,
};

#[test]
fn every_index_is_that_of_its_choice() {
    for (layout, players) in [(Layout::Standard, 2..=4u8), (Layout::Large, 5..=6u8)] {
        let space = ActionSpace::of(layout);
        for players in players {
            for seat in Seat::all(players) {
                let mut missing = 0;
                for index in space.indices() {
                    match space.choice(players, seat, index) {
                        Ok(choice) => assert_eq!(space.index(players, seat, choice), Ok(index)),
                        Err(EncodeError::NoSuchSeat { .. }) => missing += 1,
                        Err(error) => panic!("{index}: {error}"),
                    }
                }
                let seats = if layout == Layout::Large { 6 } else { 4 };
                assert_eq!(missing, 3 * (seats - players));
            }
        }
    }
}

#[test]
fn spaces_have_these_many_choices_and_every_choice_a_name_of_its_own() {
    for (layout, choices) in [(Layout::Standard, 333), (Layout::Large, 465)] {
        let space = ActionSpace::of(layout);
        assert_eq!(space.len(), choices);
        let names: HashSet<String> = space
            .indices()
            .map(|index| space.name(index).expect("it is in the space"))
            .collect();
        assert_eq!(names.len(), choices);
        let beyond = EncodeError::NoSuchIndex {
            index: choices,
            choices,
        };
        assert_eq!(space.name(choices as u16), Err(beyond));
    }
}

#[test]
fn seats_are_counted_clockwise_from_the_one_that_acts() {
    let space = ActionSpace::of(Layout::Standard);
    let seats: Vec<Seat> = Seat::all(4).collect();
    let rob = |seat: Seat, victim: Seat| {
        let index = space.index(4, seat, Choice::Act(Action::Rob { victim }));
        space.name(index.expect("it has an index"))
    };
    assert_eq!(rob(seats[0], seats[1]), Ok("rob.1".to_owned()));
    assert_eq!(rob(seats[3], seats[0]), Ok("rob.1".to_owned()));
    assert_eq!(rob(seats[3], seats[2]), Ok("rob.3".to_owned()));
}

#[test]
fn actions_that_no_game_has_have_no_choices() {
    let game = Game::new(Edition::Modern.rules(3), beginners_board()).expect("a game");
    let seats: Vec<Seat> = Seat::all(6).collect();
    let one = Cards::of(Resource::Ore, 1);
    let offer = |take, to| Action::Offer {
        terms: Terms { give: one, take },
        to,
    };
    let wrong = [
        Action::BuildSettlement {
            at: Intersection(54),
        },
        Action::Rob { victim: seats[0] },
        Action::Rob { victim: seats[3] },
        Action::MaritimeTrade {
            give: Resource::Ore,
            take: Resource::Ore,
        },
        Action::PlayYearOfPlenty {
            cards: Cards::of(Resource::Ore, 3),
        },
        Action::Discard {
            cards: Cards::EMPTY,
        },
        offer(Cards::of(Resource::Wool, 20), SeatSet::only(seats[1])),
        offer(Cards::of(Resource::Wool, 1), SeatSet::EMPTY),
        offer(Cards::of(Resource::Wool, 1), SeatSet::only(seats[0])),
    ];
    for action in wrong {
        let found = for_each_choice(&game, seats[0], action, |_| {});
        assert!(found.is_err(), "{action:?}");
    }
}
