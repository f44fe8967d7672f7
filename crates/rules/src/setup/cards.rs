//! The cards: whether there are so many, and hidden ones that fit. Any that do will serve, for a view
//! shows none of them.

use alloc::vec::Vec;

use super::{HeldKind, PositionSpec, SetupError, Sight};
use crate::{
    BySeat, Cards, DevelopmentCard, DevelopmentCards, Game, HandBounds, HiddenDeal, OwnHand, Phase,
    Resource, Seat,
};

/// Wide counts, so that nothing that is said can overflow them.
type Counts = [u16; 5];

fn add(sum: &mut Counts, counts: [u8; 5]) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += u16::from(count);
    }
}

/// Takes cards away; the kinds of which there are not so many are called out.
fn take(from: &mut Counts, counts: Counts, mut short: impl FnMut(usize)) {
    for (kind, (from, count)) in from.iter_mut().zip(counts).enumerate() {
        if *from < count {
            short(kind);
        }
        *from = from.saturating_sub(count);
    }
}

fn wide(counts: [u8; 5]) -> Counts {
    counts.map(u16::from)
}

fn narrow(counts: Counts) -> [u8; 5] {
    counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX))
}

/// What each seat holds, and what the bank and the deck hold then.
pub(super) struct Dealt {
    pub(super) hidden: BySeat<OwnHand>,
    pub(super) bank: Cards,
    pub(super) deck: u8,
}

impl Dealt {
    /// No cards in any hand: to judge what does not depend on them.
    pub(super) fn none(game: &Game, setup: &PositionSpec) -> Self {
        let gone = setup.seats.iter().map(|part| part.played);
        let undrawn =
            game.rules()
                .unplayed(gone, setup.common.under_deck, setup.common.knight_waits);
        Self {
            hidden: BySeat::default(),
            bank: game.rules().bank(),
            deck: undrawn.map_or(0, |cards| cards.total() + setup.common.under_deck.len()),
        }
    }
}

/// Deals the hidden cards, where what is told leaves a way.
pub(super) fn deal(
    game: &Game,
    setup: &PositionSpec,
    errors: &mut Vec<SetupError>,
) -> Option<Dealt> {
    let before = errors.len();
    check_sight(game, setup, errors);
    let mut hidden = BySeat::default();
    let bank = deal_hands(game, setup, &mut hidden, errors);
    let deck = deal_development(game, setup, &mut hidden, errors);
    (errors.len() == before).then_some(Dealt { hidden, bank, deck })
}

/// What is told and what is hidden is what the viewer sees and does not see.
fn check_sight(game: &Game, setup: &PositionSpec, errors: &mut Vec<SetupError>) {
    let open = game.rules().variants.open_hands;
    let shows_points = setup.common.phase.shows_victory_points(game.rules());
    for (seat, part) in Seat::all(game.rules().players).zip(&setup.seats) {
        let own = setup.sight.is_own(seat);
        let hand = if own || open {
            part.hand.hidden == 0
        } else {
            part.hand.told.is_empty()
        };
        let told = part.development.told;
        let development = if own {
            part.development.hidden == 0
        } else {
            let [.., points] = told.counts();
            told.is_empty() || (shows_points && told.total() == points)
        };
        let bought = if own {
            part.bought.hidden == 0
        } else {
            part.bought.told.is_empty()
        };
        for (fits, cards) in [
            (hand, HeldKind::Hand),
            (development, HeldKind::Development),
            (bought, HeldKind::Bought),
        ] {
            if !fits {
                errors.push(SetupError::Sight { seat, cards });
            }
        }
    }
}

fn deal_hands(
    game: &Game,
    setup: &PositionSpec,
    hidden: &mut BySeat<OwnHand>,
    errors: &mut Vec<SetupError>,
) -> Cards {
    let before = errors.len();
    let mut short = |kind: usize| errors.push(SetupError::Cards(Resource::ALL[kind]));
    let mut told = [0; 5];
    for (part, hidden) in setup.seats.iter().zip(hidden.iter_mut()) {
        add(&mut told, part.hand.told.counts());
        hidden.hand = part.hand.told;
    }
    let mut left = wide(game.rules().bank().counts());
    take(&mut left, told, &mut short);
    let hidden_cards = setup.seats.iter().map(|part| u16::from(part.hand.hidden));
    let wanted: u16 = hidden_cards.sum();
    if let Some(bank) = setup.bank {
        take(&mut left, wide(bank.counts()), &mut short);
    }
    let there: u16 = left.iter().sum();
    let fits = if setup.bank.is_some() {
        wanted == there
    } else {
        wanted <= there
    };
    if errors.len() == before
        && let Some(told) = setup.bank_total.map(u16::from)
        && let Some(left) = there.checked_sub(wanted)
        && told != left
    {
        errors.push(SetupError::BankTotal { told, left });
    }
    if errors.len() == before && !fits {
        // Where all hands are told, the kinds can be named.
        if setup.sight == Sight::Full {
            let more = (0..5).filter(|kind| left[*kind] > 0);
            errors.extend(more.map(|kind| SetupError::Cards(Resource::ALL[kind])));
        } else {
            let left = there;
            errors.push(SetupError::HiddenCards { told: wanted, left });
        }
    }
    if errors.len() > before {
        return game.rules().bank();
    }
    let Some(mut deal) = hidden_hands(game, setup, left, errors) else {
        return game.rules().bank();
    };
    for seat in Seat::all(game.rules().players) {
        while deal.owing(seat) > 0 {
            // The kind of which most are left: where the bank is not said, it stays as even as can be.
            let dealt = Resource::ALL
                .into_iter()
                .rev()
                .filter_map(|resource| Some((deal.left(resource), deal.with_card(seat, resource)?)))
                .max_by_key(|(left, _)| *left);
            let Some((_, dealt)) = dealt else {
                errors.push(SetupError::HiddenHands);
                return game.rules().bank();
            };
            deal = dealt;
        }
        if setup.seats[seat.index()].hand.hidden > 0 {
            hidden[seat].hand = deal.hand(seat);
        }
    }
    setup.bank.unwrap_or(deal.rest())
}

