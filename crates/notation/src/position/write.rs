//! The line of a position.

use std::fmt::Write;

use brickwood_rules::{
    Cards, Common, DevelopmentCards, Dice, DiceDeck, Game, HandBounds, Held, Phase, PositionSpec,
    Resource, Seat, SeatSpec, Sight, Topology,
};

use super::phase;
use crate::cards::{cards_text, development_letter, resource_letter, under_deck_text};
use crate::joined;
use crate::place::{hex_name, intersection_name, path_name};
use crate::step::seat_number;

pub(super) fn line(head: &str, game: &Game, setup: &PositionSpec) -> String {
    let topology = game.board().topology();
    let mut line = match setup.sight {
        Sight::Full => "position-1".to_owned(),
        Sight::Of(None) => "view-1 viewer=none".to_owned(),
        Sight::Of(Some(seat)) => format!("view-1 viewer={}", seat_number(seat)),
    };
    line.push_str(head);
    let mut say = |key: &str, value: &str| {
        let _ = write!(line, " {key}={value}");
    };
    // A new fact has to be written, too.
    let Common {
        phase,
        active,
        special,
        first,
        turn,
        dice,
        card_played,
        free_roads,
        knight_waits,
        built,
        offers,
        robber,
        under_deck,
        longest_road,
        largest_army,
        time_up,
    } = setup.common;
    say("phase", &phase::text(topology, setup));
    say("turn", &turn.to_string());
    say("first", &seat_number(first).to_string());
    say("active", &seat_number(active).to_string());
    if let Some(seat) = setup.robbing {
        say("robbing", &seat_number(seat).to_string());
    }
    if let Some(seat) = special {
        say("special", &seat_number(seat).to_string());
    }
    say("robber", &hex_name(topology, robber));
    if let Some(dice) = dice {
        let [first, second] = dice.faces();
        say("roll", &format!("{first}+{second}"));
    }
    if offers > 0 {
        say("offers", &offers.to_string());
    }
    if free_roads > 0 && phase != Phase::FreeRoads {
        say("free-roads", &free_roads.to_string());
    }
    if let Some(seat) = longest_road {
        say("longest-road", &seat_number(seat).to_string());
    }
    if let Some(seat) = largest_army {
        say("largest-army", &seat_number(seat).to_string());
    }
    if !under_deck.is_empty() {
        say("under-deck", &under_deck_text(under_deck));
    }
    if setup.dice_deck != DiceDeck::FULL {
        say("throws", &throws_text(setup.dice_deck));
    }
    if setup.sight != Sight::Full {
        say("bank", &setup.bank.map_or_else(|| "?".into(), bank_text));
    }
    for (flag, is_up) in [
        ("card-played", card_played),
        ("knight-waits", knight_waits),
        ("built", built),
        ("time-up", time_up),
    ] {
        if is_up {
            line.push(' ');
            line.push_str(flag);
        }
    }
    for (seat, part) in Seat::all(game.rules().players).zip(&setup.seats) {
        seat_part(&mut line, topology, seat, part, setup.sight.is_own(seat));
    }
    line
}

fn seat_part(line: &mut String, topology: &Topology, seat: Seat, part: &SeatSpec, own: bool) {
    let _ = write!(line, " seat={}", seat_number(seat));
    let mut say = |key: &str, value: String| {
        if !value.is_empty() {
            let _ = write!(line, " {key}={value}");
        }
    };
    let shown = hidden_text(part.hand.hidden) + &cards_text(part.hand.told);
    say("hand", shown);
    say("least", cards_text(part.least));
    say("most", part.most.map(most_text).unwrap_or_default());
    let Held { hidden, told } = part.development;
    let development = if own || (hidden == 0 && told.is_empty()) {
        development_text(told)
    } else {
        format!("?{hidden}{}", development_text(told))
    };
    say("dev", development);
    let bought = hidden_text(part.bought.hidden) + &development_text(part.bought.told);
    say("bought", bought);
    say("played", development_text(part.played));
    let names = |places: brickwood_rules::IntersectionSet| {
        joined(places.iter().map(|at| intersection_name(topology, at)), ",")
    };
    say("settlements", names(part.settlements));
    say("cities", names(part.cities));
    let roads = part.roads.iter().map(|path| path_name(topology, path));
    say("roads", joined(roads, ","));
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

/// The resources of which there is a greatest number, such as `B0O3`.
fn most_text(most: Cards) -> String {
    let mut text = String::new();
    for resource in Resource::ALL {
        if most[resource] < HandBounds::NO_LIMIT {
            let _ = write!(text, "{}{}", resource_letter(resource), most[resource]);
        }
    }
    text
}

/// The throws that are left, such as `11,16,61`.
fn throws_text(deck: DiceDeck) -> String {
    if deck.is_empty() {
        return "none".into();
    }
    let throws = deck.drawable().map(Dice::faces);
    joined(
        throws.map(|[first, second]| format!("{first}{second}")),
        ",",
    )
}
