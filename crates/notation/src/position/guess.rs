//! Hidden cards that fit a view: any that do will serve, for a view shows none of them.

use brickwood_rules::{
    Answer, Cards, DevelopmentCard, DevelopmentCards, Game, Hidden, MAX_SEATS, Phase,
    ProgressCards, Resource,
};

use super::read::Draft;
use super::{PositionError, Sight, write};
use crate::step::seat_number;

/// Wide counts, so that no line can overflow them.
type Counts = [u16; 5];

fn add(sum: &mut Counts, counts: [u8; 5]) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += u16::from(count);
    }
}

fn take(from: &mut Counts, counts: Counts) -> Result<(), usize> {
    if let Some(kind) = (0..5).find(|kind| from[*kind] < counts[*kind]) {
        return Err(kind);
    }
    for (from, count) in from.iter_mut().zip(counts) {
        *from -= count;
    }
    Ok(())
}

fn narrow(counts: Counts) -> [u8; 5] {
    counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX))
}

/// What each seat holds, and what the bank and the deck hold then.
pub(super) struct Dealt {
    pub(super) hidden: [Hidden; MAX_SEATS],
    pub(super) bank: Cards,
    pub(super) deck: u8,
}

pub(super) fn deal(draft: &Draft) -> Result<Dealt, PositionError> {
    check_sight(draft)?;
    let mut hidden = [Hidden::default(); MAX_SEATS];
    let bank = deal_hands(draft, &mut hidden)?;
    let deck = deal_development(draft, &mut hidden)?;
    Ok(Dealt { hidden, bank, deck })
}

/// What is told and what is hidden is what the viewer sees and does not see.
fn check_sight(draft: &Draft) -> Result<(), PositionError> {
    let open = draft.game.rules().variants.open_hands;
    let told_points = write::tells_points(&draft.game, &draft.phase);
    for (seat, part) in brickwood_rules::Seat::all(draft.game.rules().players).zip(&draft.seats) {
        let own = draft.sight == Sight::Full || draft.sight == Sight::Of(Some(seat));
        let wrong = |word| PositionError::Sight {
            seat: seat_number(seat),
            word,
        };
        let hand = &part.hand;
        let hand_fits = if own || open {
            hand.hidden.is_none()
        } else {
            hand.told.is_empty()
        };
        if !hand_fits {
            return Err(wrong("hand"));
        }
        let development = &part.development;
        let [.., points] = development.told.counts();
        let development_fits = if own {
            development.hidden.is_none()
        } else {
            let points_told = development.told.total() == points && told_points;
            development.told.is_empty() || (development.hidden.is_some() && points_told)
        };
        if !development_fits {
            return Err(wrong("dev"));
        }
        let bought = &part.bought;
        if (own && bought.hidden.is_some()) || (!own && !bought.told.is_empty()) {
            return Err(wrong("bought"));
        }
    }
    Ok(())
}

fn deal_hands(draft: &Draft, hidden: &mut [Hidden; MAX_SEATS]) -> Result<Cards, PositionError> {
    let all = draft.game.rules().bank();
    let short = |kind| PositionError::Cards(Resource::ALL[kind]);
    let mut told = [0; 5];
    for (part, hidden) in draft.seats.iter().zip(hidden.iter_mut()) {
        add(&mut told, part.hand.told.counts());
        hidden.hand = part.hand.told;
    }
    let mut left = [0; 5];
    add(&mut left, all.counts());
    take(&mut left, told).map_err(short)?;
    let wanted: u16 = draft
        .seats
        .iter()
        .map(|part| u16::from(part.hand.hidden.unwrap_or(0)))
        .sum();
    let bank = match (draft.bank, draft.sight) {
        (Some(bank), _) => bank,
        (None, Sight::Full) => Cards::new(narrow(left)),
        (None, Sight::Of(_)) => return Err(PositionError::Missing("bank")),
    };
    let mut in_bank = [0; 5];
    add(&mut in_bank, bank.counts());
    take(&mut left, in_bank).map_err(short)?;
    let there: u16 = left.iter().sum();
    if wanted != there {
        return Err(
            match (draft.sight, left.iter().position(|count| *count > 0)) {
                (Sight::Full, Some(kind)) => short(kind),
                _ => PositionError::HiddenCards {
                    told: wanted,
                    left: there,
                },
            },
        );
    }
    // What offers and answers show to be there comes first.
    let mut owing = [0u16; MAX_SEATS];
    for (number, part) in draft.seats.iter().enumerate() {
        let Some(count) = part.hand.hidden else {
            continue;
        };
        let shown = shown_by_trade(draft, number);
        let mut counts = [0; 5];
        add(&mut counts, shown.counts());
        take(&mut left, counts).map_err(short)?;
        owing[number] = u16::from(count)
            .checked_sub(counts.iter().sum())
            .ok_or(super::Contradiction::Trade)?;
        hidden[number].hand = shown;
    }
    for (hidden, owing) in hidden.iter_mut().zip(owing) {
        let more = first_of(&mut left, owing, [0, 1, 2, 3, 4]);
        hidden.hand += Cards::new(narrow(more));
    }
    Ok(bank)
}

