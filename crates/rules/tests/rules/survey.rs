//! What is said of a board before anyone plays on it.

use brickwood_rules::{
    Board, BoardDeviation, BoardPlan, HarborKind, HexId, Resource, Terrain, beginners_board,
};

use crate::board::boards;
use crate::kit::modern;

/// The same land without harbors, each hex moved as a symmetry moves its position.
fn moved(board: &Board, symmetry: fn((i8, i8)) -> (i8, i8)) -> Board {
    let topology = board.topology();
    let from = |hex| {
        topology
            .hex_at(symmetry(topology.hex_position(hex)))
            .unwrap()
    };
    let plan = BoardPlan {
        hexes: topology.hexes().map(|hex| board.hex(from(hex))).collect(),
        harbors: Vec::new(),
        robber: HexId(0),
        ..board.plan().clone()
    };
    Board::try_from(plan).unwrap()
}

#[test]
fn what_is_shuffled_or_printed_is_what_the_box_holds() {
    assert_eq!(beginners_board().deviations(), []);
    for players in [4, 6] {
        for board in boards(modern(players), 20) {
            assert_eq!(board.deviations(), []);
        }
    }
}

#[test]
fn each_count_that_the_box_cannot_lay_is_told() {
    let mut plan = beginners_board().plan().clone();
    let eleven = plan.hexes.iter().position(|hex| hex.token == Some(11));
    let hex = &mut plan.hexes[eleven.unwrap()];
    hex.token = Some(12);
    let before = hex.terrain;
    hex.terrain = if before == Terrain::Hills {
        Terrain::Forest
    } else {
        Terrain::Hills
    };
    plan.harbors
        .retain(|harbor| harbor.kind != HarborKind::Generic);
    let deviations = Board::try_from(plan).unwrap().deviations();
    let terrains = deviations.iter().filter_map(|one| match one {
        BoardDeviation::Terrain { usual, found, .. } => Some(found.abs_diff(*usual)),
        _ => None,
    });
    assert_eq!(terrains.collect::<Vec<_>>(), [1, 1]);
    assert!(deviations.contains(&BoardDeviation::Token {
        token: 12,
        usual: 1,
        found: 2
    }));
    assert!(deviations.contains(&BoardDeviation::Token {
        token: 11,
        usual: 2,
        found: 1
    }));
    assert!(deviations.contains(&BoardDeviation::Harbor {
        kind: HarborKind::Generic,
        usual: 4,
        found: 0
    }));
    assert_eq!(deviations.len(), 5);
}

#[test]
fn the_balance_stays_when_the_board_is_turned_or_mirrored() {
    for players in [4, 6] {
        for board in boards(modern(players), 30) {
            let here = board.balance(players);
            for symmetry in [|(x, y)| (-x, -y), |(x, y)| (-x, y)] as [fn((i8, i8)) -> (i8, i8); 2] {
                let there = moved(&board, symmetry).balance(players);
                assert_eq!(here.starts, there.starts);
                assert_eq!(here.pips, there.pips);
                assert_eq!(here.red_neighbors.len(), there.red_neighbors.len());
                assert_eq!(here.equal_neighbors.len(), there.equal_neighbors.len());
                assert_eq!(here.is_balanced, there.is_balanced);
            }
        }
    }
}

#[test]
fn boards_laid_to_be_fair_are_said_to_be() {
    let mut rules = modern(4);
    rules.balanced_board = true;
    for board in boards(rules, 10) {
        let balance = board.balance(4);
        assert!(balance.is_balanced);
        assert_eq!(balance.red_neighbors, <[[HexId; 2]; 0]>::default());
    }
    let all = boards(modern(4), 30).map(|board| board.balance(4));
    let uneven = all.filter(|balance| !balance.is_balanced).count();
    assert!(uneven > 0);
}

#[test]
fn pips_and_starts_add_up() {
    let board = beginners_board();
    let balance = board.balance(4);
    // 18 tokens: two of each number but one 2 and one 12.
    assert_eq!(balance.pips.iter().sum::<u8>(), 58);
    assert_eq!(balance.pips.len(), Resource::ALL.len());
    assert_eq!(balance.starts.len(), 4);
    // Who places first and last takes the best start and the poorest of eight.
    assert!(balance.starts.iter().all(|pips| (10..=26).contains(pips)));
    assert!(balance.gap() <= 13);
}

#[test]
fn every_player_has_two_starts_on_every_board() {
    for players in 2..=6 {
        for board in boards(modern(players), 200) {
            let starts = board.balance(players).starts;
            assert_eq!(starts.len(), usize::from(players));
            // No single intersection has more than 15 pips.
            assert!(starts.iter().all(|pips| *pips > 15), "{starts:?}");
        }
    }
}
