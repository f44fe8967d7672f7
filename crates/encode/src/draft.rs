//! Actions of several choices, and which choices may come next.

use brickwood_rules::{
    Action, Answer, Cards, Game, LegalActions, Phase, Resource, Seat, SeatSet, State, Terms,
};
use serde::{Deserialize, Serialize};

use crate::{ActionSpace, Choice, EncodeError};

/// The part of an action that a seat has composed so far.
///
/// Each action has exactly one way to be composed: cards come in the order brick, lumber, wool, grain,
/// ore, what is given before what is taken, and the seats that are asked clockwise. Whatever may come
/// next can be completed, so that a draft never has to be taken back. It is known to its seat alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Draft {
    /// Nothing.
    #[default]
    Nothing,
    /// Cards to discard.
    Discard {
        /// So far.
        cards: Cards,
    },
    /// An offer, or a counter-offer to the open one.
    Terms {
        /// What the seat would give.
        give: Cards,
        /// What it would get.
        take: Cards,
        /// The seats that may answer; none for a counter-offer.
        to: SeatSet,
    },
}

/// What a seat can propose.
#[derive(Clone, Copy)]
enum Proposal {
    Offer,
    Counter { said: Answer },
}

impl Draft {
    /// Sets the mask of the choices of a seat: 1 for those that may come next, 0 for all others. No
    /// choice may come next where the seat is not to act. One that is an action is legal; one that
    /// composes an action can be completed to a legal one.
    ///
    /// An offer may ask for as many cards of a kind as there are in the game (BRD-13), not for more.
    ///
    /// # Errors
    ///
    /// A mask of another length than the [`ActionSpace`] of the board.
    pub fn mask(
        &self,
        game: &Game,
        state: &State,
        seat: Seat,
        mask: &mut [u8],
    ) -> Result<(), EncodeError> {
        let space = ActionSpace::of(game.board().layout());
        if mask.len() != space.len() {
            return Err(EncodeError::Length {
                expected: space.len(),
                found: mask.len(),
            });
        }
        mask.fill(0);
        if !state.may_act(seat) {
            return Ok(());
        }
        let draft = self.in_phase(game, state, seat);
        let players = game.rules().players;
        let mut allow = |choice| {
            // Every legal action but those that are composed has an index.
            if let Ok(index) = space.index(players, seat, choice) {
                mask[usize::from(index)] = 1;
            }
        };
        if matches!(state.phase(), Phase::Discard { .. }) {
            for resource in Resource::ALL {
                if draft.with_discarded(state, seat, resource).is_some() {
                    allow(Choice::Discard(resource));
                }
            }
            return Ok(());
        }
        if draft == Self::Nothing {
            LegalActions::of(game, state, seat).for_each(|action| allow(Choice::Act(action)));
        }
        let Some(proposal) = proposal(game, state, seat) else {
            return Ok(());
        };
        let mut offer = |choice| {
            let next = draft.with_proposed(game, state, seat, proposal, choice);
            if next.is_some() {
                allow(choice);
            }
        };
        for resource in Resource::ALL {
            offer(Choice::Give(resource));
        }
        if let Self::Terms { .. } = draft {
            for resource in Resource::ALL {
                offer(Choice::Take(resource));
            }
            for other in SeatSet::all(players).without(seat).iter() {
                offer(Choice::Ask(other));
            }
            if draft.proposed(game, state, seat).is_some() {
                allow(Choice::Propose);
            }
        }
        Ok(())
    }

    /// Takes a choice of a seat. Returns the action once it is complete, and begins anew then. Whether
    /// the action is legal, the rules say when it is taken.
    ///
    /// # Errors
    ///
    /// An index beyond the space, a seat that the game lacks, or a choice that cannot come next in the
    /// action that is composed. The draft is not changed by it.
    pub fn choose(
        &mut self,
        game: &Game,
        state: &State,
        seat: Seat,
        index: u16,
    ) -> Result<Option<Action>, EncodeError> {
        let space = ActionSpace::of(game.board().layout());
        let choice = space.choice(game.rules().players, seat, index)?;
        let draft = self.in_phase(game, state, seat);
        let not_next = EncodeError::NotNext { index };
        let complete = match choice {
            Choice::Act(action) if draft == Self::Nothing => Some(action),
            Choice::Act(_) => return Err(not_next),
            Choice::Propose => Some(draft.proposed(game, state, seat).ok_or(not_next)?),
            _ => {
                let next = draft.with(game, state, seat, choice).ok_or(not_next)?;
                let discarded = next.discarded(state, seat);
                if discarded.is_none() {
                    *self = next;
                }
                discarded
            }
        };
        if complete.is_some() {
            *self = Self::Nothing;
        }
        Ok(complete)
    }

    /// The draft, or nothing where the game has gone on and has no place for it any more: other seats
    /// may act while one composes a counter-offer.
    #[must_use]
    pub fn in_phase(self, game: &Game, state: &State, seat: Seat) -> Self {
        let fits = match self {
            Self::Nothing => true,
            Self::Discard { cards } => {
                matches!(state.phase(), Phase::Discard { due } if cards.total() < due[seat])
                    && state.hand(seat).contains(cards)
            }
            Self::Terms { give, .. } => {
                proposal(game, state, seat).is_some() && state.hand(seat).contains(give)
            }
        };
        if fits && state.may_act(seat) {
            self
        } else {
            Self::Nothing
        }
    }