/// The hidden hands with the cards that they must hold: what offers and answers show to be there, and
/// what is said of them.
fn hidden_hands(
    game: &Game,
    setup: &PositionSpec,
    left: Counts,
    errors: &mut Vec<SetupError>,
) -> Option<HiddenDeal> {
    let before = errors.len();
    let mut deal = HiddenDeal::new(left);
    for (seat, part) in Seat::all(game.rules().players).zip(&setup.seats) {
        if part.hand.hidden == 0 {
            if !part.least.is_empty() || part.most.is_some() {
                errors.push(SetupError::Bounds(seat));
            }
            continue;
        }
        let shown = match &setup.common.phase {
            Phase::Trade { trade } => trade.shown_by(seat, setup.common.active),
            _ => Cards::EMPTY,
        };
        let open = HandBounds::OPEN.most[seat];
        let with = |least, most| deal.with_hand(seat, part.hand.hidden, least, most);
        if with(shown, open).is_none() {
            errors.push(SetupError::Trade);
            continue;
        }
        match with(shown.union(part.least), part.most.unwrap_or(open)) {
            Some(next) => deal = next,
            None => errors.push(SetupError::Bounds(seat)),
        }
    }
    if errors.len() == before && !deal.can_be_finished() {
        errors.push(SetupError::HiddenHands);
    }
    (errors.len() == before).then_some(deal)
}

fn deal_development(
    game: &Game,
    setup: &PositionSpec,
    hidden: &mut BySeat<OwnHand>,
    errors: &mut Vec<SetupError>,
) -> u8 {
    let rules = game.rules();
    let before = errors.len();
    let mut away = wide(setup.common.under_deck.counts().counts());
    away[DevelopmentCard::Knight.index()] += u16::from(setup.common.knight_waits);
    for (part, hidden) in setup.seats.iter().zip(hidden.iter_mut()) {
        add(&mut away, part.development.told.counts());
        add(&mut away, rules.gone_for_good(part.played).counts());
        hidden.development = part.development.told;
        hidden.bought = part.bought.told;
    }
    let mut left = wide(rules.deck().counts());
    take(&mut left, away, |kind| {
        errors.push(SetupError::Development(DevelopmentCard::ALL[kind]));
    });
    if errors.len() > before {
        return 0;
    }
    // A winner has shown all victory points.
    let kinds = if setup.common.phase.shows_victory_points(rules) {
        4
    } else {
        5
    };
    for (seat, part) in Seat::all(rules.players).zip(&setup.seats) {
        let held = &mut hidden[seat];
        let more = first_of(&mut left[..kinds], part.development.hidden);
        let Some(more) = more else {
            errors.push(SetupError::DevelopmentCount);
            break;
        };
        held.development = held.development.plus(more);
        let mut holds = wide(held.development.counts());
        let bought = first_of(&mut holds, part.bought.hidden);
        let bought = bought.map(|bought| held.bought.plus(bought));
        match bought.filter(|bought| held.development.checked_sub(*bought).is_some()) {
            Some(bought) => held.bought = bought,
            None => errors.push(SetupError::Bought(seat)),
        }
    }
    let deck: u16 = left.iter().sum::<u16>() + u16::from(setup.common.under_deck.len());
    u8::try_from(deck).unwrap_or(u8::MAX)
}

/// Takes this many cards, the first kinds first, if there are so many.
fn first_of(left: &mut [u16], count: u8) -> Option<DevelopmentCards> {
    let mut owing = u16::from(count);
    let mut taken = [0; 5];
    for (taken, left) in taken.iter_mut().zip(left) {
        *taken = owing.min(*left);
        *left -= *taken;
        owing -= *taken;
    }
    (owing == 0).then(|| DevelopmentCards::new(narrow(taken)))
}
