//! The meaning of a line of a table's log.

use brickwood_fair::ClientSeed;
use brickwood_notation::{StepError, parse_seat, parse_step, seat_number, step_text};
use brickwood_protocol::{TableEvent, TradeWord};
use brickwood_rules::{Seat, SeatSet, Step, Topology};

use super::trade_words;
use crate::log::{Changes, SeatLine};

/// The meaning of a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A step of the game.
    Step(Step),
    /// A seat takes its last step back.
    Undo(Seat),
    /// The table continues after a rest: the time since the line above does not count.
    Resumed {
        /// Whether a server had stopped while somebody was here.
        after_stop: bool,
    },
    /// The last of the people has gone, so that the table rests: the time since the line above does not count.
    NobodyHere,
    /// These seats have other players now, or none. There are no seats if a host without one leaves.
    Arranged { seats: SeatSet },
    /// The host has changed the set-up or the options.
    Changed { what: Changes },
    /// A player is ready to begin, with this seed.
    Ready(Seat, ClientSeed),
    /// The game begins without the locked seats.
    Started { without: SeatSet },
    /// The game is paused.
    Paused(Pauser),
    /// The game continues, because the host in this seat wants it, or because all players are back.
    Unpaused(Option<Seat>),
    /// Nobody can reach the goal any more (RUL-25).
    NobodyCanWin,
    /// Something about the player of a seat.
    Of(Seat, SeatLine),
    /// A message of a seat about trades.
    Says(Seat, TradeWord),
}

/// The reason of a pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pauser {
    /// For a player who is away.
    Absence,
    /// For the host, and the seat of the host.
    Host(Option<Seat>),
}

/// The lines that are one word or sentence.
const FIXED: [(&str, Entry); 7] = [
    ("resumed", Entry::Resumed { after_stop: false }),
    ("resumed after a stop", Entry::Resumed { after_stop: true }),
    ("nobody here", Entry::NobodyHere),
    (PAUSED, Entry::Paused(Pauser::Host(None))),
    ("paused for the absent", Entry::Paused(Pauser::Absence)),
    (UNPAUSED, Entry::Unpaused(None)),
    ("nobody can win", Entry::NobodyCanWin),
];

const PAUSED: &str = "paused";
const UNPAUSED: &str = "unpaused";
const ARRANGED: &str = "arranged";
const CHANGED: &str = "changed";
const STARTED: &str = "started";
const WITHOUT: &str = " without";

impl Entry {
    pub(crate) fn text(self, topology: &Topology) -> String {
        match self {
            Self::Step(step) => step_text(topology, step),
            Self::Undo(seat) => format!("{} undo", seat_number(seat)),
            Self::Paused(Pauser::Host(Some(seat))) => format!("{} {PAUSED}", seat_number(seat)),
            Self::Unpaused(Some(seat)) => format!("{} {UNPAUSED}", seat_number(seat)),
            Self::Of(seat, line) => format!("{} {}", seat_number(seat), line.text()),
            Self::Says(seat, word) => format!("{} {}", seat_number(seat), trade_words::text(word)),
            Self::Ready(seat, seed) => {
                format!("{} ready {}", seat_number(seat), seed)
            }
            Self::Arranged { seats } => format!("{ARRANGED}{}", numbers(seats)),
            Self::Changed { what } => what
                .words()
                .fold(CHANGED.to_owned(), |text, word| text + " " + word),
            Self::Started { without } if without.is_empty() => STARTED.to_owned(),
            Self::Started { without } => format!("{STARTED}{WITHOUT}{}", numbers(without)),
            fixed => FIXED
                .iter()
                .find_map(|(text, entry)| (*entry == fixed).then(|| (*text).to_owned()))
                .expect("an entry without a seat is one of the fixed ones"),
        }
    }

    pub(crate) fn parse(topology: &Topology, text: &str) -> Result<Self, StepError> {
        // Parsed leniently and then compared with its text: a line has only one form.
        match Self::beside_the_game(text).filter(|entry| entry.text(topology) == text) {
            Some(entry) => Ok(entry),
            None => parse_step(topology, text).map(Self::Step),
        }
    }

