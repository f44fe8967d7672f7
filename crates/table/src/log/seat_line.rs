//! Lines of the log about the player of a seat.

use brickwood_notation::{parse_seat, seat_number};
use brickwood_rules::Seat;

use brickwood_protocol::{Remedy, TableEvent};

/// The lines that are words alone: each a row with its name, which is that of its event, and its words in the log.
macro_rules! seat_lines {
    ($($(#[$doc:meta])* $line:ident = $words:literal,)*) => {
        /// What happens to the player of a seat.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum SeatLine {
            $($(#[$doc])* $line,)*
            /// The player votes for a remedy for another player.
            Votes(Remedy, Seat),
        }

        pub(super) const WORDS: &[(&str, SeatLine)] = &[$(($words, SeatLine::$line)),*];

        impl SeatLine {
            /// Its event for the viewers.
            pub(crate) const fn told(self, seat: Seat) -> TableEvent {
                match self {
                    $(Self::$line => TableEvent::$line { seat },)*
                    Self::Votes(remedy, about) => TableEvent::Voted { seat, remedy, about },
                }
            }
        }
    };
}

seat_lines! {
    /// The player is the host now.
    Hosts = "hosts",
    /// A bot plays for a player who is away.
    Away = "away",
    /// The player plays again.
    Back = "back",
    /// The player's time to think is up.
    TimedOut = "timed out",
    /// The player gives the seat up: a bot plays until somebody holds it.
    Left = "left",
    /// The others remove the player: likewise.
    Removed = "removed",
    /// Somebody else holds the seat from now on, and plays.
    Taken = "taken",
    /// A bot plays for a player who is connected but does not act, until that player returns.
    Replaced = "replaced",
    /// A bot plays for a player who does not act, for the rest of the turn.
    Skipped = "skipped",
    /// A player who does not act gets a minute for the rest of the turn.
    Hurried = "hurried",
    /// A player who does not act is reminded.
    Reminded = "reminded",
    /// The player takes more time to think.
    MoreTime = "more time",
    /// The player wants to end the game without a winner.
    WantsToEnd = "wants to end",
    /// The player does not want to end the game.
    PlaysOn = "plays on",
}

const VOTES: &str = "votes";

pub(super) const REMEDIES: [(&str, Remedy); 5] = [
    ("remind", Remedy::Remind),
    ("clock", Remedy::Clock),
    ("skip", Remedy::Skip),
    ("replace", Remedy::Replace),
    ("remove", Remedy::Remove),
];

impl SeatLine {
    /// Whether the player of the seat has done it, and nobody else to them.
    pub(crate) const fn is_own(self) -> bool {
        matches!(
            self,
            Self::Back
                | Self::Left
                | Self::MoreTime
                | Self::WantsToEnd
                | Self::PlaysOn
                | Self::Votes(..)
        )
    }

    /// The line of a remedy.
    pub(crate) const fn of(remedy: Remedy) -> Self {
        match remedy {
            Remedy::Remind => Self::Reminded,
            Remedy::Clock => Self::Hurried,
            Remedy::Skip => Self::Skipped,
            Remedy::Replace => Self::Replaced,
            Remedy::Remove => Self::Removed,
        }
    }

    /// The words after the seat.
    pub(crate) fn text(self) -> String {
        if let Self::Votes(remedy, about) = self {
            let word = REMEDIES.iter().find(|(_, other)| *other == remedy);
            let word = word.expect("every remedy has a word").0;
            return format!("{VOTES} {word} {}", seat_number(about));
        }
        let word = WORDS.iter().find(|(_, other)| *other == self);
        word.expect("every other line has a word").0.to_owned()
    }

    /// Reads the words after the seat.
    pub(crate) fn parse(words: &str) -> Option<Self> {
        if let Some((_, line)) = WORDS.iter().find(|(word, _)| *word == words) {
            return Some(*line);
        }
        let rest = words.strip_prefix(VOTES)?.strip_prefix(' ')?;
        let (word, number) = rest.split_once(' ')?;
        let (_, remedy) = REMEDIES.iter().find(|(other, _)| *other == word)?;
        Some(Self::Votes(*remedy, parse_seat(number)?))
    }

    /// Whether the seat has another player after it, or none.
    pub(crate) const fn changes_player(self) -> bool {
        matches!(self, Self::Left | Self::Removed | Self::Taken)
    }
}
