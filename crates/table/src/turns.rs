//! Whose turn it is in a state, who is awaited, and whether players may still trade.

use brickwood_rules::{
    Action, Answer, Cards, Game, Illegal, Phase, Resource, Seat, SeatSet, State, Step, Terms,
};

/// The seat whose turn it is, or that builds after one.
pub(crate) fn turn_of(state: &State) -> (u16, Seat, Seat) {
    (state.turn(), state.active(), state.builder())
}

/// Whether the game waits for this seat: one that has answered an offer may still change its answer.
pub(crate) fn is_to_act(state: &State, seat: Seat) -> bool {
    match state.phase() {
        Phase::Trade { trade } if seat != state.active() => {
            trade.answers[seat.index()] == Answer::Pending
        }
        _ => state.may_act(seat),
    }
}

/// Why this seat cannot offer a trade now. This tries an offer that only its cards could forbid.
pub(crate) fn refusal_of_trade(game: &Game, state: &State, seat: Seat) -> Option<Illegal> {
    let others = SeatSet::all(game.rules().players).without(seat);
    let terms = Terms {
        give: Cards::of(Resource::Brick, 1),
        take: Cards::of(Resource::Ore, 1),
    };
    let action = Action::Offer { terms, to: others };
    match state.apply(game, Step::Action { seat, action }) {
        Ok(_) | Err(Illegal::NotHeld) => None,
        Err(illegal) => Some(illegal),
    }
}

/// Whether offers are impossible: the turn allows none any more (TRN-03, VAR-6), it is nobody's turn
/// (SBP-02), or players trade only with the bank (OPT-07).
pub(crate) fn trading_is_over(game: &Game, state: &State) -> bool {
    refusal_of_trade(game, state, state.builder()).is_some_and(|illegal| {
        matches!(
            illegal,
            Illegal::TradingOver
                | Illegal::TradingOverByVariant
                | Illegal::SpecialBuildingOnly
                | Illegal::NoDomesticTrade
        )
    })
}
