//! Whole games at random, played by both engines at once.
//!
//! `BRICKWOOD_LOCKSTEP_GAMES` plays another number of games than a test run has time for, and
//! `BRICKWOOD_LOCKSTEP_SEED` begins with another one.

use brickwood_rules::{
    Action, BankShortage, BeginnersPieces, CityCost, DiceSource, Edition, FirstPlayer, Game,
    LongestRoadTie, ProgressCards, Rules, SetUp, State, Step, Variants, WinWhen, beginners_board,
    shuffled_board,
};

use crate::proposal::proposal;
use crate::random::Random;
use crate::slow::compare::{same_choices, same_game, seat};
use crate::slow::model::{Actors, Reference};

/// So many differences tell enough.
const SHOWN: usize = 12;
const GAMES: u64 = 200;
/// A game that has not ended by then is not played on.
const MOST_STEPS: usize = 4000;

/// Any rules that can be played: an edition, with some of its switches turned.
fn any_rules(random: &mut Random) -> Rules {
    let players = 2 + random.below(5) as u8;
    let mut rules = random.pick(&Edition::ALL).rules(players);
    rules.points_to_win = 4 + random.below(8) as u8;
    rules.hand_limit = 3 + random.below(6) as u8;
    if random.one_in(3) {
        rules.time_limit = Some(90);
    }
    if random.one_in(2) {
        rules.first_player = FirstPlayer::Named {
            seat: seat(random.below(usize::from(players))),
        };
    }
    let mut turn = |switch: &mut bool| *switch ^= random.one_in(4);
    turn(&mut rules.trade_then_build);
    turn(&mut rules.like_for_like);
    turn(&mut rules.robber_on_desert);
    turn(&mut rules.steal_optional);
    turn(&mut rules.special_building_phase);
    turn(&mut rules.friendly_robber);
    let Variants {
        played_victory_points,
        open_hands,
        cards_after_roll,
        no_early_seven,
        robber_may_stay,
        no_trade_after_building,
        keep_a_settlement,
        knight_interrupt,
    } = &mut rules.variants;
    for variant in [
        played_victory_points,
        open_hands,
        cards_after_roll,
        no_early_seven,
        robber_may_stay,
        no_trade_after_building,
        keep_a_settlement,
        knight_interrupt,
    ] {
        turn(variant);
    }
    if random.one_in(4) {
        rules.bank_shortage = random.pick(&[BankShortage::Nobody, BankShortage::SoleClaimant]);
        rules.city_cost = random.pick(&[CityCost::ThreeOreTwoGrain, CityCost::TwoOreThreeGrain]);
        rules.progress_cards =
            random.pick(&[ProgressCards::LeaveTheGame, ProgressCards::UnderTheDeck]);
        rules.longest_road_tie =
            random.pick(&[LongestRoadTie::HolderKeeps, LongestRoadTie::Nobody]);
        rules.win_when = random.pick(&[WinWhen::OwnTurn, WinWhen::AnyTime]);
        rules.dice = random.pick(&[DiceSource::Dice, DiceSource::Deck]);
    }
    if random.one_in(4) && (3..=4).contains(&players) {
        let left_out = match (players, random.below(5)) {
            (4, _) | (3, 4) => None,
            (_, color) => Some(BeginnersPieces::ALL[color]),
        };
        rules.set_up = SetUp::Beginners { left_out };
    }
    rules
}

fn any_game(random: &mut Random) -> Game {
    let rules = any_rules(random);
    let board = match rules.set_up {
        SetUp::Beginners { .. } => beginners_board(),
        SetUp::Placed => shuffled_board(&rules, |n| random.below(n)),
    };
    Game::new(rules, board).expect("these rules can be played")
}

/// A step that may come next, or an offer that may not.
fn any_step(reference: &Reference, random: &mut Random) -> Option<Step> {
    if reference.may_run_out() && random.one_in(300) {
        return Some(Step::TimeUp);
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

/// Plays a game, and says how many steps it took, or where the two part.
fn play(seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let game = any_game(&mut random);
    let mut state = State::new(&game);
    let mut reference = Reference::new(&game);
    let mut steps = Vec::new();
    let parted = |what: &str, steps: &[Step]| {
        let last: Vec<String> = steps[steps.len().saturating_sub(6)..]
            .iter()
            .map(|step| format!("{step:?}"))
            .collect();
        let last = last.join("\n");
        let rules = game.rules();
        format!(
            "game {seed}, after {} steps, {what}\nthe last of them: {last}\n{rules:?}",
            steps.len()
        )
    };
    for _ in 0..MOST_STEPS {
        if random.one_in(50) {
            // A position is all that there is to a game: nothing of what went before matters.
            reference = Reference::at(&game, &state);
        }
        same_game(&reference, &game, &state)
            .and_then(|()| same_choices(&reference, &game, &state))
            .map_err(|difference| parted(&difference, &steps))?;
        let Some(step) = any_step(&reference, &mut random) else {
            if matches!(reference.actors(), Actors::Nobody) {
                break;
            }
            continue;
        };
        match (state.apply(&game, step), reference.after(step)) {
            (Ok(next), Ok(after)) => {
                steps.push(step);
                state = next;
                reference = after;
            }
            (Err(_), Err(_)) => {}
            (engine, after) => {
                let verdicts = (engine.err(), after.err());
                return Err(parted(&format!("{step:?} is judged {verdicts:?}"), &steps));
            }
        }
    }
    Ok(steps.len())
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn both_engines_play_the_same_games() {
    let first = number("BRICKWOOD_LOCKSTEP_SEED", 0);
    let games = number("BRICKWOOD_LOCKSTEP_GAMES", GAMES);
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
    let shown = parted
        .into_iter()
        .take(SHOWN)
        .collect::<Vec<_>>()
        .join("\n\n");
    assert!(
        count == 0,
        "the engines part in {count} of {games} games:\n{shown}"
    );
}
