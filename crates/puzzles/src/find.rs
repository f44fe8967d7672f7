//! Questions in games of bots.

use std::collections::HashSet;
use std::mem::discriminant;
use std::sync::Arc;

use brickwood_arena::{BotEntrant, Deal, Entrant, Player};
use brickwood_bots::{Level, TurnPlan, choose, offers, plans};
use brickwood_rules::{
    Action, ActionKind, Game, Intersection, Path, Phase, Playthrough, Rules, RulesError, Seat,
    Step, View,
};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::Kind;
use crate::kind::{deeds, is_of_cards};

/// How many answers a question has at most.
pub(crate) const ANSWERS: usize = 5;

/// How many moves of the robber are judged: most are about as good as each other, and few of those are asked about.
const ROBBERS: usize = 8;

/// By how much the hard bot values what is about as good less, in log-odds of winning, of sorts.
const LITTLE: f32 = 0.1;

/// By how much it values what is clearly worse less.
const MUCH: f32 = 0.5;

/// Likewise of moves of the robber, most of which matter little.
const MUCH_OF_ROBBERS: f32 = 0.3;

/// Likewise of settlements of the set-up: the whole game is still to come.
const MUCH_AT_FIRST: f32 = 0.6;

/// A corner with so many pips or fewer is nobody's choice.
const POOR: u8 = 5;

/// How many things a plan does at most: of more, nobody thinks.
const LONGEST: usize = 4;

/// How many actions the turn without an offer has at most, its end included.
const SHORT: usize = 3;

/// How many times weaker bots are asked what they would do.
const ASKED: u64 = 8;

/// How many offers a question has at most, beside a turn without one.
const OFFERS: usize = 3;

/// A decision, as its seat knows it, and what it could do.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub kind: Kind,
    /// Its rules and its board.
    pub game: Arc<Game>,
    /// Who decides.
    pub seat: Seat,
    /// What the seat sees.
    pub view: View,
    /// What it could do, up to the end of its turn where nothing but its own actions stands between; the best as the hard bot
    /// sees it comes first. No two lead to the same position.
    pub answers: Vec<Vec<Action>>,
}

/// Looks for a question of a kind in a game of hard and medium bots, the one of this seed. None if it has none.
///
/// # Errors
///
/// Rules that cannot be played.
pub fn find(rules: Rules, seed: u64, kind: Kind) -> Result<Option<Question>, RulesError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(5);
    let mut players: Vec<Box<dyn Player>> = Seat::all(rules.players)
        .map(|_| {
            let level = *[Level::Medium, Level::Hard].choose(&mut rng).expect("two");
            BotEntrant::new(level)
                .player()
                .expect("a bot is always there")
        })
        .collect();
    let (course, _) = Deal::new(rules, seed)?.play(&mut players);
    let game = Arc::clone(course.game());
    let mut decisions = Vec::new();
    let mut number = 0;
    let mut decided = None;
    course.for_each_change(|change| {
        if let Step::Action { seat, .. } = change.step {
            let (phase, turn) = (discriminant(change.before.phase()), change.before.turn());
            let decision = Some((phase, turn, seat));
            // Of a turn, only its whole is asked about.
            if kind.is_of(&game, change.before, seat) && decided != decision {
                decisions.push((number, seat));
                decided = decision;
            }
        }
        number += 1;
    });
    decisions.shuffle(&mut rng);
    Ok(decisions
        .into_iter()
        .find_map(|(step, seat)| question(&course, step, seat, kind, seed)))
}

