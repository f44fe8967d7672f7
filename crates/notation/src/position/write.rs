//! The line of a position.

use std::fmt::Write;

use brickwood_rules::{
    Cards, DevelopmentCards, Dice, DiceDeck, Game, Hidden, Phase, Resource, Seat, View,
};

use super::{Sight, phase};
use crate::board_text::board_text;
use crate::cards::{cards_text, development_letter, resource_letter, under_deck_text};
use crate::place::{hex_name, intersection_name, path_name};
use crate::rules_text::rules_text;
use crate::step::seat_number;

/// The line. `hidden` tells the cards of a seat that the line may show.
pub(super) fn line(
    game: &Game,
    view: &View,
    sight: Sight,
    hidden: impl Fn(Seat) -> Hidden,
) -> String {
    let topology = game.board().topology();
    let mut line = match sight {
        Sight::Full => "position-1".to_owned(),
        Sight::Of(None) => "view-1 viewer=none".to_owned(),
        Sight::Of(Some(seat)) => format!("view-1 viewer={}", seat_number(seat)),
    };
    let mut say = |key: &str, value: &str| {
        let _ = write!(line, " {key}={value}");
    };
    say("phase", &phase::text(topology, view));
    say("turn", &view.turn.to_string());
    say("first", &seat_number(view.first).to_string());
    say("active", &seat_number(view.active).to_string());
    if view.robbing != view.active {
        say("robbing", &seat_number(view.robbing).to_string());
    }
    if let Some(seat) = view.special {
        say("special", &seat_number(seat).to_string());
    }
    say("robber", &hex_name(topology, view.robber));
    if let Some(dice) = view.dice {
        let [first, second] = dice.faces();
        say("roll", &format!("{first}+{second}"));
    }
    if view.offers > 0 {
        say("offers", &view.offers.to_string());
    }
    if view.free_roads > 0 && view.phase != Phase::FreeRoads {
        say("free-roads", &view.free_roads.to_string());
    }
    if let Some(seat) = view.longest_road {
        say("longest-road", &seat_number(seat).to_string());
    }
    if let Some(seat) = view.largest_army {
        say("largest-army", &seat_number(seat).to_string());
    }
    if !view.under_deck.is_empty() {
        say("under-deck", &under_deck_text(view.under_deck));
    }
    if view.dice_deck != DiceDeck::FULL {
        say("throws", &throws_text(view.dice_deck));
    }
    if sight != Sight::Full {
        say("bank", &bank_text(view.bank));
    }
    for (flag, is_up) in [
        ("card-played", view.card_played),
        ("knight-waits", view.knight_waits),
        ("built", view.built),
        ("time-up", view.time_up),
    ] {
        if is_up {
            line.push(' ');
            line.push_str(flag);
        }
    }
    let start = line.find(" phase=").expect("the phase was written");
    let fixed = format!(
        " {} board={}",
        rules_text(game.rules()),
        board_text(game.board())
    );
    line.insert_str(start, &fixed);
    for seat in Seat::all(game.rules().players) {
        seat_part(&mut line, game, view, sight, seat, hidden(seat));
    }
    line
}

fn seat_part(line: &mut String, game: &Game, view: &View, sight: Sight, seat: Seat, own: Hidden) {
    let topology = game.board().topology();
    let seen = &view.seats[seat.index()];
    let _ = write!(line, " seat={}", seat_number(seat));
    let mut say = |key: &str, value: String| {
        if !value.is_empty() {
            let _ = write!(line, " {key}={value}");
        }
    };
    if sight == Sight::Full || sight == Sight::Of(Some(seat)) {
        say("hand", cards_text(own.hand));
        say("dev", development_text(own.development));
        say("bought", development_text(own.bought));
    } else {
        say(
            "hand",
            seen.open_hand.map_or(hidden_text(seen.hand), cards_text),
        );
        let told = if tells_points(game, &view.phase) {
            seen.points.victory_points
        } else {
            0
        };
        let points = DevelopmentCards::new([0, 0, 0, 0, told]);
        if seen.development > 0 {
            let unseen = seen.development.saturating_sub(told);
            say("dev", format!("?{unseen}{}", development_text(points)));
        }
        say("bought", hidden_text(seen.bought));
    }
    say("played", development_text(seen.played));
    let names = |places: brickwood_rules::IntersectionSet| {
        let names: Vec<String> = places
            .iter()
            .map(|at| intersection_name(topology, at))
            .collect();
        names.join(",")
    };
    say("settlements", names(seen.settlements));
    say("cities", names(seen.cities));
    let roads: Vec<String> = seen
        .roads
        .iter()
        .map(|path| path_name(topology, path))
        .collect();
    say("roads", roads.join(","));
}

/// Whether everybody sees everybody's victory point cards: at the end, where they were hidden.
pub(super) fn tells_points(game: &Game, phase: &Phase) -> bool {
    matches!(phase, Phase::Over { .. }) && !game.rules().variants.played_victory_points
}

fn hidden_text(count: u8) -> String {
    if count > 0 {
        format!("?{count}")
    } else {
        String::new()
    }
}

/// One letter for each card, such as `KKV`.
fn development_text(cards: DevelopmentCards) -> String {
    cards
        .iter()
        .flat_map(|(card, count)| std::iter::repeat_n(development_letter(card), usize::from(count)))
        .collect()
}

/// How many there are of each resource, such as `B19L18W19G19O17`.
fn bank_text(bank: Cards) -> String {
    let mut text = String::new();
    for resource in Resource::ALL {
        let _ = write!(text, "{}{}", resource_letter(resource), bank[resource]);
    }
    text
}

/// The throws that are left, such as `11,16,61`.
fn throws_text(deck: DiceDeck) -> String {
    if deck.is_empty() {
        return "none".into();
    }
    let throws: Vec<String> = deck
        .drawable()
        .map(Dice::faces)
        .map(|[first, second]| format!("{first}{second}"))
        .collect();
    throws.join(",")
}
