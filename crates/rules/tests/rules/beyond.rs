//! OPT: what the rulebooks do not have.

use brickwood_rules::{
    Board, BoardError, BoardErrors, Dice, DiceDeck, DiceSource, Harbor, HarborKind, HexId,
    NumberLayout, NumberStart, Phase, Resource, Rules, Side, Terrain, beginners_board,
    offers_up_to, shuffled_board,
};
use brickwood_test_kit::Random;

use crate::kit::{ANNA, BEN, CARA, DAN, Position, bank_trade, hex, modern, offer, robber};

fn boards(rules: Rules) -> impl Iterator<Item = Board> {
    (0..40).map(move |seed| {
        let mut random = Random::new(seed);
        shuffled_board(&rules, |n| random.below(n))
    })
}

fn has_neighboring_reds(board: &Board) -> bool {
    let topology = board.topology();
    let red = |hex: HexId| matches!(board.hex(hex).token, Some(6 | 8));
    topology
        .hexes()
        .any(|hex| red(hex) && topology.hex_neighbors(hex).any(red))
}

#[test]
fn opt_01_no_six_and_eight_side_by_side() {
    for players in [4, 6] {
        let shuffled = Rules {
            number_layout: NumberLayout::Shuffled,
            ..modern(players)
        };
        assert!(boards(shuffled).any(|board| has_neighboring_reds(&board)));
        let apart = Rules {
            reds_apart: true,
            ..shuffled
        };
        assert!(!boards(apart).any(|board| has_neighboring_reds(&board)));
        let coast = Rules {
            number_start: NumberStart::Coast,
            reds_apart: true,
            ..modern(players)
        };
        assert!(!boards(coast).any(|board| has_neighboring_reds(&board)));
    }
}

#[test]
fn opt_02_a_balanced_board_spreads_land_and_tokens() {
    for players in [4, 6] {
        let rules = Rules {
            balanced_board: true,
            ..modern(players)
        };
        for board in boards(rules).take(10) {
            let topology = board.topology();
            assert!(!has_neighboring_reds(&board));
            for at in topology.intersections() {
                let round: Vec<_> = topology.hexes_round(at).map(|hex| board.hex(hex)).collect();
                assert!(round.iter().map(|hex| hex.pips()).sum::<u8>() <= 12);
                if let [a, b, c] = round[..] {
                    assert!(a.terrain != b.terrain || b.terrain != c.terrain);
                }
            }
            for terrain in [
                Terrain::Hills,
                Terrain::Forest,
                Terrain::Pasture,
                Terrain::Fields,
                Terrain::Mountains,
            ] {
                let pips: Vec<u32> = topology
                    .hexes()
                    .map(|hex| board.hex(hex))
                    .filter(|hex| hex.terrain == terrain)
                    .map(|hex| hex.pips().into())
                    .collect();
                let (sum, count) = (pips.iter().sum::<u32>(), pips.len() as u32);
                assert!((26 * count..=40 * count).contains(&(10 * sum)));
            }
        }
    }
}

fn friendly() -> Position {
    Position::by(Rules {
        friendly_robber: true,
        ..modern(3)
    })
    .before_the_roll()
    .settlements(BEN, "a1n c3n")
    .cities(CARA, "a1s e1s")
    .hand(BEN, "O")
    .hand(CARA, "W")
}

#[test]
fn opt_03_the_friendly_robber_spares_players_with_fewer_than_three_points() {
    let mut table = friendly().settlements(CARA, "d2n").start();
    table.rolls(ANNA, 3, 4);
    // Ben has two points: not to a hex of his, whoever else lives there.
    for spared in ["a1", "b2", "b3"] {
        table.refuses(ANNA, robber(spared), "OPT-03");
    }
    table.does(ANNA, robber("e1"));
    assert_eq!(table.state.phase(), &Phase::Theft { victim: CARA });
}

#[test]
fn opt_03_it_goes_to_ones_own_hexes() {
    let mut table = friendly().settlements(ANNA, "e3s").start();
    table.rolls(ANNA, 3, 4);
    assert!(table.may(ANNA, robber("e3")));
}

#[test]
fn rul_15_hidden_points_do_not_count_for_the_friendly_robber() {
    use brickwood_rules::DevelopmentCard::VictoryPoint;
    let mut table = friendly()
        .development(BEN, &[VictoryPoint, VictoryPoint])
        .start();
    table.rolls(ANNA, 3, 4);
    table.refuses(ANNA, robber("a1"), "OPT-03");
}

