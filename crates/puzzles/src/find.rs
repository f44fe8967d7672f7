//! Questions in games of bots.

use std::collections::HashSet;
use std::iter;
use std::mem::discriminant;
use std::sync::Arc;

use brickwood_analysis::known_chances;
use brickwood_arena::{BotEntrant, Deal, Entrant, Player};
use brickwood_bots::{Level, TurnPlan, choose, guesses, offers, plans};
use brickwood_rules::{
    Action, ActionKind, Cards, Game, HexId, Intersection, IntersectionSet, Path, Phase,
    Playthrough, Rules, RulesError, Seat, State, Step, Terms, View, legal_actions,
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

/// A corner with so many pips or fewer is nobody's choice, unless it is the hard bot's.
const POOR: u8 = 7;

/// A corner that competes with the best has so many pips less at most.
const NEARLY: u8 = 1;

/// A corner of so many resources is balanced.
const BALANCED: usize = 3;

/// How many things a plan does at most: of more, nobody thinks.
const LONGEST: usize = 4;

/// How many actions the turn without an offer has at most, its end included.
const SHORT: usize = 3;

/// How many times weaker bots are asked what they would do.
const ASKED: u64 = 8;

/// How many offers a question has at most, beside a turn without one.
const OFFERS: usize = 4;

/// How many of them the hard bot would make. The others ask for the same at a better price.
const PROMISING: usize = 3;

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
    let mut questions = decisions
        .into_iter()
        .filter_map(|(step, seat)| question(&course, step, seat, kind, seed));
    let found = if kind == Kind::Robber {
        // Most moves of the robber matter little.
        questions.max_by(|(a, _), (b, _)| a.total_cmp(b))
    } else {
        questions.next()
    };
    Ok(found.map(|(_, question)| question))
}

