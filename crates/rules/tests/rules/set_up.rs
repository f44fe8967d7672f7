//! SET: the set-up.

use brickwood_rules::{
    Action, BeginnersPieces, Event, FirstPlayer, Game, Illegal, IntersectionSet, PathSet, Phase,
    Rules, RulesError, Seat, SeatSet, SetUp, ToAct, legal_actions, shuffled_board,
};
use brickwood_test_kit::Random;

use crate::kit::{ANNA, BEN, CARA, DAN, Table, corner, modern, road, settlement, side};

/// Everyone rolls for the first turn.
fn rolling(players: u8) -> Table {
    Table::new(Rules {
        first_player: FirstPlayer::Roll,
        ..modern(players)
    })
}

/// Plays the set-up with the first legal action each time, and says who placed a settlement.
fn order_of_placing(table: &mut Table) -> Vec<Seat> {
    let mut order = Vec::new();
    while table.state.turn() == 0 {
        let seat = table.state.active();
        if matches!(table.state.phase(), Phase::SetUpSettlement) {
            order.push(seat);
        }
        let action = legal_actions(&table.game, &table.state, seat)[0];
        table.does(seat, action);
    }
    order
}

#[test]
fn set_01_the_highest_roll_begins() {
    let mut table = rolling(3);
    assert_eq!(table.state.to_act(), ToAct::Chance);
    table.dice(2, 2).dice(6, 3).dice(4, 4);
    assert_eq!(table.state.phase(), &Phase::SetUpSettlement);
    assert_eq!(table.state.active(), BEN);
}

#[test]
fn set_01_the_tied_highest_roll_again_among_themselves() {
    let mut table = rolling(4);
    table.dice(5, 4).dice(1, 1).dice(6, 3).dice(2, 6);
    // Anna and Cara have nine each. Dan's eight is out, whatever comes now.
    table.dice(1, 1).dice(1, 2);
    assert_eq!(table.state.active(), CARA);
    assert_eq!(table.state.phase(), &Phase::SetUpSettlement);
}

#[test]
fn set_02_a_settlement_and_a_road_each_clockwise() {
    let mut table = Table::new(modern(3));
    table.refuses(BEN, settlement("a1n"), "TRN-04");
    table.refuses(ANNA, road("c3ne"), "TRN-01");
    table.does(ANNA, settlement("c3n"));
    table.refuses(ANNA, settlement("a1n"), "TRN-01");
    table.does(ANNA, road("c3ne"));
    assert_eq!(table.state.active(), BEN);
    table.sets_up(BEN, "e1s", "e1sw");
    assert_eq!(table.state.active(), CARA);
}

#[test]
fn set_02_the_distance_rule_holds() {
    let mut table = Table::new(modern(3));
    table.sets_up(ANNA, "c3n", "c3ne");
    table.refuses(BEN, settlement("c3n"), "BLD-08");
    for neighbor in ["c3ne", "c3nw", "b2ne"] {
        table.refuses(BEN, settlement(neighbor), "BLD-09");
    }
    table.does(BEN, settlement("c3se"));
}

#[test]
fn set_02_the_road_touches_the_settlement() {
    let mut table = Table::new(modern(3));
    table.does(ANNA, settlement("c3n"));
    table.refuses(ANNA, road("c3e"), "SET-02");
    for touching in ["c3ne", "c3nw", "b2e"] {
        assert!(table.may(ANNA, road(touching)));
    }
}

#[test]
fn set_02_the_road_takes_a_free_path() {
    let mut table = Table::new(modern(2));
    // Anna's road runs to c3ne. Ben settles one further, and his path to there is free.
    table.sets_up(ANNA, "c3n", "c3ne");
    table.does(BEN, settlement("c3se"));
    table.does(BEN, road("c3e"));
    // His second settlement has one path to each side; Anna's road lies on neither.
    table.does(BEN, settlement("c4n"));
    table.refuses(BEN, road("c3ne"), "BLD-05");
    table.does(BEN, road("c4nw"));
}

