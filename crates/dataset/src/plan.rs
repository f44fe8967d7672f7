//! Which games are played.

use brickwood_arena::{Caps, Entrant, built_in};
use brickwood_encode::Tensor;
use brickwood_rules::{Rules, Seat};

use crate::DatasetError;

/// Which games a data set has. All of its files follow from these fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What is played.
    pub rules: Rules,
    /// Who plays: `random`, or a bot by the name of its level. The first game seats them clockwise from seat 1, beginning
    /// again where they are fewer than the seats. In each following game everybody moves one seat on.
    pub players: Vec<String>,
    /// How many games.
    pub games: u32,
    /// Of the board, the dice and the players of the first game; each other game has the next number.
    pub seed: u64,
    /// How many games are in a shard; the last one may have fewer.
    pub games_per_shard: u32,
    /// The tensors of what the seat knew, for each decision.
    pub tensors: Vec<Tensor>,
    /// How long a game may last.
    pub caps: Caps,
}

impl Plan {
    /// A plan with shards of a usual size: about 32 of them, of at most 1,000 games.
    pub fn new(rules: Rules, players: Vec<String>, games: u32, seed: u64) -> Self {
        Self {
            rules,
            players,
            games,
            seed,
            games_per_shard: games.div_ceil(32).clamp(1, 1_000),
            tensors: Vec::new(),
            caps: Caps::default(),
        }
    }

    /// How many shards there are.
    pub const fn shards(&self) -> u32 {
        self.games.div_ceil(self.games_per_shard)
    }

    /// The numbers of the games of a shard.
    pub(crate) fn games_of(&self, shard: u32) -> std::ops::Range<u32> {
        let first = shard * self.games_per_shard;
        first..first.saturating_add(self.games_per_shard).min(self.games)
    }

    /// The players of a game, by seat.
    pub(crate) fn seated(&self, game: u32) -> Vec<&str> {
        let seats = Seat::all(self.rules.players);
        let first = game as usize % self.rules.seats();
        let seated = seats.map(|seat| {
            let place = (seat.index() + self.rules.seats() - first) % self.rules.seats();
            self.players[place % self.players.len()].as_str()
        });
        seated.collect()
    }

    /// Whether it can be carried out.
    ///
    /// # Errors
    ///
    /// What the plan names does not exist, or cannot be played.
    pub fn check(&self) -> Result<(), DatasetError> {
        self.rules.check()?;
        if self.games == 0 || self.games_per_shard == 0 {
            return Err(DatasetError::NoGames);
        }
        let (seats, players) = (self.rules.seats(), self.players.len());
        if players == 0 || players > seats {
            return Err(DatasetError::Players { seats, players });
        }
        self.players
            .iter()
            .try_for_each(|name| entrant(name).map(drop))
    }
}

/// Who plays by this name.
pub(crate) fn entrant(name: &str) -> Result<Box<dyn Entrant + Send>, DatasetError> {
    built_in(name).ok_or_else(|| DatasetError::NoSuchPlayer(name.to_owned()))
}