fn question(
    course: &Playthrough,
    step: usize,
    seat: Seat,
    kind: Kind,
    seed: u64,
) -> Option<Question> {
    let mut course = course.clone();
    course.back_to(step);
    let game = Arc::clone(course.game());
    let view = course.state().view(&game, Some(seat));
    let plans = plans(&game, &view, seed)?;
    // What wins at once is no question.
    if plans.iter().any(|plan| plan.wins) {
        return None;
    }
    let plans: Vec<TurnPlan> = plans
        .into_iter()
        .filter(|plan| is_sensible(&game, &view, seat, plan))
        .collect();
    let answers = match kind {
        Kind::FirstSettlement | Kind::SecondSettlement | Kind::Robber => {
            let liked = liked(&game, &view, seed);
            let is_liked = |plan: &TurnPlan| liked.contains(&plan.actions[0]);
            let of_corner = |plan: &TurnPlan| match plan.actions[0] {
                Action::BuildSettlement { at } => pips(&game, at),
                _ => 0,
            };
            let much = if kind == Kind::Robber {
                MUCH_OF_ROBBERS
            } else {
                MUCH_AT_FIRST
            };
            let most = plans.iter().map(of_corner).max()?;
            let mut answers = told_apart(plans, much);
            // What everybody sees is among the answers, or what is asked is a matter of taste.
            if !answers.iter().any(|plan| of_corner(plan) == most) {
                return None;
            }
            // What weaker bots like comes before what nobody would do.
            answers
                .get_mut(1..)?
                .sort_by_key(|plan| (of_corner(plan) != most, !is_liked(plan)));
            answers
        }
        Kind::Road => told_apart(roads(plans)?, MUCH),
        Kind::Trade if view.phase == Phase::Turn => {
            let offers = offers(&game, &view, seed)?;
            let without = plans.into_iter().next()?;
            // Beside single offers, a turn of many things would be the answer.
            if without.actions.len() > SHORT {
                return None;
            }
            let mut answers = vec![without];
            answers.extend(different_offers(offers));
            matters(&answers).then_some(answers)?
        }
        Kind::Trade => matters(&plans).then_some(plans)?,
        Kind::Cards => {
            let answers = whole(sorts(plans))?;
            let of_cards =
                |plan: &&TurnPlan| plan.actions.iter().any(|action| is_of_cards(*action));
            let with = answers.iter().filter(of_cards).count();
            (with > 0 && with < answers.len()).then_some(answers)?
        }
        Kind::LastPoints => whole(sorts(plans))?,
    };
    let most = if kind == Kind::Robber {
        ROBBERS
    } else {
        ANSWERS
    };
    let answers = answers.into_iter().map(|plan| plan.actions).take(most);
    let answers: Vec<_> = answers.collect();
    (answers.len() >= Kind::LEAST).then_some(Question {
        kind,
        game,
        seat,
        view,
        answers,
    })
}

/// Whether somebody would think of it: nobody settles where nearly nothing comes, has the robber on their own land, plays a card for
/// nothing, or plans half a dozen things.
fn is_sensible(game: &Game, view: &View, seat: Seat, plan: &TurnPlan) -> bool {
    match plan.actions[..] {
        [Action::BuildSettlement { at }] if view.phase == Phase::SetUpSettlement => {
            pips(game, at) > POOR
        }
        [Action::MoveRobber { to }] => {
            let own = &view.seats[seat.index()];
            let own = own.settlements.union(own.cities);
            let topology = game.board().topology();
            let is_at = |corner| topology.hexes_round(corner).any(|hex| hex == to);
            !own.iter().any(is_at)
        }
        _ => deeds(&plan.actions).len() <= LONGEST && !plan.actions.contains(&Action::Pass),
    }
}

/// How often a corner gets a card in 36 rolls.
fn pips(game: &Game, at: Intersection) -> u8 {
    let board = game.board();
    let hexes = board.topology().hexes_round(at);
    hexes.map(|hex| board.hex(hex).pips()).sum()
}

impl Question {
    /// Of settlements of the set-up, the answer with the most pips.
    pub(crate) fn richest(&self) -> Option<usize> {
        let pips = |answer: &Vec<Action>| match answer[..] {
            [Action::BuildSettlement { at }] => pips(&self.game, at),
            _ => 0,
        };
        let is_of_set_up = self.view.phase == Phase::SetUpSettlement;
        let answers = self.answers.iter().map(pips).enumerate();
        let richest = answers.max_by_key(|(answer, pips)| (*pips, std::cmp::Reverse(*answer)));
        richest.filter(|_| is_of_set_up).map(|(answer, _)| answer)
    }
}

