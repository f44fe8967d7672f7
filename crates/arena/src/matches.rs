//! Many games between two entrants.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use brickwood_rules::{BySeat, Playthrough, Rules, RulesError, Seat};
use thiserror::Error;

use crate::play::{Caps, Ending, Foul, play};
use crate::{
    Budget, Deal, DealSums, Entrant, Interval, Player, PlayerError, Sprt, Tested, Verdict, wilson,
};

/// A challenger in one seat against rivals in all others.
///
/// Every deal (a board and all that chance decides) is played once from every seat, so that neither a
/// good place nor good dice help anybody. All that is reported depends on these fields alone, not on
/// the number of threads or their pace.
pub struct Match<'a> {
    /// What is played.
    pub rules: Rules,
    /// In one seat.
    pub challenger: &'a dyn Entrant,
    /// In all others.
    pub rival: &'a dyn Entrant,
    /// How many games at most; rounded up to whole deals.
    pub games: u32,
    /// Of the first deal; each other has the next number.
    pub seed: u64,
    /// What players may spend.
    pub budget: Budget,
    /// How long a game may last.
    pub caps: Caps,
    /// On how many threads at most.
    pub threads: usize,
    /// What ends the match before all games are played.
    pub sprt: Option<Sprt>,
}

/// Why no match can be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs)]
pub enum MatchError {
    /// Rules that cannot be played.
    #[error("{0}")]
    Rules(RulesError),
    /// An entrant cannot play at all.
    #[error("{name} cannot play: {error}")]
    Player { name: String, error: PlayerError },
}

/// Results so far, from the challenger's side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that were begun.
    pub games: u32,
    /// Games that the challenger has won, alone or with others.
    pub won: u32,
    /// Games that a rival has won.
    pub lost: u32,
    /// Games that nobody could win any more.
    pub no_winner: u32,
    /// Games that met a cap.
    pub unfinished: u32,
    /// Of the lost games, those that the challenger lost by a fault.
    pub challenger_faults: u32,
    /// Of the won games, those that a rival lost by a fault.
    pub rival_faults: u32,
    /// Games won in each seat.
    pub won_by_seat: BySeat<u32>,
    /// Turns of all games together.
    pub turns: u64,
    /// Steps of all games together.
    pub steps: u64,
    /// The first fault of either side, for its author.
    pub first_fault: Option<(Seat, Foul)>,
}

impl Tally {
    fn add(&mut self, challenger: Seat, played: Played) {
        self.games += 1;
        self.turns += u64::from(played.turns);
        self.steps += u64::from(played.steps);
        let won = match &played.ending {
            Ending::Won { winners } => Some(winners.contains(challenger)),
            Ending::Faulty { seat, .. } => Some(*seat != challenger),
            Ending::NoWinner | Ending::Unfinished => None,
        };
        match won {
            Some(true) => {
                self.won += 1;
                self.won_by_seat[challenger] += 1;
            }
            Some(false) => self.lost += 1,
            None if played.ending == Ending::NoWinner => self.no_winner += 1,
            None => self.unfinished += 1,
        }
        if let Ending::Faulty { seat, fault } = played.ending {
            if seat == challenger {
                self.challenger_faults += 1;
            } else {
                self.rival_faults += 1;
            }
            self.first_fault.get_or_insert((seat, fault));
        }
    }

    /// Games that somebody has won.
    pub fn decided(&self) -> u32 {
        self.won + self.lost
    }

    /// The part of the decided games that the challenger has won; none before there is one.
    pub fn share(&self) -> Option<f64> {
        (self.decided() > 0).then(|| f64::from(self.won) / f64::from(self.decided()))
    }

    /// Where that part lies, 95 % sure, were there games without end.
    pub fn interval(&self) -> Interval {
        wilson(self.won, self.decided())
    }
}

/// What a match came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// All results.
    pub tally: Tally,
    /// What the sequential test says, where there was one.
    pub tested: Option<Tested>,
}

/// What a game came to.
struct Played {
    ending: Ending,
    turns: u16,
    steps: u32,
}

/// The games of one deal, the challenger in each seat in turn.
type Round = Vec<Played>;

