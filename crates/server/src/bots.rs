//! Bots at the table: what the server asks of them, and how fast they play.

use std::{num::NonZero, sync::Arc, time::Duration};

use brickwood_rules::{Action, Game, Phase, Seat, View};
use brickwood_table::{
    Request, Table,
    protocol::{BotLevel, BotName, BotPace, OpenOffer, Problem},
};
use sha2::{Digest, Sha256};
use tokio::{sync::Semaphore, time::Instant};

use crate::{haggling::Haggle, metrics};

/// Those who play the bots' seats. They see what a person in their seat would see.
pub trait Bots: Send + Sync + 'static {
    /// What the viewer does; nothing if it waits for others.
    fn choose(&self, level: BotLevel, game: &Game, view: &View, seed: u64) -> Option<Action>;

    /// What the viewer does about its open offer when it waits for answers no longer.
    fn give_up(&self, game: &Game, view: &View) -> Option<Action>;

    /// The programs of others that can take a seat here, by name.
    fn outside(&self) -> Vec<BotName> {
        Vec::new()
    }
}

/// How long bots take, so that people can follow what they do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Pace {
    /// About a second for an action.
    #[default]
    Normal,
    /// A fifth of that.
    Fast,
    /// No longer than thinking takes.
    None,
}

impl Pace {
    /// What the table wants: where one person plays, nobody else has to follow.
    fn at(table: &Table) -> Self {
        let people = table.people();
        match people.options.bot_pace {
            BotPace::Fast if people.people_seats().len() <= 1 => Self::Fast,
            BotPace::None if people.people_seats().len() <= 1 => Self::None,
            _ => Self::Normal,
        }
    }

    /// How long an action takes, thinking included. `dither` spreads it.
    fn of(self, request: Request, dither: u64) -> Duration {
        let trivial = matches!(request, Request::Answer(..) | Request::Talk(_))
            || matches!(
                request,
                Request::Act(
                    Action::Roll | Action::EndTurn | Action::Discard { .. } | Action::Pass,
                    _
                )
            );
        let (least, most) = if trivial { (300, 700) } else { (600, 1500) };
        self.scale(Duration::from_millis(least + dither % (most - least)))
    }

    /// How long a bot waits for people to answer its offer.
    fn patience(self) -> Duration {
        match self {
            Self::Normal | Self::Fast => self.scale(Duration::from_secs(20)),
            Self::None => Duration::from_secs(2),
        }
    }

    fn scale(self, duration: Duration) -> Duration {
        match self {
            Self::Normal => duration,
            Self::Fast => duration / 5,
            Self::None => Duration::ZERO,
        }
    }
}

/// The bots of a server and how they play. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Players {
    bots: Arc<dyn Bots>,
    pace: Pace,
    /// Places to think in: as many bots at a time as there are processors, at all tables together.
    desks: Arc<Semaphore>,
}

impl Players {
    pub(crate) fn new(bots: Arc<dyn Bots>, pace: Pace) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            bots,
            pace,
            desks: Arc::new(Semaphore::new(processors)),
        }
    }

    /// The programs of others that can take a seat.
    pub(crate) fn outside(&self) -> Vec<BotName> {
        self.bots.outside()
    }

    /// A program that this server does not have cannot take a seat.
    pub(crate) fn check(&self, level: BotLevel) -> Result<(), Problem> {
        match level {
            BotLevel::Outside { name } if !self.outside().contains(&name) => {
                let message = format!("There is no bot {name} here.");
                Err(Problem::new("no_such_bot", message))
            }
            _ => Ok(()),
        }
    }

    /// Lets a bot think. One that panics has no thought.
    async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&dyn Bots) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let bots = Arc::clone(&self.bots);
        let desk = Arc::clone(&self.desks).acquire_owned().await.ok()?;
        let thinking = tokio::task::spawn_blocking(move || {
            let begun = std::time::Instant::now();
            let found = thought(&*bots);
            metrics::bot_thought(begun.elapsed());
            drop(desk);
            found
        });
        thinking.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a bot has failed");
            None
        })
    }
}

