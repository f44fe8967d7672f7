//! What a player loses by its decisions, against the best that a truth set knows.

use std::sync::Arc;

use brickwood_arena::{
    Budget, DecisionRequest, Entrant, Interval, PlayerError, in_parallel, mean_interval,
};
use brickwood_bots::tuning::DecisionKind;
use brickwood_notation::action_text;
use thiserror::Error;

use crate::truth::{loss, share};
use crate::{Half, TruthDecision, TruthError};

/// How the decisions of a player are measured.
pub struct Regret<'a> {
    /// Who decides.
    pub player: &'a dyn Entrant,
    /// What decisions are looked at.
    pub kinds: Vec<DecisionKind>,
    /// In which half of the set; in both, if none is named.
    pub half: Option<Half>,
    /// How many times the candidates and a choice that is none of them are played on. Without that, it is left out.
    pub playouts: u64,
    /// What the player may spend.
    pub budget: Budget,
    /// On how many threads at most.
    pub threads: usize,
}

/// Why nothing can be measured.
#[derive(Debug, Error)]
#[expect(missing_docs)]
pub enum RegretError {
    #[error(transparent)]
    Truth(#[from] TruthError),
    #[error("{name} cannot decide at step {step} of game {game}: {error}")]
    Player {
        name: String,
        game: u32,
        step: u32,
        error: PlayerError,
    },
}

/// What a player loses in the decisions of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct KindRegret {
    /// Which; all of them, if none is named.
    pub kind: Option<DecisionKind>,
    /// How many decisions were measured.
    pub decisions: u32,
    /// How many of them by playing on a choice that was none of the candidates.
    pub played: u32,
    /// How many were left out, because the choice was none of the candidates.
    pub left_out: u32,
    /// What the player loses in a decision on average, as a part of a game.
    pub loss: f64,
    /// Where that lies, 95 % sure.
    pub interval: Interval,
}

/// What a choice loses.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Judged {
    /// By the playouts of the set.
    Known(f64),
    /// By playouts of its own.
    Played(f64),
    LeftOut,
}

impl Regret<'_> {
    /// Asks the player in each decision, and tells what it loses by kind, and then in all.
    ///
    /// # Errors
    ///
    /// A player that cannot decide, or a set that this version cannot replay.
    pub fn measure(&self, set: &[TruthDecision]) -> Result<Vec<KindRegret>, RegretError> {
        let asked: Vec<&TruthDecision> = set
            .iter()
            .filter(|one| self.kinds.contains(&one.kind))
            .filter(|one| self.half.is_none_or(|half| Half::of(one.game) == half))
            .collect();
        let judged = in_parallel(asked.len(), self.threads, |place| self.judge(asked[place]));
        let judged: Vec<Judged> = judged.into_iter().collect::<Result<_, _>>()?;
        let of_kind = |kind: Option<DecisionKind>| {
            let pairs = asked.iter().zip(&judged);
            let of_kind = pairs.filter(|(one, _)| kind.is_none_or(|kind| one.kind == kind));
            KindRegret::of(kind, of_kind.map(|(_, judged)| *judged))
        };
        let kinds = DecisionKind::ALL.into_iter().map(Some).chain([None]);
        let regrets = kinds.map(of_kind);
        Ok(regrets
            .filter(|one| one.decisions + one.left_out > 0)
            .collect())
    }

    /// What the player loses in a decision.
    fn judge(&self, decision: &TruthDecision) -> Result<Judged, RegretError> {
        let fail = |error| RegretError::Player {
            name: self.player.name(),
            game: decision.game,
            step: decision.step,
            error,
        };
        let (mut course, mut actions) = decision.replay()?;
        let game = Arc::clone(course.game());
        let view = course.state().view(&game, Some(decision.seat));
        let mut player = self.player.player().map_err(fail)?;
        let history = if player.reads_history() {
            course.history(Some(decision.seat))
        } else {
            None
        };
        let choice = player.decide(&DecisionRequest {
            game: &game,
            view: &view,
            history,
            seed: decision.seed_to_decide(),
            budget: self.budget,
        });
        let Some(choice) = choice.map_err(fail)? else {
            return Ok(Judged::LeftOut);
        };
        let text = action_text(game.board().topology(), choice);
        let mut candidates = decision.candidates.iter();
        if let Some(place) = candidates.position(|candidate| candidate.action == text) {
            return Ok(Judged::Known(decision.loss(place)));
        }
        if self.playouts == 0 {
            return Ok(Judged::LeftOut);
        }
        // The bots may not be those any more that have played the set.
        actions.push(choice);
        let results = decision.play(&mut course, &actions, 0..self.playouts);
        let shares: Vec<Vec<f64>> = results
            .iter()
            .map(|results| results.bytes().map(share).collect())
            .collect();
        let last = actions.len() - 1;
        Ok(Judged::Played(loss(&shares, last, last)))
    }
}

impl KindRegret {
    fn of(kind: Option<DecisionKind>, judged: impl Iterator<Item = Judged>) -> Self {
        let (mut losses, mut played, mut left_out) = (Vec::new(), 0, 0);
        for one in judged {
            match one {
                Judged::Known(loss) => losses.push(loss),
                Judged::Played(loss) => {
                    losses.push(loss);
                    played += 1;
                }
                Judged::LeftOut => left_out += 1,
            }
        }
        let (loss, interval) = mean_interval(&losses);
        Self {
            kind,
            decisions: losses.len() as u32,
            played,
            left_out,
            loss,
            interval,
        }
    }
}
