//! Guessing hidden cards in a way that the view allows: from a belief where there is one, or else by
//! what the seats produce.

use brickwood_rules::{
    BySeat, Cards, DevelopmentCard, DevelopmentCards, HandBounds, HiddenDeal, OwnHand, Phase,
    Resource, Seat, SeatView, State, View,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::land::{Land, PerResource};
use crate::{Belief, Hints};

/// How likely a card is of a resource that its owner does not produce, against one a roll.
const NOT_PRODUCED: f32 = 0.08;

/// A state that looks like `view`. With a belief that fits, its hidden cards are as likely as they are
/// in the belief; otherwise the unseen cards are dealt at random to the seats that hold them, with
/// regard to what each of them produces.
pub(crate) fn guess(
    land: &Land,
    view: &View,
    hints: Hints<'_>,
    rng: &mut ChaCha8Rng,
) -> Option<State> {
    let own = view.own?;
    let viewer = view.viewer?;
    let mut hidden = BySeat::default();
    hidden[viewer] = own;
    let others: Vec<Seat> = Seat::all(land.game.rules().players)
        .filter(|seat| *seat != viewer)
        .collect();
    if let Some(belief) = hints.belief {
        let mut hidden = hidden;
        let dealt = deal_by_belief(view, belief, &others, &mut hidden, rng)
            .and_then(|()| State::from_view(land.game, view, &hidden).ok())
            .filter(|state| has_shown_points(land, view, state));
        if dealt.is_some() {
            return dealt;
        }
    }
    deal_hands(
        land,
        view,
        own.hand,
        hints.bounds,
        &others,
        &mut hidden,
        rng,
    )?;
    deal_development(land, view, own.development, &others, &mut hidden, rng)?;
    State::from_view(land.game, view, &hidden).ok()
}

/// Whether a guess has the points that everybody sees once the game is over, those of hidden cards included (DEV-07).
fn has_shown_points(land: &Land, view: &View, state: &State) -> bool {
    let mut seats = Seat::all(land.game.rules().players).zip(&view.seats);
    !view.phase.is_over() || seats.all(|(seat, seen)| state.points(land.game, seat) == seen.points)
}

/// Hidden cards from a belief; `None` where it does not fit the view.
fn deal_by_belief(
    view: &View,
    belief: &Belief,
    others: &[Seat],
    hidden: &mut BySeat<OwnHand>,
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
        let guess = &mut hidden[*seat];
        guess.hand = hands.hands[*seat];
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
    bounds: Option<&HandBounds>,
    others: &[Seat],
    hidden: &mut BySeat<OwnHand>,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let rules = land.game.rules();
    let unseen = rules.bank().checked_sub(view.bank)?.checked_sub(own)?;
    let mut deal = HiddenDeal::new(unseen.counts().map(u16::from));
    for seat in others {
        let seen = view.seats.get(seat.index())?;
        let known = seen.open_hand.unwrap_or_else(|| known_cards(view, *seat));
        let bounds = bounds.filter(|_| seen.open_hand.is_none());
        let bounds = bounds.unwrap_or(&HandBounds::OPEN);
        let known = known.union(bounds.least[*seat]);
        deal = deal.with_hand(*seat, seen.hand, known, bounds.most[*seat])?;
    }
    let likely: Vec<PerResource> = others
        .iter()
        .map(|seat| likely_cards(land, view.seats.get(seat.index())))
        .collect();
    // One card for each in turn, so that nobody is left with what all others would not have.
    while others.iter().any(|seat| deal.owing(*seat) > 0) {
        for (seat, likely) in others.iter().zip(&likely) {
            if deal.owing(*seat) == 0 {
                continue;
            }
            let weights = Resource::ALL.map(|resource| {
                let is_possible = deal.with_card(*seat, resource).is_some();
                let left = if is_possible { deal.left(resource) } else { 0 };
                f32::from(left) * likely[resource]
            });
            deal = deal.with_card(*seat, Resource::ALL[weighted(&weights, rng)])?;
        }
    }
    for seat in others {
        hidden[*seat].hand = deal.hand(*seat);
    }
    deal.rest().is_empty().then_some(())
}

/// What a seat must hold because it has offered it, or agreed to give it.
fn known_cards(view: &View, seat: Seat) -> Cards {
    match &view.phase {
        Phase::Trade { trade } => trade.shown_by(seat, view.active),
        _ => Cards::EMPTY,
    }
}

fn likely_cards(land: &Land, seen: Option<&SeatView>) -> PerResource {
    let mut rates = PerResource::all(NOT_PRODUCED);
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
    hidden: &mut BySeat<OwnHand>,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    let mut unseen = unseen_development(land, view, own)?;
    // Once the game is over, everybody sees who holds victory points; the others lie in the deck.
    let shown = view.phase.shows_victory_points(land.game.rules());
    while let Some(fewer) = unseen
        .without(DevelopmentCard::VictoryPoint)
        .filter(|_| shown)
    {
        unseen = fewer;
    }
    for seat in others {
        let seen = view.seats.get(seat.index())?;
        let guess = &mut hidden[*seat];
        let points = if shown { seen.points.victory_points } else { 0 };
        for number in 0..seen.development {
            let card = if number < points {
                DevelopmentCard::VictoryPoint
            } else {
                draw_development(&mut unseen, rng)?
            };
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
    use brickwood_rules::{Edition, Game, SeatSet, ToAct, beginners_board};
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
        let state = guess(
            &land,
            &view,
            Hints::default(),
            &mut ChaCha8Rng::seed_from_u64(4),
        )
        .expect("all is known");
        for (seat, hand) in Seat::all(3).zip(hands) {
            assert_eq!(state.hand(seat), hand);
        }
    }

    /// Cards as after some turns: 15 unseen ones in two hands, and one development card bought.
    fn unseen_cards() -> (Game, View) {
        let game = Game::new(Edition::Modern.rules(4), beginners_board())
            .expect("today's rules can be played");
        let mut view = State::new(&game).view(&game, Seat::new(0));
        view.bank = Cards::new([13, 14, 15, 16, 17]);
        view.own.as_mut().expect("seat 0 sees its hand").hand = Cards::new([1; 5]);
        view.seats[0].hand = 5;
        for (seat, count) in [(1, 12), (2, 0), (3, 3)] {
            view.seats[seat].hand = count;
        }
        view.seats[3].development = 4;
        view.seats[3].bought = 1;
        view.deck = 21;
        (game, view)
    }

    #[test]
    fn a_guess_keeps_to_what_is_known_of_the_hands() {
        let (game, view) = unseen_cards();
        let land = Land::new(&game, view.dice_deck);
        let mut bounds = HandBounds::OPEN;
        let [second, fourth] = [1, 3].map(|seat| Seat::new(seat).expect("a seat"));
        bounds.least[fourth] = Cards::new([0, 1, 0, 1, 0]);
        // Of what is unseen (5, 4, 3, 2, 1), the other hand can take hardly more than its twelve cards.
        bounds.most[second] = Cards::new([5, 3, 3, 1, 1]);
        let hints = Hints {
            belief: None,
            bounds: Some(&bounds),
        };
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = guess(&land, &view, hints, &mut rng).expect("the cards can be dealt");
            assert_eq!(state.view(&game, Seat::new(0)), view);
            for seat in Seat::all(4).filter(|seat| Some(*seat) != view.viewer) {
                let hand = state.hand(seat);
                assert!(hand.contains(bounds.least[seat]), "{seed}: {hand:?}");
                assert!(bounds.most[seat].contains(hand), "{seed}: {hand:?}");
            }
        }
    }

    fn assert_guesses_look_like(game: &Game, view: &View) {
        let land = Land::new(game, view.dice_deck);
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state =
                guess(&land, view, Hints::default(), &mut rng).expect("the cards can be dealt");
            assert_eq!(state.view(game, Seat::new(0)), *view);
        }
    }

    #[test]
    fn a_guess_shows_the_points_of_a_game_that_is_over() {
        let (game, mut view) = unseen_cards();
        let winners = SeatSet::only(Seat::new(0).expect("a seat"));
        view.phase = Phase::Over { winners };
        view.to_act = ToAct::Nobody;
        view.seats[3].points.victory_points = 2;
        assert_guesses_look_like(&game, &view);
    }

    #[test]
    fn a_guess_looks_like_the_view() {
        let (game, view) = unseen_cards();
        assert_guesses_look_like(&game, &view);
    }
}
