//! Boards that are being drawn: what is said of them, and how the rest is filled.

use brickwood_notation::{board_draft_errors, board_draft_text, parse_board_draft};
use brickwood_protocol::{
    BoardReport, DraftFault, DraftOrder, DraftReport, FillOrder, MOST_FAULTS, Problem, ProblemKind,
};
use brickwood_rules::{BoardDraft, BoardError, BoardErrors, FillError, RulesError};

use crate::setup::{board_text_of, draws_of, report_on};

/// What is to be said of a board that is being drawn.
///
/// # Errors
///
/// If the text cannot be read, or nobody can play in that number.
pub fn report_on_draft(order: &DraftOrder) -> Result<DraftReport, Problem> {
    if !(2..=6).contains(&order.players) {
        let why = RulesError::Players(order.players);
        return Err(ProblemKind::UnplayableRules { why }.into());
    }
    let draft = draft_of(&order.text)?;
    Ok(DraftReport {
        text: board_draft_text(&draft),
        faults: draft
            .errors()
            .into_iter()
            .filter_map(fault)
            .take(MOST_FAULTS)
            .collect(),
        gaps: draft.gaps(),
        pieces: draft.pieces(),
        balance: draft.balance(order.players),
        hexes: draft.hexes,
        harbors: draft.harbors,
        robber: draft.robber,
    })
}

/// The rest of a board that somebody has begun to draw, at random, and what the whole is like.
///
/// # Errors
///
/// If the text cannot be read, what is drawn breaks laws of boards, the rules cannot be played on such a board, or no
/// board was found that is as fair as they ask.
pub fn fill_board(order: FillOrder) -> Result<BoardReport, Problem> {
    let FillOrder { rules, text, seed } = order;
    rules
        .check()
        .map_err(|why| ProblemKind::UnplayableRules { why })?;
    let draft = draft_of(&text)?;
    let draws = draws_of(&seed)?;
    let board = draft.fill(&rules, draws).map_err(|error| -> Problem {
        match error {
            FillError::Errors(BoardErrors(errors)) => board_draft_errors(&draft, errors).into(),
            FillError::NotFair => ProblemKind::NoFairBoard.into(),
        }
    })?;
    report_on(rules, board)
}

fn draft_of(text: &str) -> Result<BoardDraft, Problem> {
    Ok(parse_board_draft(board_text_of(text)?)?)
}

fn fault(error: BoardError) -> Option<DraftFault> {
    match error {
        BoardError::BadToken(hex) => Some(DraftFault::WrongNumber { hex }),
        BoardError::InlandHarbor(harbor) => Some(DraftFault::InlandHarbor {
            harbor: harbor as u16,
        }),
        BoardError::CrowdedHarbor(harbor) => Some(DraftFault::CrowdedHarbor {
            harbor: harbor as u16,
        }),
        // No text has these: its rows are those of a layout, and the robber stands on one of its hexes. What is missing
        // is a gap.
        BoardError::MissingToken(_) | BoardError::HexCount { .. } | BoardError::RobberOffBoard => {
            None
        }
    }
}
