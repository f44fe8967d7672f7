//! The choices and the luck of each seat, added up.

mod decision;

use brickwood_rules::BySeat;
use libm::exp2f;

use crate::protocol::{Choice, Grade, QualityByKind, SeatSummary, Stroke};
use decision::{Decision, Decisions, Kind};

/// The part of what was at stake that halves the quality of a decision where it is lost.
const HALF: f32 = 0.25;

/// Below so many log-odds, nothing was at stake.
const LEAST: f32 = 0.04;

/// A decision weighs no more than one with so many log-odds at stake.
const MOST: f32 = 2.0;

/// What is known of all seats so far.
#[derive(Default)]
pub(crate) struct Sums(BySeat<Sum>);

#[derive(Default)]
struct Sum {
    decisions: Decisions,
    luck: f32,
}

/// A mean by weights.
#[derive(Default)]
struct Mean {
    sum: f32,
    weight: f32,
}

impl Mean {
    fn add(&mut self, value: f32, weight: f32) {
        self.sum += weight * value;
        self.weight += weight;
    }

    fn percent(&self) -> Option<f32> {
        (self.weight > 0.0).then(|| 100.0 * self.sum / self.weight)
    }
}

impl Sums {
    pub(crate) fn add_choice(&mut self, choice: &Choice) {
        self.0[choice.seat].decisions.add(choice);
    }

    pub(crate) fn add_stroke(&mut self, stroke: &Stroke) {
        for (sum, change) in self.0.iter_mut().zip(&stroke.changes) {
            sum.luck += change;
        }
    }

    /// By seat.
    pub(crate) fn summaries(&self, seats: usize) -> Vec<SeatSummary> {
        let sums = self.0.iter().take(seats);
        sums.map(Sum::summary).collect()
    }
}

impl Sum {
    fn summary(&self) -> SeatSummary {
        let mut summary = SeatSummary {
            luck: self.luck,
            poor_start: self.decisions.has_poor_start(),
            ..SeatSummary::default()
        };
        let mut all = Mean::default();
        let mut kinds: [Mean; Kind::COUNT] = Default::default();
        for decision in self.decisions.folded() {
            summary.misses.extend(decision.miss());
            if decision.stake < LEAST {
                continue;
            }
            summary.choices += 1;
            match Grade::of(decision.cost) {
                Grade::Forced | Grade::Good => {}
                Grade::Inaccuracy => summary.inaccuracies += 1,
                Grade::Mistake => summary.mistakes += 1,
                Grade::Blunder => summary.blunders += 1,
            }
            let (quality, weight) = (quality(&decision), decision.stake.min(MOST));
            all.add(quality, weight);
            kinds[decision.kind as usize].add(quality, weight);
        }
        let misses = &mut summary.misses;
        misses.sort_by(|a, b| b.cost.total_cmp(&a.cost).then(a.step.cmp(&b.step)));
        let [settling, building, trade, robber, cards] = kinds.map(|mean| mean.percent());
        SeatSummary {
            quality: all.percent(),
            by_kind: QualityByKind {
                settling,
                building,
                trade,
                robber,
                cards,
            },
            ..summary
        }
    }
}

/// From 0 to 1.
fn quality(decision: &Decision) -> f32 {
    exp2f(-decision.lost / (HALF * decision.stake))
}
