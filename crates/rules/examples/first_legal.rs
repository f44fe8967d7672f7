//! Plays a game in which every seat takes the first action that the rules allow, and prints what happens.
//!
//! `cargo run -p brickwood-rules --example first_legal`

use brickwood_rules::{
    Edition, Game, State, Step, ToAct, beginners_board, draw_outcome, legal_actions,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::new(Edition::Modern.rules(4), beginners_board())?;
    let mut state = State::new(&game);
    // Stands for a source of chance.
    let mut number = 0_u32;
    for _ in 0..200 {
        let step = match state.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance => {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let outcome = draw_outcome(&game, &state, |total| (number >> 8) % total);
                Step::Chance {
                    outcome: outcome.expect("chance is to act"),
                }
            }
            ToAct::Seats { seats } => {
                let seat = seats.iter().next().expect("somebody is to act");
                let action = legal_actions(&game, &state, seat)[0];
                Step::Action { seat, action }
            }
        };
        println!("turn {:3}: {step:?}", state.turn());
        state = state.apply(&game, step)?;
    }
    Ok(())
}
