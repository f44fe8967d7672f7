//! What a line of a table's log says.

use brickwood_fair::ClientSeed;
use brickwood_notation::{StepError, parse_step, seat_number, step_text};
use brickwood_rules::{Action, Seat, SeatSet, Step, Topology};

use crate::protocol::TableEvent;

/// What a line of the log says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A step of the game.
    Step(Step),
    /// A seat takes its last step back.
    Undo(Seat),
    /// The table was read from its log, and goes on: what has passed since the line above it costs
    /// nobody time.
    Resumed,
    /// Seats or options have changed.
    Arranged,
    /// A player is ready to begin, and brings chance of their own.
    Ready(Seat, ClientSeed),
    /// The game begins without the locked seats.
    Started { without: SeatSet },
    /// The game waits.
    Paused { for_absent: bool },
    /// The game goes on.
    Unpaused,
    /// A bot plays for a seat.
    Away(Seat),
    /// Its player plays again.
    Back(Seat),
    /// A player's time to think is up.
    TimedOut(Seat),
}

/// The lines that are one word or sentence.
const FIXED: [(&str, Entry); 6] = [
    ("resumed", Entry::Resumed),
    ("arranged", Entry::Arranged),
    (
        "started",
        Entry::Started {
            without: SeatSet::EMPTY,
        },
    ),
    ("paused", Entry::Paused { for_absent: false }),
    ("paused for the absent", Entry::Paused { for_absent: true }),
    ("unpaused", Entry::Unpaused),
];

const STARTED_WITHOUT: &str = "started without";

impl Entry {
    pub(crate) fn text(self, topology: &Topology) -> String {
        match self {
            Self::Step(step) => step_text(topology, step),
            Self::Undo(seat) => format!("{} undo", seat_number(seat)),
            Self::Away(seat) => format!("{} away", seat_number(seat)),
            Self::Back(seat) => format!("{} back", seat_number(seat)),
            Self::TimedOut(seat) => format!("{} timed out", seat_number(seat)),
            Self::Ready(seat, seed) => {
                format!("{} ready {}", seat_number(seat), seed)
            }
            Self::Started { without } if !without.is_empty() => {
                let seats = without.iter().map(|seat| format!(" {}", seat_number(seat)));
                STARTED_WITHOUT
                    .chars()
                    .chain(seats.collect::<String>().chars())
                    .collect()
            }
            fixed => FIXED
                .iter()
                .find_map(|(text, entry)| (*entry == fixed).then(|| (*text).to_owned()))
                .expect("an entry without a seat is one of the fixed ones"),
        }
    }

    pub(crate) fn parse(topology: &Topology, text: &str) -> Result<Self, StepError> {
        if let Some((_, entry)) = FIXED.iter().find(|(fixed, _)| *fixed == text) {
            return Ok(*entry);
        }
        if let Some(seats) = text.strip_prefix(STARTED_WITHOUT)
            && let Some(without) = seats.split_whitespace().map(seat).collect()
        {
            return Ok(Self::Started { without });
        }
        if let Some((number, words)) = text.split_once(' ')
            && let Some(seat) = seat(number)
            && let Some(entry) = Self::of_seat(seat, words)
        {
            return Ok(entry);
        }
        parse_step(topology, text).map(Self::Step)
    }

    fn of_seat(seat: Seat, words: &str) -> Option<Self> {
        Some(match words {
            "undo" => Self::Undo(seat),
            "away" => Self::Away(seat),
            "back" => Self::Back(seat),
            "timed out" => Self::TimedOut(seat),
            _ => {
                let seed = words.strip_prefix("ready ")?;
                Self::Ready(seat, seed.parse().ok()?)
            }
        })
    }

    /// Who acted, where a seat did.
    pub(crate) const fn actor(self) -> Option<Seat> {
        match self {
            Self::Step(Step::Action { seat, .. }) | Self::Undo(seat) | Self::Ready(seat, _) => {
                Some(seat)
            }
            _ => None,
        }
    }

    /// With whom a trade is closed by it.
    pub(crate) const fn closes_trade(self) -> Option<Seat> {
        match self {
            Self::Step(Step::Action {
                action: Action::Confirm { with },
                ..
            }) => Some(with),
            _ => None,
        }
    }

    /// What it tells beside the game.
    pub(crate) const fn at_table(self) -> Option<TableEvent> {
        Some(match self {
            Self::Step(_) | Self::Undo(_) => return None,
            Self::Resumed => TableEvent::Resumed,
            Self::Arranged => TableEvent::Arranged,
            Self::Ready(seat, _) => TableEvent::Ready { seat },
            Self::Started { .. } => TableEvent::Started,
            Self::Paused { for_absent } => TableEvent::Paused { for_absent },
            Self::Unpaused => TableEvent::Unpaused,
            Self::Away(seat) => TableEvent::Away { seat },
            Self::Back(seat) => TableEvent::Back { seat },
            Self::TimedOut(seat) => TableEvent::TimedOut { seat },
        })
    }
}

/// A seat by its number.
fn seat(number: &str) -> Option<Seat> {
    Seat::new(number.parse::<u8>().ok()?.checked_sub(1)?)
}
