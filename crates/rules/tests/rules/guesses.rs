//! A view and a guess at the hidden cards make a state, where they fit.

use brickwood_rules::DevelopmentCard::{Knight, Monopoly, VictoryPoint};
use brickwood_rules::{
    BySeat, DevelopmentCard, DevelopmentCards, HexId, Inconsistent, Intersection, IntersectionSet,
    OwnHand, Path, PathSet, Seat, SeatView, State, View,
};

use crate::kit::{ANNA, BEN, CARA, DAN, Position, Table, cards, modern};

/// Ben has bought a card in his last turn; it is Anna's turn.
fn table() -> Table {
    let mut table = Position::new()
        .hand(ANNA, "BL")
        .development(ANNA, &[Knight])
        .hand(BEN, "OGWOO")
        .development(BEN, &[Monopoly])
        .hand(CARA, "G")
        .turn_of(BEN)
        .start();
    table.buys(BEN, VictoryPoint);
    table
}

/// Whether the true hidden cards, changed like this, fit what the viewer sees.
fn fits(viewer: Option<Seat>, change: impl FnOnce(&mut BySeat<OwnHand>, &mut View)) -> bool {
    let table = table();
    let mut view = table.view(viewer);
    let mut hidden = BySeat::of(|seat| table.state.hidden(seat));
    change(&mut hidden, &mut view);
    match State::from_view(&table.game, &view, &hidden) {
        Ok(_) => true,
        Err(Inconsistent) => false,
    }
}

fn held(card: DevelopmentCard) -> DevelopmentCards {
    DevelopmentCards::EMPTY.with(card)
}

#[test]
fn the_truth_fits_what_anyone_sees() {
    for viewer in [None, Some(ANNA), Some(BEN), Some(CARA)] {
        assert!(fits(viewer, |_, _| {}));
    }
}

#[test]
fn other_cards_fit_where_they_cannot_be_seen() {
    let exchange = |hidden: &mut BySeat<OwnHand>, _: &mut View| {
        hidden[BEN].hand = cards("GO");
        hidden[CARA].hand = cards("O");
        hidden[BEN].development = held(Knight).with(Knight);
        hidden[BEN].bought = held(Knight);
    };
    assert!(fits(Some(ANNA), exchange));
    assert!(fits(None, exchange));
    assert!(!fits(Some(BEN), exchange), "Ben knows his own cards");
    assert!(!fits(Some(CARA), exchange), "so does Cara");
}

#[test]
fn other_totals_do_not_fit() {
    assert!(!fits(Some(ANNA), |hidden, _| hidden[BEN].hand = cards("O")));
    assert!(!fits(Some(ANNA), |hidden, _| {
        hidden[BEN].development = held(Monopoly);
        hidden[BEN].bought = DevelopmentCards::EMPTY;
    }));
    assert!(!fits(Some(ANNA), |hidden, _| {
        hidden[BEN].bought = DevelopmentCards::EMPTY;
    }));
    assert!(!fits(Some(ANNA), |hidden, _| {
        hidden[BEN].bought = held(Knight);
    }));
}

#[test]
fn the_bank_and_the_deck_are_counted() {
    // The same totals, and another bank.
    assert!(!fits(Some(ANNA), |hidden, _| {
        hidden[CARA].hand = cards("B");
    }));
    assert!(!fits(None, |_, view| view.deck -= 1));
    // Six victory points are more than there are.
    assert!(!fits(None, |hidden, view| {
        view.seats[CARA.index()].development = 5;
        view.deck -= 5;
        hidden[CARA].development = DevelopmentCards::new([0, 0, 0, 0, 5]);
    }));
}

#[test]
fn a_view_fits_its_game() {
    let mut seats_of_four = Position::by(modern(4)).start().view(None).seats;
    assert!(!fits(None, |_, view| view.seats.append(&mut seats_of_four)));
    assert!(!fits(None, |_, view| {
        view.seats.pop();
    }));
    assert!(!fits(None, |_, view| view.active = DAN));
    assert!(!fits(None, |_, view| view.first = DAN));
    assert!(!fits(None, |_, view| view.robber = HexId(19)));
    let anna = |view: &mut View, change: fn(&mut SeatView)| change(&mut view.seats[0]);
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.roads = PathSet::only(Path(72));
    })));
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.settlements = IntersectionSet::only(Intersection(54));
    })));
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.cities = IntersectionSet::only(Intersection(54));
    })));
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.roads = PathSet::first(16);
    })));
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.settlements = IntersectionSet::first(6);
    })));
    assert!(!fits(None, |_, view| anna(view, |anna| {
        anna.cities = IntersectionSet::first(5);
    })));
}
