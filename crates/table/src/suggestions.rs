//! Trades that others suggest to the seat whose turn it is (TRD-03): talk, and not in the log.

use brickwood_rules::{Action, Illegal, Phase, Seat, SeatSet, State, Step, Terms, View};

use crate::choices::refusal_of_trade;
use crate::protocol::{Problem, Suggestion};
use crate::table::Table;

impl Table {
    /// Suggests a trade to the seat whose turn it is, or takes the suggestion back (TRD-03).
    ///
    /// # Errors
    ///
    /// Why it cannot be suggested.
    pub fn suggest(&mut self, seat: Seat, terms: Option<Terms>) -> Result<(), Problem> {
        self.suggestions
            .retain(|suggestion| suggestion.from != seat);
        let Some(terms) = terms else { return Ok(()) };
        if !self.may_suggest(seat) {
            return Err(Illegal::NotToAct.into());
        }
        // What could not be offered and accepted cannot be suggested either. Whether the other side
        // has the cards is its own secret, and is not looked at.
        if !self.state().hand(seat).contains(terms.take) {
            return Err(Illegal::NotHeld.into());
        }
        terms.check(self.game().rules())?;
        self.suggestions.push(Suggestion { from: seat, terms });
        Ok(())
    }

    /// Whether this seat may suggest a trade now.
    pub(crate) fn may_suggest(&self, seat: Seat) -> bool {
        let state = self.state();
        self.plays()
            && state.active() != seat
            && state.dice().is_some()
            && matches!(state.phase(), Phase::Turn | Phase::Trade { .. })
            && !self.trading_is_over()
    }

    /// The suggestions that stand.
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// The view of a seat to which a trade is suggested, as if it had offered it itself and `from`
    /// had accepted: whoever would confirm that takes the suggestion.
    pub fn view_of_suggestion(&self, suggestion: Suggestion) -> Option<View> {
        let seat = self.state().active();
        let offer = Action::Offer {
            terms: suggestion.terms,
            to: SeatSet::only(suggestion.from),
        };
        let step = |seat, action| Step::Action { seat, action };
        let offered = self.state().apply(self.game(), step(seat, offer)).ok()?;
        let accepted = offered
            .apply(self.game(), step(suggestion.from, Action::Accept))
            .ok()?;
        Some(accepted.view(self.game(), Some(seat)))
    }

    /// Drops what a batch has settled. `closed` are those with whom a trade was closed: they have
    /// got what they wanted.
    pub(crate) fn drop_suggestions(&mut self, before: &State, closed: &[Seat]) {
        let after = *self.state();
        if after.turn() != before.turn() || self.trading_is_over() {
            self.suggestions.clear();
        }
        // Whether a maker still has the cards may be a secret (ROB-06): its count of cards is none.
        let has_lost = |seat| after.hand(seat).total() < before.hand(seat).total();
        self.suggestions
            .retain(|suggestion| !closed.contains(&suggestion.from) && !has_lost(suggestion.from));
    }

    /// Whether the turn allows no trade any more (TRN-03, VAR-6), or nobody's turn lasts (SBP-02).
    fn trading_is_over(&self) -> bool {
        refusal_of_trade(self, self.state().builder()).is_some_and(|illegal| {
            matches!(
                illegal,
                Illegal::TradingOver | Illegal::TradingOverByVariant | Illegal::SpecialBuildingOnly
            )
        })
    }
}
