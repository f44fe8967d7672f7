//! A session to talk to, and random games.

use brickwood_engine::{Session, World};
use brickwood_rules::{
    Edition, Game, Seat, State, Step, ToAct, for_each_outcome, legal_actions, shuffled_board,
};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// A world with one file, where each look at the clock takes a millisecond.
#[derive(Default)]
pub struct Still {
    pub file: Option<(String, String)>,
    pub now: std::cell::Cell<u64>,
}

impl World for Still {
    fn read(&self, path: &str) -> Result<String, String> {
        match &self.file {
            Some((name, text)) if name == path => Ok(text.clone()),
            _ => Err("there is no such file".to_owned()),
        }
    }

    fn milliseconds(&self) -> u64 {
        self.now.set(self.now.get() + 1);
        self.now.get()
    }
}

/// A session and its world.
#[derive(Default)]
pub struct Talk {
    pub session: Session,
    pub world: Still,
}

impl Talk {
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to a line, as JSON.
    pub fn raw(&mut self, line: impl AsRef<[u8]>) -> Value {
        let answer = self.session.answer(line.as_ref(), &self.world);
        assert!(!answer.line.contains('\n'), "an answer is one line");
        serde_json::from_str(&answer.line).expect("an answer is JSON")
    }

    /// The result of a request that is met.
    pub fn ask(&mut self, request: &Value) -> Value {
        let mut answer = self.raw(request.to_string());
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer["result"].take()
    }

    /// The problem of a request that is refused.
    pub fn refused(&mut self, request: &Value) -> Value {
        let mut answer = self.raw(request.to_string());
        assert!(answer.get("result").is_none(), "{request}: {answer}");
        answer["error"].take()
    }
}

/// A game that goes on at random, by these rules.
pub struct RandomGame {
    pub game: Game,
    pub state: State,
    pub random: ChaCha8Rng,
}

impl RandomGame {
    pub fn new(edition: Edition, players: u8, seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let rules = edition.rules(players);
        let board = shuffled_board(&rules, |below| random.random_range(0..below));
        let game = Game::new(rules, board).unwrap();
        let state = State::new(&game);
        Self {
            game,
            state,
            random,
        }
    }

    /// Any of the steps that can follow; none once the game is over.
    pub fn step(&mut self) -> Option<Step> {
        let step = match self.state.to_act() {
            ToAct::Nobody => return None,
            ToAct::Chance => {
                let mut outcomes = Vec::new();
                for_each_outcome(&self.game, &self.state, |outcome, _| outcomes.push(outcome));
                let outcome = *outcomes.choose(&mut self.random).unwrap();
                Step::Chance { outcome }
            }
            ToAct::Seats { seats } => {
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = *seats.choose(&mut self.random).unwrap();
                let actions = legal_actions(&self.game, &self.state, seat);
                let action = *actions.choose(&mut self.random).unwrap();
                Step::Action { seat, action }
            }
        };
        self.state = self.state.apply(&self.game, step).unwrap();
        Some(step)
    }
}
