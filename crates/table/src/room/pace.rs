//! How fast bots play.

use brickwood_protocol::{BotPace, Command};
use brickwood_rules::{Action, Seat};

use crate::table::Table;

/// How fast bots play at a table: by its options, or by those of the site if they are slower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pace(pub(super) BotPace);

impl Pace {
    /// The pace of a table's options. It counts only if a single person plays, because nobody else has to
    /// follow. Until that person has placed something, bots are quick: who has just come wants to play, and
    /// has nothing to follow yet.
    pub(super) fn of(table: &Table) -> Self {
        let people = table.people();
        let seats = people.people_seats();
        let state = table.state();
        let has_placed = |seat: Seat| state.turn() > 0 || !state.settlements(seat).is_empty();
        Self(match seats.len() {
            0 => people.options.bot_pace,
            1 if seats.iter().all(has_placed) => people.options.bot_pace,
            1 => people.options.bot_pace.max(BotPace::Fast),
            _ => BotPace::Normal,
        })
    }

    /// How long an action takes, thinking included, in milliseconds. `dither` spreads it.
    pub(super) fn pause_ms(self, command: &Command, dither: u64) -> u64 {
        let trivial = answers(command)
            || matches!(
                command,
                Command::Act {
                    action: Action::Roll | Action::EndTurn | Action::Discard { .. } | Action::Pass,
                    ..
                }
            );
        let (least, most) = if trivial { (300, 700) } else { (600, 1500) };
        self.scale(least + dither % (most - least))
    }

    /// How long an answer takes at least in all, if it came after `thought_ms`. Without pauses, an answer comes in
    /// one of few moments, so that the time says little about the cards that the bot thought about.
    pub(super) const fn answered_ms(self, command: &Command, thought_ms: u64) -> u64 {
        match self.0 {
            BotPace::None if answers(command) => (thought_ms / ANSWERS_MS + 1) * ANSWERS_MS,
            _ => 0,
        }
    }

    /// How long a bot waits for people to answer its offer, in milliseconds.
    pub(super) const fn patience_ms(self) -> u64 {
        match self.0 {
            BotPace::Normal | BotPace::Fast => self.scale(20_000),
            BotPace::None => 2000,
        }
    }

    const fn scale(self, ms: u64) -> u64 {
        match self.0 {
            BotPace::Normal => ms,
            BotPace::Fast => ms / 5,
            BotPace::None => 0,
        }
    }
}

/// The time between the moments at which bots without pauses answer, in milliseconds: most have thought by the first.
const ANSWERS_MS: u64 = 50;

/// Whether a command answers an offer, or speaks of trades.
const fn answers(command: &Command) -> bool {
    matches!(
        command,
        Command::Act {
            answers: Some(_),
            ..
        } | Command::TradeTalk { .. }
    )
}
