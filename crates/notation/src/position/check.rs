//! From a draft to a state: all that a line says is compared with the rest of it.

mod moment;
mod pieces;

use brickwood_rules::{
    Game, MAX_SEATS, Phase, Points, Seat, SeatSet, SeatView, State, ToAct, View, longest_trail,
};

use super::read::Draft;
use super::{Contradiction, PositionError, guess};

/// The game and a state that the line describes; where cards are hidden, one of several.
pub(super) fn state(mut draft: Draft) -> Result<(Game, State), PositionError> {
    check_seats(&draft)?;
    pieces::check(&draft)?;
    let dealt = guess::deal(&draft)?;
    let mut view = view(&draft, &dealt);
    let build = |view: &View| {
        State::from_view(&draft.game, view, &dealt.hidden)
            .map_err(|_| PositionError::DevelopmentCount)
    };
    let mut state = build(&view)?;
    if let Some(phase) = moment::complete(&draft, &state)? {
        view.phase = phase;
        state = build(&view)?;
        draft.phase = phase;
    }
    moment::check(&draft, &state)?;
    Ok((draft.game, state))
}

/// Every seat that is named sits at the table.
fn check_seats(draft: &Draft) -> Result<(), PositionError> {
    let everyone = SeatSet::all(draft.game.rules().players);
    let in_phase = match draft.phase {
        Phase::FirstPlayer { rolling, tied, .. } => rolling.iter().chain(tied.iter()).collect(),
        Phase::FirstCards { choosing: seats }
        | Phase::Interrupt { asked: seats }
        | Phase::Rob { victims: seats }
        | Phase::Over { winners: seats } => seats,
        Phase::Theft { victim } => SeatSet::only(victim),
        Phase::Discard { due } => Seat::all(MAX_SEATS as u8)
            .filter(|seat| due[seat.index()] > 0)
            .collect(),
        Phase::Trade { trade } => trade.asked(),
        _ => SeatSet::EMPTY,
    };
    let named = [draft.first, draft.active]
        .into_iter()
        .chain(draft.robbing)
        .chain(draft.special)
        .chain(draft.longest_road)
        .chain(draft.largest_army)
        .chain(match draft.sight {
            super::Sight::Of(viewer) => viewer,
            super::Sight::Full => None,
        })
        .chain(in_phase.iter());
    for seat in named {
        if !everyone.contains(seat) {
            return Err(Contradiction::Seat.into());
        }
    }
    Ok(())
}

/// What is public. What a state works out for itself is left open.
fn view(draft: &Draft, dealt: &guess::Dealt) -> View {
    let topology = draft.game.board().topology();
    let seats = draft.seats.iter().zip(&dealt.hidden).enumerate();
    View {
        viewer: None,
        phase: draft.phase,
        to_act: ToAct::Nobody,
        active: draft.active,
        robbing: draft.robbing.unwrap_or(draft.active),
        special: draft.special,
        first: draft.first,
        turn: draft.turn,
        placed: moment::placed(draft),
        dice: draft.roll,
        card_played: draft.card_played,
        knight_waits: draft.knight_waits,
        built: draft.built,
        free_roads: draft.free_roads,
        offers: draft.offers,
        robber: draft.robber,
        bank: dealt.bank,
        deck: dealt.deck,
        under_deck: draft.under_deck,
        longest_road: draft.longest_road,
        largest_army: draft.largest_army,
        dice_deck: draft.throws,
        time_up: draft.time_up,
        seats: seats
            .map(|(number, (part, hidden))| SeatView {
                roads: part.roads,
                settlements: part.settlements,
                cities: part.cities,
                roads_left: 0,
                settlements_left: 0,
                cities_left: 0,
                hand: hidden.hand.total(),
                open_hand: None,
                development: hidden.development.total(),
                bought: hidden.bought.total(),
                played: part.played,
                road_length: longest_trail(
                    topology,
                    part.roads,
                    pieces::settled_by_others(draft, number),
                ),
                points: Points::default(),
            })
            .collect(),
        own: None,
    }
}
