//! Throws dice as a server does, and then checks them as every player can.
//!
//! `cargo run -p brickwood-fair --example check_dice`

use brickwood_fair::{ClientSeed, Draw, Key, Secret};
use brickwood_rules::{Edition, Game, Seat, State, Step, beginners_board};

const TABLE: &str = "sunny-otter-12";

/// All draws until somebody has to act.
fn draws(game: &Game, key: &Key) -> Vec<Draw> {
    let mut state = State::new(game);
    let mut draws = Vec::new();
    for number in 1.. {
        let Some(draw) = key.draw(game, &state, number, None) else {
            break;
        };
        let outcome = draw.outcome;
        state = state
            .apply(game, Step::Chance { outcome })
            .expect("what is drawn is legal");
        draws.push(draw);
    }
    draws
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::new(Edition::Modern.rules(3), beginners_board())?;
    // A server takes it from the system's source of randomness.
    let secret = Secret::new([7; 32]);
    let commitment = secret.commitment(TABLE);
    println!("committed to {commitment}");
    let seeds: Vec<_> = Seat::all(3)
        .zip([[1; 32], [2; 32], [3; 32]])
        .map(|(seat, seed)| (seat, ClientSeed::new(seed)))
        .collect();
    let thrown = draws(&game, &Key::derive(&secret, TABLE, &seeds));
    for draw in &thrown {
        println!("draw {}: {:?}", draw.number, draw.outcome);
    }

    // The game is over: everybody gets the secret, and draws everything again.
    let revealed = Secret::try_from(secret.reveal())?;
    assert_eq!(revealed.commitment(TABLE), commitment);
    assert_eq!(draws(&game, &Key::derive(&revealed, TABLE, &seeds)), thrown);
    println!("checked {} draws", thrown.len());
    Ok(())
}
