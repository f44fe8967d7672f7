//! Why one answer is better than another: what its playouts show more often, or more of.

use brickwood_rules::{Action, ChanceOutcome, Game, Phase, Resource, Seat, State, Step};
use serde::{Deserialize, Serialize};

/// How many reasons are given at most.
const REASONS: usize = 2;

/// By how many standard errors the playouts differ in what is a reason.
const SURELY: f32 = 4.0;

/// How much a reason matters at least, in points.
const LEAST: f32 = 0.08;

/// What is counted in a playout of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// Whether it has won.
    Wins,
    /// Whether it has the longest road at the end.
    LongestRoad,
    /// Whether it has the largest army at the end.
    LargestArmy,
    /// Whether it has built a city.
    City,
    /// Whether it has built a settlement.
    Settlement,
    /// How many cards it got by rolls.
    Cards,
    /// How many of them were brick.
    Brick,
    /// Likewise.
    Lumber,
    /// Likewise.
    Wool,
    /// Likewise.
    Grain,
    /// Likewise.
    Ore,
    /// How many cards it lost to the robber and to sevens.
    Lost,
    /// How many cards the others got by rolls.
    Rivals,
    /// How many points it has at the end.
    Points,
}

impl Fact {
    /// All of them.
    const ALL: [Self; 14] = [
        Self::Wins,
        Self::LongestRoad,
        Self::LargestArmy,
        Self::City,
        Self::Settlement,
        Self::Cards,
        Self::Brick,
        Self::Lumber,
        Self::Wool,
        Self::Grain,
        Self::Ore,
        Self::Lost,
        Self::Rivals,
        Self::Points,
    ];

    /// The one of a resource.
    const fn of(resource: Resource) -> Self {
        match resource {
            Resource::Brick => Self::Brick,
            Resource::Lumber => Self::Lumber,
            Resource::Wool => Self::Wool,
            Resource::Grain => Self::Grain,
            Resource::Ore => Self::Ore,
        }
    }

    /// How much one more of it matters, in points; less than nothing for what harms. Only the order of reasons comes of it.
    const fn weight(self) -> f32 {
        match self {
            Self::Wins => 5.0,
            Self::LongestRoad | Self::LargestArmy => 2.0,
            Self::City | Self::Settlement => 1.5,
            Self::Points => 0.5,
            Self::Brick | Self::Lumber | Self::Wool | Self::Grain | Self::Ore => 0.18,
            Self::Cards => 0.14,
            Self::Lost => -0.14,
            Self::Rivals => -0.05,
        }
    }

    /// In how many parts it is written: shares of playouts in hundredths, and what is counted in tenths.
    const fn parts(self) -> f32 {
        match self {
            Self::Wins | Self::LongestRoad | Self::LargestArmy | Self::City | Self::Settlement => {
                100.0
            }
            _ => 10.0,
        }
    }
}

/// What the best answer leads to, and another one does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// What differs.
    pub fact: Fact,
    /// After the best answer: the share of the playouts in percent, or the mean in tenths.
    pub best: u16,
    /// Likewise, after the other one.
    pub other: u16,
}

/// What was counted in a playout, by fact.
pub(crate) type Counts = [f32; Fact::ALL.len()];

/// Counts in a playout.
pub(crate) struct Watch<'a> {
    game: &'a Game,
    seat: Seat,
    counts: Counts,
}

impl<'a> Watch<'a> {
    pub(crate) const fn new(game: &'a Game, seat: Seat) -> Self {
        Self {
            game,
            seat,
            counts: [0.0; Fact::ALL.len()],
        }
    }

    fn add(&mut self, fact: Fact, count: u8) {
        self.counts[fact as usize] += f32::from(count);
    }

    /// Counts what a step has brought.
    pub(crate) fn see(&mut self, before: &State, step: Step, after: &State) {
        let own = self.seat;
        match step {
            Step::Chance {
                outcome: ChanceOutcome::Dice { .. },
            } => {
                for seat in Seat::all(self.game.rules().players) {
                    let got = after.hand(seat).saturating_sub(before.hand(seat));
                    if seat != own {
                        self.add(Fact::Rivals, got.total());
                        continue;
                    }
                    self.add(Fact::Cards, got.total());
                    for (resource, count) in got.iter() {
                        self.add(Fact::of(resource), count);
                    }
                }
            }
            Step::Action {
                seat,
                action: Action::Discard { cards },
            } if seat == own => self.add(Fact::Lost, cards.total()),
            Step::Chance {
                outcome: ChanceOutcome::Stolen { .. },
            } if matches!(before.phase(), Phase::Theft { victim } if *victim == own) => {
                self.add(Fact::Lost, 1);
            }
            Step::Action { seat, action } if seat == own => {
                let built = match action {
                    Action::BuildCity { .. } => Fact::City,
                    Action::BuildSettlement { .. } if before.turn() > 0 => Fact::Settlement,
                    _ => return,
                };
                self.counts[built as usize] = 1.0;
            }
            _ => {}
        }
    }

    /// What was counted, where the playout ended here.
    pub(crate) fn at(mut self, end: &State) -> Counts {
        let own = self.seat;
        let has_won = matches!(end.phase(), Phase::Over { winners } if winners.contains(own));
        self.add(Fact::Wins, u8::from(has_won));
        self.add(Fact::LongestRoad, u8::from(end.longest_road() == Some(own)));
        self.add(Fact::LargestArmy, u8::from(end.largest_army() == Some(own)));
        self.add(Fact::Points, end.points(self.game, own).total());
        self.counts
    }
}

/// What the playouts of the best answer show more of than those of another one, what matters most first. Those of the same place
/// had the same luck.
pub(crate) fn reasons(best: &[Counts], other: &[Counts]) -> Vec<Reason> {
    let shared = best.len().min(other.len());
    let (best, other) = (&best[..shared], &other[..shared]);
    let count = shared as f32;
    let mean = |values: &[Counts], fact: Fact| {
        let values = values.iter().map(|counts| counts[fact as usize]);
        values.sum::<f32>() / count
    };
    let mut reasons: Vec<(f32, Reason)> = Vec::new();
    for fact in Fact::ALL {
        let [ours, theirs] = [best, other].map(|values| mean(values, fact));
        let gain = ours - theirs;
        let squares = best.iter().zip(other).map(|(ours, theirs)| {
            let difference = ours[fact as usize] - theirs[fact as usize] - gain;
            difference * difference
        });
        let error = (squares.sum::<f32>() / (count - 1.0) / count).sqrt();
        let matters = gain * fact.weight();
        if matters >= LEAST && gain.abs() > SURELY * error {
            let [best, other] = [ours, theirs].map(|mean| whole(mean * fact.parts()));
            reasons.push((matters, Reason { fact, best, other }));
        }
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    let reasons = reasons.into_iter().map(|(_, reason)| reason);
    reasons.take(REASONS).collect()
}

#[allow(clippy::cast_sign_loss)]
fn whole(number: f32) -> u16 {
    number.round() as u16
}
