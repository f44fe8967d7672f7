//! The limit on offers in a turn.

use brickwood_rules::{Action, Cards, Phase, Resource, Seat, SeatSet, Terms};

use crate::support::{Play, code, table_of_people};

/// A game with this number of players in which trades of one card for one are possible, with all such
/// trades that the seat whose turn it is can offer.
pub fn market(players: u8) -> (Play, Seat, Vec<Terms>) {
    for secret in 0.. {
        let mut play = Play::new(table_of_people(players, secret), secret);
        for _ in 0..400 {
            let (state, active) = (play.table.state(), play.table.state().active());
            let held: Vec<Resource> = state.hand(active).iter().map(|(kind, _)| kind).collect();
            let other = active.clockwise(1, players);
            let may_trade = *state.phase() == Phase::Turn && state.dice().is_some();
            let is_quiet = play.table.suggestions().is_empty();
            if may_trade && is_quiet && held.len() >= 3 && state.hand(other).total() >= 2 {
                let terms = held.iter().flat_map(|give| {
                    Resource::ALL.map(|take| Terms {
                        give: Cards::of(*give, 1),
                        take: Cards::of(take, 1),
                    })
                });
                let terms = terms.filter(|terms| terms.give != terms.take).collect();
                return (play, active, terms);
            }
            play.page_step();
        }
    }
    unreachable!("somebody has cards")
}

fn offer(play: &Play, active: Seat, terms: Terms) -> Action {
    let to = SeatSet::all(play.table.game().rules().players).without(active);
    Action::Offer { terms, to }
}

#[test]
fn a_seat_makes_at_most_ten_offers_in_a_turn() {
    let (mut play, active, terms) = market(2);
    for terms in &terms[..10] {
        play.act(active, offer(&play, active, *terms))
            .expect("legal");
        play.act(active, Action::Withdraw).expect("legal");
    }
    let eleventh = offer(&play, active, terms[10]);
    assert_eq!(code(play.act(active, eleventh)), "too_many_offers");
    assert_eq!(
        code(play.restore_play().act(active, eleventh)),
        "too_many_offers"
    );
}

#[test]
fn a_person_repeats_an_offer_once_in_a_turn_unless_cards_have_changed_hands() {
    let (mut play, active, terms) = market(2);
    let other = active.clockwise(1, 2);
    let same = offer(&play, active, terms[0]);
    for _ in 0..2 {
        play.act(active, same).expect("legal");
        play.act(other, Action::Decline).expect("legal");
        let bot_may = play.table.may_offer(terms[0], SeatSet::only(other));
        assert!(!bot_may, "a bot repeats nothing");
    }
    assert_eq!(code(play.act(active, same)), "same_offer");
    assert_eq!(code(play.restore_play().act(active, same)), "same_offer");
    // What the other can accept.
    let state = play.table.state();
    let hand = state.hand(other);
    let wanted = terms[1..].iter().find(|terms| hand.contains(terms.take));
    let wanted = wanted.expect("the other has cards");
    play.act(active, offer(&play, active, *wanted))
        .expect("another offer");
    play.act(other, Action::Accept).expect("it has the card");
    play.act(active, Action::Confirm { with: other })
        .expect("accepted");
    if play.table.state().hand(active).contains(terms[0].give) {
        play.act(active, same).expect("the hands are others now");
    }
}

#[test]
fn a_bot_that_stands_in_for_a_person_does_not_repeat_their_offer() {
    let (mut play, active, terms) = market(3);
    let others = (0..3).filter(|number| *number != u8::from(active));
    play.present(0..3);
    let same = offer(&play, active, terms[0]);
    play.act(active, same).expect("legal");
    play.act(active, Action::Withdraw).expect("legal");
    play.clone().act(active, same).expect("a person may");
    play.present(others);
    play.pass(60_000);
    assert!(play.table.bot(active).is_some(), "a bot stands in");
    assert_eq!(code(play.act(active, same)), "same_offer");
}

#[test]
fn the_next_turn_may_bring_the_same_offers() {
    let (mut play, active, terms) = market(2);
    let same = offer(&play, active, terms[0]);
    play.act(active, same).expect("legal");
    play.act(active, Action::Withdraw).expect("legal");
    let mut compared = 0;
    for _ in 0..400 {
        play.page_step();
        let state = play.table.state();
        let may_offer = *state.phase() == Phase::Turn && state.dice().is_some();
        let holds = state.hand(active).contains(terms[0].give);
        if may_offer && state.active() == active && state.offers() == 0 && holds {
            play.clone().act(active, same).expect("it is another turn");
            compared += 1;
        }
    }
    assert!(compared > 0);
}
