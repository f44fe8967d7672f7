//! What the tensors hold.

use std::collections::HashSet;

use brickwood_encode::{Draft, EncodeError, Observer, Tensor};
use brickwood_rules::{
    Cards, Edition, Game, History, Layout, Resource, Seat, SeatSet, State, Step, beginners_board,
};

use crate::kit::{RandomGame, all_rules, bits};

#[test]
fn every_number_has_a_name_and_lies_from_minus_one_to_one() {
    for layout in [Layout::Standard, Layout::Large] {
        for tensor in Tensor::ALL {
            let names = Observer::names(layout, tensor);
            let set: HashSet<&String> = names.iter().collect();
            assert_eq!(set.len(), names.len(), "{tensor:?}");
        }
    }
    for (seed, rules) in (0..).zip(all_rules()) {
        let mut played = RandomGame::new(rules, seed);
        let observer = Observer::new(&played.game);
        let seat = Seat::all(1).next();
        let mut history = History::new(seat);
        let mut step: u32 = 0;
        let mut before = played.state;
        while let Some(next) = played.advance() {
            if let Some(step) = next.step() {
                history.observe(&played.game, &before, step, &played.state);
            }
            before = played.state;
            step += 1;
            if step.is_multiple_of(16) {
                let view = played.state.view(&played.game, seat);
                let tensors = bits(&observer, &view, &history, &Draft::Nothing);
                for value in tensors.expect("they fit").concat() {
                    let value = f32::from_bits(value);
                    assert!((-1.0..=1.0).contains(&value), "{value}");
                }
            }
        }
    }
}

#[test]
fn a_slice_of_another_length_is_refused() {
    let game = Game::new(Edition::Modern.rules(4), beginners_board()).expect("a game");
    let observer = Observer::new(&game);
    let view = State::new(&game).view(&game, None);
    let history = History::new(None);
    for tensor in Tensor::ALL {
        let expected = Observer::shape(Layout::Standard, tensor).len();
        for found in [0, expected - 1, expected + 1] {
            let mut room = vec![0.0; found];
            let written = observer.write(tensor, &view, &Draft::Nothing, Some(&history), &mut room);
            assert_eq!(written, Err(EncodeError::Length { expected, found }));
        }
    }
}

#[test]
fn a_view_of_another_table_is_refused() {
    let game = Game::new(Edition::Modern.rules(4), beginners_board()).expect("a game");
    let fewer = Game::new(Edition::Modern.rules(3), beginners_board()).expect("a game");
    let view = State::new(&fewer).view(&fewer, None);
    let mut room = vec![0.0; Observer::shape(Layout::Standard, Tensor::Planes).len()];
    let written = Observer::new(&game).planes(&view, &mut room);
    assert!(matches!(written, Err(EncodeError::NoSuchSeat { .. })));
}

const RESOURCES: [&str; 5] = ["brick", "lumber", "wool", "grain", "ore"];

/// The number with this name.
fn number(names: &[String], values: &[f32], name: &str) -> f32 {
    let place = names.iter().position(|other| other == name);
    values[place.unwrap_or_else(|| panic!("there is no {name}"))]
}

#[test]
fn the_seats_row_and_the_draft_are_its_own() {
    let game = Game::new(Edition::Modern.rules(3), beginners_board()).expect("a game");
    let seats: Vec<Seat> = Seat::all(3).collect();
    let observer = Observer::new(&game);
    let view = State::new(&game).view(&game, Some(seats[1]));
    let draft = Draft::Terms {
        give: Cards::of(Resource::Wool, 19),
        take: Cards::EMPTY,
        to: SeatSet::only(seats[0]),
    };
    let names = Observer::names(Layout::Standard, Tensor::Seats);
    let mut values = vec![0.5; 4 * names.len()];
    observer.seats(&view, &draft, &mut values).expect("it fits");
    let rows: Vec<&[f32]> = values.chunks(names.len()).collect();
    let of = |row: usize, name| number(&names, rows[row], name).to_bits();
    let one = 1f32.to_bits();
    // Seat 1 sits two places clockwise from seat 2, and nobody in the fourth place.
    assert_eq!(of(2, "draft.asked"), one);
    assert_eq!(of(1, "draft.asked"), 0);
    assert_eq!(of(0, "hand_known"), one);
    assert_eq!(of(1, "hand_known"), 0);
    assert!(rows[3].iter().all(|value| value.to_bits() == 0));
    let names = Observer::names(Layout::Standard, Tensor::Table);
    let mut values = vec![0.5; names.len()];
    observer.table(&view, &draft, &mut values).expect("it fits");
    assert_eq!(number(&names, &values, "draft.give.wool").to_bits(), one);
    assert_eq!(number(&names, &values, "draft.terms").to_bits(), one);
}

