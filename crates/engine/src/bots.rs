//! What our bots decide when they are asked.

use brickwood_bots::{Level, give_up};
use brickwood_notation::parse_view;
use brickwood_rules::{SeatSet, Step, ToAct};
use serde_json::{Value, json};

use crate::{
    Problem,
    choose::{Budget, decide},
    commands::{check_seat, took},
    game::Play,
    report,
    request::{Choose, Go},
    session::World,
    start,
};

/// A decision in the game of the session.
pub(crate) fn go_on(play: &mut Play, go: &Go, world: &dyn World) -> Result<Value, Problem> {
    check_seat(&play.game, go.seat)?;
    let budget = Budget::new(go.guesses, go.milliseconds)?;
    let to_act = match play.state.to_act() {
        ToAct::Seats { seats } => seats,
        ToAct::Chance | ToAct::Nobody => SeatSet::EMPTY,
    };
    let seats = go.seat.map_or(to_act, SeatSet::only);
    for seat in seats.iter() {
        let view = play.state.view(&play.game, Some(seat));
        let seed = go.seed.unwrap_or_else(|| {
            // Streams of their own, apart from those of the draws.
            let place = play.steps().len() as u64 * 8 + u64::from(u8::from(seat));
            start::seed_from(play.seed, place | 1 << 63)
        });
        let (action, guesses) = if go.give_up {
            (give_up(&play.game, &view), 1)
        } else {
            let level = go.bot.into();
            let decision = decide(level, &play.game, &view, seed, budget, world);
            (decision.action, decision.guesses)
        };
        let Some(action) = action else { continue };
        let mut answer = report::action(&play.game, seat, action);
        answer["guesses"] = guesses.into();
        if go.apply {
            let taken = took(play, &[Step::Action { seat, action }])?;
            answer["steps"] = taken["steps"].clone();
            answer["status"] = taken["status"].clone();
        }
        return Ok(answer);
    }
    Ok(json!({ "seat": go.seat, "action": null, "text": null, "guesses": 0 }))
}

/// The decision of a bot from what its seat may know: what an outside program is asked for.
pub(crate) fn choose_from_view(wanted: &Choose, world: &dyn World) -> Result<Value, Problem> {
    let position = parse_view(&wanted.position)?;
    let Some(seat) = position.view.viewer else {
        let message = "a spectator has nothing to decide";
        return Err(Problem::bad_request(message));
    };
    let level = wanted.bot.map_or(Level::Hard, Into::into);
    let budget = Budget::new(wanted.guesses, None)?;
    let seed = wanted.seed.unwrap_or(0);
    let decision = decide(level, &position.game, &position.view, seed, budget, world);
    Ok(match decision.action {
        Some(action) => report::action(&position.game, seat, action),
        None => json!({ "seat": seat, "action": null, "text": null }),
    })
}
