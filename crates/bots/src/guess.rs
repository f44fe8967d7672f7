//! Guessing hidden cards in a way that the view allows: from a belief where there is one, or else by
//! what the seats produce.

use brickwood_rules::{
    Cards, DevelopmentCard, DevelopmentCards, Hidden, MAX_SEATS, Phase, Resource, Seat, SeatView,
    State, View,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::Belief;
use crate::land::{Land, PerResource};

/// How likely a card is of a resource that its owner does not produce, against one a roll.
const NOT_PRODUCED: f32 = 0.08;

/// A state that looks like `view`. With a belief that fits, its hidden cards are as likely as they are
/// in the belief; otherwise the unseen cards are dealt at random to the seats that hold them, with
/// regard to what each of them produces.
pub(crate) fn guess(
    land: &Land,
    view: &View,
    belief: Option<&Belief>,
    rng: &mut ChaCha8Rng,
) -> Option<State> {
    let own = view.own?;
    let viewer = view.viewer?;
    let mut hidden = [Hidden::default(); MAX_SEATS];
    hidden[viewer.index()] = Hidden {
        hand: own.hand,
        development: own.development,
        bought: own.bought,
    };
    let others: Vec<Seat> = Seat::all(land.game.rules().players)
        .filter(|seat| *seat != viewer)
        .collect();
    if let Some(belief) = belief {
        let mut hidden = hidden;
        let dealt = deal_by_belief(view, belief, &others, &mut hidden, rng)
            .and_then(|()| State::from_view(land.game, view, &hidden).ok());
        if dealt.is_some() {
            return dealt;
        }
    }
    deal_hands(land, view, own.hand, &others, &mut hidden, rng)?;
    deal_development(land, view, own.development, &others, &mut hidden, rng)?;
    State::from_view(land.game, view, &hidden).ok()
}

/// Hidden cards from a belief; `None` where it does not fit the view.
fn deal_by_belief(
    view: &View,
    belief: &Belief,
    others: &[Seat],
    hidden: &mut [Hidden; MAX_SEATS],
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let hands = match belief.joint_hands() {
        [only] => only,
        all => {
            let mut left = rng.random_range(0.0..1.0_f64);
            let drawn = all.iter().find(|joint| {
                left -= joint.probability;
                left < 0.0
            });
            drawn.or(all.last())?
        }
    };
    let mut unseen = belief.development().unseen();
    for seat in others {
        let cards = belief.development().cards(*seat);
        let bought = usize::from(view.seats.get(seat.index())?.bought);
        let guess = &mut hidden[seat.index()];
        guess.hand = hands.hands[seat.index()];
        for (number, card) in cards.iter().enumerate() {
            let card = match card {
                Some(card) => *card,
                None => draw_development(&mut unseen, rng)?,
            };
            guess.development = guess.development.with(card);
            if number + bought >= cards.len() {
                guess.bought = guess.bought.with(card);
            }
        }
    }
    Some(())
}

/// Draws one of these development cards.
fn draw_development(
    unseen: &mut DevelopmentCards,
    rng: &mut ChaCha8Rng,
) -> Option<DevelopmentCard> {
    let weights = unseen.counts().map(f32::from);
    let card = DevelopmentCard::ALL[weighted(&weights, rng)];
    *unseen = unseen.without(card)?;
    Some(card)
}

fn deal_hands(
    land: &Land,
    view: &View,
    own: Cards,
    others: &[Seat],
    hidden: &mut [Hidden; MAX_SEATS],
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let rules = land.game.rules();
    let mut unseen = rules.bank().checked_sub(view.bank)?.checked_sub(own)?;
    for seat in others {
        let seen = view.seats.get(seat.index())?;
        let known = seen.open_hand.unwrap_or_else(|| known_cards(view, *seat));
        unseen = unseen.checked_sub(known)?;
        hidden[seat.index()].hand = known;
    }
    let likely: Vec<PerResource> = others
        .iter()
        .map(|seat| likely_cards(land, view.seats.get(seat.index())))
        .collect();
    // One card for each in turn, so that nobody is left with what all others would not have.
    while !unseen.is_empty() {
        let before = unseen;
        for (seat, likely) in others.iter().zip(&likely) {
            let hand = &mut hidden[seat.index()].hand;
            if hand.total() < view.seats.get(seat.index())?.hand && !unseen.is_empty() {
                let weights = Resource::ALL
                    .map(|resource| f32::from(unseen[resource]) * likely[resource.index()]);
                let drawn = Resource::ALL[weighted(&weights, rng)];
                *hand += Cards::of(drawn, 1);
                unseen = unseen.checked_sub(Cards::of(drawn, 1))?;
            }
        }
        if unseen == before {
            return None;
        }
    }
    Some(())
}

/// What a seat must hold because it has offered it, or agreed to give it.
fn known_cards(view: &View, seat: Seat) -> Cards {
    match &view.phase {
        Phase::Trade { trade } => trade.shown_by(seat, view.active),
        _ => Cards::EMPTY,
    }
}

fn likely_cards(land: &Land, seen: Option<&SeatView>) -> PerResource {
    let mut rates = [NOT_PRODUCED; 5];
    let Some(seen) = seen else {
        return rates;
    };
    for (set, count) in [(seen.settlements, 1.0), (seen.cities, 2.0)] {
        for at in set.iter() {
            for (rate, gain) in rates.iter_mut().zip(land.yields(at)) {
                *rate += count * gain;
            }
        }
    }
    rates
}

fn deal_development(
    land: &Land,
    view: &View,
    own: DevelopmentCards,
    others: &[Seat],
    hidden: &mut [Hidden; MAX_SEATS],
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let mut unseen = unseen_development(land, view, own)?;
    for seat in others {
        let seen = view.seats.get(seat.index())?;
        let guess = &mut hidden[seat.index()];
        for number in 0..seen.development {
            let card = draw_development(&mut unseen, rng)?;
            guess.development = guess.development.with(card);
            if number < seen.bought {
                guess.bought = guess.bought.with(card);
            }
        }
    }
    Some(())
}

/// The development cards that the viewer has not seen: in the deck or in the hands of others.
fn unseen_development(land: &Land, view: &View, own: DevelopmentCards) -> Option<DevelopmentCards> {
    let played = view.seats.iter().map(|seen| seen.played);
    let rules = land.game.rules();
    rules
        .unplayed(played, view.under_deck, view.knight_waits)?
        .checked_sub(own)
}

/// An index, as likely as its weight.
pub(crate) fn weighted(weights: &[f32], rng: &mut ChaCha8Rng) -> usize {
    let total: f32 = weights.iter().sum();
    let mut left = rng.random_range(0.0..1.0_f32) * total;
    let mut last = 0;
    for (index, weight) in weights.iter().enumerate() {
        if *weight > 0.0 {
            last = index;
            if left < *weight {
                return index;
            }
            left -= weight;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use brickwood_rules::{Edition, Game, beginners_board};
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn what_is_not_likely_at_all_is_never_drawn() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut drawn = [0; 3];
        for _ in 0..400 {
            drawn[weighted(&[1.0, 0.0, 3.0], &mut rng)] += 1;
        }
        assert_eq!(drawn[1], 0);
        assert!((70..130).contains(&drawn[0]), "{drawn:?}");
    }

    #[test]
    fn open_hands_are_not_guessed() {
        let mut rules = Edition::Modern.rules(3);
        rules.variants.open_hands = true;
        let game = Game::new(rules, beginners_board()).expect("open hands can be played");
        let mut view = State::new(&game).view(&game, Seat::new(1));
        let hands = [
            Cards::new([3, 0, 2, 0, 1]),
            Cards::new([0, 1, 0, 0, 0]),
            Cards::new([0, 0, 7, 2, 0]),
        ];
        for (seen, hand) in view.seats.iter_mut().zip(hands) {
            seen.hand = hand.total();
            seen.open_hand = Some(hand);
            view.bank = view.bank.saturating_sub(hand);
        }
        view.own.as_mut().expect("seat 1 sees its hand").hand = hands[1];
        let land = Land::new(&game, view.dice_deck);
        let state =
            guess(&land, &view, None, &mut ChaCha8Rng::seed_from_u64(4)).expect("all is known");
        for (seat, hand) in Seat::all(3).zip(hands) {
            assert_eq!(state.hand(seat), hand);
        }
    }

    #[test]
    fn a_guess_looks_like_the_view() {
        let game = Game::new(Edition::Modern.rules(4), beginners_board())
            .expect("today's rules can be played");
        let mut view = State::new(&game).view(&game, Seat::new(0));
        let land = Land::new(&game, view.dice_deck);
        // Cards as after some turns: 15 unseen ones in two hands, and one development card bought.
        view.bank = Cards::new([13, 14, 15, 16, 17]);
        view.own.as_mut().expect("seat 0 sees its hand").hand = Cards::new([1; 5]);
        view.seats[0].hand = 5;
        for (seat, count) in [(1, 12), (2, 0), (3, 3)] {
            view.seats[seat].hand = count;
        }
        view.seats[3].development = 4;
        view.seats[3].bought = 1;
        view.deck = 21;
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = guess(&land, &view, None, &mut rng).expect("the cards can be dealt");
            assert_eq!(state.view(&game, Seat::new(0)), view);
        }
    }
}
