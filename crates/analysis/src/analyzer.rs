//! What choices cost, and what luck was worth.

use std::sync::Arc;
use std::vec::IntoIter;

use brickwood_bots::{Appraiser, Belief, Bot, Level};
use brickwood_rules::{
    Action, ChanceOutcome, Game, IllegalAt, InformationState, LegalActions, Phase, Playthrough,
    Seat, SeatSet, State, Step, for_each_outcome,
};

use crate::chance::{chances, scale};
use crate::protocol::{AnalysisPart, Choice, CornerRank, Grade, SeatSummary, Stroke, VERSION};
use crate::summary::Sums;

/// Over how many guesses at the hidden cards a choice is judged.
pub(crate) const GUESSES: usize = 4;

/// What the hard bot and its guesses are seeded with, together with the number of the step.
const SEED: u64 = 0x616e_616c_7973_6973;

/// Analyzes a game from its first step to its last, some steps at a time.
pub struct Analyzer {
    /// The game as far as it was analyzed.
    played: Playthrough,
    /// The steps to come.
    rest: IntoIter<Step>,
    seats: Vec<Mind>,
    /// Whose choices and luck are judged.
    judged: SeatSet,
    sums: Sums,
}

/// What a seat concludes from what it was told, and who says what to do with it.
struct Mind {
    belief: Belief,
    bot: Bot,
}

/// A choice that was judged, and by what.
pub(crate) struct Judged<'a> {
    pub(crate) game: &'a Game,
    /// What the seat knew.
    pub(crate) known: InformationState<'a>,
    /// None if there was nothing to judge by.
    pub(crate) appraiser: Option<&'a Appraiser<'a>>,
    pub(crate) choice: Choice,
    /// Of everything that was drawn for it.
    pub(crate) seed: u64,
}

impl Analyzer {
    /// Before the first step.
    ///
    /// # Errors
    ///
    /// The first illegal step.
    pub fn new(game: impl Into<Arc<Game>>, steps: Vec<Step>) -> Result<Self, IllegalAt> {
        let game = game.into();
        State::new(&game).apply_all(&game, steps.iter().copied(), |_| ())?;
        let mind = |seat| Mind {
            belief: Belief::new(&game, Some(seat)),
            bot: Bot::new(Level::Hard),
        };
        Ok(Self {
            seats: Seat::all(game.rules().players).map(mind).collect(),
            judged: SeatSet::all(game.rules().players),
            played: Playthrough::new(game),
            rest: steps.into_iter(),
            sums: Sums::default(),
        })
    }

    /// Judges only what these seats do and what chance brings them: all the same as among everybody's, sooner.
    #[must_use]
    pub fn of(mut self, seats: SeatSet) -> Self {
        self.judged = seats;
        self
    }

    /// How many steps the game has.
    pub fn steps(&self) -> usize {
        self.done() + self.rest.len()
    }

    /// How many of them have been analyzed.
    pub fn done(&self) -> usize {
        self.played.steps().len()
    }

    /// What is known of the choices and the luck of each seat so far.
    pub fn summaries(&self) -> Vec<SeatSummary> {
        self.sums.summaries(self.seats.len())
    }

    /// Analyzes so many more steps, or those that are left.
    ///
    /// # Panics
    ///
    /// Never: all steps were checked.
    pub fn advance(&mut self, count: usize) -> AnalysisPart {
        let mut choices = Vec::new();
        let mut strokes = Vec::new();
        for _ in 0..count {
            let Some(step) = self.rest.next() else { break };
            match step {
                Step::Action { seat, action } if self.judged.contains(seat) => {
                    choices.push(self.choice(seat, action));
                }
                Step::Chance { outcome } => strokes.extend(self.stroke(outcome)),
                Step::Action { .. } | Step::TimeUp | Step::CalledOff => {}
            }
            self.take(step);
        }
        for choice in &choices {
            self.sums.add_choice(choice);
        }
        for stroke in &strokes {
            self.sums.add_stroke(stroke);
        }
        AnalysisPart {
            version: VERSION,
            steps: self.steps() as u32,
            done: self.done() as u32,
            choices,
            strokes,
            summaries: self.summaries(),
        }
    }

    /// Goes so many steps on without a look at them.
    pub(crate) fn skip(&mut self, count: usize) {
        for _ in 0..count {
            let Some(step) = self.rest.next() else { break };
            self.take(step);
        }
    }

    /// The step that comes next.
    pub(crate) fn next(&self) -> Option<Step> {
        self.rest.as_slice().first().copied()
    }

    fn take(&mut self, step: Step) {
        self.played.take(step).expect("all steps were checked");
        let game = Arc::clone(self.played.game());
        for (seat, mind) in Seat::all(game.rules().players).zip(&mut self.seats) {
            mind.belief.follow(&game, self.played.told(Some(seat)));
        }
    }

    fn choice(&mut self, seat: Seat, action: Action) -> Choice {
        self.judge(seat, action, |judged| judged.choice.clone())
    }

