//! Which decisions a truth set has.

use std::collections::BTreeMap;

use brickwood_arena::BotEntrant;
use brickwood_bots::tuning::{DecisionKind, candidates};
use brickwood_bots::{Level, Manner};
use brickwood_notation::{
    COLORS, Record, RecordHeader, RecordedPlayer, SeatHeader, action_text, nearest_edition,
    parse_rules, record_text,
};
use brickwood_rules::{Action, Edition, InformationState, Playthrough, Rules, Seat};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Candidate, TruthDecision, stream};
use crate::DatasetError;
use crate::siblings::{decisions_of, played};

/// The stream of the seed of a game by which its decisions are drawn.
const DRAW: u64 = 4;

/// Which decisions of which games. All of them are those of hard bots that trade as at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TruthPlan {
    /// What is played; every edition with two to six players in turn, if not given.
    pub rules: Option<String>,
    /// Of the first game; each other has the next number.
    pub seed: u32,
    /// What the decisions are about, in turn, from game to game. A kind that comes more often has more of them.
    pub kinds: Vec<DecisionKind>,
    /// How many decisions are taken from a game, where it has so many.
    pub decisions: usize,
    /// How many actions of a decision are compared at most.
    pub candidates: usize,
    /// How many times each of them is played on.
    pub playouts: u64,
}

impl TruthPlan {
    /// Of twelve decisions four settlements, three turns, two robbers, and an offer, an answer and a closing.
    pub const MIX: [DecisionKind; 12] = {
        use DecisionKind::{Answer, Closing, Offer, Robber, Settlement, Turn};
        [
            Settlement, Turn, Robber, Settlement, Turn, Offer, Settlement, Turn, Answer,
            Settlement, Robber, Closing,
        ]
    };

    /// Whether it can be carried out.
    ///
    /// # Errors
    ///
    /// Rules that cannot be read or played.
    pub fn check(&self) -> Result<(), DatasetError> {
        Ok(self.rules(0)?.check()?)
    }

    /// The decisions of the game of this number, from 0, played on.
    ///
    /// # Errors
    ///
    /// Rules that cannot be read or played.
    pub fn compare(&self, number: u32) -> Result<Vec<TruthDecision>, DatasetError> {
        let mut decisions = self.find(number)?;
        for decision in &mut decisions {
            decision.play_until(self.playouts)?;
        }
        Ok(decisions)
    }

    /// What is decided in the game of this number, of each kind that is due.
    fn find(&self, number: u32) -> Result<Vec<TruthDecision>, DatasetError> {
        let game = self.seed.wrapping_add(number);
        let hard = BotEntrant::with_manner(Level::Hard, Manner::Table);
        let course = played(hard, self.rules(number)?, game.into())?;
        let mut rng = stream(game, DRAW);
        let mut found: Vec<TruthDecision> = Vec::new();
        let due = self.kinds.iter().cycle();
        for kind in due
            .skip(number as usize * self.decisions)
            .take(self.decisions)
        {
            let mut decisions = decisions_of(&course, *kind);
            decisions.retain(|(step, ..)| found.iter().all(|one| one.step != *step as u32));
            decisions.shuffle(&mut rng);
            let decision = decisions.into_iter().find_map(|(step, seat, action)| {
                let candidates = self.candidates(&course, step, seat, action, rng.random())?;
                Some(TruthDecision {
                    game,
                    step: step as u32,
                    kind: *kind,
                    seat,
                    record: record_until(&course, step)?,
                    candidates,
                })
            });
            found.extend(decision);
        }
        Ok(found)
    }

    /// What is compared in a decision; none where there is but one action.
    fn candidates(
        &self,
        course: &Playthrough,
        step: usize,
        seat: Seat,
        action: Action,
        seed: u64,
    ) -> Option<Vec<Candidate>> {
        let mut past = course.clone();
        past.back_to(step);
        let (game, view) = (course.game(), past.state().view(course.game(), Some(seat)));
        let known = InformationState::new(&view, past.history(Some(seat)));
        let actions = candidates(game, known, action, self.candidates, seed)?;
        let candidate = |action: &Action| Candidate {
            action: action_text(game.board().topology(), *action),
            results: String::new(),
        };
        (actions.len() > 1).then(|| actions.iter().map(candidate).collect())
    }

    fn rules(&self, number: u32) -> Result<Rules, DatasetError> {
        if let Some(rules) = &self.rules {
            return Ok(parse_rules(rules)?);
        }
        let editions = Edition::ALL.len();
        let (edition, players) = (number as usize % editions, number as usize / editions % 5);
        Ok(Edition::ALL[edition].rules(2 + players as u8))
    }
}

/// The record of the first steps of a game of hard bots.
fn record_until(course: &Playthrough, steps: usize) -> Option<String> {
    let game = course.game();
    let seats = COLORS
        .iter()
        .take(game.rules().seats())
        .map(|color| SeatHeader {
            color: (*color).to_owned(),
            player: RecordedPlayer::Bot(Level::Hard.name().to_owned()),
            name: String::new(),
        });
    let (rules, board) = (*game.rules(), game.board().clone());
    let header = RecordHeader::new(nearest_edition(&rules), rules, board, seats.collect()).ok()?;
    let steps = course.steps()[..steps].to_vec();
    let record = Record {
        header,
        steps,
        nonces: BTreeMap::new(),
        result: None,
    };
    record_text(&record).ok()
}
