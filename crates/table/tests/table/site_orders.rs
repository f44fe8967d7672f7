//! What the host of the site decides about a table or somebody there.

use brickwood_protocol::Command;
use brickwood_rules::Phase;
use brickwood_table::Request;

use crate::support::{Play, code, gathering, order, person, seat, table_by};

#[test]
fn a_closed_table_that_waits_lets_nobody_in_any_more() {
    let mut order = order(3);
    order.options.public = true;
    let mut play = gathering(&order, 1);
    play.sit(1).expect("a seat is open");
    play.arrange(9, Request::Close).expect("the site closes it");
    for number in [0, 1, 5] {
        assert!(!play.table.may_watch(Some(person(number))), "{number}");
    }
    assert!(!play.table.may_watch(None));
    assert_eq!(code(play.sit(1)), "removed");
    assert_eq!(code(play.sit(5)), "no_open_seat");
    let people = play.table.people();
    assert!(people.persons().is_empty() && people.host.is_none() && people.code.is_none());
    assert!(!people.options.public, "no list has it");
    assert_eq!(code(play.arrange(9, Request::Close)), "nothing_changed");
    assert_eq!(play.restore().people(), play.table.people());
}

#[test]
fn a_closed_game_ends_without_a_winner() {
    let mut play = Play::new(table_by(&order(3), 1), 1);
    play.page_step();
    play.arrange(9, Request::Close).expect("the site closes it");
    let Phase::Over { winners } = play.table.state().phase() else {
        panic!("it is over");
    };
    assert!(winners.is_empty());
    assert_eq!(code(play.arrange(9, Request::Close)), "nothing_changed");
}

#[test]
fn a_name_that_is_taken_away_is_gone_everywhere_and_its_person_plays_on() {
    let mut play = Play::new(table_by(&order(3), 1), 1);
    play.arrange(1, Command::Leave {}).expect("it sits");
    play.sit(1).expect("and comes back");
    let take = |name: &str| Request::TakeName { name: name.into() };
    assert_eq!(code(play.arrange(1, take("Somebody"))), "nothing_changed");
    play.arrange(1, take("PLAYER 1")).expect("it has that name");
    let told = play.told(Some(seat(0)), 0);
    assert_eq!(told.seats[1].name.as_deref(), Some(""));
    for former in &told.seats[1].former {
        assert_ne!(former.name.as_deref(), Some("Player 1"));
    }
    assert_eq!(told.seats[2].name.as_deref(), Some("Player 2"));
    assert_eq!(play.table.people().places[1].person, Some(person(1)));
    assert_eq!(code(play.arrange(1, take("Player 1"))), "nothing_changed");
    assert_eq!(play.restore().people(), play.table.people());
}

#[test]
fn a_name_is_taken_away_in_a_game_that_is_over() {
    let mut play = Play::new(table_by(&order(2), 1), 1);
    play.arrange(9, Request::Close).expect("the site closes it");
    let name = "Player 1".to_owned();
    play.arrange(1, Request::TakeName { name })
        .expect("it had that name");
    assert_eq!(play.told(None, 0).seats[1].name.as_deref(), Some(""));
}
