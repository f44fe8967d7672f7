//! Bots at the table: their tasks, and how fast they play.

use std::sync::Arc;

use brickwood_protocol::{Advice, BotLevel, BotName, BotOffers, Command, OpenOffer};
use brickwood_rules::{
    Action, Game, History, InformationState, Phase, Seat, SeatSet, Step, Terms, View,
};
use sha2::{Digest, Sha256};

use super::kept_bots::{KeptBots, SeatedBot};
use super::loaded::LoadedTable;
use super::pace::Pace;
use super::suggestions::PendingSuggestion;
use crate::table::Table;

/// The players of the bots' seats. They get the view of a person in their seat, and the history that the
/// person would have been sent.
pub trait Bots: Send + Sync + 'static {
    /// Whether bots of a level read their history. Those that do not get none.
    fn reads_history(&self, _level: BotLevel) -> bool {
        true
    }

    /// The viewer's action; none if it waits for others. It depends on nothing that the bot remembers: what it knows is
    /// all in its view and its history.
    fn choose(
        &self,
        bot: &mut SeatedBot,
        game: &Game,
        known: InformationState<'_>,
        seed: u64,
    ) -> Option<Action>;

    /// The viewer's action about its open offer once it stops waiting for answers.
    fn give_up(&self, game: &Game, view: &View) -> Option<Action>;

    /// What the coach advises the viewer, from what it knows; none if there is no coach. With `terms`, it
    /// judges these instead of the open offer.
    fn advise(
        &self,
        _game: &Game,
        _known: InformationState<'_>,
        _terms: Option<Terms>,
        _seed: u64,
    ) -> Option<Advice> {
        None
    }

    /// The external bots that can take a seat here, by name.
    fn external(&self) -> Vec<BotName> {
        Vec::new()
    }
}

/// How long a bot waits for people to answer an offer with which the game begins, in milliseconds: they have to
/// find out first where they are.
const PATIENCE_AT_FIRST_MS: u64 = 600_000;

/// The data for the decisions of bots at one point of the log.
#[derive(Debug)]
pub(super) struct Situation {
    game: Arc<Game>,
    /// All steps since the game began, without those that were undone. The bots follow them when they decide, because
    /// that takes too long for the room.
    steps: Vec<Step>,
    kept: Arc<KeptBots>,
    /// The bots that are to act, with their views.
    seats: Vec<(BotSeat, View)>,
    /// The lines that an answer to the open offer names.
    offer: Option<OpenOffer>,
    /// The suggestions that wait for the answers of bots.
    suggestions: Vec<PendingSuggestion>,
    /// Whether people have yet to answer an offer of one of the bots.
    waits_for_people: bool,
    /// Whether nothing has been done since the game began.
    begins: bool,
    /// The pace that the table asks for.
    pub(super) pace: Pace,
}

/// The seat of a bot that decides.
#[derive(Debug)]
pub(super) struct BotSeat {
    pub(super) seat: Seat,
    pub(super) level: BotLevel,
    /// How many offers it is to make.
    pub(super) offers: BotOffers,
    pub(super) seed: u64,
    /// The seats with which it may trade.
    pub(super) partners: SeatSet,
}

impl BotSeat {
    /// A bot that decides at this point of the log.
    pub(super) fn new(table: &Table, seat: Seat, level: BotLevel) -> Self {
        Self {
            seat,
            level,
            offers: table.people().options.bot_offers,
            seed: seed(table, seat),
            partners: table.partners(seat),
        }
    }

    /// Whether an action is an offer to seats of which none hears it. A bot does not know who has blocked whom.
    fn is_unheard(&self, action: Action) -> bool {
        matches!(action, Action::Offer { to, .. } if to.iter().all(|seat| !self.partners.contains(seat)))
    }
}

/// How often a bot thinks again that would offer something to nobody, before it ends its turn.
const SECOND_THOUGHTS: u64 = 4;

/// A decision for bots. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BotTask {
    pub(super) situation: Arc<Situation>,
    /// Whether they stop waiting for answers.
    pub(super) gives_up: bool,
}

impl BotTask {
    /// The decision; none if no bot finds anything to do. This may take a while, and an external bot may
    /// block.
    pub fn decide(&self, bots: &dyn Bots) -> Option<(Seat, Command)> {
        if self.gives_up {
            self.situation.give_up(bots)
        } else {
            self.situation.think(bots)
        }
    }
}