/// What a decision asks, and how much of the chance to win two of the answers or more are behind, as the hard bot sees it.
fn question(
    course: &Playthrough,
    step: usize,
    seat: Seat,
    kind: Kind,
    seed: u64,
) -> Option<(f32, Question)> {
    let mut course = course.clone();
    course.back_to(step);
    let game = Arc::clone(course.game());
    let view = course.state().view(&game, Some(seat));
    let plans = plans(&game, &view, seed)?;
    // What wins at once is no question.
    if plans.iter().any(|plan| plan.wins) {
        return None;
    }
    let state = *guesses(&game, &view, 1, seed).first()?;
    let plans = sensible(&game, &state, seat, plans)?;
    let answers = match kind {
        Kind::FirstSettlement | Kind::SecondSettlement | Kind::Robber => {
            let best = plans.first()?.actions[0];
            let obvious = obvious(&game, &state, seat, best);
            let rivals = obvious.iter().filter(|action| **action != best);
            if rivals.count() >= ANSWERS {
                return None;
            }
            let much = if kind == Kind::Robber {
                MUCH_OF_ROBBERS
            } else {
                MUCH_AT_FIRST
            };
            // What everybody sees is always among the answers.
            let is_obvious = |plan: &TurnPlan| obvious.contains(&plan.actions[0]);
            let mut answers = told_apart(plans, much, is_obvious);
            let is_near = |plan: &TurnPlan| competes(&game, best, plan.actions[0]);
            let others = answers.get_mut(1..)?;
            if kind == Kind::SecondSettlement && !others.iter().any(is_near) {
                return None;
            }
            // What weaker bots like comes before what nobody would do.
            let liked = liked(&game, &view, seed);
            others.sort_by_key(|plan| {
                let is_liked = liked.contains(&plan.actions[0]);
                (!is_obvious(plan), !is_near(plan), !is_liked)
            });
            answers
        }
        Kind::Road => told_apart(roads(&game, &state, seat, plans)?, MUCH, |_| false),
        Kind::Trade if view.phase == Phase::Turn => {
            let offers = offers(&game, &view, seed)?;
            let without = plans.into_iter().next()?;
            // Beside single offers, a turn of many things would be the answer.
            if without.actions.len() > SHORT {
                return None;
            }
            let offers = different_offers(offers, &without)?;
            let mut answers = vec![without];
            answers.extend(offers);
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
    let answers: Vec<TurnPlan> = answers.into_iter().take(most).collect();
    if answers.len() < Kind::LEAST {
        return None;
    }
    let mut values: Vec<f32> = answers.iter().map(|plan| plan.value).collect();
    values.sort_by(f32::total_cmp);
    let chance = known_chances(&game, &view)?[seat.index()];
    let behind = (values.last()? - values[1]) * chance * (1.0 - chance);
    let answers = answers.into_iter().map(|plan| plan.actions).collect();
    let question = Question {
        kind,
        game,
        seat,
        view,
        answers,
    };
    Some((behind, question))
}

/// Those of these plans that somebody would think of, the best first. None where the best of a turn is not one of them.
fn sensible(game: &Game, state: &State, seat: Seat, plans: Vec<TurnPlan>) -> Option<Vec<TurnPlan>> {
    let mut seen = HashSet::new();
    let mut sensible = Vec::new();
    for (place, mut plan) in plans.into_iter().enumerate() {
        plan.actions = without_luck(game, state, seat, plan.actions);
        let is_first = place == 0;
        if is_sensible(game, state, seat, &plan.actions, is_first) {
            if seen.insert(plan.actions.clone()) {
                sensible.push(plan);
            }
        } else if is_first && *state.phase() == Phase::Turn {
            return None;
        }
    }
    Some(sensible)
}

/// Whether somebody would think of it: nobody settles where nearly nothing comes, has the robber on their own land or on nobody's, unless
/// that is best; plays a card for nothing, trades with the bank for nothing, or plans half a dozen things.
fn is_sensible(game: &Game, state: &State, seat: Seat, plan: &[Action], is_first: bool) -> bool {
    match *plan {
        [Action::BuildSettlement { at }] if *state.phase() == Phase::SetUpSettlement => {
            is_first || pips(game, at) > POOR
        }
        [Action::MoveRobber { to }] => {
            let topology = game.board().topology();
            let is_at = |seat| {
                let mut corners = state.buildings(seat).iter();
                corners.any(|corner| topology.hexes_round(corner).any(|hex| hex == to))
            };
            let mut seats = Seat::all(game.rules().players);
            !is_at(seat) && (is_first || seats.any(is_at))
        }
        _ => {
            let mut before_the_end = plan.iter().filter(|action| **action != Action::EndTurn);
            let last = before_the_end.next_back();
            let is_idle = matches!(last, Some(Action::MaritimeTrade { .. }));
            deeds(plan).len() <= LONGEST && !plan.contains(&Action::Pass) && !is_idle
        }
    }
}

/// A plan up to its knight where the rest needs the card that the knight steals: whoever has it goes on from there.
fn without_luck(game: &Game, state: &State, seat: Seat, mut plan: Vec<Action>) -> Vec<Action> {
    let is_knight = |action: &Action| *action == Action::PlayKnight;
    let Some(knight) = plan.iter().position(is_knight) else {
        return plan;
    };
    let mut state = *state;
    for action in plan.iter().copied().filter(|action| !is_knight(action)) {
        match state.apply(game, Step::Action { seat, action }) {
            Ok(next) if next.may_act(seat) => state = next,
            Ok(_) => break,
            Err(_) => {
                plan.truncate(knight + 1);
                break;
            }
        }
    }
    plan
}

/// How often a corner gets a card in 36 rolls.
fn pips(game: &Game, at: Intersection) -> u8 {
    let board = game.board();
    let hexes = board.topology().hexes_round(at);
    hexes.map(|hex| board.hex(hex).pips()).sum()
}

/// Which resources a corner gets.
fn resources(game: &Game, at: Intersection) -> usize {
    let board = game.board();
    let hexes = board.topology().hexes_round(at);
    let resources = hexes.filter_map(|hex| board.hex(hex).terrain.resource());
    resources.collect::<HashSet<_>>().len()
}

/// What everybody sees, where this is the best settlement of the set-up: the free corners with the most pips, and balanced ones with no
/// fewer than that. Of hexes for the robber, those where it takes most from others, own land aside. Nothing of other decisions.
pub(crate) fn obvious(game: &Game, state: &State, seat: Seat, best: Action) -> Vec<Action> {
    let seen = |action: &Action| match (*action, best) {
        (Action::BuildSettlement { at }, Action::BuildSettlement { at: best })
            if *state.phase() == Phase::SetUpSettlement =>
        {
            let pips = |at| u16::from(pips(game, at));
            let is_rich = pips(at) >= pips(best) && resources(game, at) >= BALANCED;
            Some((pips(at), is_rich))
        }
        (Action::MoveRobber { to }, Action::MoveRobber { .. }) => {
            let is_sensible = is_sensible(game, state, seat, &[*action], false);
            is_sensible.then(|| (blocked(game, state, to), false))
        }
        _ => None,
    };
    let legal = legal_actions(game, state, seat);
    let most = legal.iter().filter_map(seen).map(|(much, _)| much).max();
    let is_obvious =
        |action: &Action| seen(action).is_some_and(|(much, is_rich)| is_rich || Some(much) == most);
    legal.into_iter().filter(is_obvious).collect()
}

/// How many cards a hex brings in 36 rolls, to whomever.
fn blocked(game: &Game, state: &State, hex: HexId) -> u16 {
    let board = game.board();
    let of = |corners: IntersectionSet| {
        let corners = corners.iter();
        let at = corners.filter(|at| board.topology().hexes_round(*at).any(|each| each == hex));
        at.count() as u16
    };
    let seats = Seat::all(game.rules().players);
    let buildings: u16 = seats
        .map(|seat| of(state.buildings(seat)) + of(state.cities(seat)))
        .sum();
    buildings * u16::from(board.hex(hex).pips())
}

/// Whether a corner has about as many pips as the best.
pub(crate) fn competes(game: &Game, best: Action, other: Action) -> bool {
    match (best, other) {
        (Action::BuildSettlement { at: best }, Action::BuildSettlement { at: other }) => {
            pips(game, other) + NEARLY >= pips(game, best)
        }
        _ => false,
    }
}

impl Question {
    /// A state that looks like this to the seat.
    pub(crate) fn state(&self) -> Option<State> {
        guesses(&self.game, &self.view, 1, 0).first().copied()
    }

    /// Whether an answer takes the longest road at once.
    pub(crate) fn takes_longest_road(&self, answer: &[Action]) -> bool {
        let is_holder = |state: &State| state.longest_road() == Some(self.seat);
        let state = self.state();
        state.is_some_and(|state| {
            !is_holder(&state) && is_holder(&after_roads(&self.game, &state, self.seat, answer))
        })
    }
}

/// The state once a seat has laid the roads of a plan that has nothing else.
fn after_roads(game: &Game, state: &State, seat: Seat, plan: &[Action]) -> State {
    let before_the_end = plan.iter().filter(|action| **action != Action::EndTurn);
    before_the_end.fold(*state, |state, action| {
        let action = *action;
        state
            .apply(game, Step::Action { seat, action })
            .unwrap_or(state)
    })
}

/// The best plan and those that are much worse: what lies between would be a matter of taste. What is kept is there anyway.
fn told_apart(
    plans: Vec<TurnPlan>,
    much: f32,
    is_kept: impl Fn(&TurnPlan) -> bool,
) -> Vec<TurnPlan> {
    let best = plans.first().map_or(0.0, |plan| plan.value);
    let mut plans = plans.into_iter();
    let first = plans.next();
    first
        .into_iter()
        .chain(plans.filter(|plan| best - plan.value >= much || is_kept(plan)))
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

/// The best plans that build nothing but roads, by where the last one lies; beside the best, those of as many roads, and those that open
/// a corner to settle on. None where something else is better.
fn roads(game: &Game, state: &State, seat: Seat, plans: Vec<TurnPlan>) -> Option<Vec<TurnPlan>> {
    let last = |plan: &TurnPlan| -> Option<Path> {
        let deeds = deeds(&plan.actions);
        let paths = deeds.iter().map(|action| match action {
            Action::BuildRoad { at } => Some(*at),
            _ => None,
        });
        paths.collect::<Option<Vec<Path>>>()?.last().copied()
    };
    let best = plans.first()?;
    last(best)?;
    let most = deeds(&best.actions).len();
    let spots = |state: &State| state.settlement_spots(game, seat);
    let leads_on = |plan: &TurnPlan| {
        let after = after_roads(game, state, seat, &plan.actions);
        deeds(&plan.actions).len() >= most || !spots(&after).minus(spots(state)).is_empty()
    };
    let mut seen = HashSet::new();
    let plans = plans.into_iter();
    Some(
        plans
            .filter(|plan| last(plan).is_some_and(|path| leads_on(plan) && seen.insert(path)))
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

/// Offers for different cards, or of different ones: the best, one that is much worse, and what others would take as well. Beside two cards
/// for one, one for one. None without an offer.
fn different_offers(offers: Vec<TurnPlan>, without: &TurnPlan) -> Option<Vec<TurnPlan>> {
    let kinds = |plan: &TurnPlan| {
        let terms = terms(&plan.actions)?;
        let of = |cards: Cards| -> Vec<_> { cards.iter().map(|(resource, _)| resource).collect() };
        Some((of(terms.give), of(terms.take)))
    };
    let mut seen = HashSet::new();
    let mut offers: Vec<_> = offers
        .into_iter()
        .filter(|offer| seen.insert(kinds(offer)))
        .collect();
    let best = (0..offers.len()).max_by(|a, b| offers[*a].value.total_cmp(&offers[*b].value))?;
    let best = offers.remove(best);
    // The most promising ones come first.
    if let Some(worse) = (offers.iter()).position(|offer| best.value - offer.value >= MUCH) {
        offers[..=worse].rotate_right(1);
    }
    let mut chosen: Vec<TurnPlan> = Vec::new();
    for offer in iter::once(best).chain(offers).take(PROMISING) {
        let cheaper = one_for_one(&offer.actions).map(|actions| TurnPlan {
            actions,
            ..without.clone()
        });
        let new: Vec<_> = iter::once(offer).chain(cheaper).collect();
        if chosen.len() + new.len() <= OFFERS {
            chosen.extend(new);
        }
    }
    Some(chosen)
}

/// The terms of an offer.
pub(crate) fn terms(plan: &[Action]) -> Option<Terms> {
    match *plan {
        [Action::Offer { terms, .. }] => Some(terms),
        _ => None,
    }
}

/// Of an offer of some cards of a resource for one of another, the offer of a single one.
pub(crate) fn one_for_one(plan: &[Action]) -> Option<Vec<Action>> {
    let [Action::Offer { terms, to }] = *plan else {
        return None;
    };
    let mut given = terms.give.iter();
    let (Some((resource, 2..)), None, 1) = (given.next(), given.next(), terms.take.total()) else {
        return None;
    };
    let give = Cards::of(resource, 1);
    let terms = Terms { give, ..terms };
    Some(vec![Action::Offer { terms, to }])
}