impl Match<'_> {
    /// Plays, and tells `progress` the results after every deal.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played, or an entrant that cannot play at all. An entrant that fails later
    /// loses games.
    pub fn run(&self, mut progress: impl FnMut(&Tally)) -> Result<Report, MatchError> {
        self.rules.check().map_err(MatchError::Rules)?;
        let players = self.rules.players;
        let deals = self.games.div_ceil(u32::from(players));
        let next = AtomicU32::new(0);
        let stop = AtomicBool::new(false);
        let (results, rounds) = mpsc::channel();
        thread::scope(|scope| {
            let threads = self.threads.clamp(1, deals.max(1) as usize);
            for _ in 0..threads {
                let results = results.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || self.work(deals, next, stop, &results));
            }
            drop(results);
            let report = self.collect(rounds, &mut progress);
            stop.store(true, Ordering::Relaxed);
            report
        })
    }

    /// Plays one deal after the other until there is none left.
    fn work(
        &self,
        deals: u32,
        next: &AtomicU32,
        stop: &AtomicBool,
        results: &mpsc::Sender<(u32, Result<Round, MatchError>)>,
    ) {
        let mut seats = Seats::new(self);
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= deals {
                break;
            }
            let round = seats.as_mut().map_err(|error| error.clone());
            let round = round.and_then(|seats| self.round(number, seats));
            let failed = round.is_err();
            // Nobody listens any more when the match is decided.
            if results.send((number, round)).is_err() || failed {
                break;
            }
        }
    }

    fn round(&self, number: u32, seats: &mut Seats) -> Result<Round, MatchError> {
        let seed = self.seed.wrapping_add(u64::from(number));
        let deal = Deal::new(self.rules, seed).map_err(MatchError::Rules)?;
        let (budget, caps) = (self.budget, self.caps);
        let games = Seat::all(self.rules.players).map(|challenger| {
            let mut course = Playthrough::new(Arc::clone(&deal.game));
            let ending = seats.sit(challenger, |players| {
                play(&mut course, players, &mut deal.chance(), seed, budget, caps)
            });
            Played {
                ending,
                turns: course.state().turn(),
                steps: course.steps().len() as u32,
            }
        });
        Ok(games.collect())
    }

    /// Takes the rounds in the order of their deals, whichever is played first.
    fn collect(
        &self,
        rounds: mpsc::Receiver<(u32, Result<Round, MatchError>)>,
        progress: &mut dyn FnMut(&Tally),
    ) -> Result<Report, MatchError> {
        let players = self.rules.players;
        let (mut tally, mut sums) = (Tally::default(), DealSums::default());
        let mut early = BTreeMap::new();
        let mut awaited = 0;
        let tested = |sums: &DealSums| self.sprt.map(|test| test.test(sums, players));
        'all: for (number, round) in rounds {
            early.insert(number, round?);
            while let Some(round) = early.remove(&awaited) {
                awaited += 1;
                let (won, decided) = (tally.won, tally.decided());
                for (challenger, played) in Seat::all(players).zip(round) {
                    tally.add(challenger, played);
                }
                sums.add(tally.won - won, tally.decided() - decided);
                progress(&tally);
                if tested(&sums).is_some_and(|tested| tested.verdict != Verdict::Open) {
                    break 'all;
                }
            }
        }
        let tested = tested(&sums);
        Ok(Report { tally, tested })
    }
}

/// One challenger and rivals for all other seats, who change places.
struct Seats {
    /// The challenger sits where the last round has left it.
    players: Vec<Box<dyn Player>>,
    challenger: usize,
}

impl Seats {
    fn new(of: &Match<'_>) -> Result<Self, MatchError> {
        let one = |entrant: &dyn Entrant| {
            entrant.player().map_err(|error| MatchError::Player {
                name: entrant.name(),
                error,
            })
        };
        let mut players = vec![one(of.challenger)?];
        for _ in 1..of.rules.players {
            players.push(one(of.rival)?);
        }
        Ok(Self {
            players,
            challenger: 0,
        })
    }

    fn sit<T>(&mut self, challenger: Seat, game: impl FnOnce(&mut [Box<dyn Player>]) -> T) -> T {
        self.players.swap(self.challenger, challenger.index());
        self.challenger = challenger.index();
        game(&mut self.players)
    }
}
