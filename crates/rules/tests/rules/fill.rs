//! Boards of which a part is drawn, and the rest laid at random.

use brickwood_rules::{
    Board, BoardDeviation, BoardDraft, BoardError, BoardGap, DraftHex, FillError, Harbor,
    HarborFacing, HarborLayout, HexId, Layout, NumberLayout, Rules, Side, Terrain, beginners_board,
};
use brickwood_test_kit::Random;

use crate::board::{GENERIC, boards};
use crate::kit::modern;

const LAYOUTS: [(Layout, u8); 2] = [(Layout::Standard, 4), (Layout::Large, 6)];

fn filled(draft: &BoardDraft, rules: &Rules, seed: u64) -> Result<Board, FillError> {
    let mut random = Random::new(seed);
    draft.fill(rules, |n| random.below(n))
}

/// Keeps each piece of a board or leaves it open, as it comes.
fn part_of(board: &Board, random: &mut Random) -> BoardDraft {
    let mut draft = BoardDraft::from(board.plan());
    for hex in &mut draft.hexes {
        if random.below(2) == 0 {
            hex.terrain = None;
        }
        if random.below(2) == 0 {
            hex.token = None;
        }
    }
    draft.harbors.retain(|_| random.below(2) == 0);
    draft.robber = draft.robber.filter(|_| random.below(2) == 0);
    draft
}

/// Whether a board has all that a draft has.
fn keeps(board: &Board, draft: &BoardDraft) -> bool {
    let plan = board.plan();
    let land = plan.hexes.iter().zip(&draft.hexes).all(|(hex, drawn)| {
        drawn.terrain.is_none_or(|terrain| terrain == hex.terrain)
            && (drawn.token.is_none() || drawn.token == hex.token)
    });
    land && draft.harbors.iter().all(|one| plan.harbors.contains(one))
        && draft.robber.is_none_or(|robber| robber == plan.robber)
}

/// Rules that ask for all that can be asked of a random board.
fn every_layout(players: u8) -> Vec<Rules> {
    let mut all = vec![modern(players)];
    for number_layout in [NumberLayout::Spiral, NumberLayout::Shuffled] {
        for harbor_layout in [
            HarborLayout::Shuffled,
            HarborLayout::Frame,
            HarborLayout::Published,
        ] {
            all.push(Rules {
                number_layout,
                harbor_layout,
                harbor_facing: HarborFacing::Either,
                ..modern(players)
            });
        }
    }
    all
}

#[test]
fn what_is_drawn_stays_and_the_box_is_used_up() {
    for (_, players) in LAYOUTS {
        for rules in every_layout(players) {
            let mut random = Random::new(7);
            for (seed, board) in boards(rules, 20).enumerate() {
                let draft = part_of(&board, &mut random);
                let filled = filled(&draft, &rules, seed as u64).unwrap();
                assert!(keeps(&filled, &draft), "{draft:?}\n{filled:?}");
                let of_land = filled
                    .deviations()
                    .into_iter()
                    .find(|one| !matches!(one, BoardDeviation::Harbor { .. }));
                assert_eq!(of_land, None, "{draft:?}");
            }
        }
    }
}

#[test]
fn an_empty_draft_becomes_any_valid_board() {
    for (layout, players) in LAYOUTS {
        for rules in every_layout(players) {
            for seed in 0..10 {
                let board = filled(&BoardDraft::empty(layout), &rules, seed).unwrap();
                assert_eq!(board.layout(), layout);
                assert_eq!(board.deviations(), []);
                assert_eq!(board.terrain(board.robber()), Terrain::Desert);
            }
        }
    }
}

#[test]
fn the_same_draws_fill_a_draft_in_the_same_way_and_others_in_another() {
    let draft = BoardDraft::empty(Layout::Standard);
    let rules = modern(4);
    assert_eq!(filled(&draft, &rules, 1), filled(&draft, &rules, 1));
    assert_ne!(filled(&draft, &rules, 1), filled(&draft, &rules, 2));
}

