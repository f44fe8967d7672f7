//! Decisions of the built-in bots.

use std::sync::Arc;

use brickwood_bots::{Bot, Level, Manner, give_up, value_after};
use brickwood_notation::{AnyPosition, PositionError};
use brickwood_rules::{Action, Game, History, InformationState, Seat, SeatSet, Step};
use serde::Serialize;

use crate::{
    Problem, World,
    choose::{Budget, Decision, decide},
    game::Play,
    report::{ActionReport, Body, Status, body},
    request::{Choose, Go},
    start,
};

#[derive(Default, Serialize)]
struct Decided<'a> {
    seat: Option<Seat>,
    action: Option<Action>,
    text: Option<String>,
    guesses: u32,
    nodes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    considered: Vec<Considered>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlooked: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status<'a>>,
}

/// An action that was the best in some guesses.
#[derive(Serialize)]
struct Considered {
    #[serde(flatten)]
    action: ActionReport,
    guesses: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f32>,
}

impl Decided<'_> {
    /// Nothing to do.
    fn nothing(seat: Option<Seat>) -> Self {
        Self {
            seat,
            ..Self::default()
        }
    }

    fn new(
        game: &Game,
        known: InformationState<'_>,
        seat: Seat,
        seed: u64,
        decision: &Decision,
    ) -> Self {
        let considered: Vec<Considered> = decision
            .found
            .iter()
            .map(|(action, guesses)| Considered {
                action: ActionReport::new(game, None, *action),
                guesses: *guesses,
                value: value_after(game, known, *action, seed),
            })
            .collect();
        let Some(best) = considered.first() else {
            return Self::nothing(Some(seat));
        };
        let reason = match (decision.guesses, considered.len()) {
            (1, _) => "It is the best for one guess at the hidden cards.".to_owned(),
            (all, 1) => format!("It is the best for each of {all} guesses at the hidden cards."),
            (all, _) => {
                let guesses = best.guesses;
                format!("It is the best for {guesses} of {all} guesses at the hidden cards.")
            }
        };
        Self {
            action: Some(best.action.action),
            text: Some(best.action.text.clone()),
            guesses: decision.guesses,
            nodes: decision.nodes,
            value: best.value,
            reason: Some(reason),
            considered,
            ..Self::nothing(Some(seat))
        }
    }
}

/// A decision in the game of the session.
pub(crate) fn go_on(play: &mut Play, go: &Go, world: &dyn World) -> Result<Body, Problem> {
    play.check_seat(go.seat)?;
    let budget = Budget::new(go.guesses, go.nodes, go.milliseconds)?;
    let to_act = play.state().to_act().seats();
    let seats = go.seat.map_or(to_act, SeatSet::only);
    for seat in seats.iter() {
        let seed = go.seed.unwrap_or_else(|| {
            // Separate streams of randomness, so that the draws do not change.
            let place = play.steps().len() as u64 * 8 + u64::from(u8::from(seat));
            start::seed_from(play.seed, place | 1 << 63)
        });
        let game = Arc::clone(play.game());
        let view = play.state().view(&game, Some(seat));
        let known = InformationState::new(&view, play.history(Some(seat)));
        let decision = if go.give_up {
            Decision::only(give_up(&game, &view))
        } else {
            let bot = trader(Bot::new(go.bot), go.manner, known)?;
            decide(bot, &game, known, seed, budget, world)
        };
        let mut decided = Decided::new(&game, known, seat, seed, &decision);
        let Some(action) = decided.action else {
            continue;
        };
        if go.apply {
            decided.steps = Some(play.take_all(&[Step::Action { seat, action }])?);
            decided.status = Some(Status::of(play));
        }
        return body(&decided);
    }
    body(&Decided::nothing(go.seat))
}

/// The bot with the manner that is asked for: by default as built-in players trade in matches, or at a table where it does
/// not know what it has offered.
fn trader(bot: Bot, manner: Option<Manner>, known: InformationState<'_>) -> Result<Bot, Problem> {
    let bot = bot.with_manner(manner.unwrap_or(Manner::Bots));
    if manner.is_some() && !bot.keeps_its_manner(known.history.is_some()) {
        let message =
            "a bot that knows neither the history nor its offers in vain trades as at a `table`";
        return Err(Problem::bad_field("manner", message));
    }
    Ok(bot)
}

/// The decision of a bot from what its seat may know. External programs are asked for the same.
pub(crate) fn choose_from_view(wanted: &Choose, world: &dyn World) -> Result<Body, Problem> {
    let (AnyPosition::Seen(told), overlooked) = start::parse(&wanted.position, wanted.lenient)?
    else {
        return Err(PositionError::Everything.into());
    };
    let (game, view) = (&told.game, &told.view);
    let Some(seat) = view.viewer else {
        let message = "a spectator has nothing to decide";
        return Err(Problem::bad_field("position", message));
    };
    let events = wanted.events.clone();
    let history = events.map(|events| History::from_events(Some(seat), events));
    let known = InformationState {
        bounds: told.bounds.as_ref(),
        ..InformationState::new(view, history.as_ref())
    };
    let bot = Bot::new(wanted.bot.unwrap_or(Level::Hard));
    let bot = match &wanted.in_vain {
        Some(terms) => bot.with_offers_in_vain(terms.as_slice()),
        None => bot,
    };
    let bot = trader(bot, wanted.manner, known)?;
    let budget = Budget::new(wanted.guesses, wanted.nodes, wanted.milliseconds)?;
    let seed = wanted.seed.unwrap_or(0);
    let decision = if wanted.give_up {
        Decision::only(give_up(game, view))
    } else {
        decide(bot, game, known, seed, budget, world)
    };
    body(&Decided {
        overlooked,
        ..Decided::new(game, known, seat, seed, &decision)
    })
}
