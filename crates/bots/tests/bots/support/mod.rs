//! A small match runner: bots at one table, chance from a seed.
#![allow(dead_code, reason = "each test and example uses its own part")]

use brickwood_bots::{Bot, Level};
use brickwood_rules::{
    Action, Board, ChanceOutcome, Dice, DiceSource, Edition, Game, InformationState, Phase, Rules,
    Seat, SetUp, State, Step, ToAct, View, beginners_board, shuffled_board,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A game that lasts longer has no winner.
pub const TURN_CAP: u16 = 600;

/// How a game came out.
pub struct Outcome {
    pub winner: Option<Seat>,
    pub turns: u16,
}

/// How many positions the expert evaluates for a decision: its playouts would take a test too long.
pub const EXPERT_BUDGET: u32 = 300;

/// What a bot of this level does, without a history.
pub fn choose<'a>(
    level: Level,
    game: &Game,
    known: impl Into<InformationState<'a>>,
    seed: u64,
) -> Option<Action> {
    let budget = match level {
        Level::Expert => EXPERT_BUDGET,
        _ => u32::MAX,
    };
    let decision = Bot::new(level).choose_within(game, known, seed, budget);
    decision.map(|decision| decision.action)
}

/// A random board, or the beginners', for so many players by today's rules.
pub fn game(players: u8, seed: u64, beginners: bool) -> Game {
    let rules = Edition::Modern.rules(players);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board: Board = if beginners {
        beginners_board()
    } else {
        shuffled_board(&rules, |n| rng.random_range(0..n))
    };
    Game::new(rules, board).expect("today's rules can be played")
}

/// A game by these rules, on a random board where they let it be one.
pub fn game_by(rules: Rules, seed: u64) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board = match rules.set_up {
        SetUp::Placed => shuffled_board(&rules, |n| rng.random_range(0..n)),
        SetUp::Beginners { .. } => beginners_board(),
    };
    Game::new(rules, board).expect("these rules can be played")
}

/// One outcome of chance, as likely as the rules say.
pub fn draw(game: &Game, state: &State, rng: &mut ChaCha8Rng) -> ChanceOutcome {
    match state.phase() {
        Phase::Dice if game.rules().dice == DiceSource::Deck => ChanceOutcome::Dice {
            dice: pick(state.dice_deck().drawable().map(|dice| (dice, 1)), rng),
        },
        Phase::Theft { victim } => {
            let hand = state.hand(*victim);
            ChanceOutcome::Stolen {
                resource: pick(hand.iter(), rng),
            }
        }
        Phase::Draw => ChanceOutcome::Drawn {
            card: pick(state.drawable().iter(), rng),
        },
        _ => ChanceOutcome::Dice {
            dice: Dice::new(rng.random_range(1..=6), rng.random_range(1..=6))
                .expect("a die shows 1 to 6"),
        },
    }
}

fn pick<T: Copy>(cards: impl Iterator<Item = (T, u8)>, rng: &mut ChaCha8Rng) -> T {
    let all: Vec<T> = cards
        .flat_map(|(card, count)| std::iter::repeat_n(card, usize::from(count)))
        .collect();
    all[rng.random_range(0..all.len())]
}

/// Plays a game out. `decide` is asked with the true state, a seat that is to act, its view and a
/// seed for the decision.
pub fn play(
    game: &Game,
    seed: u64,
    decide: impl FnMut(&State, Seat, &View, u64) -> Option<Action>,
) -> Outcome {
    play_until(game, seed, None, decide)
}

/// Likewise; the time is up in the middle of turn `last`.
pub fn play_until(
    game: &Game,
    seed: u64,
    last: Option<u16>,
    mut decide: impl FnMut(&State, Seat, &View, u64) -> Option<Action>,
) -> Outcome {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = State::new(game);
    while state.turn() <= TURN_CAP {
        let is_over = matches!(state.phase(), Phase::Over { .. });
        let step = match state.to_act() {
            _ if last == Some(state.turn()) && !state.time_up() && !is_over => Step::TimeUp,
            ToAct::Nobody => break,
            ToAct::Chance => Step::Chance {
                outcome: draw(game, &state, &mut rng),
            },
            ToAct::Seats { seats } => seats
                .iter()
                .find_map(|seat| {
                    let view = state.view(game, Some(seat));
                    let action = decide(&state, seat, &view, rng.random_range(0..u64::MAX));
                    action.map(|action| Step::Action { seat, action })
                })
                .unwrap_or_else(|| panic!("nobody has anything to do in {:?}", state.phase())),
        };
        state = state
            .apply(game, step)
            .unwrap_or_else(|illegal| panic!("{step:?} in {:?}: {illegal}", state.phase()));
    }
    let winner = match state.phase() {
        Phase::Over { winners } => winners.iter().next(),
        _ => None,
    };
    Outcome {
        winner,
        turns: state.turn(),
    }
}

/// Levels by seat for game `number`: one challenger among rivals, in each seat in turn.
pub fn one_against(challenger: Level, rivals: Level, players: u8, number: u64) -> Vec<Level> {
    let mut levels = vec![rivals; usize::from(players)];
    levels[(number % u64::from(players)) as usize] = challenger;
    levels
}

/// Wilson's interval for `wins` of `games`, 95 %.
pub fn wilson(wins: u32, games: u32) -> (f64, f64) {
    let (z, n) = (1.96_f64, f64::from(games));
    let p = f64::from(wins) / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - half) / scale, (middle + half) / scale)
}
