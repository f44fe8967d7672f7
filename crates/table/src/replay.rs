//! A finished game, step by step, with all hidden information.

mod fairness;
mod fairness_check;
mod game_record;
mod read_record;

pub(crate) use fairness::fair_info;
pub use fairness_check::{FairnessCheck, FairnessVerdict};
pub use game_record::{played_game_of_record, replay_of_record, seats_of_bots, seats_of_record};
pub use read_record::read_record;
pub(crate) use read_record::{MOST_STEPS, too_long};

use brickwood_notation::step_text;
use brickwood_protocol::{
    BoardInfo, ChatLine, Problem, ProblemKind, Replay, ReplayLine, ReplayStep, Scene, SeatInfo,
    TableInfo, Told,
};
use brickwood_rules::{
    Change, Event, Game, IllegalAt, Seat, SeatSet, State, Step, events, one_who_knows,
};

use crate::table::Table;

/// A game and its steps, with all hidden information.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The rules and the board.
    pub game: Game,
    /// Every step that stands, from the first; all of them are legal.
    pub steps: Vec<Step>,
    /// When each was taken: milliseconds since the game began, breaks not counted. None for a record, which
    /// does not say.
    pub times_ms: Option<Vec<u64>>,
}

impl Table {
    /// The game, step by step.
    ///
    /// # Errors
    ///
    /// If the game is not over, because a replay shows hidden information; or if it is far too long.
    ///
    /// # Panics
    ///
    /// Never: the steps were legal when they were played.
    pub fn replay(&self) -> Result<Replay, Problem> {
        self.check_over()?;
        let (steps, nonces) = self.standing_steps();
        if steps.len() > MOST_STEPS {
            return Err(too_long());
        }
        let info = self.info(self.viewer(None, None), None);
        let mut seats = self.seats(self.last_ms());
        for (seat, former) in seats.iter_mut().zip(self.former_names()) {
            // After the game, no clock is shown.
            seat.extensions = 0;
            seat.former = former;
        }
        let replay = replay(info, self.game(), seats, &steps);
        let mut replay = replay.expect("steps that stood before stand again");
        let fair = self.fairness();
        replay.fair = fair.map(|fair| {
            let opening = self.setup().opening.len();
            fair_info(&fair, opening, self.game(), &steps, &nonces)
        });
        Ok(replay)
    }

    /// The game, step by step, and what was said meanwhile.
    ///
    /// # Errors
    ///
    /// As [`Table::replay`].
    pub fn replay_with_chat(&self, chat: Vec<ChatLine>) -> Result<Replay, Problem> {
        let mut replay = self.replay()?;
        let after = self.steps_until(chat.iter().map(|line| line.at_ms));
        let lines = after.into_iter().zip(chat);
        replay.chat = lines
            .map(|(after, line)| ReplayLine { after, line })
            .collect();
        Ok(replay)
    }

    /// The steps of the game, and when they were taken.
    ///
    /// # Errors
    ///
    /// If the game is not over, because its steps contain hidden information; or if it is far too long.
    pub fn played_game(&self) -> Result<PlayedGame, Problem> {
        self.check_over()?;
        let (steps, _) = self.standing_steps();
        if steps.len() > MOST_STEPS {
            return Err(too_long());
        }
        Ok(PlayedGame {
            game: self.game().clone(),
            steps,
            times_ms: Some(self.standing_times()),
        })
    }

    pub(crate) fn check_over(&self) -> Result<(), Problem> {
        if self.is_over() {
            Ok(())
        } else {
            Err(ProblemKind::NotOver.into())
        }
    }
}

/// A game as a replay shows it. The steps are checked, even if they come from a log.
///
/// # Errors
///
/// The first illegal step.
pub(crate) fn replay(
    table: TableInfo,
    game: &Game,
    seats: Vec<SeatInfo>,
    steps: &[Step],
) -> Result<Replay, IllegalAt> {
    let start = State::new(game);
    let mut shown = Vec::with_capacity(steps.len());
    start.apply_all(game, steps.iter().copied(), |change| {
        let Change {
            before,
            step,
            after,
            ..
        } = *change;
        let knows = one_who_knows(before, step);
        let events_for = |viewer| events(game, before, step, after, viewer);
        let all = events_for(knows);
        shown.push(ReplayStep {
            seq: change.number,
            turn: after.turn(),
            text: step_text(game.board().topology(), step),
            told: match knows {
                Some(_) => told(&all, Seat::all(game.rules().players), events_for),
                None => Vec::new(),
            },
            events: all,
            scene: scene(game, after),
        });
    })?;
    Ok(Replay {
        table,
        board: BoardInfo::of(game.board()),
        seats,
        start: scene(game, &start),
        steps: shown,
        chat: Vec::new(),
        fair: None,
    })
}

/// What those seats were told that learned less than all of a step.
fn told(
    all: &[Event],
    seats: impl Iterator<Item = Seat>,
    events_for: impl Fn(Option<Seat>) -> Vec<Event>,
) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for seat in seats {
        let events = events_for(Some(seat));
        if events == all {
            continue;
        }
        match told.iter_mut().find(|told| told.events == events) {
            Some(told) => told.to = told.to.with(seat),
            None => told.push(Told {
                to: SeatSet::only(seat),
                events,
            }),
        }
    }
    told
}

fn scene(game: &Game, state: &State) -> Scene {
    let seats = Seat::all(game.rules().players);
    Scene {
        view: state.view(game, None),
        hands: seats.clone().map(|seat| state.hidden(seat)).collect(),
        points: seats.map(|seat| state.points(game, seat)).collect(),
    }
}
