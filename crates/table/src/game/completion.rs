//! The actions for a player whose time to think is up: the minimum that lets the others continue.

use brickwood_rules::{
    Action, Cards, Game, Intersection, Phase, Resource, Seat, State, legal_actions,
};

use crate::table::Table;

impl Table {
    /// The action of a seat whose player does not decide in time; none if it has nothing to do.
    pub fn completion(&self, seat: Seat) -> Option<Action> {
        completion(self.game(), self.state(), seat, self.draft_of(seat))
    }
}

/// The action of this seat when its time is up; none if it has nothing to do. `draft` are the cards that
/// its player had chosen to discard.
pub(crate) fn completion(game: &Game, state: &State, seat: Seat, draft: Cards) -> Option<Action> {
    if let Phase::Discard { due } = state.phase() {
        let due = due[seat];
        return (due > 0).then(|| Action::Discard {
            cards: discard(state.hand(seat), draft, due),
        });
    }
    let legal = legal_actions(game, state, seat);
    let goes_on = legal.iter().copied().find(|action| {
        matches!(
            action,
            Action::Roll | Action::EndTurn | Action::Pass | Action::Decline | Action::Withdraw
        )
    });
    goes_on.or_else(|| {
        legal
            .into_iter()
            .max_by_key(|action| worth(game, state, seat, *action))
    })
}

/// The cards that were chosen so far, filled up with the most frequent ones.
fn discard(hand: Cards, draft: Cards, due: u8) -> Cards {
    let mut chosen = if hand.contains(draft) && draft.total() <= due {
        draft
    } else {
        Cards::default()
    };
    while chosen.total() < due {
        let left = hand.saturating_sub(chosen);
        let most = Resource::ALL
            .into_iter()
            .max_by_key(|resource| left[*resource])
            .expect("there are resources");
        chosen += Cards::of(most, 1);
    }
    chosen
}

/// A simple estimate of an action's value, to choose one.
fn worth(game: &Game, state: &State, seat: Seat, action: Action) -> i32 {
    let pips = |at: Intersection| -> i32 {
        let board = game.board();
        let round = board.topology().hexes_round(at);
        round.map(|hex| i32::from(board.hex(hex).pips())).sum()
    };
    match action {
        Action::BuildSettlement { at } | Action::TakeFirstCards { at } => pips(at),
        Action::BuildRoad { at } => game.board().topology().ends(at).map(pips).iter().sum(),
        Action::MoveRobber { to } => {
            let hex = game.board().hex(to);
            let corners = game.board().topology().corners(to);
            let buildings = corners.iter().filter_map(|at| state.building_at(*at));
            let harm = |(owner, _)| if owner == seat { -100 } else { 1 };
            i32::from(hex.pips()) * buildings.map(harm).sum::<i32>()
        }
        Action::Rob { victim } => i32::from(state.hand(victim).total()),
        _ => 0,
    }
}