    /// Judges what a seat does next, and tells what it has judged by.
    pub(crate) fn judge<T>(
        &mut self,
        seat: Seat,
        action: Action,
        told: impl FnOnce(&Judged<'_>) -> T,
    ) -> T {
        let (game, state) = (Arc::clone(self.played.game()), *self.played.state());
        let (game, state) = (&*game, &state);
        let step = self.done() as u32 + 1;
        let seed = SEED ^ u64::from(step);
        let view = state.view(game, Some(seat));
        let mind = &mut self.seats[seat.index()];
        let belief = Some(&mind.belief);
        let scale = |state: &State| scale(game, state);
        let appraiser = Appraiser::new(game, &view, belief, GUESSES, seed, scale);
        let worth = |action| Some(appraiser.as_ref()?.appraise(action)?.chance());
        let chance = worth(action).unwrap_or(0.0);
        let forced = is_forced(game, state, seat, action);
        let known = InformationState::new(&view, self.played.history(Some(seat)));
        let better = if forced {
            None
        } else {
            let best = match mind.bot.choose(game, known, seed) {
                // An offer binds nobody. What can be compared is the turn without it.
                Some(Action::Offer { .. }) => appraiser.as_ref().and_then(Appraiser::best_in_turn),
                best => best,
            };
            best.and_then(|best| Some((best, worth(best)?)))
                .filter(|(best, worth)| *best != action && *worth > chance)
        };
        let (best, best_chance) = better.unwrap_or((action, chance));
        let least = if forced {
            None
        } else {
            appraiser.as_ref().and_then(Appraiser::least)
        };
        let least_chance = least.and_then(worth).unwrap_or(best_chance).min(chance);
        let corner = match (*state.phase(), action, &appraiser) {
            (Phase::SetUpSettlement, Action::BuildSettlement { at }, Some(appraiser)) => {
                let (better, all) = appraiser.better_corners(at);
                Some(CornerRank {
                    better: better as u8,
                    all: all as u8,
                })
            }
            _ => None,
        };
        let choice = Choice {
            step,
            turn: state.turn(),
            seat,
            action,
            chance,
            best,
            best_chance,
            least_chance,
            corner,
            grade: if forced {
                Grade::Forced
            } else {
                Grade::of(best_chance - chance)
            },
        };
        told(&Judged {
            game,
            known,
            appraiser: appraiser.as_ref(),
            choice,
            seed,
        })
    }

    /// What an outcome was worth; `None` where it came to a seat that is not judged. Who begins is not a stroke of luck that can
    /// be told in chances: nothing stands on the board yet.
    fn stroke(&self, outcome: ChanceOutcome) -> Option<Stroke> {
        let (game, state) = (self.played.game(), self.played.state());
        let seat = match *state.phase() {
            Phase::FirstPlayer { .. } => return None,
            Phase::Theft { .. } => state.robbing(),
            _ => state.builder(),
        };
        if !self.judged.contains(seat) {
            return None;
        }
        let after = |outcome| {
            let next = state.apply(game, Step::Chance { outcome });
            next.map_or_else(|_| chances(game, state), |next| chances(game, &next))
        };
        let mut changes = after(outcome);
        let mut all: Vec<(ChanceOutcome, u32)> = Vec::new();
        let mut total = 0;
        for_each_outcome(game, state, |other, weight| {
            total += weight;
            // Throws of the same sum lead to the same chances.
            match all.iter_mut().find(|(known, _)| is_alike(*known, other)) {
                Some((_, sum)) => *sum += weight,
                None => all.push((other, weight)),
            }
        });
        for (other, weight) in all {
            let part = f32::from(weight as u16) / f32::from(total as u16);
            for (change, chance) in changes.iter_mut().zip(after(other)) {
                *change -= part * chance;
            }
        }
        Some(Stroke {
            step: self.done() as u32 + 1,
            turn: state.turn(),
            seat,
            outcome,
            changes,
        })
    }
}

/// Whether the seat could do nothing else, offers aside.
fn is_forced(game: &Game, state: &State, seat: Seat, action: Action) -> bool {
    let offer = matches!(action, Action::Offer { .. } | Action::Counter { .. });
    !offer && LegalActions::of(game, state, seat).len() <= 1
}

fn is_alike(a: ChanceOutcome, b: ChanceOutcome) -> bool {
    match (a, b) {
        (ChanceOutcome::Dice { dice: a }, ChanceOutcome::Dice { dice: b }) => {
            a.total() == b.total()
        }
        _ => a == b,
    }
}

impl Grade {
    /// The grade of a choice that cost so much.
    pub(crate) fn of(cost: f32) -> Self {
        match cost {
            cost if cost >= 0.1 => Self::Blunder,
            cost if cost >= 0.05 => Self::Mistake,
            cost if cost >= 0.02 => Self::Inaccuracy,
            _ => Self::Good,
        }
    }
}
