//! Four bots of the medium level play a game. The only argument is a seed.
//!
//! `cargo run --release -p brickwood-bots --example one_game 7`

use brickwood_bots::{Bot, Level};
use brickwood_rules::{
    Edition, Game, InformationState, Playthrough, Seat, Step, ToAct, beginners_board, draw_outcome,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    let mut playthrough = Playthrough::new(game.clone());
    let mut bots: Vec<Bot> = (0..4).map(|_| Bot::new(Level::Medium)).collect();
    loop {
        let state = *playthrough.state();
        let step = match state.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance => Step::Chance {
                outcome: draw_outcome(&game, &state, |total| rng.random_range(0..total))
                    .expect("chance is to act"),
            },
            ToAct::Seats { seats } => {
                let decide = |seat: Seat| {
                    let view = state.view(&game, Some(seat));
                    let known = InformationState::from(&view);
                    let action = bots[seat.index()].choose(&game, known, rng.random())?;
                    Some(Step::Action { seat, action })
                };
                // Several may be to act at once, and some of them wait for the others.
                seats.iter().find_map(decide).expect("somebody acts")
            }
        };
        playthrough.take(step)?;
    }
    println!(
        "{:?} after {} turns",
        playthrough.state().phase(),
        playthrough.state().turn()
    );
    Ok(())
}