    fn beside_the_game(text: &str) -> Option<Self> {
        if let Some((_, entry)) = FIXED.iter().find(|(fixed, _)| *fixed == text) {
            return Some(*entry);
        }
        if let Some(numbers) = text.strip_prefix(ARRANGED) {
            return seats(numbers).map(|seats| Self::Arranged { seats });
        }
        if let Some(names) = text.strip_prefix(CHANGED) {
            let what = Changes::parse(names)?.check().ok()?;
            return Some(Self::Changed { what });
        }
        if let Some(rest) = text.strip_prefix(STARTED) {
            let numbers = rest.strip_prefix(WITHOUT).unwrap_or(rest);
            return seats(numbers).map(|without| Self::Started { without });
        }
        let (number, words) = text.split_once(' ')?;
        Self::of_seat(parse_seat(number)?, words)
    }

    fn of_seat(seat: Seat, words: &str) -> Option<Self> {
        Some(match words {
            "undo" => Self::Undo(seat),
            PAUSED => Self::Paused(Pauser::Host(Some(seat))),
            UNPAUSED => Self::Unpaused(Some(seat)),
            _ => match words.strip_prefix("ready ") {
                Some(seed) => Self::Ready(seat, seed.parse().ok()?),
                None => match SeatLine::parse(words) {
                    Some(line) => Self::Of(seat, line),
                    None => Self::Says(seat, trade_words::parse(words)?),
                },
            },
        })
    }

    /// Whether the table rests before it or after it: the time since the line above counts for nobody.
    pub(crate) const fn is_of_rest(self) -> bool {
        matches!(self, Self::Resumed { .. } | Self::NobodyHere)
    }

    /// The seat that acted, if one did.
    pub(crate) const fn actor(self) -> Option<Seat> {
        match self {
            Self::Step(Step::Action { seat, .. })
            | Self::Undo(seat)
            | Self::Ready(seat, _)
            | Self::Says(seat, _) => Some(seat),
            _ => None,
        }
    }

    /// The information for a viewer beside the game, in the turn of `active`.
    pub(crate) fn at_table(self, viewer: Option<Seat>, active: Seat) -> Option<TableEvent> {
        Some(match self {
            Self::Step(_) | Self::Undo(_) => return None,
            // Only a seat itself sees which others it has blocked.
            Self::Says(seat, TradeWord::Block { .. } | TradeWord::Unblock { .. })
                if viewer != Some(seat) =>
            {
                return None;
            }
            Self::Says(seat, word) => TableEvent::TradeTalk { seat, active, word },
            Self::Resumed { after_stop } => TableEvent::Resumed { after_stop },
            Self::NobodyHere => TableEvent::NobodyHere,
            Self::Arranged { .. } => TableEvent::Arranged,
            Self::Changed { what } => TableEvent::Changed {
                what: what.words().map(str::to_owned).collect(),
            },
            Self::Ready(seat, _) => TableEvent::Ready { seat },
            Self::Started { .. } => TableEvent::Started,
            Self::Paused(Pauser::Absence) => TableEvent::Paused {
                by: None,
                for_absent: true,
            },
            Self::Paused(Pauser::Host(by)) => TableEvent::Paused {
                by,
                for_absent: false,
            },
            Self::Unpaused(by) => TableEvent::Unpaused { by },
            Self::NobodyCanWin => TableEvent::NobodyCanWin,
            Self::Of(seat, line) => line.told(seat),
        })
    }
}

/// The numbers of seats, each after a space.
fn numbers(seats: SeatSet) -> String {
    let mut text = String::new();
    for seat in seats.iter() {
        text.push(' ');
        text.push_str(&seat_number(seat).to_string());
    }
    text
}

