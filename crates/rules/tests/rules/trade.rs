//! TRD: trade.

use brickwood_rules::DevelopmentCard::{Knight, VictoryPoint};
use brickwood_rules::Resource::{Brick, Grain, Lumber, Ore, Wool};
use brickwood_rules::{
    Action, Answer, Illegal, Phase, Resource, Rules, Seat, SeatSet, ToAct, offers_up_to,
};

use crate::kit::{
    ANNA, BEN, CARA, DAN, Position, Table, bank_trade, city, confirm, counter, modern, offer,
    settlement, terms,
};

/// Anna has two lumber and three ore and wants a brick, as everybody else has some.
fn market() -> Table {
    Position::new()
        .hand(ANNA, "LLOOO")
        .hand(BEN, "BBW")
        .hand(CARA, "BG")
        .start()
}

fn answer_of(table: &Table, seat: Seat) -> Answer {
    match table.state.phase() {
        Phase::Trade { trade } => trade.answers[seat],
        other => panic!("no offer stands: {other:?}"),
    }
}

#[test]
fn trd_01_only_the_player_whose_turn_it_is_trades() {
    let mut table = market();
    table.refuses(BEN, offer("B", "O", &[ANNA]), "TRN-04");
    table.refuses(BEN, offer("B", "G", &[CARA]), "TRN-04");
    table.refuses(BEN, bank_trade(Brick, Ore), "TRN-04");
    table.does(ANNA, offer("O", "B", &[BEN, CARA]));
    table.does(BEN, Action::Accept);
    // Those who answer cannot close with each other, nor take the offer back.
    table.refuses(CARA, confirm(BEN), "TRN-01");
    table.refuses(CARA, Action::Withdraw, "TRN-01");
    table.refuses(BEN, offer("B", "G", &[CARA]), "TRN-01");
}

#[test]
fn trd_01_an_offer_goes_to_others_at_the_table() {
    let table = market();
    for to in [&[][..], &[ANNA], &[ANNA, BEN], &[DAN], &[BEN, DAN]] {
        table.refuses(ANNA, offer("O", "B", to), "TRD-01");
    }
}

#[test]
fn trd_01_only_who_is_asked_may_answer() {
    let mut table = market();
    table.does(ANNA, offer("O", "B", &[BEN]));
    let asked: SeatSet = [ANNA, BEN].into_iter().collect();
    assert_eq!(table.state.to_act(), ToAct::Seats { seats: asked });
    for answer in [Action::Accept, Action::Decline, counter("OO", "B")] {
        let illegal = table.refuses(CARA, answer, "TRD-01");
        assert_eq!(illegal, Illegal::NotAsked);
    }
}

#[test]
fn trd_01_one_offer_at_a_time() {
    let mut table = market();
    table.does(ANNA, offer("O", "B", &[BEN, CARA]));
    for action in [
        offer("L", "B", &[BEN]),
        bank_trade(Ore, Brick),
        Action::EndTurn,
    ] {
        table.refuses(ANNA, action, "TRN-01");
    }
    table.does(ANNA, Action::Withdraw);
    table.does(ANNA, offer("L", "B", &[BEN]));
    assert_eq!(table.view(None).offers, 2);
}

