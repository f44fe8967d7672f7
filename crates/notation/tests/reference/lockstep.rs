//! Whole games at random, played by both engines at once.
//!
//! `BRICKWOOD_LOCKSTEP_GAMES` plays another number of games than a test run has time for, and
//! `BRICKWOOD_LOCKSTEP_SEED` begins with another one.

use std::collections::BTreeSet;

use brickwood_rules::{
    Action, BySeat, Cards, Edition, FirstPlayer, Game, OwnHand, Phase, Seat, State, Step,
};
use brickwood_test_kit::{Random, any_rules, asked, new_game};

use crate::proposal::proposal;
use crate::slow::compare::{same_choices, same_game, seat};
use crate::slow::model::{Actors, Reference};

/// So many differences tell enough.
const SHOWN: usize = 12;

const GAMES: u64 = 120;
const GAMES_IN_PLENTY: u64 = 60;

/// Everything that a seat can do.
const ACTIONS: &[&str] = &[
    "Roll",
    "BuildSettlement",
    "BuildRoad",
    "TakeFirstCards",
    "BuildCity",
    "BuyDevelopmentCard",
    "PlayKnight",
    "PlayRoadBuilding",
    "PlayYearOfPlenty",
    "PlayMonopoly",
    "PlayVictoryPoint",
    "MoveRobber",
    "Rob",
    "Discard",
    "MaritimeTrade",
    "Offer",
    "Accept",
    "Decline",
    "Counter",
    "Confirm",
    "Withdraw",
    "Pass",
    "EndTurn",
];
/// Everything that a game can wait for.
const PHASES: &[&str] = &[
    "FirstPlayer",
    "SetUpSettlement",
    "SetUpRoad",
    "FirstCards",
    "Turn",
    "Dice",
    "Discard",
    "MoveRobber",
    "Interrupt",
    "Rob",
    "Theft",
    "FreeRoads",
    "Draw",
    "Trade",
    "SpecialBuilding",
    "Over",
];
/// A game that has not ended by then is not played on.
const MOST_STEPS: usize = 4000;

/// A step that may come next, or an offer that may not.
fn any_step(reference: &Reference, random: &mut Random) -> Option<Step> {
    if reference.may_run_out() && random.one_in(300) {
        return Some(Step::TimeUp);
    }
    if reference.may_be_called_off() && random.one_in(5_000) {
        return Some(Step::CalledOff);
    }
    match reference.actors() {
        Actors::Nobody => None,
        Actors::Chance => {
            let each: Vec<_> = reference
                .outcomes()
                .into_iter()
                .flat_map(|(outcome, weight)| std::iter::repeat_n(outcome, weight as usize))
                .collect();
            let outcome = random.pick(&each);
            Some(Step::Chance { outcome })
        }
        Actors::Seats(seats) => {
            let seats: Vec<usize> = seats.into_iter().collect();
            let by = random.pick(&seats);
            let action = if random.one_in(10) {
                proposal(reference, by, random)
            } else {
                any_action(reference, by, random)?
            };
            Some(Step::Action {
                seat: seat(by),
                action,
            })
        }
    }
}

/// Whoever builds when it is possible, and plays knights, comes to an end some day.
fn any_action(reference: &Reference, by: usize, random: &mut Random) -> Option<Action> {
    let mut legal = reference.legal(by);
    let progress = |action: &Action| {
        matches!(
            action,
            Action::BuildSettlement { .. }
                | Action::BuildCity { .. }
                | Action::BuyDevelopmentCard
                | Action::PlayKnight
                | Action::PlayVictoryPoint
                | Action::PlayRoadBuilding
        )
    };
    if !random.one_in(4) && legal.iter().any(progress) {
        legal.retain(progress);
    }
    // Nobody but the offerer can end a trade, and nobody else has much to say.
    (!legal.is_empty()).then(|| random.pick(&legal))
}

/// A game that both engines play.
struct Both {
    seed: u64,
    random: Random,
    game: Game,
    state: State,
    reference: Reference,
    /// The steps played, the latest last.
    steps: Vec<Step>,
}