/// What bots decide from at one point of the log.
pub(crate) struct Situation {
    /// The last line of the log.
    pub(crate) head: u32,
    game: Arc<Game>,
    seats: Vec<BotSeat>,
    /// The lines that an answer to the open offer names.
    offer: Option<OpenOffer>,
    /// What is suggested to bots and waits for a word of theirs.
    haggles: Vec<Haggle>,
    /// Whether people have yet to answer an offer of one of them.
    waits_for_people: bool,
    /// How fast the table wants them to be.
    pace: Pace,
}

struct BotSeat {
    seat: Seat,
    level: BotLevel,
    view: View,
    seed: u64,
}

/// What the bots have decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    /// The last line of the log that they knew.
    pub(crate) head: u32,
    /// Who does what; nothing if none finds anything although the table waits for them.
    pub(crate) choice: Option<(Seat, Request)>,
}

impl Situation {
    /// The situation at a table, if it is a bot's turn to do something.
    pub(crate) fn at(table: &Table, game: &Arc<Game>) -> Option<Self> {
        let seats: Vec<BotSeat> = table
            .bots_to_act()
            .into_iter()
            .map(|(seat, level)| BotSeat {
                seat,
                level,
                view: table.view(Some(seat)),
                seed: seed(table, seat),
            })
            .collect();
        let is_person = |seat: Seat| table.bot(seat).is_none();
        let waits_for_people = matches!(
            table.state().phase(),
            Phase::Trade { trade } if trade.pending().iter().any(is_person)
        );
        let haggles = Haggle::all(table, |seat| seed(table, seat));
        (!seats.is_empty() || !haggles.is_empty()).then(|| Self {
            head: table.head(),
            game: Arc::clone(game),
            seats,
            offer: table.offer(),
            haggles,
            waits_for_people,
            pace: Pace::at(table),
        })
    }

    /// Lets the bots think and take their time, until one of them has something to do.
    pub(crate) async fn decide(self, players: Players) -> Decision {
        Decision {
            head: self.head,
            choice: Arc::new(self).choose(&players).await,
        }
    }

    async fn choose(self: Arc<Self>, players: &Players) -> Option<(Seat, Request)> {
        let begun = Instant::now();
        let pace = self.pace.max(players.pace);
        let thinking = Arc::clone(&self);
        if let Some(choice) = players.think(move |bots| thinking.think(bots)).await {
            let pause = pace.of(choice.1, self.dither());
            tokio::time::sleep_until(begun + pause).await;
            return Some(choice);
        }
        if self.waits_for_people {
            tokio::time::sleep_until(begun + pace.patience()).await;
        }
        players.think(move |bots| self.give_up(bots)).await
    }

    fn think(&self, bots: &dyn Bots) -> Option<(Seat, Request)> {
        if let Some(haggle) = self.haggles.first() {
            let choose = |view: &View| bots.choose(haggle.level, &self.game, view, haggle.seed);
            return Some((haggle.seat, haggle.answer(choose)));
        }
        self.seats.iter().find_map(|bot| {
            let action = bots.choose(bot.level, &self.game, &bot.view, bot.seed)?;
            Some((bot.seat, self.naming(action)))
        })
    }

    /// A request that names what it answers.
    fn naming(&self, action: Action) -> Request {
        match self.offer.and_then(|offer| offer.answered_by(action)) {
            Some(line) => Request::Answer(action, line),
            None => Request::Act(action, None),
        }
    }

    /// Spreads the pace.
    fn dither(&self) -> u64 {
        let haggles = self.haggles.iter().map(|haggle| haggle.seed);
        let seats = self.seats.iter().map(|bot| bot.seed);
        haggles.chain(seats).next().unwrap_or_default()
    }

    fn give_up(&self, bots: &dyn Bots) -> Option<(Seat, Request)> {
        self.seats.iter().find_map(|bot| {
            let action = bots.give_up(&self.game, &bot.view)?;
            Some((bot.seat, self.naming(action)))
        })
    }
}

/// A bot's own chance: after a restart it thinks the same again.
fn seed(table: &Table, seat: Seat) -> u64 {
    let digest = Sha256::new()
        .chain_update(b"bot")
        .chain_update(table.setup().seed)
        .chain_update(table.head().to_le_bytes())
        .chain_update([u8::from(seat)])
        .finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(first)
}
