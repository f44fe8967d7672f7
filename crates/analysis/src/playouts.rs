//! Why one answer is better than another: what its playouts show more often, or more of.

use brickwood_protocol::{PlayoutFact, PlayoutReason};
use brickwood_rules::{
    Action, ChanceOutcome, Game, Hex, Intersection, IntersectionSet, Phase, Resource, Seat, State,
    Step, View,
};

/// How many reasons are given at most.
const REASONS: usize = 2;

/// Of this part of the playouts at least, both games go on to the end of the playout, or nothing is said of them: what is over soon
/// has neither rolls nor titles to compare.
const GOING_ON: f32 = 0.25;

/// For how many rounds after the turn a decision of the viewer is played on: settlements of the set-up have to bring something first. The
/// page says so (`reasons.ts`).
pub fn playout_rounds(view: &View) -> u16 {
    if view.turn == 0 { 3 } else { 2 }
}

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
        // It comes before all that is on the way to it.
        PlayoutFact::Win => 100.0,
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
        PlayoutFact::Win => 0.05,
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
        // Whoever gets more loses more.
        PlayoutFact::Lost => !is_set_up,
        PlayoutFact::Cards | PlayoutFact::Points | PlayoutFact::Win => true,
        _ => !is_first,
    }
}

/// Whether the hexes of two corners of the set-up say the same: what comes of the settlement that follows, and of the robber, would
/// speak against what everybody sees. Anything does of other decisions.
fn is_borne_out(game: &Game, view: &View, fact: PlayoutFact, answers: [&[Action]; 2]) -> bool {
    let [
        [Action::BuildSettlement { at: best }],
        [Action::BuildSettlement { at: other }],
    ] = answers
    else {
        return true;
    };
    let board = game.board();
    let promises = |at: &Intersection, is_counted: fn(PlayoutFact, Resource) -> bool| -> u8 {
        let hexes = board.topology().hexes_round(*at).map(|hex| board.hex(hex));
        let brings = |hex: &Hex| {
            let resource = hex.terrain.resource();
            resource.is_some_and(|resource| is_counted(fact, resource))
        };
        hexes.filter(brings).map(Hex::pips).sum()
    };
    let has_more = |is_counted| promises(best, is_counted) > promises(other, is_counted);
    view.phase != Phase::SetUpSettlement
        || match fact {
            PlayoutFact::Cards => has_more(|_, _| true),
            PlayoutFact::Settlement => {
                has_more(|_, resource| matches!(resource, Resource::Brick | Resource::Lumber))
            }
            PlayoutFact::City => {
                has_more(|_, resource| matches!(resource, Resource::Grain | Resource::Ore))
            }
            PlayoutFact::Brick
            | PlayoutFact::Lumber
            | PlayoutFact::Wool
            | PlayoutFact::Grain
            | PlayoutFact::Ore => has_more(|fact, resource| of_resource(resource) == fact),
            _ => true,
        }
}

/// In how many parts it is written: shares of playouts in hundredths, and what is counted in tenths.
const fn parts(fact: PlayoutFact) -> f32 {
    if fact.is_share() { 100.0 } else { 10.0 }
}

/// What was counted in a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayoutCounts {
    /// By fact.
    pub counts: [f32; PlayoutFact::ALL.len()],
    /// Whether the game was over before the end of the playout.
    pub is_over: bool,
}

impl PlayoutCounts {
    /// What is compared of a fact. Of a game that was over early, only whether it was won in the turn of the decision, and the points:
    /// the fewer rolls and the titles of then would say that it ended.
    fn of(&self, fact: PlayoutFact) -> Option<f32> {
        let counts = matches!(fact, PlayoutFact::Win | PlayoutFact::Points) || !self.is_over;
        counts.then_some(self.counts[fact as usize])
    }
}

/// Watches a playout of a seat, step by step.
pub struct PlayoutWatch<'a> {
    game: &'a Game,
    seat: Seat,
    /// The turn of the decision.
    turn: Option<u16>,
    counts: [f32; PlayoutFact::ALL.len()],
}

impl<'a> PlayoutWatch<'a> {
    /// Of what comes to this seat.
    pub const fn new(game: &'a Game, seat: Seat) -> Self {
        Self {
            game,
            seat,
            turn: None,
            counts: [0.0; PlayoutFact::ALL.len()],
        }
    }

    fn add(&mut self, fact: PlayoutFact, count: u8) {
        self.counts[fact as usize] += f32::from(count);
    }

    /// Counts what a step has brought.
    pub fn see(&mut self, before: &State, step: Step, after: &State) {
        let own = self.seat;
        self.turn.get_or_insert(before.turn());
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
        let is_over = matches!(end.phase(), Phase::Over { .. });
        let wins = matches!(end.phase(), Phase::Over { winners } if winners.contains(own));
        let is_at_once = self.turn == Some(end.turn());
        self.add(PlayoutFact::Win, u8::from(wins && is_at_once));
        PlayoutCounts {
            counts: self.counts,
            is_over,
        }
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
    game: &Game,
    view: &View,
    best: PlayedOn<'_>,
    other: PlayedOn<'_>,
    surely: f32,
) -> Vec<PlayoutReason> {
    let answers = [best.actions, other.actions];
    let held = view
        .viewer
        .map_or(0, |seat| view.seats[seat.index()].points.total());
    let pairs = || best.counts.iter().zip(other.counts);
    let least_pairs = GOING_ON * count(pairs());
    let mut reasons: Vec<(f32, PlayoutReason)> = Vec::new();
    for fact in PlayoutFact::ALL {
        if !is_telling(view, fact, answers) || !is_borne_out(game, view, fact, answers) {
            continue;
        }
        let differences =
            || pairs().filter_map(|(ours, theirs)| Some(ours.of(fact)? - theirs.of(fact)?));
        let compared = count(differences());
        if compared < least_pairs {
            continue;
        }
        let gain = mean(differences());
        let squares = mean(differences().map(|one| (one - gain) * (one - gain)));
        let error = (squares / (compared - 1.0).max(1.0)).sqrt();
        // Of the best, all playouts count, so that it has one figure whatever it is compared with.
        let ours = mean(best.counts.iter().filter_map(|counts| counts.of(fact)));
        // Fewer points than it has are nothing to aim at.
        let is_loss = fact == PlayoutFact::Points && ours < f32::from(held);
        let matters = gain * weight(fact);
        if matters > 0.0 && gain.abs() >= least(fact) && gain.abs() > surely * error && !is_loss {
            let [best, other] =
                [ours, (ours - gain).max(0.0)].map(|mean| whole(mean * parts(fact)));
            reasons.push((matters, PlayoutReason { fact, best, other }));
        }
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut reasons: Vec<PlayoutReason> = reasons.into_iter().map(|(_, reason)| reason).collect();
    if reasons.iter().any(|reason| reason.fact == PlayoutFact::Win) {
        // It has made them.
        reasons.retain(|reason| reason.fact != PlayoutFact::Points);
    }
    reasons.truncate(REASONS);
    reasons
}

fn mean(values: impl Iterator<Item = f32> + Clone) -> f32 {
    values.clone().sum::<f32>() / count(values).max(1.0)
}

fn count(all: impl Iterator) -> f32 {
    f32::from(all.count() as u16)
}

#[allow(clippy::cast_sign_loss)]
fn whole(number: f32) -> u16 {
    number.round() as u16
}
