//! Why one answer is better than another: what its playouts show more often, or more of.

use brickwood_protocol::{PlayoutFact, PlayoutReason};
use brickwood_rules::{
    Action, ChanceOutcome, Game, IntersectionSet, Phase, Resource, Seat, State, Step, View,
};

/// How many reasons are given at most.
const REASONS: usize = 2;

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

/// By how much it differs at least where it is a reason: by less, nobody would care.
const fn least(fact: PlayoutFact) -> f32 {
    match fact {
        PlayoutFact::LongestRoad
        | PlayoutFact::LargestArmy
        | PlayoutFact::City
        | PlayoutFact::Settlement => 0.1,
        PlayoutFact::Points => 0.4,
        PlayoutFact::Lost => 0.6,
        PlayoutFact::Rivals => 1.0,
        PlayoutFact::Cards
        | PlayoutFact::Brick
        | PlayoutFact::Lumber
        | PlayoutFact::Wool
        | PlayoutFact::Grain
        | PlayoutFact::Ore => 0.8,
    }
}

/// Whether it says anything of these two answers to the viewer's decision. What one of them builds itself is there at once. Of a
/// first settlement, the cards of a resource come from the second one as well, and the awards are far away. That the others get
/// more cards means, away from the robber, that the game lasts longer; and how often it is won is what the answers are worth.
fn is_telling(view: &View, fact: PlayoutFact, answers: [&[Action]; 2]) -> bool {
    let any = |is: fn(&Action) -> bool| answers.iter().any(|actions| actions.iter().any(is));
    let is_set_up = view.phase == Phase::SetUpSettlement;
    let own = view.viewer.map(|seat| view.seats[seat.index()].settlements);
    let is_first = is_set_up && own.is_none_or(IntersectionSet::is_empty);
    match fact {
        PlayoutFact::City => !any(|action| matches!(action, Action::BuildCity { .. })),
        PlayoutFact::Settlement => {
            is_set_up || !any(|action| matches!(action, Action::BuildSettlement { .. }))
        }
        PlayoutFact::Rivals => any(|action| matches!(action, Action::MoveRobber { .. })),
        PlayoutFact::Cards | PlayoutFact::Lost | PlayoutFact::Points => true,
        _ => !is_first,
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

/// An answer, and what was counted in its playouts.
#[derive(Clone, Copy)]
pub struct PlayedOn<'a> {
    /// What it does.
    pub actions: &'a [Action],
    /// By playout. Those of the same number had the same luck as those of another answer.
    pub counts: &'a [PlayoutCounts],
}

/// What the playouts of the best answer to the viewer's decision show more of than those of another one, what matters most first.
/// What is a reason differs by so many standard errors.
pub fn playout_reasons(
    view: &View,
    best: PlayedOn<'_>,
    other: PlayedOn<'_>,
    surely: f32,
) -> Vec<PlayoutReason> {
    let shared = best.counts.len().min(other.counts.len());
    let pairs = || best.counts[..shared].iter().zip(&other.counts[..shared]);
    let mut reasons: Vec<(f32, PlayoutReason)> = Vec::new();
    for fact in PlayoutFact::ALL {
        if !is_telling(view, fact, [best.actions, other.actions]) {
            continue;
        }
        let at = fact as usize;
        let differences = || pairs().map(|(ours, theirs)| ours[at] - theirs[at]);
        let gain = mean(differences());
        let squares = mean(differences().map(|one| (one - gain) * (one - gain)));
        let error = (squares / f32::from(shared.saturating_sub(1).max(1) as u16)).sqrt();
        let matters = gain * weight(fact);
        if matters > 0.0 && gain.abs() >= least(fact) && gain.abs() > surely * error {
            // Of the best, all playouts count, so that it has one figure whatever it is compared with.
            let ours = mean(best.counts.iter().map(|counts| counts[at]));
            let [best, other] =
                [ours, (ours - gain).max(0.0)].map(|mean| whole(mean * parts(fact)));
            reasons.push((matters, PlayoutReason { fact, best, other }));
        }
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    let reasons = reasons.into_iter().map(|(_, reason)| reason);
    reasons.take(REASONS).collect()
}

fn mean(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let count = f32::from(values.clone().count().max(1) as u16);
    values.sum::<f32>() / count
}

#[allow(clippy::cast_sign_loss)]
fn whole(number: f32) -> u16 {
    number.round() as u16
}
