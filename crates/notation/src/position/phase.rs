//! What is awaited, as a word.
//!
//! What follows from the rest of the line is not in it: how many cards are due, who can be robbed.

use std::fmt::Write;

use brickwood_rules::{Answer, BySeat, Phase, PositionSpec, Seat, SeatSet, Terms, Topology, Trade};

use crate::cards::{parse_terms, terms_text};
use crate::place::{intersection_name, parse_intersection};
use crate::step::{parse_seat, seat_number, seats_text};

/// The word for no winner.
const NOBODY: &str = "none";

/// The seats of such a text: at least one, each once.
fn parse_seats(text: &str) -> Option<SeatSet> {
    text.split(',').try_fold(SeatSet::EMPTY, |seats, seat| {
        let seat = parse_seat(seat)?;
        (!seats.contains(seat)).then(|| seats.with(seat))
    })
}

/// The winners: seats, or `none` where the players have ended the game (RUL-24).
pub(crate) fn winners_text(winners: SeatSet) -> String {
    if winners.is_empty() {
        return NOBODY.into();
    }
    seats_text(winners)
}

/// Reads who has won.
pub(crate) fn parse_winners(text: &str) -> Option<SeatSet> {
    if text == NOBODY {
        return Some(SeatSet::EMPTY);
    }
    parse_seats(text)
}

pub(super) fn text(topology: &Topology, setup: &PositionSpec) -> String {
    match setup.common.phase {
        Phase::FirstPlayer {
            rolling,
            best,
            tied,
        } => {
            let mut text = format!("first-player:{}", seats_text(rolling));
            if best > 0 {
                let _ = write!(text, ";{best}={}", seats_text(tied));
            }
            text
        }
        Phase::SetUpSettlement => "set-up-settlement".into(),
        Phase::SetUpRoad { settlement } => {
            format!("set-up-road:{}", intersection_name(topology, settlement))
        }
        Phase::FirstCards { choosing } => format!("first-cards:{}", seats_text(choosing)),
        Phase::Turn => "turn".into(),
        Phase::Dice => "dice".into(),
        Phase::Discard { due } => {
            let owing = Seat::EVERY.into_iter().filter(|seat| due[*seat] > 0);
            format!("discard:{}", seats_text(owing.collect()))
        }
        Phase::MoveRobber => "move-robber".into(),
        Phase::Interrupt { asked } => format!("interrupt:{}", seats_text(asked)),
        Phase::Rob { .. } => "rob".into(),
        Phase::Theft { victim } => format!("theft:{}", seat_number(victim)),
        Phase::FreeRoads => format!("{FREE_ROADS}{}", setup.common.free_roads),
        Phase::Draw => "draw".into(),
        Phase::Trade { trade } => trade_text(&trade),
        Phase::SpecialBuilding => "special-building".into(),
        Phase::Over { winners } => format!("over:{}", winners_text(winners)),
    }
}

fn trade_text(trade: &Trade) -> String {
    let mut text = format!("trade:{}", terms_text(trade.terms));
    for seat in trade.asked().iter() {
        let answer = match trade.answers[seat] {
            Answer::NotAsked | Answer::Pending => "pending".into(),
            Answer::Accepted => "accepted".into(),
            Answer::Declined => "declined".into(),
            Answer::Countered { terms } => terms_text(terms),
        };
        let _ = write!(text, ";{}={answer}", seat_number(seat));
    }
    text
}

/// The phase of a word. A seat that discards is due one card and nobody can be robbed yet: that follows from
/// the rest of the line.
pub(super) fn parse(topology: &Topology, text: &str) -> Option<Phase> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    let plain = |phase| (name.len() == text.len()).then_some(phase);
    match name {
        "first-player" => parse_first_player(rest),
        "set-up-settlement" => plain(Phase::SetUpSettlement),
        "set-up-road" => Some(Phase::SetUpRoad {
            settlement: parse_intersection(topology, rest)?,
        }),
        "first-cards" => Some(Phase::FirstCards {
            choosing: parse_seats(rest)?,
        }),
        "turn" => plain(Phase::Turn),
        "dice" => plain(Phase::Dice),
        "discard" => {
            let mut due = BySeat::all(0);
            for seat in parse_seats(rest)?.iter() {
                due[seat] = 1;
            }
            Some(Phase::Discard { due })
        }
        "move-robber" => plain(Phase::MoveRobber),
        "interrupt" => Some(Phase::Interrupt {
            asked: parse_seats(rest)?,
        }),
        "rob" => plain(Phase::Rob {
            victims: SeatSet::EMPTY,
        }),
        "theft" => Some(Phase::Theft {
            victim: parse_seat(rest)?,
        }),
        "free-roads" => parse_free_roads(rest).map(|_| Phase::FreeRoads),
        "draw" => plain(Phase::Draw),
        "trade" => parse_trade(rest),
        "special-building" => plain(Phase::SpecialBuilding),
        "over" => Some(Phase::Over {
            winners: parse_winners(rest)?,
        }),
        _ => None,
    }
}

/// Before how many free roads there are, in the phase that waits for them.
const FREE_ROADS: &str = "free-roads:";

/// How many roads are free in the phase of this word.
pub(super) fn free_roads(text: &str) -> Option<u8> {
    parse_free_roads(text.strip_prefix(FREE_ROADS)?)
}

/// A card gives two free roads (DEV-04).
pub(super) fn parse_free_roads(text: &str) -> Option<u8> {
    match text {
        "1" => Some(1),
        "2" => Some(2),
        _ => None,
    }
}

fn parse_first_player(text: &str) -> Option<Phase> {
    let Some((rolling, best)) = text.split_once(';') else {
        return Some(Phase::FirstPlayer {
            rolling: parse_seats(text)?,
            best: 0,
            tied: SeatSet::EMPTY,
        });
    };
    let (best, tied) = best.split_once('=')?;
    Some(Phase::FirstPlayer {
        rolling: parse_seats(rolling)?,
        best: best.parse().ok().filter(|best| (2..=12).contains(best))?,
        tied: parse_seats(tied)?,
    })
}

fn parse_trade(text: &str) -> Option<Phase> {
    let mut parts = text.split(';');
    let terms: Terms = parse_terms(parts.next()?)?;
    let mut trade = Trade::new(terms, SeatSet::EMPTY);
    for part in parts {
        let (seat, answer) = part.split_once('=')?;
        let place = &mut trade.answers[parse_seat(seat)?];
        if *place != Answer::NotAsked {
            return None;
        }
        *place = match answer {
            "pending" => Answer::Pending,
            "accepted" => Answer::Accepted,
            "declined" => Answer::Declined,
            terms => Answer::Countered {
                terms: parse_terms(terms)?,
            },
        };
    }
    Some(Phase::Trade { trade })
}
