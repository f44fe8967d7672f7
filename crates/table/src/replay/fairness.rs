//! The data with which anybody can repeat the draws of a finished game.

use std::collections::BTreeMap;

use brickwood_fair::{ClientSeed, Commitment, Label, Nonce, SCHEME, Secret};
use brickwood_notation::{Fairness, step_text};
use brickwood_protocol::{BoardChoice, FairDraw, FairInfo, FairSeed};
use brickwood_rules::{Game, State, Step, for_each_outcome};

use crate::table::Table;

impl Table {
    /// The values from which the chance outcomes of this table follow. They must not be shown before the
    /// game is over. None at tables that are older than the scheme.
    pub(crate) fn fairness(&self) -> Option<Fairness> {
        let setup = self.setup();
        if setup.scheme.as_deref() != Some(SCHEME) {
            return None;
        }
        Some(Fairness {
            scheme: SCHEME.to_owned(),
            table: setup.id.clone(),
            board_deal: (setup.board == BoardChoice::Random).then_some(setup.deal),
            commitment: *setup.commitment().as_bytes(),
            secret: setup.seed,
            seeds: self
                .fold
                .status
                .seeds
                .iter()
                .map(|(seat, seed)| (*seat, *seed.as_bytes()))
                .collect(),
        })
    }
}

/// The draws of a game, with what could have been drawn instead. Nothing was drawn in its opening, the first
/// steps.
///
/// # Panics
///
/// If a step is not legal.
pub(crate) fn fair_info(
    fair: &Fairness,
    opening: usize,
    game: &Game,
    steps: &[Step],
    nonces: &BTreeMap<usize, [u8; 16]>,
) -> FairInfo {
    let mut draws = Vec::new();
    let played = State::new(game).apply_all(game, steps.iter().copied(), |change| {
        let place = change.number as usize - 1;
        if place >= opening
            && let Some(draw) = draw(game, change.before, change.step)
        {
            draws.push(FairDraw {
                seq: change.number,
                number: draws.len() as u32 + 1,
                nonce: nonces
                    .get(&place)
                    .map(|nonce| Nonce::new(*nonce).to_string()),
                ..draw
            });
        }
    });
    played.expect("the steps are legal");
    let seeds = fair.seeds.iter().map(|(seat, seed)| FairSeed {
        seat: *seat,
        seed: ClientSeed::new(*seed).to_string(),
    });
    FairInfo {
        scheme: fair.scheme.clone(),
        table: fair.table.clone(),
        commitment: Commitment::new(fair.commitment).to_string(),
        secret: Secret::new(fair.secret).reveal(),
        seeds: seeds.collect(),
        board_deal: fair.board_deal,
        opening: opening as u32,
        draws,
    }
}

/// What this step drew, without its number and nonce; none if chance did not decide it.
fn draw(game: &Game, before: &State, step: Step) -> Option<FairDraw> {
    let Step::Chance { outcome: drawn } = step else {
        return None;
    };
    let topology = game.board().topology();
    let mut draw = FairDraw {
        seq: 0,
        number: 0,
        label: Label::of(game, before)?.word().to_owned(),
        nonce: None,
        outcomes: Vec::new(),
        weights: Vec::new(),
        drawn: 0,
    };
    for_each_outcome(game, before, |outcome, weight| {
        if outcome == drawn {
            draw.drawn = draw.outcomes.len() as u32;
        }
        draw.outcomes
            .push(step_text(topology, Step::Chance { outcome }));
        draw.weights.push(weight);
    });
    Some(draw)
}
