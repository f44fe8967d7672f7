//! Counting what happened in a game, step by step.

mod cards;
mod dice;
mod moments;
mod thinking;
mod timeline;
mod trades;

pub(crate) use cards::claim;

use brickwood_rules::{Action, BySeat, Game, IllegalAt, Seat, State, Step};

use crate::protocol::{GameStatistics, Luck, SeatStatistics, VERSION};

/// Counts what happened in a game from its beginning: all of it, or as much as was played.
///
/// `times` are the moments of the steps where they are known, in milliseconds from any beginning and without
/// breaks.
///
/// # Errors
///
/// The first illegal step.
pub fn statistics(
    game: &Game,
    steps: &[Step],
    times: Option<&[u64]>,
) -> Result<GameStatistics, IllegalAt> {
    let mut cards = BySeat::<cards::FlowCounter>::default();
    let mut dice = dice::DiceCounter::new(game);
    let mut trades = trades::TradeCounter::default();
    let start = State::new(game);
    let mut timeline = timeline::TimelineCounter::new(game, &start);
    let mut moments = moments::MomentFinder::default();
    let mut thinking = times.map(thinking::ThinkingCounter::new);
    let mut development = BySeat::<Development>::default();
    let state = start.apply_all(game, steps.iter().copied(), |change| {
        for (seat, flow) in change.seats().zip(&mut cards) {
            flow.count(change, seat);
        }
        dice.count(change);
        timeline.count(change, &dice);
        trades.count(change, &timeline);
        moments.count(change, &timeline);
        if let Some(thinking) = &mut thinking {
            thinking.count(change);
        }
        if let Step::Action { seat, action } = change.step {
            development[seat].count(action);
        }
    })?;
    let (moments, robbers) = moments.finish();
    let each = Seat::all(game.rules().players).zip(cards).zip(development);
    let seats = each.map(|((seat, flow), development)| SeatStatistics {
        points: state.points(game, seat),
        cards: flow.finish(),
        luck: dice.luck(seat),
        trades: trades.of(seat),
        rolls: dice.rolls_of(seat),
        bought: development.bought,
        played: development.played,
        robberies: robbers.moved[seat],
        robbed: robbers.hit[seat],
        thinking_ms: thinking.as_ref().map(|thinking| thinking.of(seat)),
    });
    Ok(GameStatistics {
        version: VERSION,
        steps: steps.len() as u32,
        turns: state.turn(),
        winners: state.phase().winners().unwrap_or_default(),
        seats: seats.collect(),
        timeline: timeline.finish(),
        dice: dice.finish(),
        trades: trades.finish(),
        moments,
    })
}

/// The luck of each seat with production, by seat, and nothing else of the statistics.
///
/// # Errors
///
/// The first illegal step.
pub fn production_luck(game: &Game, steps: &[Step]) -> Result<Vec<Luck>, IllegalAt> {
    let mut dice = dice::DiceCounter::new(game);
    State::new(game).apply_all(game, steps.iter().copied(), |change| dice.count(change))?;
    let seats = Seat::all(game.rules().players);
    Ok(seats.map(|seat| dice.luck(seat)).collect())
}

/// Development cards of one seat.
#[derive(Clone, Copy, Default)]
struct Development {
    bought: u32,
    played: [u32; 5],
}

impl Development {
    fn count(&mut self, action: Action) {
        let kind = match action {
            Action::BuyDevelopmentCard => {
                self.bought += 1;
                return;
            }
            Action::PlayKnight => 0,
            Action::PlayRoadBuilding => 1,
            Action::PlayYearOfPlenty { .. } => 2,
            Action::PlayMonopoly { .. } => 3,
            Action::PlayVictoryPoint => 4,
            _ => return,
        };
        self.played[kind] += 1;
    }
}
