//! The choices that make an action.

use brickwood_rules::{Action, Cards, Game, Resource, Seat, SeatSet, Terms};

use crate::{ActionSpace, Choice, EncodeError};

/// Calls `found` with the index of each choice that makes this action of `seat`, in order: one, or
/// several for a discard, an offer and a counter-offer.
///
/// # Errors
///
/// An action that no game has: with a place or a seat that is missing, or with more cards of a kind
/// than there are. Some choices may have been found before.
pub fn for_each_choice(
    game: &Game,
    seat: Seat,
    action: Action,
    mut found: impl FnMut(u16),
) -> Result<(), EncodeError> {
    let space = ActionSpace::of(game.board().layout());
    let mut choose = |choice| -> Result<(), EncodeError> {
        found(space.index(game.rules().players, seat, choice)?);
        Ok(())
    };
    match action {
        Action::Discard { cards } => each_card(game, cards, Choice::Discard, &mut choose),
        Action::Offer { terms, to } => {
            let Terms { give, take } = terms;
            each_card(game, give, Choice::Give, &mut choose)?;
            each_card(game, take, Choice::Take, &mut choose)?;
            let players = game.rules().players;
            if to.is_empty() || !to.is_subset(SeatSet::all(players).without(seat)) {
                return Err(EncodeError::NoSuchAction);
            }
            let clockwise = (1..players).map(|steps| seat.clockwise(steps, players));
            for asked in clockwise.filter(|other| to.contains(*other)) {
                choose(Choice::Ask(asked))?;
            }
            choose(Choice::Propose)
        }
        Action::Counter { terms } => {
            // Terms are told from the side of the seat whose turn it is, choices from one's own.
            each_card(game, terms.take, Choice::Give, &mut choose)?;
            each_card(game, terms.give, Choice::Take, &mut choose)?;
            choose(Choice::Propose)
        }
        action => choose(Choice::Act(action)),
    }
}

fn each_card(
    game: &Game,
    cards: Cards,
    choice: impl Fn(Resource) -> Choice,
    choose: &mut impl FnMut(Choice) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    if cards.is_empty() || !game.rules().bank().contains(cards) {
        return Err(EncodeError::NoSuchAction);
    }
    for (resource, count) in cards.iter() {
        for _ in 0..count {
            choose(choice(resource))?;
        }
    }
    Ok(())
}