/// Takes this many cards, of these kinds in this order, as far as there are so many.
fn first_of<const KINDS: usize>(
    left: &mut Counts,
    mut owing: u16,
    kinds: [usize; KINDS],
) -> Counts {
    let mut taken = [0; 5];
    for kind in kinds {
        let count = owing.min(left[kind]);
        taken[kind] = count;
        left[kind] -= count;
        owing -= count;
    }
    taken
}

/// The cards that a seat has shown to hold by its offer or its answer (TRD-05).
fn shown_by_trade(draft: &Draft, number: usize) -> Cards {
    let Phase::Trade { trade } = draft.phase else {
        return Cards::EMPTY;
    };
    if number == draft.active.index() {
        return trade.terms.give;
    }
    match trade.answers[number] {
        Answer::Accepted => trade.terms.take,
        Answer::Countered { terms } => terms.take,
        Answer::NotAsked | Answer::Pending | Answer::Declined => Cards::EMPTY,
    }
}

/// Development cards that have left deck and hands for good: all that were played, or knights and
/// victory points only (DEV-08, RUL-06).
fn gone(game: &Game, played: DevelopmentCards) -> [u8; 5] {
    match game.rules().progress_cards {
        ProgressCards::LeaveTheGame => played.counts(),
        ProgressCards::UnderTheDeck => {
            let [knights, _, _, _, points] = played.counts();
            [knights, 0, 0, 0, points]
        }
    }
}

fn deal_development(draft: &Draft, hidden: &mut [Hidden; MAX_SEATS]) -> Result<u8, PositionError> {
    let short = |kind| PositionError::Development(DevelopmentCard::ALL[kind]);
    let mut away = [0; 5];
    for (part, hidden) in draft.seats.iter().zip(hidden.iter_mut()) {
        add(&mut away, part.development.told.counts());
        add(&mut away, gone(&draft.game, part.played));
        hidden.development = part.development.told;
        hidden.bought = part.bought.told;
    }
    if draft.knight_waits {
        add(&mut away, [1, 0, 0, 0, 0]);
    }
    add(&mut away, draft.under_deck.counts().counts());
    let mut left = [0; 5];
    add(&mut left, draft.game.rules().deck().counts());
    take(&mut left, away).map_err(short)?;
    let told_points = write::tells_points(&draft.game, &draft.phase);
    for (number, part) in draft.seats.iter().enumerate() {
        let count = u16::from(part.development.hidden.unwrap_or(0));
        let guess = if told_points {
            first_of(&mut left, count, [0, 1, 2, 3])
        } else {
            first_of(&mut left, count, [0, 1, 2, 3, 4])
        };
        if guess.iter().sum::<u16>() != count {
            return Err(PositionError::DevelopmentCount);
        }
        let held = &mut hidden[number];
        held.development = held.development.plus(DevelopmentCards::new(narrow(guess)));
        if let Some(bought) = part.bought.hidden {
            let mut holds = [0; 5];
            add(&mut holds, held.development.counts());
            let bought = u16::from(bought);
            let guess = first_of(&mut holds, bought, [0, 1, 2, 3, 4]);
            held.bought = DevelopmentCards::new(narrow(guess));
            if guess.iter().sum::<u16>() != bought {
                return Err(PositionError::Bought(number as u8 + 1));
            }
        }
        if held.development.checked_sub(held.bought).is_none() {
            return Err(PositionError::Bought(number as u8 + 1));
        }
    }
    let deck: u16 = left.iter().sum::<u16>() + u16::from(draft.under_deck.len());
    Ok(u8::try_from(deck).unwrap_or(u8::MAX))
}
