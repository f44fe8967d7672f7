//! The legal actions, and as many offers as somebody wants to see.

use brickwood_notation::AnyPosition;
use brickwood_rules::{
    Action, Cards, Game, LegalActions, Phase, PositionSpec, Seat, SeatSet, State, Step, Terms,
    offers_up_to,
};
use serde::Serialize;

use crate::{
    Problem,
    game::{Play, check_seat},
    report::{ActionReport, Body, body},
    request::Actions,
    start,
};

/// The most cards on a side of the offers that are listed.
const MOST_CARDS: u8 = 4;

/// The most actions of a seat that are listed where nobody says how many.
const MOST_ACTIONS: usize = 1_000;

#[derive(Default, Serialize)]
struct Listed {
    actions: Vec<ActionReport>,
    /// Discards of which there are more than are listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    discards: Vec<Discards>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlooked: Vec<String>,
}

/// The ways to discard `count` of these cards.
#[derive(Serialize)]
struct Discards {
    seat: Seat,
    cards: u8,
    from: Cards,
    ways: u32,
}

/// The legal actions of one seat, or of all that are to act.
pub(crate) fn of_game(play: &Play, wanted: &Actions) -> Result<Body, Problem> {
    body(&list(play.game(), play.state(), wanted.seat, wanted)?)
}

/// Likewise in a position, or of the viewer in a view: they turn on no hidden card.
pub(crate) fn of_line(line: &str, wanted: &Actions) -> Result<Body, Problem> {
    let (position, overlooked) = start::parse(line, wanted.lenient)?;
    let mut listed = match position {
        AnyPosition::Full(position) => list(&position.game, &position.state, wanted.seat, wanted)?,
        AnyPosition::Seen(seen) => {
            let viewer = seen.view.viewer;
            if wanted.seat.is_some_and(|seat| viewer != Some(seat)) {
                let message = "a view tells the actions of its viewer alone";
                return Err(Problem::bad_field("seat", message));
            }
            let setup = PositionSpec::of_view(&seen.game, &seen.view);
            match (viewer, setup.state_as_claimed(&seen.game)) {
                (Some(viewer), Ok((state, _))) => list(&seen.game, &state, Some(viewer), wanted)?,
                _ => Listed::default(),
            }
        }
    };
    listed.overlooked = overlooked;
    body(&listed)
}

fn list(
    game: &Game,
    state: &State,
    seat: Option<Seat>,
    wanted: &Actions,
) -> Result<Listed, Problem> {
    check_seat(game, seat)?;
    let cards = wanted.offers.unwrap_or(0);
    if cards > MOST_CARDS {
        let message = format!("`offers` is at most {MOST_CARDS} cards a side");
        return Err(Problem::bad_field("offers", message));
    }
    let seats = seat.map_or_else(|| state.to_act().seats(), SeatSet::only);
    let most = wanted.most.unwrap_or(MOST_ACTIONS);
    let mut listed = Listed::default();
    for seat in seats.iter() {
        let mut found = Vec::new();
        let legal = LegalActions::of(game, state, seat);
        match state.phase() {
            Phase::Discard { due } if legal.len() as usize > most => {
                listed.discards.push(Discards {
                    seat,
                    cards: due[seat],
                    from: state.hand(seat),
                    ways: legal.len(),
                });
            }
            _ => legal.for_each(|action| found.push(action)),
        }
        found.extend(offers(game, state, seat, wanted.to, cards));
        let reports = found.into_iter();
        let reports = reports.map(|action| ActionReport::new(game, Some(seat), action));
        listed.actions.extend(reports);
    }
    Ok(listed)
}
/// Offers of the seat whose turn it is, counter-offers of a seat that is asked.
fn offers(game: &Game, state: &State, seat: Seat, to: Option<SeatSet>, most: u8) -> Vec<Action> {
    let players = game.rules().players;
    if most == 0 || !state.may_act(seat) {
        return Vec::new();
    }
    if matches!(state.phase(), Phase::Trade { .. }) {
        let mut found = Vec::new();
        let own = multisets(state.hand(seat).counts(), most);
        for take in &own {
            for give in &multisets([most; 5], most) {
                let action = Action::Counter {
                    terms: Terms {
                        give: *give,
                        take: *take,
                    },
                };
                if state.apply(game, Step::Action { seat, action }).is_ok() {
                    found.push(action);
                }
            }
        }
        return found;
    }
    let others = SeatSet::all(players).without(seat);
    offers_up_to(game, state, to.unwrap_or(others), most)
}

/// All multisets of one to `most` of these cards.
fn multisets(of: [u8; 5], most: u8) -> Vec<Cards> {
    let mut found = vec![[0u8; 5]];
    for kind in 0..5 {
        let mut grown = Vec::new();
        for counts in &found {
            let left = most - counts.iter().sum::<u8>();
            for more in 0..=left.min(of[kind]) {
                let mut counts = *counts;
                counts[kind] = more;
                grown.push(counts);
            }
        }
        found = grown;
    }
    found.retain(|counts| counts.iter().any(|count| *count > 0));
    found.into_iter().map(Cards::new).collect()
}
