//! Whose turn it is in a state, who is awaited, and whether players may still trade.

use brickwood_rules::{ActionKind, Answer, Game, Illegal, Phase, Seat, State};

/// The seat whose turn it is, or that builds after one.
pub(crate) fn turn_of(state: &State) -> (u16, Seat, Seat) {
    (state.turn(), state.active(), state.builder())
}

/// Whether the game waits for this seat: one that has answered an offer may still change its answer.
pub(crate) fn is_to_act(state: &State, seat: Seat) -> bool {
    match state.phase() {
        Phase::Trade { trade } if seat != state.active() => trade.answers[seat] == Answer::Pending,
        _ => state.may_act(seat),
    }
}

/// Whether offers are impossible: the turn allows none any more (TRN-03, VAR-6), it is nobody's turn
/// (SBP-02), or players trade only with the bank (OPT-07).
pub(crate) fn trading_is_over(game: &Game, state: &State) -> bool {
    matches!(
        state.check(game, state.builder(), ActionKind::Offer),
        Err(Illegal::TradingOver
            | Illegal::TradingOverByVariant
            | Illegal::SpecialBuildingOnly
            | Illegal::NoDomesticTrade)
    )
}