impl Both {
    fn new(seed: u64, random: Random, game: Game) -> Self {
        Self {
            seed,
            random,
            state: State::new(&game),
            reference: Reference::new(&game),
            game,
            steps: Vec::new(),
        }
    }

    /// That the two are in the same game and see the same choices.
    fn compare(&self) -> Result<(), String> {
        same_game(&self.reference, &self.game, &self.state)
            .and_then(|()| same_choices(&self.reference, &self.game, &self.state))
            .map_err(|difference| self.parted(&difference))
    }

    /// Takes the step, if it is legal: both have to know whether it is.
    fn take(&mut self, step: Step) -> Result<(), String> {
        match (
            self.state.apply(&self.game, step),
            self.reference.after(step),
        ) {
            (Ok(state), Ok(reference)) => {
                self.steps.push(step);
                self.state = state;
                self.reference = reference;
                Ok(())
            }
            (Err(_), Err(_)) => Ok(()),
            (engine, reference) => {
                let verdicts = (engine.err(), reference.err());
                Err(self.parted(&format!("{step:?} is judged {verdicts:?}")))
            }
        }
    }

    fn parted(&self, what: &str) -> String {
        let latest = &self.steps[self.steps.len().saturating_sub(6)..];
        let latest: Vec<String> = latest.iter().map(|step| format!("{step:?}")).collect();
        format!(
            "game {}, after {} steps, {what}\nthe latest of them:\n{}\n{:?}",
            self.seed,
            self.steps.len(),
            latest.join("\n"),
            self.game.rules()
        )
    }

    fn is_over(&self) -> bool {
        matches!(self.reference.actors(), Actors::Nobody)
    }
}

/// The first word of what a value looks like: which of its kind it is.
fn kind(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let word = text.split([' ', '{', '(']).next();
    word.unwrap_or_default().to_owned()
}

/// Plays a game to its end, and notes which actions it had and what it waited for.
fn play(seed: u64, kinds: &mut BTreeSet<String>) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let rules = any_rules(&mut random);
    let game = new_game(rules, &mut random);
    let mut both = Both::new(seed, random, game);
    for _ in 0..MOST_STEPS {
        if both.random.one_in(50) {
            // A position is all that there is to a game: nothing of what went before matters.
            both.reference = Reference::at(&both.game, &both.state);
        }
        both.compare()?;
        kinds.insert(kind(both.state.phase()));
        if both.is_over() {
            break;
        }
        if let Some(step) = any_step(&both.reference, &mut both.random) {
            both.take(step)?;
            if let Some(Step::Action { action, .. }) = both.steps.last() {
                kinds.insert(kind(action));
            }
        }
    }
    Ok(both.steps.len())
}

/// The position with the bank's cards dealt to all alike, so that everybody can build.
fn deal(game: &Game, state: &State) -> State {
    let mut view = state.view(game, None);
    let players = game.rules().players;
    let each = game.rules().bank().counts().map(|all| all / players);
    let hand = Cards::new(each);
    let dealt = Cards::new(each.map(|count| count * players));
    view.bank = game.rules().bank().saturating_sub(dealt);
    let mut hidden = BySeat::default();
    for seat in Seat::all(players) {
        hidden[seat] = OwnHand {
            hand,
            ..state.hidden(seat)
        };
        view.seats[seat.index()].hand = hand.total();
    }
    State::from_view(game, &view, &hidden).expect("the cards are those of the game")
}

/// What the longest road went through in a game.
#[derive(Default)]
struct Roads {
    broken: u32,
    passed: u32,
    given_up: u32,
}

