//! What a viewer cannot know changes not one byte of what the viewer gets.

use brickwood_rules::{
    Action, BySeat, Cards, ChanceOutcome, DevelopmentCard, DevelopmentCards, Game, OwnHand, Phase,
    Resource, Seat, SeatSet, State, Step, View, WinWhen, events,
};
use brickwood_test_kit::Random;

fn hidden_of(state: &State) -> BySeat<OwnHand> {
    BySeat::of(|seat| state.hidden(seat))
}

/// Nothing is in a state but what a view shows and the hidden cards.
pub(super) fn a_view_and_the_hidden_cards_are_the_state(game: &Game, state: &State) {
    let viewers = Seat::all(game.rules().players).map(Some).chain([None]);
    for viewer in viewers {
        let view = state.view(game, viewer);
        let again = State::from_view(game, &view, &hidden_of(state));
        assert_eq!(again.as_ref(), Ok(state));
    }
}

/// Nobody who may not know it can tell the state before the step from one with other hidden cards,
/// neither by a view nor by what is learned from the step.
pub(super) fn secrets_stay_secret(game: &Game, before: &State, step: Step, random: &mut Random) {
    let viewers = Seat::all(game.rules().players).map(Some).chain([None]);
    for viewer in viewers {
        if let Some(twin) = twin(game, before, viewer, random) {
            assert_eq!(bytes(game, before, viewer), bytes(game, &twin, viewer));
            let after = before.apply(game, step).expect("the step was played");
            if let Ok(twin_after) = twin.apply(game, step)
                && tells_nothing(step, &[*before, after, twin_after])
            {
                assert_eq!(
                    bytes(game, &after, viewer),
                    bytes(game, &twin_after, viewer),
                    "after {step:?}"
                );
                assert_eq!(
                    told(game, before, step, &after, viewer),
                    told(game, &twin, step, &twin_after, viewer)
                );
            }
        }
        chance_tells_only_whom_it_concerns(game, before, viewer);
    }
}

/// A monopoly says what everybody had, and the end who had victory points; nothing else does.
fn tells_nothing(step: Step, states: &[State]) -> bool {
    let monopoly = matches!(
        step,
        Step::Action {
            action: Action::PlayMonopoly { .. },
            ..
        }
    );
    let over = |state: &State| matches!(state.phase(), Phase::Over { .. });
    !monopoly && !states.iter().any(over)
}

fn bytes(game: &Game, state: &State, viewer: Option<Seat>) -> String {
    serde_json::to_string::<View>(&state.view(game, viewer)).expect("a view can be written")
}

fn told(game: &Game, before: &State, step: Step, after: &State, viewer: Option<Seat>) -> String {
    serde_json::to_string(&events(game, before, step, after, viewer)).expect("so can events")
}

/// The state with other cards where this viewer cannot see: some cards of two other seats change
/// places, and so do a development card of a seat and one of the deck.
fn twin(game: &Game, state: &State, viewer: Option<Seat>, random: &mut Random) -> Option<State> {
    let others: Vec<Seat> = Seat::all(game.rules().players)
        .filter(|seat| Some(*seat) != viewer)
        .collect();
    let view = state.view(game, viewer);
    let mut hidden = hidden_of(state);
    // What lies under the deck is public.
    let mut deck = if view.deck > view.under_deck.len() {
        state.drawable()
    } else {
        DevelopmentCards::EMPTY
    };
    for _ in 0..4 {
        let (one, other) = (random.pick(&others), random.pick(&others));
        if one != other && !game.rules().variants.open_hands {
            swap_resources(&mut hidden, one, other, random);
        }
        swap_with_deck(&mut deck, &mut hidden[one], random);
    }
    let twin = State::from_view(game, &view, &hidden).expect("as many cards as before");
    // Points that win would not be hidden for long (WIN-03).
    let won = |state: &State| {
        let may_win = match game.rules().win_when {
            WinWhen::OwnTurn => SeatSet::only(state.active()),
            WinWhen::AnyTime => SeatSet::all(game.rules().players),
        };
        state.turn() > 0
            && may_win
                .iter()
                .any(|seat| state.points(game, seat).total() >= game.rules().points_to_win)
    };
    (twin != *state && won(&twin) == won(state)).then_some(twin)
}

fn swap_resources(hidden: &mut BySeat<OwnHand>, one: Seat, other: Seat, random: &mut Random) {
    let (a, b) = (hidden[one].hand, hidden[other].hand);
    if a.is_empty() || b.is_empty() {
        return;
    }
    let (from_a, from_b) = (random.card(a.iter()), random.card(b.iter()));
    let exchange = |hand: Cards, gone: Resource, come: Resource| {
        hand.saturating_sub(Cards::of(gone, 1)) + Cards::of(come, 1)
    };
    hidden[one].hand = exchange(a, from_a, from_b);
    hidden[other].hand = exchange(b, from_b, from_a);
}

/// Exchanges an older card of a hand for one of the deck.
fn swap_with_deck(deck: &mut DevelopmentCards, hidden: &mut OwnHand, random: &mut Random) {
    let old = hidden.development.checked_sub(hidden.bought);
    let old = old.expect("what was bought is held");
    if old.is_empty() || deck.is_empty() {
        return;
    }
    let gone = random.card(old.iter());
    let come = random.card(deck.iter());
    let take = |from: DevelopmentCards, card| from.without(card).expect("it is there");
    hidden.development = take(hidden.development, gone).with(come);
    *deck = take(*deck, come).with(gone);
}

/// Whatever chance draws or takes, those whom it does not concern are told the same.
fn chance_tells_only_whom_it_concerns(game: &Game, before: &State, viewer: Option<Seat>) {
    let concerned = match before.phase() {
        Phase::Theft { .. } => viewer == Some(before.robbing()),
        _ => viewer == Some(before.builder()),
    } || game.rules().variants.open_hands;
    let outcomes: Vec<ChanceOutcome> = match before.phase() {
        Phase::Theft { victim } if !concerned && viewer != Some(*victim) => Resource::ALL
            .map(|resource| ChanceOutcome::Stolen { resource })
            .to_vec(),
        Phase::Draw if !concerned => DevelopmentCard::ALL
            .map(|card| ChanceOutcome::Drawn { card })
            .to_vec(),
        _ => return,
    };
    let told: Vec<_> = outcomes
        .into_iter()
        .map(|outcome| Step::Chance { outcome })
        .filter_map(|step| before.apply(game, step).ok().map(|after| (step, after)))
        .filter(|(_, after)| !matches!(after.phase(), Phase::Over { .. }))
        .map(|(step, after)| {
            (
                told(game, before, step, &after, viewer),
                bytes(game, &after, viewer),
            )
        })
        .collect();
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
}