    /// With one more card or seat, if it may come next.
    fn with(self, game: &Game, state: &State, seat: Seat, choice: Choice) -> Option<Self> {
        if let Choice::Discard(resource) = choice {
            return self.with_discarded(state, seat, resource);
        }
        self.with_proposed(game, state, seat, proposal(game, state, seat)?, choice)
    }

    /// With one more card or seat of an offer or a counter-offer, if it may come next.
    #[inline]
    fn with_proposed(
        self,
        game: &Game,
        state: &State,
        seat: Seat,
        proposal: Proposal,
        choice: Choice,
    ) -> Option<Self> {
        let (give, take, to) = match self {
            Self::Nothing => (Cards::EMPTY, Cards::EMPTY, SeatSet::EMPTY),
            Self::Terms { give, take, to } => (give, take, to),
            Self::Discard { .. } => return None,
        };
        match choice {
            Choice::Give(resource) => {
                let next = give + Cards::of(resource, 1);
                let something_to_take = game.rules().like_for_like || next.counts().contains(&0);
                let fits = take.is_empty()
                    && in_order(give, resource)
                    && state.hand(seat).contains(next)
                    && something_to_take;
                fits.then_some(Self::Terms {
                    give: next,
                    take,
                    to,
                })
            }
            Choice::Take(resource) => {
                let next = take + Cards::of(resource, 1);
                let fits = !give.is_empty()
                    && to.is_empty()
                    && in_order(take, resource)
                    && may_take(game, give, take, resource)
                    && proposal.is_new_or_grows(game, give, next);
                fits.then_some(Self::Terms {
                    give,
                    take: next,
                    to,
                })
            }
            Choice::Ask(other) => {
                let away = |one: Seat| clockwise(game, seat, one);
                let fits = matches!(proposal, Proposal::Offer)
                    && other != seat
                    && !take.is_empty()
                    && to.iter().all(|asked| away(asked) < away(other));
                fits.then_some(Self::Terms {
                    give,
                    take,
                    to: to.with(other),
                })
            }
            _ => None,
        }
    }

    /// With one more card to discard, if the hand has as many more as are due.
    fn with_discarded(self, state: &State, seat: Seat, resource: Resource) -> Option<Self> {
        let Phase::Discard { due } = state.phase() else {
            return None;
        };
        let due = due[seat];
        let cards = match self {
            Self::Nothing => Cards::EMPTY,
            Self::Discard { cards } => cards,
            Self::Terms { .. } => return None,
        };
        let next = cards + Cards::of(resource, 1);
        let rest = state.hand(seat).checked_sub(next)?;
        let to_come: u8 = rest.counts()[resource.index()..].iter().sum();
        let fits =
            in_order(cards, resource) && next.total() <= due && to_come >= due - next.total();
        fits.then_some(Self::Discard { cards: next })
    }

    /// The discard, if it is complete.
    fn discarded(self, state: &State, seat: Seat) -> Option<Action> {
        match (self, state.phase()) {
            (Self::Discard { cards }, Phase::Discard { due }) if cards.total() == due[seat] => {
                Some(Action::Discard { cards })
            }
            _ => None,
        }
    }

    /// The offer or counter-offer, if it can be made as it is.
    fn proposed(self, game: &Game, state: &State, seat: Seat) -> Option<Action> {
        let Self::Terms { give, take, to } = self else {
            return None;
        };
        match proposal(game, state, seat)? {
            Proposal::Offer => (!to.is_empty()).then_some(Action::Offer {
                terms: Terms { give, take },
                to,
            }),
            proposal @ Proposal::Counter { .. } => (!take.is_empty() && !proposal.says(give, take))
                .then_some(Action::Counter {
                    terms: from_offerer(give, take),
                }),
        }
    }
}

impl Proposal {
    /// Whether this is the answer that the seat has given already.
    fn says(self, give: Cards, take: Cards) -> bool {
        match self {
            Self::Offer => false,
            Self::Counter { said } => {
                said == Answer::Countered {
                    terms: from_offerer(give, take),
                }
            }
        }
    }

    /// Whether the terms are no repetition, or can be made another by one more card.
    fn is_new_or_grows(self, game: &Game, give: Cards, take: Cards) -> bool {
        !self.says(give, take)
            || Resource::ALL
                .into_iter()
                .any(|more| in_order(take, more) && may_take(game, give, take, more))
    }
}

/// What the seat can propose now.
fn proposal(game: &Game, state: &State, seat: Seat) -> Option<Proposal> {
    match state.phase() {
        Phase::Turn if seat == state.active() && state.may_offer(game) => Some(Proposal::Offer),
        Phase::Trade { trade } if seat != state.active() && trade.asked().contains(seat) => {
            Some(Proposal::Counter {
                said: trade.answers[seat],
            })
        }
        _ => None,
    }
}

/// Whether no later kind is among the cards.
fn in_order(cards: Cards, next: Resource) -> bool {
    cards.counts()[next.index() + 1..]
        .iter()
        .all(|count| *count == 0)
}

/// Whether one more card can be asked for: there are so many, and none is given for itself (TRD-12).
fn may_take(game: &Game, give: Cards, take: Cards, resource: Resource) -> bool {
    take[resource] < game.rules().bank()[resource]
        && (game.rules().like_for_like || give[resource] == 0)
}

/// Terms are told from the side of the seat whose turn it is.
const fn from_offerer(give: Cards, take: Cards) -> Terms {
    Terms {
        give: take,
        take: give,
    }
}

fn clockwise(game: &Game, from: Seat, to: Seat) -> usize {
    let players = game.rules().seats();
    (to.index() + players - from.index()) % players
}
