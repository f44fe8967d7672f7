//! A look into the head of a bot is what it has worked out, and knows what its seat knew.

use brickwood_analysis::look;
use brickwood_bots::{Bot, Level, Manner, alternatives};
use brickwood_protocol::{Look, LookMethod, LookWhy};
use brickwood_rules::{Action, Edition, Game, History, InformationState, Phase, State, Step};

use crate::played::bots;

/// Shows each decision of a game of these bots, with the state before it, what its seat knew, and its step.
fn decisions(
    players: u8,
    seed: u64,
    level: Level,
    mut show: impl FnMut(&Game, &State, InformationState<'_>, &[Step]),
) {
    let played = bots(Edition::Modern.rules(players), seed, &[level]);
    for (place, step) in played.steps.iter().enumerate() {
        let Step::Action { seat, .. } = *step else {
            continue;
        };
        let steps = &played.steps[..=place];
        let state = &played.states[place];
        let before = steps[..place].iter().copied();
        let history = History::from_steps(&played.game, Some(seat), before).expect("legal steps");
        let view = state.view(&played.game, Some(seat));
        let known = InformationState::new(&view, Some(&history));
        show(&played.game, state, known, steps);
    }
}

fn looked(known: InformationState<'_>, game: &Game, level: Level, seed: u64) -> Option<Look> {
    let bot = Bot::new(level).with_manner(Manner::Bots);
    let action = bot.clone().choose(game, known, seed)?;
    bot.look(game, known, action, seed)
}

#[test]
fn a_bot_takes_the_first_plan_that_a_look_shows_or_the_look_says_why_not() {
    let mut kinds = std::collections::BTreeMap::new();
    let mut offers = 0;
    decisions(4, 31, Level::Hard, |game, state, known, _| {
        let Some(look) = looked(known, game, Level::Hard, 5) else {
            return;
        };
        let values = look.plans.iter().map(|plan| plan.worth);
        assert!(
            values.is_sorted_by(|a, b| a >= b) || look.taken == Some(5),
            "{look:?}"
        );
        assert_ne!(look.why, Some(LookWhy::OtherGuesses), "{look:?}");
        match look.taken {
            Some(0) => assert_eq!(look.why, None),
            Some(_) => assert!(look.why.is_some(), "{look:?}"),
            None => assert_eq!(look.why.is_none(), look.plans.is_empty(), "{look:?}"),
        }
        if matches!(state.phase(), Phase::SetUpSettlement | Phase::MoveRobber) {
            assert_eq!(look.taken, Some(0), "{look:?}");
        }
        if let Action::Offer { terms, .. } = look.action {
            let offer = look.offers.iter().find(|offer| offer.terms == terms);
            let offer = offer.expect("it weighed what it offered");
            let [without, closed] = offer.chances.expect("somebody would agree");
            assert!(closed >= without, "{look:?}");
            assert!(offer.others.iter().any(|other| other.agrees > Some(0)));
            offers += 1;
        }
        assert_eq!(look.hands.len(), 3);
        *kinds
            .entry((look.method as u8, look.taken == Some(0)))
            .or_insert(0) += 1;
    });
    let first = kinds.get(&(LookMethod::Chances as u8, true));
    assert!(first > Some(&50) && offers > 3, "{kinds:?} {offers}");
}

#[test]
fn the_turn_that_a_look_shows_first_is_the_one_of_the_search() {
    let mut compared = 0;
    decisions(3, 32, Level::Hard, |game, state, known, _| {
        if *state.phase() != Phase::Turn || state.dice().is_none() || compared > 20 {
            return;
        }
        let look = looked(known, game, Level::Hard, 5).expect("a decision");
        // Beside an action that is not there, these are all that the search has found.
        let found = alternatives(game, known, Action::EndTurn, 5).expect("a player");
        let shown = look.plans.iter().map(|plan| plan.actions[0]);
        let shown: Vec<Action> = shown.filter(|action| *action != Action::EndTurn).collect();
        assert!(
            found.starts_with(&shown) || look.taken == Some(5),
            "{look:?}"
        );
        compared += 1;
    });
    assert!(compared > 10, "{compared}");
}

#[test]
fn every_level_is_told_as_it_decides() {
    for level in Level::ALL {
        let mut methods = std::collections::BTreeSet::new();
        let mut left = 30;
        decisions(2, 33, level, |game, _, _, steps| {
            if left == 0 {
                return;
            }
            left -= 1;
            let bot = |_| Some(Bot::new(level).with_manner(Manner::Bots));
            let Some(look) = look(game, steps, bot).expect("legal steps") else {
                return;
            };
            assert_eq!(look.level, level);
            assert_eq!(look.hands.is_empty(), !level.reads_history());
            assert_eq!(look.plans.is_empty(), look.method == LookMethod::Nothing);
            methods.insert(look.method as u8);
        });
        let in_turn = match level {
            Level::Easy | Level::Medium => LookMethod::Goals,
            Level::Hard => LookMethod::Chances,
            Level::Expert => LookMethod::Playouts,
        };
        assert!(methods.contains(&(in_turn as u8)), "{level:?} {methods:?}");
        let by_promise = methods.contains(&(LookMethod::Promise as u8));
        assert_eq!(by_promise, !level.reads_history(), "{level:?} {methods:?}");
    }
}

#[test]
fn whoever_is_no_bot_is_not_looked_into() {
    let mut asked = 0;
    decisions(2, 34, Level::Easy, |game, _, _, steps| {
        if asked < 3 {
            assert_eq!(look(game, steps, |_| None).expect("legal steps"), None);
            asked += 1;
        }
    });
    assert_eq!(asked, 3);
}
