//! What the bots of a table keep from one decision to the next.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use brickwood_protocol::{BotLevel, BotOffers};
use brickwood_rules::{Action, BySeat, Game, InformationState, Playthrough, Step, View};

use super::bots::{BotSeat, Bots};

/// Of a game with more steps, which is several times longer than any that bots play, nothing is kept.
const MOST_STEPS: usize = 2_000;

/// A bot in its seat: its level, how many offers it is to make, and what it remembers of its game.
pub struct SeatedBot {
    level: BotLevel,
    offers: BotOffers,
    memory: Option<Box<dyn Any + Send>>,
}

impl SeatedBot {
    /// A bot that has just sat down.
    pub const fn new(level: BotLevel, offers: BotOffers) -> Self {
        Self {
            level,
            offers,
            memory: None,
        }
    }

    /// Its level.
    pub const fn level(&self) -> BotLevel {
        self.level
    }

    /// How many offers it is to make.
    pub const fn offers(&self) -> BotOffers {
        self.offers
    }

    /// What it remembers. It may sit down in the middle of a game, and then remembers nothing of it.
    pub fn memory<T: Any + Send>(&mut self, nothing: impl FnOnce() -> T) -> &mut T {
        if !self.memory.as_ref().is_some_and(|memory| memory.is::<T>()) {
            self.memory = Some(Box::new(nothing()));
        }
        let memory = self
            .memory
            .as_mut()
            .and_then(|memory| memory.downcast_mut());
        memory.expect("it is of this type")
    }
}

impl fmt::Debug for SeatedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatedBot")
            .field("level", &self.level)
            .field("offers", &self.offers)
            .finish_non_exhaustive()
    }
}

/// The bots of a table, with the game as far as they have followed it.
#[derive(Debug)]
pub(super) struct SeatedBots {
    played: Playthrough,
    seats: BySeat<Option<SeatedBot>>,
}

impl SeatedBots {
    fn new(game: &Arc<Game>) -> Self {
        Self {
            played: Playthrough::new(Arc::clone(game)),
            seats: BySeat::default(),
        }
    }

    /// The action of the bot in a seat, which sees this view after these steps.
    pub(super) fn choose(
        &mut self,
        bots: &dyn Bots,
        &BotSeat {
            seat,
            level,
            offers,
            seed,
            ..
        }: &BotSeat,
        view: &View,
        steps: &[Step],
    ) -> Option<Action> {
        let game = Arc::clone(self.played.game());
        let history = if bots.reads_history(level) {
            for step in &steps[self.played.steps().len()..] {
                self.played.take(*step).ok()?;
            }
            self.played.history(Some(seat))
        } else {
            None
        };
        let kept = &mut self.seats[seat];
        let is_same = |bot: &SeatedBot| bot.level == level && bot.offers == offers;
        let bot = kept.take().filter(is_same);
        let bot = kept.insert(bot.unwrap_or(SeatedBot::new(level, offers)));
        let known = InformationState::new(view, history);
        bots.choose(bot, &game, known, seed)
    }
}

/// Where the bots of a table wait between two decisions. Whoever finds nobody there begins with bots that have seen
/// nothing: their decisions are the same, and only take longer.
#[derive(Debug, Default)]
pub(super) struct KeptBots(Mutex<Option<Box<SeatedBots>>>);

impl KeptBots {
    /// Lets the bots decide something after these steps, which are all that stand since the game began. Bots that have
    /// seen what is taken back by now are replaced.
    pub(super) fn decide<T>(
        &self,
        game: &Arc<Game>,
        steps: &[Step],
        decide: impl FnOnce(&mut SeatedBots) -> T,
    ) -> T {
        let kept = self.lock().take().filter(|bots| {
            Arc::ptr_eq(bots.played.game(), game) && steps.starts_with(bots.played.steps())
        });
        let mut bots = kept.unwrap_or_else(|| Box::new(SeatedBots::new(game)));
        let decided = decide(&mut bots);
        if steps.len() <= MOST_STEPS {
            *self.lock() = Some(bots);
        }
        decided
    }

    fn lock(&self) -> MutexGuard<'_, Option<Box<SeatedBots>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::Level;
    use brickwood_rules::{ChanceOutcome, Dice, Edition, Seat, SeatSet, State, beginners_board};

    use super::*;

    /// Remembers how often it was asked, and says so to the test.
    struct Counts(Mutex<u32>);

    impl Bots for Counts {
        fn choose(
            &self,
            bot: &mut SeatedBot,
            _: &Game,
            known: InformationState<'_>,
            _: u64,
        ) -> Option<Action> {
            let asked = bot.memory(|| 0_u32);
            *asked += 1;
            let events = known.history.expect("it reads it").events().len();
            *self.0.lock().expect("nobody panics") = *asked + 100 * events as u32;
            None
        }

        fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
            None
        }
    }

    #[test]
    fn a_bot_remembers_as_long_as_it_stays_and_nothing_is_taken_back() {
        let game = Arc::new(
            Game::new(Edition::Modern.rules(4), beginners_board()).expect("today's rules"),
        );
        let view = State::new(&game).view(&game, None);
        let kept = KeptBots::default();
        let roll = |dice: u8| {
            let dice = Dice::new(dice, 1).expect("a die shows 1 to 6");
            let outcome = ChanceOutcome::Dice { dice };
            Step::Chance { outcome }
        };
        let seat = Seat::new(1).expect("a seat");
        let ask_for = |offers, level, steps: &[Step]| {
            let counts = Counts(Mutex::default());
            let bot = BotSeat {
                seat,
                level,
                offers,
                seed: 0,
                partners: SeatSet::EMPTY,
            };
            kept.decide(&game, steps, |bots| {
                bots.choose(&counts, &bot, &view, steps)
            });
            counts.0.into_inner().expect("nobody panics")
        };
        let ask = |level, steps: &[Step]| ask_for(BotOffers::Few, level, steps);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3)]), 101);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3), roll(4)]), 202);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3), roll(4)]), 203);
        // Something is taken back, and something else done.
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3), roll(5)]), 201);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3)]), 101);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3)]), 102);
        // Another bot sits down.
        assert_eq!(ask(BotLevel::Own(Level::Easy), &[roll(3)]), 101);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3)]), 101);
        // The host wants fewer offers, and changes it back.
        let quiet = |steps: &[Step]| ask_for(BotOffers::None, BotLevel::Own(Level::Hard), steps);
        assert_eq!(quiet(&[roll(3)]), 101);
        assert_eq!(quiet(&[roll(3)]), 102);
        assert_eq!(ask(BotLevel::Own(Level::Hard), &[roll(3)]), 101);
    }
}
