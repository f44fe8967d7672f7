//! Takes random choices by their indices, as a learner that knows nothing yet, and prints what is chosen.
//!
//! `cargo run -p brickwood-encode --example random_choices`

use brickwood_encode::{ActionSpace, Draft, Observer, Tensor};
use brickwood_rules::{Edition, Game, Seat, State, Step, ToAct, beginners_board, draw_outcome};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::new(Edition::Modern.rules(2), beginners_board())?;
    let layout = game.board().layout();
    let space = ActionSpace::of(layout);
    let observer = Observer::new(&game);
    let mut planes = vec![0.0; Observer::shape(layout, Tensor::Planes).len()];
    let mut mask = vec![0; space.len()];
    let mut drafts = [Draft::Nothing, Draft::Nothing];
    // Stands for a source of chance.
    let mut number = 0_u32;
    let mut below = |total: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 8) % total
    };
    let mut state = State::new(&game);
    for _ in 0..40 {
        let seat: Seat = match state.to_act() {
            ToAct::Nobody => break,
            ToAct::Chance => {
                let outcome = draw_outcome(&game, &state, &mut below).expect("chance is to act");
                state = state.apply(&game, Step::Chance { outcome })?;
                continue;
            }
            ToAct::Seats { seats } => seats.iter().next().expect("somebody is to act"),
        };
        // What a net would look at.
        observer.planes(&state.view(&game, Some(seat)), &mut planes)?;
        let draft = &mut drafts[seat.index()];
        draft.mask(&game, &state, seat, &mut mask)?;
        let legal: Vec<u16> = space
            .indices()
            .filter(|index| mask[usize::from(*index)] == 1)
            .collect();
        let index = legal[below(legal.len() as u32) as usize];
        println!("{seat:?} chooses {index}: {}", space.name(index)?);
        if let Some(action) = draft.choose(&game, &state, seat, index)? {
            state.act(&game, seat, action)?;
        }
    }
    Ok(())
}
