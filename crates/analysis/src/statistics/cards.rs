//! Where resource cards came from and went.

use brickwood_rules::{
    Action, Board, Cards, ChanceOutcome, Change, HexId, Resource, Seat, State, Step,
};

use crate::protocol::{CardFlow, PerResource};

/// The cards of one seat.
#[derive(Clone, Default)]
pub(super) struct FlowCounter(CardFlow);

impl FlowCounter {
    pub(super) fn count(&mut self, change: &Change<'_>, seat: Seat) {
        let before = change.before.hand(seat);
        let after = change.after.hand(seat);
        let gained = after.saturating_sub(before);
        let lost = before.saturating_sub(after);
        let flow = &mut self.0;
        match change.step {
            Step::Chance {
                outcome: ChanceOutcome::Dice { dice },
            } => {
                add(&mut flow.rolls, gained);
                if change.after.dice() == Some(dice) {
                    self.missed(change, seat, dice.total(), gained);
                }
            }
            Step::Chance {
                outcome: ChanceOutcome::Stolen { .. },
            } => {
                add(&mut flow.stolen_in, gained);
                add(&mut flow.stolen_out, lost);
            }
            Step::Action { action, .. } => match action {
                Action::BuildSettlement { .. } | Action::TakeFirstCards { .. }
                    if change.before.turn() == 0 =>
                {
                    add(&mut flow.start, gained);
                }
                Action::BuildRoad { .. } => add(&mut flow.roads, lost),
                Action::BuildSettlement { .. } => add(&mut flow.settlements, lost),
                Action::BuildCity { .. } => add(&mut flow.cities, lost),
                Action::BuyDevelopmentCard => add(&mut flow.development, lost),
                Action::PlayYearOfPlenty { .. } => add(&mut flow.plenty, gained),
                Action::PlayMonopoly { .. } => {
                    add(&mut flow.monopoly_in, gained);
                    add(&mut flow.monopoly_out, lost);
                }
                Action::Discard { .. } => add(&mut flow.discarded, lost),
                Action::MaritimeTrade { .. } => {
                    add(&mut flow.bank_in, gained);
                    add(&mut flow.bank_out, lost);
                }
                Action::Confirm { .. } => {
                    add(&mut flow.trade_in, gained);
                    add(&mut flow.trade_out, lost);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// What the robber and the bank kept from a seat at a roll.
    fn missed(&mut self, change: &Change<'_>, seat: Seat, total: u8, gained: Cards) {
        let board = change.game.board();
        let mut due = Cards::EMPTY;
        for hex in board.hexes_with_token(total) {
            let Some((resource, count)) = claim(board, change.before, seat, hex) else {
                continue;
            };
            if hex == change.before.robber() {
                add(&mut self.0.blocked, Cards::of(resource, count));
            } else {
                due += Cards::of(resource, count);
            }
        }
        add(&mut self.0.short, due.saturating_sub(gained));
    }

    pub(super) fn finish(self) -> CardFlow {
        self.0
    }
}

/// The cards that a seat's buildings claim from a hex when its number is rolled.
pub(crate) fn claim(
    board: &Board,
    state: &State,
    seat: Seat,
    hex: HexId,
) -> Option<(Resource, u8)> {
    let corners = board.topology().corner_set(hex);
    let settlements = state.settlements(seat).intersection(corners).len();
    let cities = state.cities(seat).intersection(corners).len();
    let resource = board.terrain(hex).resource()?;
    Some((resource, (settlements + 2 * cities) as u8))
}

fn add(sum: &mut PerResource, cards: Cards) {
    for (sum, count) in sum.iter_mut().zip(cards.counts()) {
        *sum += u32::from(count);
    }
}