#[test]
fn half_a_board_is_filled_as_fairly_as_the_rules_ask() {
    for (_, players) in LAYOUTS {
        let balanced = Rules {
            balanced_board: true,
            number_layout: NumberLayout::Shuffled,
            ..modern(players)
        };
        let apart = Rules {
            reds_apart: true,
            balanced_board: false,
            ..balanced
        };
        let mut random = Random::new(3);
        for (seed, board) in boards(balanced, 12).enumerate() {
            let draft = part_of(&board, &mut random);
            let fair = filled(&draft, &balanced, seed as u64).unwrap();
            assert!(fair.balance(players).is_balanced);
            let fair = filled(&draft, &apart, seed as u64).unwrap();
            assert!(fair.balance(players).red_neighbors.is_empty());
        }
    }
}

#[test]
fn what_no_board_can_make_good_is_refused() {
    let rules = Rules {
        reds_apart: true,
        ..modern(4)
    };
    let mut draft = BoardDraft::empty(Layout::Standard);
    draft.hexes[0].token = Some(6);
    draft.hexes[1].token = Some(8);
    assert_eq!(filled(&draft, &rules, 0), Err(FillError::NotFair));
    let any = filled(&draft, &modern(4), 0).unwrap();
    assert!(keeps(&any, &draft));

    draft.hexes[2] = DraftHex {
        terrain: Some(Terrain::Desert),
        token: Some(4),
    };
    draft.hexes[3].token = Some(7);
    let harbor = |hex, side| Harbor {
        hex: HexId(hex),
        side,
        kind: GENERIC,
    };
    draft.harbors = vec![
        harbor(0, Side::NorthWest),
        harbor(0, Side::NorthEast),
        harbor(9, Side::East),
    ];
    let Err(FillError::Errors(errors)) = filled(&draft, &rules, 0) else {
        panic!("it was filled");
    };
    assert_eq!(
        errors.0,
        [
            BoardError::BadToken(HexId(2)),
            BoardError::BadToken(HexId(3)),
            BoardError::CrowdedHarbor(1),
            BoardError::InlandHarbor(2),
        ]
    );
}

#[test]
fn land_that_the_box_cannot_lay_is_filled_all_the_same() {
    for (layout, players) in LAYOUTS {
        let rules = modern(players);
        for terrain in [Terrain::Desert, Terrain::Hills] {
            let mut draft = BoardDraft::empty(layout);
            let (last, rest) = draft.hexes.split_last_mut().unwrap();
            rest.fill(DraftHex {
                terrain: Some(terrain),
                token: None,
            });
            last.token = Some(12);
            let board = filled(&draft, &rules, 5).unwrap();
            assert!(keeps(&board, &draft));
        }
        // Everybody's harbor is drawn where no printed one lies: others find room beside it.
        let mut draft = BoardDraft::empty(layout);
        draft.harbors.push(Harbor {
            hex: HexId(0),
            side: Side::West,
            kind: GENERIC,
        });
        let board = filled(&draft, &rules, 6).unwrap();
        assert!(keeps(&board, &draft));
        assert!(board.harbors().len() > 7, "{:?}", board.harbors());
    }
}

#[test]
fn a_draft_says_what_it_lacks_and_how_even_it_is_so_far() {
    let empty = BoardDraft::empty(Layout::Standard);
    assert_eq!(empty.gaps().len(), 19 + 1, "all terrain, and the robber");
    assert_eq!(empty.balance(3).starts, [0, 0, 0]);
    assert!(!empty.balance(3).is_balanced);

    let board = beginners_board();
    let mut draft = BoardDraft::from(board.plan());
    assert_eq!((draft.gaps(), draft.errors()), (vec![], vec![]));
    assert_eq!(draft.balance(4), board.balance(4));
    assert!(draft.pieces().iter().all(|piece| !piece.differs()));

    draft.robber = None;
    assert_eq!(draft.gaps(), [], "there is one desert");
    draft.hexes[0].token = None;
    draft.hexes[9].terrain = None;
    let (first, desert) = (HexId(0), HexId(9));
    assert_eq!(
        draft.gaps(),
        [
            BoardGap::Token { hex: first },
            BoardGap::Terrain { hex: desert },
            BoardGap::Robber,
        ]
    );
    let ten = BoardDeviation::Token {
        token: 10,
        usual: 2,
        found: 1,
    };
    assert!(draft.pieces().contains(&ten));
    // A number that no dice roll counts for nothing.
    draft.hexes[1].token = Some(255);
    assert_eq!(draft.balance(4).pips[2], board.balance(4).pips[2] - 1);
}
