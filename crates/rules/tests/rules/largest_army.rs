//! LAR: the largest army.

use brickwood_rules::DevelopmentCard::Knight;
use brickwood_rules::{Action, Event};

use crate::kit::{ANNA, BEN, Position, robber};

#[test]
fn lar_01_the_first_with_three_knights_takes_it() {
    for (played, holder) in [(1, None), (2, Some(ANNA))] {
        let mut table = Position::new()
            .played(ANNA, &vec![Knight; played])
            .development(ANNA, &[Knight])
            .start();
        table
            .does(ANNA, Action::PlayKnight)
            .does(ANNA, robber("a1"));
        assert_eq!(table.state.largest_army(), holder);
        assert_eq!(table.points(ANNA), if holder.is_some() { 2 } else { 0 });
    }
}

#[test]
fn lar_01_unplayed_knights_are_no_army() {
    let table = Position::new().development(ANNA, &[Knight; 4]).start();
    assert_eq!(table.state.largest_army(), None);
    assert_eq!(table.state.knights(ANNA), 0);
}

#[test]
fn lar_02_it_passes_only_to_more_knights() {
    for (played, holder) in [(2, ANNA), (3, BEN)] {
        let mut table = Position::new()
            .played(ANNA, &[Knight; 3])
            .largest_army(ANNA)
            .played(BEN, &vec![Knight; played])
            .development(BEN, &[Knight])
            .turn_of(BEN)
            .start();
        table.does(BEN, Action::PlayKnight).does(BEN, robber("a1"));
        assert_eq!(table.state.largest_army(), Some(holder));
        let learned = table.learned(None).contains(&Event::LargestArmy {
            holder: Some(holder),
        });
        assert_eq!(learned, holder == BEN);
    }
}
