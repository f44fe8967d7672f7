//! Bots at the table: what they are asked, and how fast they play.

use std::sync::Arc;

use brickwood_rules::{Action, Game, History, InformationState, Phase, Seat, Step, View};
use sha2::{Digest, Sha256};

use super::haggling::Haggle;
use crate::protocol::{BotLevel, BotName, BotPace, OpenOffer};
use crate::request::Request;
use crate::table::Table;

/// Those who play the bots' seats. They see what a person in their seat would see, and remember what
/// it would have been told.
pub trait Bots: Send + Sync + 'static {
    /// What the viewer does; nothing if it waits for others.
    fn choose(
        &self,
        level: BotLevel,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action>;

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

    /// How long an action takes, thinking included, in milliseconds. `dither` spreads it.
    pub(super) fn pause_ms(self, request: Request, dither: u64) -> u64 {
        let trivial = matches!(request, Request::Answer(..) | Request::Talk(_))
            || matches!(
                request,
                Request::Act(
                    Action::Roll | Action::EndTurn | Action::Discard { .. } | Action::Pass,
                    _
                )
            );
        let (least, most) = if trivial { (300, 700) } else { (600, 1500) };
        self.scale(least + dither % (most - least))
    }

    /// How long a bot waits for people to answer its offer, in milliseconds.
    pub(super) const fn patience_ms(self) -> u64 {
        match self {
            Self::Normal | Self::Fast => self.scale(20_000),
            Self::None => 2000,
        }
    }

    const fn scale(self, ms: u64) -> u64 {
        match self {
            Self::Normal => ms,
            Self::Fast => ms / 5,
            Self::None => 0,
        }
    }
}

/// What bots decide from at one point of the log.
#[derive(Debug)]
pub(super) struct Situation {
    game: Arc<Game>,
    /// All that stand since the game began. Each bot is told its own history of them when it decides:
    /// that takes longer than the room should.
    steps: Vec<Step>,
    seats: Vec<BotSeat>,
    /// The lines that an answer to the open offer names.
    offer: Option<OpenOffer>,
    /// What is suggested to bots and waits for a word of theirs.
    haggles: Vec<Haggle>,
    /// Whether people have yet to answer an offer of one of them.
    pub(super) waits_for_people: bool,
    /// How fast the table wants them to be.
    pub(super) pace: Pace,
}

#[derive(Debug)]
struct BotSeat {
    seat: Seat,
    level: BotLevel,
    view: View,
    seed: u64,
}

/// Something for bots to decide. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BotTask {
    pub(super) situation: Arc<Situation>,
    /// Whether they wait for answers no longer.
    pub(super) gives_up: bool,
}

impl BotTask {
    /// Who does what; none if nobody finds anything to do. This may take a while, and a program of
    /// others may block.
    pub fn decide(&self, bots: &dyn Bots) -> Option<(Seat, Request)> {
        if self.gives_up {
            self.situation.give_up(bots)
        } else {
            self.situation.think(bots)
        }
    }
}

impl Situation {
    /// The situation at a table, if it is a bot's turn to do something.
    pub(super) fn at(table: &Table, game: &Arc<Game>) -> Option<Self> {
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
            game: Arc::clone(game),
            steps: table.standing_steps().0,
            seats,
            offer: table.offer(),
            haggles,
            waits_for_people,
            pace: Pace::at(table),
        })
    }

    fn think(&self, bots: &dyn Bots) -> Option<(Seat, Request)> {
        if let Some(haggle) = self.haggles.first() {
            let history = self.history(haggle.seat);
            let choose = |view: &View| {
                let history = history.as_ref();
                let known = InformationState { view, history };
                bots.choose(haggle.level, &self.game, known, haggle.seed)
            };
            return Some((haggle.seat, haggle.answer(choose)));
        }
        self.seats.iter().find_map(|bot| {
            let history = self.history(bot.seat);
            let known = InformationState {
                view: &bot.view,
                history: history.as_ref(),
            };
            let action = bots.choose(bot.level, &self.game, known, bot.seed)?;
            Some((bot.seat, self.naming(action)))
        })
    }

    /// What a bot has been told since the game began.
    fn history(&self, seat: Seat) -> Option<History> {
        let steps = self.steps.iter().copied();
        History::from_steps(&self.game, Some(seat), steps).ok()
    }

    /// A request that names what it answers.
    fn naming(&self, action: Action) -> Request {
        match self.offer.and_then(|offer| offer.answered_by(action)) {
            Some(line) => Request::Answer(action, line),
            None => Request::Act(action, None),
        }
    }

    /// Spreads the pace.
    pub(super) fn dither(&self) -> u64 {
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
