//! What is stored of a finished game.

use brickwood_analysis::{
    CardFlow, GameStatistics, Luck, OpeningYield, SeatStatistics, openings, statistics,
};
use brickwood_protocol::{ResultDice, ResultLuck, ResultOpening, ResultTrades, SeatKind};
use brickwood_rules::{Edition, IllegalAt, Points};
use brickwood_table::{FinishedGame, FinishedSeat, Staying, Table};
use serde::{Deserialize, Serialize};

/// What there is to say of a finished game. Names are those of its people, who may be forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Document {
    pub(crate) edition: Edition,
    pub(crate) goal: u8,
    pub(crate) turns: u16,
    pub(crate) played_ms: u64,
    pub(crate) dice: ResultDice,
    /// Clockwise.
    pub(crate) seats: Vec<SeatDocument>,
}

/// What there is to say of one of its seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SeatDocument {
    pub(crate) kind: SeatKind,
    pub(crate) place: Option<u8>,
    pub(crate) points: Points,
    pub(crate) left: bool,
    pub(crate) joined: bool,
    pub(crate) opening: ResultOpening,
    pub(crate) luck: ResultLuck,
    pub(crate) cards: [u32; 5],
    pub(crate) trades: ResultTrades,
    pub(crate) thinking_ms: Option<u64>,
}

/// How good the choices of each seat were, in thousandths; none where there were none or that is not known.
pub(crate) type Qualities = Vec<Option<u16>>;

impl Document {
    /// Counts what happened in a finished game.
    pub(crate) fn of(table: &Table, finished: &FinishedGame) -> Result<Self, IllegalAt> {
        let played = &finished.played;
        let times = played.times_ms.as_deref();
        let counted = statistics(&played.game, &played.steps, times)?;
        let opened = openings(&played.game, &played.steps)?;
        let seats = finished.seats.iter().zip(&counted.seats).zip(opened);
        Ok(Self {
            edition: table.setup().edition,
            goal: played.game.rules().points_to_win,
            turns: counted.turns,
            played_ms: times.and_then(|times| times.last()).copied().unwrap_or(0),
            dice: dice(&counted),
            seats: seats
                .map(|((seat, counted), opening)| seat_document(seat, counted, opening))
                .collect(),
        })
    }
}

fn seat_document(
    seat: &FinishedSeat,
    counted: &SeatStatistics,
    opening: OpeningYield,
) -> SeatDocument {
    let CardFlow { start, rolls, .. } = &counted.cards;
    let mut cards = *start;
    for (sum, count) in cards.iter_mut().zip(rolls) {
        *sum += count;
    }
    let trades = counted.trades;
    SeatDocument {
        kind: seat.kind,
        place: seat.place,
        points: seat.points,
        left: seat.stay == Staying::Left,
        joined: seat.joined,
        opening: ResultOpening {
            pips: opening.pips,
            harbors: opening.harbors,
        },
        luck: luck(counted.luck),
        cards,
        trades: ResultTrades {
            offers: trades.offers,
            closed: trades.closed,
            partner: trades.partner,
            bank: trades.bank,
        },
        thinking_ms: counted.thinking_ms,
    }
}

fn luck(luck: Luck) -> ResultLuck {
    ResultLuck {
        received: luck.received,
        expected: thousandths(luck.expected),
        deviation: thousandths(luck.deviation),
    }
}

fn dice(counted: &GameStatistics) -> ResultDice {
    ResultDice {
        rolled: counted.dice.sums,
        expected: counted.dice.expected.map(thousandths),
    }
}

// No game is long enough for a number that does not fit.
#[allow(clippy::cast_sign_loss)]
fn thousandths(number: f64) -> u32 {
    (number * 1000.0).round() as u32
}