#[test]
fn production_is_what_settlements_and_cities_bring_in() {
    let mut blocked = 0;
    for (seed, rules) in (0..).zip(all_rules()) {
        let mut played = RandomGame::new(rules, seed);
        let observer = Observer::new(&played.game);
        let board = played.game.board().clone();
        let names = Observer::names(board.layout(), Tensor::Seats);
        let seat = Seat::all(1).next();
        let mut values = vec![0.0; Observer::shape(board.layout(), Tensor::Seats).len()];
        while played.advance().is_some() && played.state.turn() < 40 {
            if !played.random.one_in(16) {
                continue;
            }
            let view = played.state.view(&played.game, seat);
            let written = observer.seats(&view, &Draft::Nothing, &mut values);
            written.expect("it fits");
            // Row by row, as the viewer is the first seat.
            for (seen, row) in view.seats.iter().zip(values.chunks(names.len())) {
                for resource in Resource::ALL {
                    let (mut all, mut lost) = (0, 0);
                    let settlements = seen.settlements.iter().map(|at| (at, 1));
                    for (at, count) in settlements.chain(seen.cities.iter().map(|at| (at, 2))) {
                        for id in board.topology().hexes_round(at) {
                            if board.hex(id).terrain.resource() == Some(resource) {
                                let pips = count * board.hex(id).pips();
                                all += pips;
                                lost += if id == view.robber { pips } else { 0 };
                            }
                        }
                    }
                    blocked += u32::from(lost);
                    let word = RESOURCES[resource.index()];
                    for (name, pips) in [("production", all), ("production_blocked", lost)] {
                        let found = number(&names, row, &format!("{name}.{word}"));
                        let due = f32::from(pips.min(36)) / 36.0;
                        assert_eq!(found.to_bits(), due.to_bits(), "{name}.{word}");
                    }
                }
            }
        }
    }
    assert!(blocked > 100, "the robber has to stand on something");
}

#[test]
fn the_history_shows_the_latest_event_first_and_only_what_the_viewer_was_told() {
    let rules = Edition::Modern.rules(4);
    let mut played = RandomGame::new(rules, 7);
    let mut thefts = 0;
    let viewers: Vec<Option<Seat>> = Seat::all(4).map(Some).chain([None]).collect();
    let mut histories: Vec<History> = viewers.iter().map(|seat| History::new(*seat)).collect();
    let observer = Observer::new(&played.game);
    let names = Observer::names(Layout::Standard, Tensor::History);
    loop {
        let before = played.state;
        let Some(next) = played.advance() else {
            break;
        };
        let Some(step) = next.step() else {
            continue;
        };
        for history in &mut histories {
            history.observe(&played.game, &before, step, &played.state);
        }
        if let Step::Chance {
            outcome: brickwood_rules::ChanceOutcome::Stolen { .. },
        } = step
        {
            thefts += 1;
            let victim = match before.phase() {
                brickwood_rules::Phase::Theft { victim } => *victim,
                phase => panic!("a theft in {phase:?}"),
            };
            for (viewer, history) in viewers.iter().zip(&histories) {
                let view = played.state.view(&played.game, *viewer);
                let mut values =
                    vec![0.0; Observer::shape(Layout::Standard, Tensor::History).len()];
                observer
                    .history(&view, history, &mut values)
                    .expect("it fits");
                let stolen = number(&names, &values, "event.stolen");
                let awards = number(&names, &values, "event.won");
                if stolen.to_bits() == 0 || awards.to_bits() != 0 {
                    continue;
                }
                let concerned = [Some(victim), Some(before.robbing())].contains(viewer);
                let unknown =
                    (0..4).map(|row| number(&names, &values, &format!("change.{row}.unknown")));
                let unknown: f32 = unknown.map(f32::abs).sum();
                assert_eq!(
                    unknown.to_bits(),
                    if concerned { 0f32 } else { 2f32 }.to_bits()
                );
            }
        }
    }
    assert!(thefts > 3, "{thefts} thefts");
}
