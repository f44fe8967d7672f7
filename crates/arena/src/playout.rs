//! Games of uniformly random legal actions, as fast as they can be played.

use brickwood_rules::{
    ChanceOutcome, Dice, DiceSource, Game, LegalActions, Phase, SeatSet, State, Step, ToAct,
    draw_outcome,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// Steps that were taken, outcomes of chance included.
    pub steps: u32,
    /// The winners; none where the playout met its cap, or nobody could win any more (RUL-25).
    pub winners: SeatSet,
}

/// What several playouts come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutSum {
    /// Playouts.
    pub games: u32,
    /// Their steps, outcomes of chance included.
    pub steps: u64,
    /// Of the playouts, those that met the cap.
    pub unfinished: u32,
    /// Depends on the course of every one of them: the same for the same seed, rules and board.
    pub checksum: u64,
}

/// Plays out: of the seats that may act the first in order, one of its legal actions, all as likely;
/// and chance as the rules say. Nobody makes offers.
#[derive(Clone, Debug)]
pub struct Playouts {
    rng: Xoshiro256PlusPlus,
    actions: LegalActions,
}

impl Playouts {
    /// Playouts from a seed, the same on every platform.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            actions: LegalActions::NONE,
        }
    }

    /// Plays on from a state to the end of the game, or for `most` steps.
    pub fn play(&mut self, game: &Game, state: &mut State, most: u32) -> Playout {
        self.watched(game, state, most, |_| ())
    }

    /// Likewise, and shows `watch` every step before it is taken.
    pub fn watched(
        &mut self,
        game: &Game,
        state: &mut State,
        most: u32,
        mut watch: impl FnMut(Step),
    ) -> Playout {
        let mut steps = 0;
        while steps < most && self.step(game, state, &mut watch) {
            steps += 1;
        }
        let winners = state.phase().winners().unwrap_or_default();
        Playout { steps, winners }
    }

    /// Plays so many games from their beginning, each for `most` steps at most.
    pub fn games(&mut self, game: &Game, games: u32, most: u32) -> PlayoutSum {
        let mut sum = PlayoutSum::default();
        for _ in 0..games {
            let mut state = State::new(game);
            let playout = self.play(game, &mut state, most);
            sum.games += 1;
            sum.steps += u64::from(playout.steps);
            sum.unfinished += u32::from(!state.phase().is_over());
            // Where the generator stands tells of every choice so far.
            let fate = self.rng.random::<u64>();
            let end = (sum.steps << 16) | u64::from(state.turn());
            sum.checksum = sum.checksum.rotate_left(7) ^ fate ^ end;
        }
        sum
    }

    /// Takes a random step, unless the game is over.
    #[inline]
    fn step(&mut self, game: &Game, state: &mut State, watch: &mut impl FnMut(Step)) -> bool {
        let taken = match state.to_act() {
            ToAct::Nobody => return false,
            ToAct::Chance => {
                let outcome = self.outcome(game, state);
                watch(Step::Chance { outcome });
                state.happen(game, outcome)
            }
            ToAct::Seats { seats } => {
                let seat = seats.iter().next().expect("somebody may act");
                self.actions.refill(game, state, seat);
                let number = self.rng.random_range(0..self.actions.len());
                let action = self.actions.nth(number).expect("it is one of them");
                watch(Step::Action { seat, action });
                state.act(game, seat, action)
            }
        };
        taken.expect("what is listed as legal is legal");
        true
    }

    #[inline]
    fn outcome(&mut self, game: &Game, state: &State) -> ChanceOutcome {
        let is_throw = matches!(state.phase(), Phase::FirstPlayer { .. } | Phase::Dice);
        if is_throw && game.rules().dice == DiceSource::Dice {
            let dice = Dice::ALL[usize::from(self.rng.random_range(0..36_u8))];
            return ChanceOutcome::Dice { dice };
        }
        draw_outcome(game, state, |weights| self.rng.random_range(0..weights))
            .expect("chance is to act")
    }
}