/// Seats by their numbers.
fn seats(numbers: &str) -> Option<SeatSet> {
    numbers.split_whitespace().map(parse_seat).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use brickwood_protocol::OpenTerms;
    use brickwood_rules::{Action, Cards, Resource, beginners_board};
    use brickwood_test_kit::is_committed;

    use super::*;
    use crate::log::seat_line::{REMEDIES, WORDS};

    /// Checks that there is a value of each alternative. A type that has another one does not compile.
    macro_rules! assert_each {
        ($values:expr, $($alternative:pat),+ $(,)?) => {
            let found: Vec<&str> = $values
                .map(|value| match value { $($alternative => stringify!($alternative)),+ })
                .collect();
            for alternative in [$(stringify!($alternative)),+] {
                assert!(found.contains(&alternative), "no line is {alternative}");
            }
        };
    }

    fn suggest(any_give: u8, any_take: u8, answers: Option<u32>) -> TradeWord {
        let terms = OpenTerms {
            give: Cards::of(Resource::Wool, 1),
            take: Cards::of(Resource::Ore, 1),
            any_give,
            any_take,
        };
        TradeWord::Suggest { terms, answers }
    }

    /// A line of each kind, and of what a line can lack.
    fn entries() -> Vec<Entry> {
        let none = SeatSet::EMPTY;
        let some: SeatSet = [0, 3, 5].into_iter().filter_map(Seat::new).collect();
        let (seat, other) = (Seat::new(4).unwrap(), Seat::new(0).unwrap());
        let action = Action::Pass;
        let what = "board points_to_win friendly_robber clock";
        let mut entries = vec![
            Entry::Step(Step::Action { seat, action }),
            Entry::Step(Step::TimeUp),
            Entry::Step(Step::CalledOff),
            Entry::Undo(seat),
            Entry::Arranged { seats: none },
            Entry::Arranged { seats: some },
            Entry::Changed {
                what: Changes::parse(what).unwrap(),
            },
            Entry::Ready(seat, ClientSeed::new([0xab; 32])),
            Entry::Started { without: none },
            Entry::Started { without: some },
            Entry::Paused(Pauser::Host(Some(seat))),
            Entry::Unpaused(Some(seat)),
        ];
        entries.extend(FIXED.map(|(_, entry)| entry));
        let votes = REMEDIES.map(|(_, remedy)| SeatLine::Votes(remedy, other));
        let lines = WORDS.iter().map(|(_, line)| *line).chain(votes);
        entries.extend(lines.map(|line| Entry::Of(seat, line)));
        let words = [
            suggest(1, 0, None),
            suggest(0, 2, Some(47)),
            TradeWord::TakeBack { suggestion: 9 },
            TradeWord::Decline { suggestion: 9 },
            TradeWord::DeclineAll,
            TradeWord::Listen,
            TradeWord::Block { seat: other },
            TradeWord::Unblock { seat: other },
        ];
        entries.extend(words.map(|word| Entry::Says(seat, word)));
        assert_each!(
            entries.iter(),
            Entry::Step(_),
            Entry::Undo(_),
            Entry::Resumed { after_stop: false },
            Entry::Resumed { after_stop: true },
            Entry::NobodyHere,
            Entry::Arranged { .. },
            Entry::Changed { .. },
            Entry::Ready(..),
            Entry::Started { .. },
            Entry::Paused(Pauser::Absence),
            Entry::Paused(Pauser::Host(Some(_))),
            Entry::Paused(Pauser::Host(None)),
            Entry::Unpaused(Some(_)),
            Entry::Unpaused(None),
            Entry::NobodyCanWin,
            Entry::Of(..),
            Entry::Says(..),
        );
        assert_each!(
            words.iter(),
            TradeWord::Suggest { .. },
            TradeWord::TakeBack { .. },
            TradeWord::Decline { .. },
            TradeWord::DeclineAll,
            TradeWord::Listen,
            TradeWord::Block { .. },
            TradeWord::Unblock { .. },
        );
        entries
    }

    #[test]
    fn every_line_is_written_as_it_was_and_read_again() {
        let board = beginners_board();
        let topology = board.topology();
        let (actor, active) = (Seat::new(4), Seat::new(0).unwrap());
        let mut lines = String::new();
        for entry in entries() {
            let text = entry.text(topology);
            assert_eq!(Entry::parse(topology, &text), Ok(entry), "{text}");
            let event = entry.at_table(actor, active);
            let told = event.map(|event| serde_json::to_string(&event).unwrap());
            let _ = writeln!(lines, "{text}\n    {}", told.as_deref().unwrap_or("-"));
        }
        is_committed("tests-data/wire/log.txt", &lines);
    }

    #[test]
    fn a_line_has_one_form() {
        let board = beginners_board();
        let ready = format!("5 ready {}", "AB".repeat(32));
        for text in [
            "arranged 4 1",
            "arranged  1",
            "arranged 1 1",
            "arranged 7",
            "arranged1",
            "changed",
            "changed clock board",
            "changed board board",
            "changed anything",
            "started without",
            "started 1",
            "05 away",
            "5  away",
            "5 ready ab",
            "5 suggests W?W>O",
            "5 suggests W>O for 047",
            "5 suggests W>O for",
            "5 suggests WO",
            "5 declines",
            "5 declines all 3",
            "5 takes 9",
            "5 blocks 7",
            ready.as_str(),
            "Resumed",
            "paused ",
            "",
        ] {
            assert!(Entry::parse(board.topology(), text).is_err(), "{text}");
        }
    }
}
