//! Why one answer is better than another: what its playouts show more often, or more of.

use brickwood_protocol::{PlayoutFact, PlayoutReason};
use brickwood_rules::{Action, ChanceOutcome, Game, Phase, Resource, Seat, State, Step};

/// How many reasons are given at most.
const REASONS: usize = 2;

/// How much a reason matters at least, in points.
const LEAST: f32 = 0.08;

const fn of_resource(resource: Resource) -> PlayoutFact {
    match resource {
        Resource::Brick => PlayoutFact::Brick,
        Resource::Lumber => PlayoutFact::Lumber,
        Resource::Wool => PlayoutFact::Wool,
        Resource::Grain => PlayoutFact::Grain,
        Resource::Ore => PlayoutFact::Ore,
    }
}

/// How much one more of it matters, in points; less than nothing for what harms. Only the order of reasons comes of it.
const fn weight(fact: PlayoutFact) -> f32 {
    match fact {
        PlayoutFact::Wins => 5.0,
        PlayoutFact::LongestRoad | PlayoutFact::LargestArmy => 2.0,
        PlayoutFact::City | PlayoutFact::Settlement => 1.5,
        PlayoutFact::Points => 0.5,
        PlayoutFact::Brick
        | PlayoutFact::Lumber
        | PlayoutFact::Wool
        | PlayoutFact::Grain
        | PlayoutFact::Ore => 0.18,
        PlayoutFact::Cards => 0.14,
        PlayoutFact::Lost => -0.14,
        PlayoutFact::Rivals => -0.05,
    }
}

/// In how many parts it is written: shares of playouts in hundredths, and what is counted in tenths.
const fn parts(fact: PlayoutFact) -> f32 {
    if fact.is_share() { 100.0 } else { 10.0 }
}

/// What was counted in a playout, by fact.
pub type PlayoutCounts = [f32; PlayoutFact::ALL.len()];

/// Watches a playout of a seat, step by step.
pub struct PlayoutWatch<'a> {
    game: &'a Game,
    seat: Seat,
    counts: PlayoutCounts,
}

impl<'a> PlayoutWatch<'a> {
    /// Of what comes to this seat.
    pub const fn new(game: &'a Game, seat: Seat) -> Self {
        Self {
            game,
            seat,
            counts: [0.0; PlayoutFact::ALL.len()],
        }
    }

    fn add(&mut self, fact: PlayoutFact, count: u8) {
        self.counts[fact as usize] += f32::from(count);
    }

    /// Counts what a step has brought.
    pub fn see(&mut self, before: &State, step: Step, after: &State) {
        let own = self.seat;
        match step {
            Step::Chance {
                outcome: ChanceOutcome::Dice { .. },
            } => {
                for seat in Seat::all(self.game.rules().players) {
                    let got = after.hand(seat).saturating_sub(before.hand(seat));
                    if seat != own {
                        self.add(PlayoutFact::Rivals, got.total());
                        continue;
                    }
                    self.add(PlayoutFact::Cards, got.total());
                    for (resource, count) in got.iter() {
                        self.add(of_resource(resource), count);
                    }
                }
            }
            Step::Action {
                seat,
                action: Action::Discard { cards },
            } if seat == own => self.add(PlayoutFact::Lost, cards.total()),
            Step::Chance {
                outcome: ChanceOutcome::Stolen { .. },
            } if matches!(before.phase(), Phase::Theft { victim } if *victim == own) => {
                self.add(PlayoutFact::Lost, 1);
            }
            Step::Action { seat, action } if seat == own => {
                let built = match action {
                    Action::BuildCity { .. } => PlayoutFact::City,
                    Action::BuildSettlement { .. } if before.turn() > 0 => PlayoutFact::Settlement,
                    _ => return,
                };
                self.counts[built as usize] = 1.0;
            }
            _ => {}
        }
    }

    /// What was counted, where the playout ended here.
    pub fn at(mut self, end: &State) -> PlayoutCounts {
        let own = self.seat;
        let has_won = matches!(end.phase(), Phase::Over { winners } if winners.contains(own));
        self.add(PlayoutFact::Wins, u8::from(has_won));
        self.add(
            PlayoutFact::LongestRoad,
            u8::from(end.longest_road() == Some(own)),
        );
        self.add(
            PlayoutFact::LargestArmy,
            u8::from(end.largest_army() == Some(own)),
        );
        self.add(PlayoutFact::Points, end.points(self.game, own).total());
        self.counts
    }
}

/// What the playouts of the best answer show more of than those of another one, what matters most first. Those of the same place
/// had the same luck. What is a reason differs by so many standard errors.
pub fn playout_reasons(
    best: &[PlayoutCounts],
    other: &[PlayoutCounts],
    surely: f32,
) -> Vec<PlayoutReason> {
    let shared = best.len().min(other.len());
    let (best, other) = (&best[..shared], &other[..shared]);
    let count = f32::from(shared as u16);
    let mean = |values: &[PlayoutCounts], fact: PlayoutFact| {
        let values = values.iter().map(|counts| counts[fact as usize]);
        values.sum::<f32>() / count
    };
    let mut reasons: Vec<(f32, PlayoutReason)> = Vec::new();
    for fact in PlayoutFact::ALL {
        let [ours, theirs] = [best, other].map(|values| mean(values, fact));
        let gain = ours - theirs;
        let squares = best.iter().zip(other).map(|(ours, theirs)| {
            let difference = ours[fact as usize] - theirs[fact as usize] - gain;
            difference * difference
        });
        let error = (squares.sum::<f32>() / (count - 1.0) / count).sqrt();
        let matters = gain * weight(fact);
        if matters >= LEAST && gain.abs() > surely * error {
            let [best, other] = [ours, theirs].map(|mean| whole(mean * parts(fact)));
            reasons.push((matters, PlayoutReason { fact, best, other }));
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