/// Plays a game in which cards are plenty and roads are cut.
fn play_in_plenty(seed: u64, roads: &mut Roads) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let mut rules = random.pick(&Edition::ALL).rules(2 + random.below(5) as u8);
    rules.points_to_win = 22;
    rules.first_player = FirstPlayer::Named { seat: seat(0) };
    let game = new_game(rules, &mut random);
    let mut both = Both::new(seed, random, game);
    for _ in 0..400 {
        if *both.state.phase() == Phase::Turn && both.random.one_in(12) {
            both.state = deal(&both.game, &both.state);
            both.reference = Reference::at(&both.game, &both.state);
        }
        both.compare()?;
        if both.is_over() {
            break;
        }
        let before = (
            both.reference.longest_road,
            both.reference.road_lengths.clone(),
        );
        let Some(step) = road_step(&both.reference, &mut both.random) else {
            continue;
        };
        both.take(step)?;
        let after = &both.reference;
        let fell = |seat: usize| after.road_lengths[seat] < before.1[seat];
        roads.broken += u32::from(after.seats().any(fell));
        roads.passed += u32::from(before.0.is_some() && after.longest_road != before.0);
        roads.given_up += u32::from(before.0.is_some() && after.longest_road.is_none());
    }
    both.compare()?;
    Ok(both.steps.len())
}

/// Whether a settlement there would cut another's road.
fn cuts(reference: &Reference, by: usize, at: usize) -> bool {
    reference.clockwise_after(by).into_iter().any(|other| {
        let roads = &reference.players[other].roads;
        let ways = &reference.land().ways[at];
        ways.iter().filter(|(path, _)| roads.contains(path)).count() >= 2
    })
}

/// A settlement where it cuts a road, else mostly a road. Other settlements would be in the way.
fn road_step(reference: &Reference, random: &mut Random) -> Option<Step> {
    if let Actors::Seats(seats) = reference.actors()
        && reference.turn > 0
    {
        let by = *seats.first()?;
        let mut legal = reference.legal(by);
        legal.retain(|action| match action {
            Action::BuildSettlement { at } => cuts(reference, by, at.index()),
            Action::BuildCity { .. } | Action::BuyDevelopmentCard => false,
            Action::BuildRoad { .. } => !random.one_in(6),
            _ => true,
        });
        for first in [
            |action: &Action| matches!(action, Action::BuildSettlement { .. }),
            |action: &Action| matches!(action, Action::BuildRoad { .. }),
        ] {
            if legal.iter().any(first) {
                legal.retain(first);
            }
        }
        if !legal.is_empty() {
            let action = random.pick(&legal);
            return Some(Step::Action {
                seat: seat(by),
                action,
            });
        }
    }
    any_step(reference, random)
}

/// Plays so many games, and tells the first differences.
fn play_many(games: u64, mut play: impl FnMut(u64) -> Result<usize, String>) {
    let first = asked("BRICKWOOD_LOCKSTEP_SEED", 0);
    let games = asked("BRICKWOOD_LOCKSTEP_GAMES", games);
    let mut steps = 0;
    let mut parted = Vec::new();
    for seed in first..first + games {
        match play(seed) {
            Ok(played) => steps += played,
            Err(difference) => parted.push(difference),
        }
    }
    println!("{steps} steps in {games} games");
    let count = parted.len();
    parted.truncate(SHOWN);
    assert!(
        count == 0,
        "the engines part in {count} of {games} games:\n{}",
        parted.join("\n\n")
    );
}

#[test]
fn both_engines_play_the_same_games() {
    let mut seen = BTreeSet::new();
    play_many(GAMES, |seed| play(seed, &mut seen));
    let all = ACTIONS.iter().chain(PHASES);
    let missing: Vec<_> = all.filter(|kind| !seen.contains(**kind)).collect();
    assert!(missing.is_empty(), "no game came to {missing:?}");
}

#[test]
fn lrd_05_both_engines_give_the_longest_road_to_the_same_seat_where_roads_are_cut() {
    let mut roads = Roads::default();
    play_many(GAMES_IN_PLENTY, |seed| play_in_plenty(seed, &mut roads));
    let Roads {
        broken,
        passed,
        given_up,
    } = roads;
    println!("{broken} roads broken, {passed} times passed on, {given_up} times given up");
    assert!(broken > 20 && passed > 20 && given_up > 2);
}