#[test]
fn set_03_round_two_runs_back_from_the_last_player() {
    let expected = [
        vec![ANNA, BEN, BEN, ANNA],
        vec![ANNA, BEN, CARA, CARA, BEN, ANNA],
        vec![ANNA, BEN, CARA, DAN, DAN, CARA, BEN, ANNA],
    ];
    for (players, expected) in (2..).zip(expected) {
        assert_eq!(order_of_placing(&mut Table::new(modern(players))), expected);
    }
}

#[test]
fn set_03_the_second_road_touches_the_second_settlement() {
    let mut table = Table::new(modern(2));
    table
        .sets_up(ANNA, "c3n", "c3ne")
        .sets_up(BEN, "e1s", "e1sw")
        .does(BEN, settlement("a1n"));
    let illegal = table.refuses(BEN, road("e1se"), "SET-02");
    assert_eq!(illegal, Illegal::RoadAwayFromSettlement);
    table.does(BEN, road("a1nw"));
}

#[test]
fn set_04_the_second_settlement_may_lie_anywhere() {
    let mut table = Table::new(modern(2));
    table
        .sets_up(ANNA, "c3n", "c3ne")
        .sets_up(BEN, "e1s", "e1sw");
    for far in ["a3n", "e3s", "c1sw"] {
        assert!(table.may(BEN, settlement(far)));
    }
}

#[test]
fn set_05_the_second_settlement_yields_a_card_for_each_producing_hex() {
    let mut table = Table::new(modern(4));
    table
        .sets_up(ANNA, "e1s", "e1sw")
        .sets_up(BEN, "e3s", "e3se")
        .sets_up(CARA, "a3n", "a3ne")
        .sets_up(DAN, "c5ne", "c5e");
    for seat in [ANNA, BEN, CARA, DAN] {
        table.holds(seat, "");
    }
    // Three producing hexes; two and the desert; two and the sea; one and the sea.
    table.sets_up(DAN, "b2n", "b2ne").holds(DAN, "OWB");
    table.sets_up(CARA, "c3s", "c3se").holds(CARA, "OG");
    table.sets_up(BEN, "c1s", "c1sw").holds(BEN, "GL");
    table.sets_up(ANNA, "a1nw", "a1w").holds(ANNA, "O");
    assert_eq!(table.state.bank().counts(), [18, 18, 18, 17, 16]);
}

#[test]
fn set_06_the_first_player_takes_the_first_turn_and_play_is_clockwise() {
    let mut table = rolling(3);
    table.dice(1, 1).dice(1, 2).dice(6, 6);
    assert_eq!(
        order_of_placing(&mut table),
        [CARA, ANNA, BEN, BEN, ANNA, CARA]
    );
    for (turn, seat) in (1..).zip([CARA, ANNA, BEN, CARA]) {
        assert_eq!((table.state.turn(), table.state.active()), (turn, seat));
        table.rolls(seat, 6, 6).does(seat, Action::EndTurn);
    }
}

#[test]
fn set_08_the_host_names_the_first_player() {
    let mut table = Table::new(Rules {
        first_player: FirstPlayer::Named { seat: BEN },
        ..modern(3)
    });
    assert_eq!(
        order_of_placing(&mut table),
        [BEN, CARA, ANNA, ANNA, CARA, BEN]
    );
    assert_eq!(table.state.active(), BEN);
}

#[test]
fn set_08_the_first_player_sits_at_the_table() {
    let rules = Rules {
        first_player: FirstPlayer::Named { seat: DAN },
        ..modern(3)
    };
    assert!(rules.check().is_err());
}

#[test]
fn set_09_the_coast_and_the_harbors_may_be_settled() {
    let table = Table::new(modern(3));
    // The lumber harbor, and a coast without one.
    for at in ["b1nw", "a3n"] {
        assert!(table.may(ANNA, settlement(at)));
    }
    let places = legal_actions(&table.game, &table.state, ANNA);
    assert_eq!(places.len(), 54, "nothing is closed");
}

/// Anna first, with the pieces of the beginners' sheet.
fn beginners(players: u8, left_out: Option<BeginnersPieces>) -> Rules {
    Rules {
        set_up: SetUp::Beginners { left_out },
        ..modern(players)
    }
}