#[test]
fn trd_01_an_offer_that_all_decline_is_over() {
    let mut table = market();
    table
        .does(ANNA, offer("O", "B", &[BEN, CARA]))
        .does(BEN, Action::Decline);
    assert_eq!(answer_of(&table, BEN), Answer::Declined);
    table.does(CARA, Action::Decline);
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn trd_02_terms_are_free() {
    let mut table = market();
    table
        .does(ANNA, offer("LLOOO", "B", &[CARA]))
        .does(CARA, Action::Accept)
        .does(ANNA, confirm(CARA))
        .holds(ANNA, "B")
        .holds(CARA, "GLLOOO");
}

#[test]
fn trd_02_each_side_gives_a_card() {
    let mut table = market();
    table.refuses(ANNA, offer("O", "", &[BEN]), "TRD-02");
    table.refuses(ANNA, offer("", "B", &[BEN]), "TRD-02");
    table.does(ANNA, offer("O", "B", &[BEN]));
    table.refuses(BEN, counter("O", ""), "TRD-02");
    table.refuses(BEN, counter("", "B"), "TRD-02");
}

#[test]
fn trd_03_others_may_answer_with_a_counter_offer() {
    let mut table = market();
    table
        .does(ANNA, offer("O", "B", &[BEN, CARA]))
        .does(BEN, counter("OOO", "BB"))
        .does(CARA, counter("LO", "B"));
    assert_eq!(
        answer_of(&table, BEN),
        Answer::Countered {
            terms: terms("OOO", "BB")
        }
    );
    table
        .does(ANNA, confirm(CARA))
        .holds(ANNA, "LOOB")
        .holds(CARA, "GLO")
        .holds(BEN, "BBW");
    assert_eq!(table.state.phase(), &Phase::Turn);
}

#[test]
fn trd_03_an_answer_may_be_changed_until_the_trade_is_closed() {
    let mut table = market();
    table
        .does(ANNA, offer("O", "B", &[BEN, CARA]))
        .does(BEN, Action::Accept)
        .does(BEN, counter("OO", "B"));
    table.refuses(BEN, counter("OO", "B"), "TRD-03");
    table.does(BEN, Action::Decline);
    table.refuses(BEN, Action::Decline, "TRD-03");
    table.refuses(ANNA, confirm(BEN), "TRD-05");
    table.does(BEN, Action::Accept);
    table.refuses(BEN, Action::Accept, "TRD-03");
    table.does(ANNA, confirm(BEN)).holds(ANNA, "LLOOB");
}

#[test]
fn trd_04_development_cards_are_never_traded() {
    let mut table = Position::new()
        .hand(ANNA, "O")
        .development(ANNA, &[Knight])
        .hand(BEN, "B")
        .development(BEN, &[VictoryPoint])
        .start();
    let before = [ANNA, BEN].map(|seat| table.state.development(seat));
    table
        .does(ANNA, offer("O", "B", &[BEN]))
        .does(BEN, Action::Accept)
        .does(ANNA, confirm(BEN));
    assert_eq!(
        [ANNA, BEN].map(|seat| table.state.development(seat)),
        before
    );
}

#[test]
fn trd_05_who_has_not_got_the_cards_cannot_offer_or_accept() {
    let mut table = market();
    table.refuses(ANNA, offer("G", "B", &[BEN]), "TRD-05");
    table.refuses(ANNA, offer("OOOO", "B", &[BEN]), "TRD-05");
    table.does(ANNA, offer("O", "BB", &[BEN, CARA]));
    table.refuses(CARA, Action::Accept, "TRD-05");
    table.refuses(CARA, counter("O", "W"), "TRD-05");
    table.does(BEN, Action::Accept);
}

#[test]
fn trd_05_a_counter_offer_may_ask_for_what_nobody_can_see() {
    let mut table = market();
    // Ben cannot know that Anna has no wool to give, so asking for it tells him nothing.
    table
        .does(ANNA, offer("O", "B", &[BEN]))
        .does(BEN, counter("G", "B"));
    table.refuses(ANNA, confirm(BEN), "TRD-05");
}

#[test]
fn trd_05_nobody_may_ask_for_more_cards_than_there_are() {
    for (players, all) in [(3, 19), (4, 19), (5, 24), (6, 24)] {
        let mut table = Position::by(modern(players))
            .hand(ANNA, "O")
            .hand(BEN, "B")
            .start();
        let asked = |count: usize| "G".repeat(count);
        let wanted = |count| offer("O", &asked(count), &[BEN]);
        for many in [all + 1, 127, 128, 255] {
            assert_eq!(
                table.refuses(ANNA, wanted(many), "TRD-05"),
                Illegal::MoreThanExist
            );
        }
        let most = u8::try_from(all).unwrap() + 1;
        let listed = offers_up_to(&table.game, &table.state, SeatSet::only(BEN), most);
        assert!(listed.contains(&wanted(all)));
        assert!(!listed.contains(&wanted(all + 1)));
        table.does(ANNA, wanted(all)).does(ANNA, Action::Withdraw);
        table.does(ANNA, offer("O", "B", &[BEN]));
        for many in [all + 1, 127, 128, 255] {
            table.refuses(BEN, counter(&asked(many), "B"), "TRD-05");
        }
        table.does(BEN, counter(&asked(all), "B"));
    }
}

#[test]
fn trd_05_a_trade_is_closed_with_a_seat_that_agreed() {
    let mut table = market();
    table.does(ANNA, offer("O", "B", &[BEN, CARA]));
    for with in [ANNA, BEN, CARA, DAN] {
        table.refuses(ANNA, confirm(with), "TRD-05");
    }
    table.does(CARA, Action::Accept).does(ANNA, confirm(CARA));
    table
        .holds(ANNA, "LLOOB")
        .holds(CARA, "GO")
        .holds(BEN, "BBW");
}

#[test]
fn trd_06_the_bank_takes_four_of_one_for_one_of_another() {
    let mut table = Position::new().hand(ANNA, "OOOOWWW").start();
    table.refuses(ANNA, bank_trade(Wool, Brick), "TRD-06");
    table.refuses(ANNA, bank_trade(Ore, Ore), "RUL-11");
    table.does(ANNA, bank_trade(Ore, Brick)).holds(ANNA, "BWWW");
    assert_eq!(table.state.bank().counts(), [18, 19, 16, 19, 19]);
}

#[test]
fn trd_07_a_generic_harbor_takes_three_of_any_one() {
    // The generic harbor at the upper left of a1.
    for (give, hand) in [(Ore, "OOO"), (Wool, "WWW")] {
        for position in [
            Position::new().settlements(ANNA, "a1n"),
            Position::new().cities(ANNA, "a1nw"),
        ] {
            let mut table = position.hand(ANNA, hand).start();
            table.does(ANNA, bank_trade(give, Brick)).holds(ANNA, "B");
        }
    }
    let table = Position::new()
        .settlements(BEN, "a1n")
        .hand(ANNA, "OOO")
        .start();
    table.refuses(ANNA, bank_trade(Ore, Brick), "TRD-06");
}

#[test]
fn trd_08_a_special_harbor_takes_two_of_its_own_resource() {
    // The lumber harbor, left of b1.
    let position = || Position::new().settlements(ANNA, "b1nw");
    let mut table = position().hand(ANNA, "LL").start();
    table.does(ANNA, bank_trade(Lumber, Ore)).holds(ANNA, "O");

    let mut table = position().hand(ANNA, "WWWW").start();
    table.does(ANNA, bank_trade(Wool, Ore)).holds(ANNA, "O");
    let table = position().hand(ANNA, "WWW").start();
    table.refuses(ANNA, bank_trade(Wool, Ore), "TRD-06");
}

#[test]
fn trd_08_with_both_kinds_of_harbor_the_better_rate_holds() {
    let mut table = Position::new()
        .settlements(ANNA, "b1nw a1n")
        .hand(ANNA, "LLWWW")
        .start();
    table
        .does(ANNA, bank_trade(Lumber, Ore))
        .does(ANNA, bank_trade(Wool, Ore))
        .holds(ANNA, "OO");
}

/// Anna is about to build at the lumber harbor.
fn coming_to_the_harbor(rules: Rules) -> Table {
    let mut table = Position::by(rules)
        .roads(ANNA, "b1w")
        .hand(ANNA, "BLWGLL")
        .start();
    table.refuses(ANNA, bank_trade(Lumber, Ore), "TRD-06");
    table.does(ANNA, settlement("b1nw"));
    table
}

#[test]
fn trd_09_a_harbor_serves_from_the_moment_of_building() {
    let mut table = coming_to_the_harbor(modern(3));
    table.does(ANNA, bank_trade(Lumber, Ore)).holds(ANNA, "O");
}

#[test]
fn trd_09_not_in_the_same_turn_where_building_ends_trading() {
    let mut table = coming_to_the_harbor(Rules {
        trade_then_build: true,
        ..modern(2)
    });
    table.refuses(ANNA, bank_trade(Lumber, Ore), "TRN-03");
    table.does(ANNA, Action::EndTurn);
    table.rolls(BEN, 1, 1).does(BEN, Action::EndTurn);
    table.rolls(ANNA, 1, 1).does(ANNA, bank_trade(Lumber, Ore));
}

#[test]
fn trd_10_several_bank_trades_in_a_turn() {
    // The wool harbor, lower right of d4.
    let mut table = Position::new()
        .settlements(ANNA, "d4se")
        .hand(ANNA, "WWWWWW")
        .start();
    for take in [Ore, Ore, Brick] {
        table.does(ANNA, bank_trade(Wool, take));
    }
    table.holds(ANNA, "OOB");
}

#[test]
fn trd_11_the_bank_must_have_the_card() {
    let table = Position::new()
        .hand(ANNA, "OOOO")
        .hand(BEN, &"B".repeat(19))
        .start();
    table.refuses(ANNA, bank_trade(Ore, Brick), "TRD-11");
    assert!(table.may(ANNA, bank_trade(Ore, Grain)));
}

#[test]
fn trd_12_the_same_resource_does_not_stand_on_both_sides() {
    let mut table = market();
    table.refuses(ANNA, offer("LO", "BL", &[BEN]), "TRD-12");
    table.does(ANNA, offer("O", "B", &[BEN]));
    table.refuses(BEN, counter("BO", "B"), "TRD-12");
}

#[test]
fn trd_12_unless_the_table_allows_it() {
    let rules = Rules {
        like_for_like: true,
        ..modern(3)
    };
    let mut table = Position::by(rules)
        .hand(ANNA, "BBO")
        .hand(BEN, "BW")
        .start();
    table
        .does(ANNA, offer("BBO", "BW", &[BEN]))
        .does(BEN, Action::Accept)
        .does(ANNA, confirm(BEN))
        .holds(ANNA, "BW")
        .holds(BEN, "BBO");
}

#[test]
fn offers_are_listed_up_to_a_size() {
    let table = Position::new().hand(ANNA, "OO").start();
    let to = SeatSet::only(BEN);
    // One or two ore, for one of the four other resources or two of them, alike or not.
    assert_eq!(offers_up_to(&table.game, &table.state, to, 1).len(), 4);
    let offers = offers_up_to(&table.game, &table.state, to, 2);
    assert_eq!(offers.len(), 2 * (4 + 10));
    for offer in offers {
        Table::at(table.game.clone(), &table.state).does(ANNA, offer);
    }
    assert_eq!(
        offers_up_to(&table.game, &table.state, SeatSet::only(ANNA), 1),
        []
    );
}

#[test]
fn a_rate_asks_for_a_building_of_ones_own() {
    let mut table = Position::new()
        .settlements(ANNA, "b1nw")
        .hand(ANNA, "LLGGOOO")
        .start();
    let rate =
        |table: &Table, give: Resource| table.game.board().rates(table.state.buildings(ANNA))[give];
    assert_eq!(rate(&table, Lumber), 2);
    table.does(ANNA, city("b1nw"));
    assert_eq!(rate(&table, Lumber), 2, "a city keeps its harbor");
    assert_eq!(rate(&table, Ore), 4);
}
