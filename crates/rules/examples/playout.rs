//! Random playouts: how long a step takes.
//!
//! `cargo run --release -p brickwood-rules --example playout -- GAMES`

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Instant;

use brickwood_rules::{
    ChanceOutcome, Dice, Edition, FirstPlayer, Game, LegalActions, Phase, Rules, Seat, State, Step,
    ToAct, for_each_outcome, shuffled_board,
};

/// A small fast generator (wyrand).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number from `0..n`.
    fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A random step: any outcome of chance, or any legal action of the first seat to act.
fn random_step(
    game: &Game,
    state: &State,
    actions: &mut LegalActions,
    random: &mut Random,
) -> Option<Step> {
    match state.to_act() {
        ToAct::Nobody => None,
        ToAct::Chance => {
            let mut total = 0;
            if matches!(state.phase(), Phase::Dice) {
                let n = random.below(36) as u8;
                let dice = Dice::new(n / 6 + 1, n % 6 + 1).unwrap();
                return Some(Step::Chance {
                    outcome: ChanceOutcome::Dice { dice },
                });
            }
            for_each_outcome(game, state, |_, weight| total += weight);
            let mut ticket = random.below(total);
            let mut drawn = None;
            for_each_outcome(game, state, |outcome, weight| {
                if drawn.is_none() {
                    if ticket < weight {
                        drawn = Some(outcome);
                    } else {
                        ticket -= weight;
                    }
                }
            });
            drawn.map(|outcome| Step::Chance { outcome })
        }
        ToAct::Seats { seats } => {
            let seat = seats.iter().next()?;
            actions.refill(game, state, seat);
            let action = actions.nth(random.below(actions.len()))?;
            Some(Step::Action { seat, action })
        }
    }
}

fn main() {
    let games: u32 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(1000);
    let mut random = Random(1);
    let rules = Rules {
        first_player: FirstPlayer::Named {
            seat: Seat::new(0).unwrap(),
        },
        ..Edition::Modern.rules(4)
    };
    let boards: Vec<Game> = (0..16)
        .map(|_| {
            let board = shuffled_board(&rules, |n| random.below(n as u32) as usize);
            Game::new(rules, board).expect("modern rules can be played")
        })
        .collect();
    let histogram = std::env::args().nth(2).is_some();
    let mut kinds = std::collections::BTreeMap::new();
    let mut digest = DefaultHasher::new();
    let (mut steps, mut turns) = (0u64, 0u64);
    let mut actions = LegalActions::NONE;
    let start = Instant::now();
    for number in 0..games {
        let game = &boards[number as usize % 16];
        let mut state = State::new(game);
        while let Some(step) = random_step(game, &state, &mut actions, &mut random) {
            state.apply_mut(game, step).expect("a legal step");
            steps += 1;
            if histogram {
                let text = format!("{step:?}");
                let name = text
                    .split("action: ")
                    .last()
                    .unwrap()
                    .split("outcome: ")
                    .last()
                    .unwrap();
                let name = name.split([' ', '{', '}']).next().unwrap().to_string();
                *kinds.entry(name).or_insert(0u64) += 1;
            }
        }
        turns += u64::from(state.turn());
        state.hash(&mut digest);
    }
    let time = start.elapsed();
    for (name, count) in kinds {
        println!("{name:25} {:6.2} %", 100.0 * count as f64 / steps as f64);
    }
    println!(
        "{games} games, {steps} steps, {turns} turns, state {} bytes, digest {:016x}",
        size_of::<State>(),
        digest.finish()
    );
    println!(
        "{:.1} ns/step, {:.2} M steps/s, {:.0} games/s",
        time.as_nanos() as f64 / steps as f64,
        steps as f64 / time.as_secs_f64() / 1e6,
        f64::from(games) / time.as_secs_f64()
    );
}