impl Situation {
    /// The situation at a table, if it is a bot's turn to do something.
    pub(super) fn at(
        LoadedTable {
            table, game, bots, ..
        }: &LoadedTable,
    ) -> Option<Self> {
        let seats: Vec<(BotSeat, View)> = table
            .bots_to_act()
            .into_iter()
            .map(|(seat, level)| {
                let bot = BotSeat::new(table, seat, level);
                (bot, table.view(Some(seat)))
            })
            .collect();
        let is_person = |seat: Seat| table.bot(seat).is_none();
        let waits_for_people = matches!(
            table.state().phase(),
            Phase::Trade { trade } if trade.pending().iter().any(is_person)
        );
        let suggestions = PendingSuggestion::all(table);
        let steps = table.standing_steps().0;
        (!seats.is_empty() || !suggestions.is_empty()).then(|| Self {
            game: Arc::clone(game),
            begins: steps.len() == table.setup().opening.len(),
            steps,
            kept: Arc::clone(bots),
            seats,
            offer: table.offer(),
            suggestions,
            waits_for_people,
            pace: Pace::of(table),
        })
    }

    /// How long the bots wait where they find nothing to do, in milliseconds.
    pub(super) const fn patience_ms(&self, pace: Pace) -> u64 {
        match (self.waits_for_people, self.begins) {
            (false, _) => 0,
            (true, false) => pace.patience_ms(),
            (true, true) => PATIENCE_AT_FIRST_MS,
        }
    }

    fn think(&self, bots: &dyn Bots) -> Option<(Seat, Command)> {
        self.kept.decide(&self.game, &self.steps, |seated| {
            let mut choose =
                |bot: &BotSeat, view: &View| seated.choose(bots, bot, view, &self.steps);
            if let Some(suggestion) = self.suggestions.first() {
                return Some((suggestion.bot.seat, suggestion.answer(choose)));
            }
            self.seats.iter().find_map(|(bot, view)| {
                let mut action = choose(bot, view)?;
                for thought in 1..=SECOND_THOUGHTS {
                    if bot.is_unheard(action) {
                        let seed = bot.seed.wrapping_add(thought);
                        action = choose(&BotSeat { seed, ..*bot }, view)?;
                    }
                }
                if bot.is_unheard(action) {
                    action = Action::EndTurn;
                }
                Some((bot.seat, Command::act(action, self.offer)))
            })
        })
    }

    /// A number that varies the pace.
    pub(super) fn dither(&self) -> u64 {
        let suggestions = self
            .suggestions
            .iter()
            .map(|suggestion| suggestion.bot.seed);
        let seats = self.seats.iter().map(|(bot, _)| bot.seed);
        suggestions.chain(seats).next().unwrap_or_default()
    }

    fn give_up(&self, bots: &dyn Bots) -> Option<(Seat, Command)> {
        self.seats.iter().find_map(|(bot, view)| {
            let action = bots.give_up(&self.game, view)?;
            Some((bot.seat, Command::act(action, self.offer)))
        })
    }
}

/// A bot's seed. After a restart, it decides the same again.
fn seed(table: &Table, seat: Seat) -> u64 {
    let digest = Sha256::new()
        .chain_update(b"bot")
        .chain_update(table.setup().seed)
        .chain_update(table.head().to_le_bytes())
        .chain_update([u8::from(seat)])
        .finalize();
    let first = digest.first_chunk().expect("a digest has 32 bytes");
    u64::from_le_bytes(*first)
}

/// A question for the coach. Cheap to clone.
#[derive(Clone, Debug)]
pub struct AdviceTask(Arc<Asked>);

/// What the coach is asked.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) game: Arc<Game>,
    /// All steps since the game began, without those that were undone.
    pub(super) steps: Vec<Step>,
    pub(super) seat: Seat,
    pub(super) view: View,
    pub(super) terms: Option<Terms>,
    pub(super) seed: u64,
}

impl AdviceTask {
    pub(super) fn new(asked: Asked) -> Self {
        Self(Arc::new(asked))
    }

    /// The advice, from the information of the seat alone; none if the bots give none. This may take a while.
    pub fn advise(&self, bots: &dyn Bots) -> Option<Advice> {
        let Asked {
            game,
            steps,
            seat,
            view,
            terms,
            seed,
        } = &*self.0;
        let history = History::from_steps(game, Some(*seat), steps.iter().copied()).ok();
        let history = history.as_ref();
        bots.advise(game, InformationState::new(view, history), *terms, *seed)
    }
}
