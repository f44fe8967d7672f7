//! Offers, answers and closed trades.

use brickwood_rules::{Action, BySeat, Change, Phase, Seat, Step};

use super::timeline::TimelineCounter;
use crate::protocol::{ClosedTrade, TradeCounts};

#[derive(Default)]
pub(super) struct TradeCounter {
    seats: BySeat<TradeCounts>,
    closed: Vec<ClosedTrade>,
}

impl TradeCounter {
    pub(super) fn count(&mut self, change: &Change<'_>, timeline: &TimelineCounter) {
        let Step::Action { seat, action } = change.step else {
            return;
        };
        let own = &mut self.seats[seat];
        match action {
            Action::MaritimeTrade { .. } => own.bank += 1,
            Action::Accept => own.accepted += 1,
            Action::Counter { .. } => own.countered += 1,
            Action::Offer { to, .. } => {
                own.offers += 1;
                for asked in to.iter() {
                    self.seats[asked].asked += 1;
                }
            }
            Action::Confirm { with } => {
                own.closed += 1;
                self.seats[with].partner += 1;
                let Phase::Trade { trade } = *change.before.phase() else {
                    return;
                };
                self.closed.push(ClosedTrade {
                    step: change.number,
                    seat,
                    with,
                    terms: trade.agreed(with).unwrap_or(trade.terms),
                    gain: timeline.last_change(seat),
                    partner_gain: timeline.last_change(with),
                });
            }
            _ => {}
        }
    }

    pub(super) fn of(&self, seat: Seat) -> TradeCounts {
        self.seats[seat]
    }

    pub(super) fn finish(self) -> Vec<ClosedTrade> {
        self.closed
    }
}