/// BRD-19: two settlements and their roads, red, orange, white and blue.
const SHEET: [[(&str, &str); 2]; 4] = [
    [("b2n", "b2ne"), ("c2sw", "c2sw")],
    [("b3ne", "b3ne"), ("e2n", "e2ne")],
    [("c2n", "c2nw"), ("c4se", "c4e")],
    [("e1n", "e1ne"), ("e3n", "d3e")],
];

#[track_caller]
fn lies_as(table: &Table, seat: Seat, pieces: [(&str, &str); 2]) {
    let settlements: IntersectionSet = pieces.iter().map(|(at, _)| corner(at)).collect();
    let roads: PathSet = pieces.iter().map(|(_, along)| side(along)).collect();
    assert_eq!(table.state.settlements(seat), settlements, "{seat:?}");
    assert_eq!(table.state.roads(seat), roads, "{seat:?}");
    assert_eq!(table.state.road_length(seat), 1);
}

#[test]
fn brd_19_the_beginners_pieces_lie_as_on_the_sheet() {
    let table = Table::new(beginners(4, None));
    for (seat, pieces) in [ANNA, BEN, CARA, DAN].into_iter().zip(SHEET) {
        lies_as(&table, seat, pieces);
    }
}

#[test]
fn brd_19_with_three_players_one_color_is_left_out() {
    let [red, orange, white, blue] = SHEET;
    for (left_out, rest) in [
        (None, [orange, white, blue]),
        (Some(BeginnersPieces::Red), [orange, white, blue]),
        (Some(BeginnersPieces::White), [red, orange, blue]),
        (Some(BeginnersPieces::Blue), [red, orange, white]),
    ] {
        let table = Table::new(beginners(3, left_out));
        for (seat, pieces) in [ANNA, BEN, CARA].into_iter().zip(rest) {
            lies_as(&table, seat, pieces);
        }
    }
}

#[test]
fn set_07_each_player_chooses_the_settlement_that_brings_the_first_cards() {
    let mut table = Table::new(beginners(4, None));
    let first = |at: &str| Action::TakeFirstCards { at: corner(at) };
    table.refuses(BEN, first("b2n"), "SET-07");
    table.refuses(BEN, Action::Roll, "TRN-01");
    table.does(CARA, first("c4se")).holds(CARA, "LOW");
    assert!(matches!(
        table.learned(None)[..],
        [Event::StartingCards { seat: CARA, .. }]
    ));
    table.refuses(CARA, first("c2n"), "TRN-04");
    table.does(ANNA, first("b2n")).holds(ANNA, "OWB");
    table.does(DAN, first("e1n")).holds(DAN, "LOB");
    assert_eq!(table.state.turn(), 0);
    table.does(BEN, first("b3ne")).holds(BEN, "LWB");
    assert_eq!((table.state.turn(), table.state.active()), (1, ANNA));
    table.rolls(ANNA, 1, 1);
}

#[test]
fn rul_18_all_choose_their_first_cards_at_once() {
    let mut table = Table::new(beginners(3, None));
    let seats = SeatSet::all(3);
    assert_eq!(table.state.to_act(), ToAct::Seats { seats });
    for seat in [CARA, ANNA, BEN] {
        let at = table.state.settlements(seat).iter().next();
        table.does(
            seat,
            Action::TakeFirstCards {
                at: at.expect("two"),
            },
        );
        assert!(!table.state.hand(seat).is_empty());
    }
    assert_eq!(table.state.turn(), 1);
}

#[test]
fn set_07_the_roll_for_the_first_turn_goes_before() {
    let mut table = Table::new(Rules {
        first_player: FirstPlayer::Roll,
        ..beginners(3, None)
    });
    table.dice(1, 2).dice(6, 6).dice(3, 3);
    for seat in [ANNA, BEN, CARA] {
        let at = table.state.settlements(seat).iter().next();
        let at = at.expect("a settlement");
        table.does(seat, Action::TakeFirstCards { at });
    }
    assert_eq!(table.state.active(), BEN);
}

#[test]
fn set_07_the_pieces_lie_on_the_printed_board_only() {
    let mut random = Random::new(1);
    let rules = beginners(4, None);
    let board = shuffled_board(&rules, |n| random.below(n));
    assert_eq!(Game::new(rules, board), Err(RulesError::BeginnersBoard));
}
