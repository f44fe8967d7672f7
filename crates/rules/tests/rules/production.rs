//! PRO: what a roll gives.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, VictoryPoint};
use brickwood_rules::Resource::{Brick, Ore};
use brickwood_rules::{Action, BankShortage, Event, Resource, Rules};

use crate::kit::{ANNA, BEN, CARA, Position, Table, cards, city, modern, road, settlement};

#[test]
fn pro_01_a_settlement_gets_one_card_and_a_city_two() {
    let mut table = Position::new()
        .before_the_roll()
        .settlements(ANNA, "b2n")
        .cities(BEN, "b2s")
        .settlements(CARA, "c5ne")
        .start();
    // b2 is hills with a 6.
    table.rolls(ANNA, 5, 1);
    table.holds(ANNA, "B").holds(BEN, "BB").holds(CARA, "");
    assert_eq!(table.state.bank()[Brick], 16);
}

#[test]
fn pro_01_every_hex_with_the_number_produces_for_every_player() {
    let mut table = Position::new()
        .before_the_roll()
        .settlements(ANNA, "b2n b2s")
        .settlements(BEN, "e2n")
        .cities(CARA, "b2ne e2s")
        .start();
    // The other 6 lies on e2, fields.
    table.rolls(ANNA, 3, 3);
    table.holds(ANNA, "BB").holds(BEN, "G").holds(CARA, "BBGG");
}

/// Mountains with a 10 at a1, hills with a 10 at b4. The bank has two ore left.
fn two_ore_left(bank_shortage: BankShortage) -> Position {
    let rules = Rules {
        bank_shortage,
        ..modern(3)
    };
    Position::by(rules)
        .before_the_roll()
        .hand(CARA, &"O".repeat(17))
}

/// Ten is rolled, and this is what Anna learns of what the bank lacked.
fn roll_ten(table: &mut Table) -> Vec<Resource> {
    table.rolls(ANNA, 5, 5);
    match &table.learned(Some(ANNA))[0] {
        Event::Rolled { short, .. } => short.clone(),
        other => panic!("a roll, not {other:?}"),
    }
}

#[test]
fn pro_02_the_bank_gives_its_last_cards_where_they_suffice() {
    for shortage in [BankShortage::SoleClaimant, BankShortage::Nobody] {
        let mut table = two_ore_left(shortage)
            .settlements(ANNA, "a1n")
            .settlements(BEN, "a1s")
            .start();
        assert_eq!(roll_ten(&mut table), []);
        table.holds(ANNA, "O").holds(BEN, "O");
    }
}

#[test]
fn pro_02_a_sole_claimant_takes_what_is_left() {
    let position = |shortage| {
        two_ore_left(shortage)
            .settlements(ANNA, "a1n")
            .cities(ANNA, "a1s")
    };
    let mut table = position(BankShortage::SoleClaimant).start();
    assert_eq!(roll_ten(&mut table), [Ore]);
    table.holds(ANNA, "OO");
    assert_eq!(table.state.bank()[Ore], 0);

    let mut table = position(BankShortage::Nobody).start();
    assert_eq!(roll_ten(&mut table), [Ore]);
    table.holds(ANNA, "");
    assert_eq!(table.state.bank()[Ore], 2);
}

#[test]
fn pro_02_several_claimants_get_nothing_of_a_scarce_resource() {
    for shortage in [BankShortage::SoleClaimant, BankShortage::Nobody] {
        let mut table = two_ore_left(shortage)
            .settlements(ANNA, "a1n")
            .cities(BEN, "a1s")
            .start();
        assert_eq!(roll_ten(&mut table), [Ore]);
        table.holds(ANNA, "").holds(BEN, "");
    }
}

#[test]
fn pro_02_other_resources_are_not_affected() {
    let mut table = two_ore_left(BankShortage::Nobody)
        .settlements(ANNA, "a1n b4ne")
        .cities(BEN, "a1s")
        .start();
    assert_eq!(roll_ten(&mut table), [Ore]);
    table.holds(ANNA, "B").holds(BEN, "");
}

#[test]
fn pro_03_what_is_paid_returns_to_the_bank() {
    let mut table = Position::new()
        .settlements(ANNA, "c3n")
        .roads(ANNA, "c3ne c3e")
        .hand(ANNA, "BBLLWWGGGGOOOO")
        .start();
    let full = [19; 5];
    table
        .does(ANNA, road("c3se"))
        .does(ANNA, settlement("c3se"))
        .does(ANNA, city("c3n"))
        .buys(ANNA, Knight)
        .holds(ANNA, "");
    assert_eq!(table.state.bank().counts(), full);
}

#[test]
fn pro_04_a_hand_is_hidden_and_its_size_is_public() {
    let table = Position::new()
        .hand(BEN, "BLL")
        .development(BEN, &[VictoryPoint, Monopoly])
        .played(BEN, &[Knight, Knight])
        .start();
    for viewer in [Some(ANNA), Some(CARA), None] {
        let view = table.view(viewer);
        let ben = &view.seats[BEN.index()];
        assert_eq!((ben.hand, ben.development), (3, 2));
        assert_eq!(ben.played[Knight], 2);
        assert_eq!(ben.points.total(), 0, "the victory point is hidden");
        assert_eq!(view.bank.counts(), [18, 17, 19, 19, 19]);
        assert_eq!(view.own.map(|own| own.hand), viewer.map(|_| cards("")));
    }
    let own = table.view(Some(BEN)).own.expect("Ben sees his cards");
    assert_eq!(own.hand, cards("BLL"));
    assert_eq!(own.development, table.state.development(BEN));
}

#[test]
fn pro_04_what_a_roll_gives_is_public() {
    let mut table = Position::new()
        .before_the_roll()
        .settlements(BEN, "b2n")
        .start();
    table.rolls(ANNA, 5, 1);
    assert_eq!(table.learned(None), table.learned(Some(BEN)));
    table.does(ANNA, Action::EndTurn);
    assert_eq!(table.learned(None), table.learned(Some(BEN)));
}