#[test]
fn rul_15_where_no_hex_is_left_the_robber_goes_anywhere_and_still_spares() {
    // Two settlements each: together they touch every hex but the one where the robber stands.
    let mut table = Position::by(Rules {
        friendly_robber: true,
        ..modern(4)
    })
    .before_the_roll()
    .settlements(BEN, "b2n b3ne")
    .settlements(CARA, "c4se d3s")
    .settlements(DAN, "d2sw c2nw")
    .hand(BEN, "OOO")
    .start();
    table.rolls(ANNA, 3, 4);
    table.refuses(ANNA, robber("c3"), "ROB-03");
    table.does(ANNA, robber("a1"));
    assert_eq!(table.state.phase(), &Phase::Turn, "nobody is robbed");
}

fn from_a_deck() -> Rules {
    Rules {
        dice: DiceSource::Deck,
        ..modern(2)
    }
}

#[test]
fn opt_04_each_of_the_36_throws_comes_once_before_the_deck_is_shuffled() {
    // Without pieces, cards alone have to win.
    let rules = Rules {
        points_to_win: 3,
        ..from_a_deck()
    };
    let mut table = Position::by(rules).before_the_roll().start();
    assert_eq!(table.state.dice_deck(), DiceDeck::FULL);
    let throws: Vec<Dice> = Dice::ALL
        .into_iter()
        .filter(|dice| dice.total() != 7)
        .collect();
    for (count, dice) in (1..).zip(&throws) {
        let [first, second] = dice.faces();
        let seat = table.state.active();
        table.rolls(seat, first, second);
        assert_eq!(table.state.dice_deck().len(), 36 - count);
        table.does(seat, brickwood_rules::Action::EndTurn);
    }
    let seat = table.state.active();
    table.does(seat, brickwood_rules::Action::Roll);
    let again = brickwood_rules::Step::Chance {
        outcome: brickwood_rules::ChanceOutcome::Dice { dice: throws[0] },
    };
    let illegal = table
        .state
        .apply(&table.game, again)
        .expect_err("it is gone");
    assert_eq!(illegal.clause().to_string(), "OPT-04");
    let sevens: Vec<Dice> = table.state.dice_deck().drawable().collect();
    assert!(sevens.len() == 6 && sevens.iter().all(|dice| dice.total() == 7));
    for dice in sevens {
        let [first, second] = dice.faces();
        table.dice(first, second);
        let to = if table.state.robber() == hex("a1") {
            "a2"
        } else {
            "a1"
        };
        let seat = table.state.active();
        table.does(seat, robber(to));
        table.does(seat, brickwood_rules::Action::EndTurn);
        let seat = table.state.active();
        table.does(seat, brickwood_rules::Action::Roll);
    }
    assert!(table.state.dice_deck().is_empty());
    assert_eq!(table.state.dice_deck().drawable().count(), 36);
    table.dice(1, 1);
    assert_eq!(table.state.dice_deck().len(), 35);
}

#[test]
fn opt_05_a_board_of_ones_own_is_told_everything_that_is_wrong_with_it() {
    let mut plan = beginners_board().plan().clone();
    plan.hexes[0].token = Some(7);
    plan.hexes[1].token = None;
    plan.hexes[9].token = Some(5);
    plan.harbors[0] = Harbor {
        hex: HexId(9),
        side: Side::East,
        kind: HarborKind::Generic,
    };
    plan.harbors[2] = plan.harbors[1];
    plan.robber = HexId(19);
    let expected = BoardErrors(vec![
        BoardError::BadToken(HexId(0)),
        BoardError::MissingToken(HexId(1)),
        BoardError::BadToken(HexId(9)),
        BoardError::InlandHarbor(0),
        BoardError::CrowdedHarbor(2),
        BoardError::RobberOffBoard,
    ]);
    assert_eq!(Board::try_from(plan), Err(expected));
}

#[test]
fn opt_06_tokens_may_be_shuffled() {
    let rules = Rules {
        number_layout: NumberLayout::Shuffled,
        ..modern(4)
    };
    let spiral: std::collections::BTreeSet<Vec<Option<u8>>> =
        boards(modern(4)).map(|board| tokens(&board)).collect();
    assert!(boards(rules).any(|board| !spiral.contains(&tokens(&board))));
    for board in boards(rules) {
        let mut tokens: Vec<u8> = tokens(&board).into_iter().flatten().collect();
        tokens.sort_unstable();
        assert_eq!(
            tokens,
            [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
        );
    }
}

fn tokens(board: &Board) -> Vec<Option<u8>> {
    board.plan().hexes.iter().map(|hex| hex.token).collect()
}

#[test]
fn opt_07_players_trade_with_the_bank_only() {
    let rules = Rules {
        no_domestic_trade: true,
        ..modern(3)
    };
    let mut table = Position::by(rules)
        .hand(ANNA, "BBBBO")
        .hand(BEN, "W")
        .start();
    table.refuses(ANNA, offer("B", "W", &[BEN]), "OPT-07");
    let others = [BEN, CARA].into_iter().collect();
    assert!(offers_up_to(&table.game, &table.state, others, 2).is_empty());
    table.does(ANNA, bank_trade(Resource::Brick, Resource::Wool));
}
