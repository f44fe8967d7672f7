//! What is wrong with the text of a board is said with its place, and a draft may leave terrain open.

use brickwood_notation::{
    BoardFaultKind, board_draft_text, parse_board, parse_board_draft, parse_board_plan,
};

const BOARD: &str = "O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11~a1nw:3,a2ne:G,b4ne:O";

#[test]
fn every_fault_of_a_board_is_told_with_its_place() {
    let text = "\
# mine
      O10 W2 L
    G12 B7 W4 B10
  G9 L11 D5 L3 O8
    L8 O3 G4 W5
      B5 G6 W11
harbors: a1nw:3 a1ne:G c3e:O
robber: c3
";
    let errors = parse_board(text).expect_err("wrong").0;
    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 5, "{told:?}");
    assert!(told[0].starts_with("line 2, column 14: A3: "), "{told:?}");
    assert!(told[1].starts_with("line 3, column 9: B2: "), "{told:?}");
    assert!(told[2].starts_with("line 4, column 10: C3: "), "{told:?}");
    assert!(
        told[3].starts_with("line 7, column 17: a1ne:G: "),
        "{told:?}"
    );
    assert!(
        told[4].starts_with("line 7, column 24: c3e:O: "),
        "{told:?}"
    );
    assert!(parse_board_plan(text).is_ok(), "as a plan it can be read");

    let text = "B X2 L5\nharbors: a9e:3\nrobber: q1\nrobber: a1\nB2";
    let errors = parse_board(text).expect_err("wrong").0;
    assert!(
        errors
            .iter()
            .any(|error| error.fault == BoardFaultKind::LateRow)
    );
    assert!(
        errors
            .iter()
            .any(|error| matches!(&error.fault, BoardFaultKind::Hex { word } if word == "X2"))
    );
    assert!(
        errors
            .iter()
            .any(|error| matches!(error.fault, BoardFaultKind::Rows { .. }))
    );
    let errors = parse_board(&BOARD.replace("D*", "D").replace("W5", "D"))
        .expect_err("two deserts")
        .0;
    assert_eq!(errors[0].fault, BoardFaultKind::NoRobber);
    let errors = parse_board(&BOARD.replace("W5", "W5*"))
        .expect_err("two robbers")
        .0;
    assert_eq!(errors[0].fault, BoardFaultKind::SecondRobber);
    let errors = parse_board(&BOARD.replace("a2ne:G", "a2ne:X"))
        .expect_err("no such card")
        .0;
    assert_eq!(
        errors[0].fault,
        BoardFaultKind::Harbor {
            word: "a2ne:X".into()
        }
    );
    let errors = parse_board(&"B".repeat(20_000)).expect_err("too long").0;
    assert_eq!(errors[0].fault, BoardFaultKind::TooLong);
}

#[test]
fn only_a_draft_may_leave_terrain_open() {
    let open = BOARD.replacen("W2", "?2", 1).replacen("G12B6", "??", 1);
    let draft = parse_board_draft(&open).expect("a draft");
    assert_eq!(draft.gaps().len(), 3);
    assert_eq!(board_draft_text(&draft), open);
    let errors = parse_board(&open).expect_err("not drawn").0;
    assert_eq!(
        errors[0].fault,
        BoardFaultKind::Hex {
            word: "O10?2".into()
        }
    );
    // A whole board is a draft, too; only a mark says where the robber begins.
    let whole = parse_board_draft(BOARD).expect("a draft");
    assert_eq!(board_draft_text(&whole), BOARD);
    let unmarked = parse_board_draft(&BOARD.replace('*', "")).expect("a draft");
    assert_eq!((unmarked.robber, unmarked.gaps()), (None, vec![]));
    let wrong = parse_board_draft("?? ?X\nrobber: z9")
        .expect_err("a hex, and the rows")
        .0;
    assert_eq!(wrong.len(), 2);
}