/// The best plan and those that are much worse: what lies between would be a matter of taste.
fn told_apart(plans: Vec<TurnPlan>, much: f32) -> Vec<TurnPlan> {
    let best = plans.first().map_or(0.0, |plan| plan.value);
    let mut plans = plans.into_iter();
    let first = plans.next();
    first
        .into_iter()
        .chain(plans.filter(|plan| best - plan.value >= much))
        .collect()
}

/// These plans, where each of the best is as good as the first or much worse. None where one of them is a matter of taste: a
/// turn that somebody might think of is not left out.
fn whole(mut plans: Vec<TurnPlan>) -> Option<Vec<TurnPlan>> {
    plans.truncate(ANSWERS);
    let best = plans.first()?.value;
    let is_clear = |plan: &TurnPlan| !(LITTLE..MUCH).contains(&(best - plan.value));
    plans.iter().all(is_clear).then_some(plans)
}

/// Whether the best of these plans is much better than the worst, and none wins.
fn matters(plans: &[TurnPlan]) -> bool {
    let values = || plans.iter().map(|plan| plan.value);
    let best = values().fold(f32::NEG_INFINITY, f32::max);
    let worst = values().fold(f32::INFINITY, f32::min);
    best - worst >= MUCH && plans.iter().all(|plan| !plan.wins)
}

/// What weaker bots would do, the most usual first.
fn liked(game: &Game, view: &View, seed: u64) -> Vec<Action> {
    let levels = [Level::Easy, Level::Medium].into_iter();
    let asked = levels.flat_map(|level| (0..ASKED).map(move |number| (level, number)));
    let mut counts: Vec<(Action, u32)> = Vec::new();
    for (level, number) in asked {
        let Some(action) = choose(level, game, view, seed.wrapping_add(number)) else {
            continue;
        };
        match counts.iter_mut().find(|(known, _)| *known == action) {
            Some((_, count)) => *count += 1,
            None => counts.push((action, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().map(|(action, _)| action).collect()
}

/// The best plans that build nothing but roads, by where the last one lies. None where something else is better.
fn roads(plans: Vec<TurnPlan>) -> Option<Vec<TurnPlan>> {
    let last = |plan: &TurnPlan| -> Option<Path> {
        let deeds = deeds(&plan.actions);
        let paths = deeds.iter().map(|action| match action {
            Action::BuildRoad { at } => Some(*at),
            _ => None,
        });
        paths.collect::<Option<Vec<Path>>>()?.last().copied()
    };
    last(plans.first()?)?;
    let mut seen = HashSet::new();
    let plans = plans.into_iter();
    Some(
        plans
            .filter(|plan| last(plan).is_some_and(|path| seen.insert(path)))
            .collect(),
    )
}

/// The best plan of each sort: those that build, buy and play the same things, wherever that is.
fn sorts(plans: Vec<TurnPlan>) -> Vec<TurnPlan> {
    // In any order, but a second road is another sort of turn.
    let sort = |plan: &TurnPlan| {
        let mut counts = [0_u8; ActionKind::ALL.len()];
        for action in deeds(&plan.actions) {
            counts[action.kind() as usize] += 1;
        }
        counts
    };
    let mut seen = HashSet::new();
    let plans = plans.into_iter();
    plans.filter(|plan| seen.insert(sort(plan))).collect()
}

/// The best offers for different cards, or of different ones.
fn different_offers(offers: Vec<TurnPlan>) -> impl Iterator<Item = TurnPlan> {
    let kinds = |plan: &TurnPlan| match plan.actions[..] {
        [Action::Offer { terms, .. }] => {
            let give: Vec<_> = terms.give.iter().map(|(resource, _)| resource).collect();
            let take: Vec<_> = terms.take.iter().map(|(resource, _)| resource).collect();
            Some((give, take))
        }
        _ => None,
    };
    let mut seen = HashSet::new();
    offers
        .into_iter()
        .filter(move |offer| seen.insert(kinds(offer)))
        .take(OFFERS)
}
