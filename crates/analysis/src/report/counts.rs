//! What is counted in a game, as tables of text.

use std::{
    fmt::Display,
    io::{self, Write},
};

use crate::{DiceCounts, GameStatistics, PerResource, SeatStatistics};

/// How often each sum was rolled, and was to be rolled.
pub(super) fn write_dice(out: &mut impl Write, dice: &DiceCounts) -> io::Result<()> {
    write!(out, "\nDice      ")?;
    write_cells(out, 2..=12)?;
    write!(out, "rolled    ")?;
    write_cells(out, dice.sums)?;
    write!(out, "expected  ")?;
    write_cells(out, dice.expected.map(|count| format!("{count:.1}")))
}

/// The rest of a line of a table.
fn write_cells(
    out: &mut impl Write,
    cells: impl IntoIterator<Item = impl Display>,
) -> io::Result<()> {
    for cell in cells {
        write!(out, "{cell:>6}")?;
    }
    writeln!(out)
}

/// A line of the table: what is counted, and how much of it a seat has.
type Line = (&'static str, fn(&SeatStatistics) -> u32);

/// The parts of the table, each with its lines. A sum of cards is its last line.
const PARTS: [(&str, &[Line]); 5] = [
    (
        "Points",
        &[
            ("settlements", |seat| seat.points.settlements.into()),
            ("cities", |seat| seat.points.cities.into()),
            ("longest road", |seat| seat.points.longest_road.into()),
            ("largest army", |seat| seat.points.largest_army.into()),
            ("victory point cards", |seat| {
                seat.points.victory_points.into()
            }),
        ],
    ),
    (
        "Cards in",
        &[
            ("first cards", |seat| all(&seat.cards.start)),
            ("rolls", |seat| all(&seat.cards.rolls)),
            ("from the bank", |seat| all(&seat.cards.bank_in)),
            ("from players", |seat| all(&seat.cards.trade_in)),
            ("stolen", |seat| all(&seat.cards.stolen_in)),
            ("year of plenty", |seat| all(&seat.cards.plenty)),
            ("monopoly", |seat| all(&seat.cards.monopoly_in)),
        ],
    ),
    (
        "Cards out",
        &[
            ("roads", |seat| all(&seat.cards.roads)),
            ("settlements", |seat| all(&seat.cards.settlements)),
            ("cities", |seat| all(&seat.cards.cities)),
            ("development cards", |seat| all(&seat.cards.development)),
            ("to the bank", |seat| all(&seat.cards.bank_out)),
            ("to players", |seat| all(&seat.cards.trade_out)),
            ("stolen by others", |seat| all(&seat.cards.stolen_out)),
            ("monopoly of others", |seat| all(&seat.cards.monopoly_out)),
            ("discarded", |seat| all(&seat.cards.discarded)),
        ],
    ),
    (
        "Cards that never came",
        &[
            ("robber", |seat| all(&seat.cards.blocked)),
            ("bank too small", |seat| all(&seat.cards.short)),
        ],
    ),
    (
        "Offers and trades",
        &[
            ("offers made", |seat| seat.trades.offers),
            ("own offers closed", |seat| seat.trades.closed),
            ("offers heard", |seat| seat.trades.asked),
            ("accepted", |seat| seat.trades.accepted),
            ("countered", |seat| seat.trades.countered),
            ("closed with others", |seat| seat.trades.partner),
            ("with the bank", |seat| seat.trades.bank),
        ],
    ),
];

fn all(cards: &PerResource) -> u32 {
    cards.iter().sum()
}

/// What was counted for each seat. Lines without anything are left out.
pub(super) fn write_numbers(out: &mut impl Write, statistics: &GameStatistics) -> io::Result<()> {
    for (title, lines) in PARTS {
        let counted: Vec<(&str, Vec<u32>)> = lines
            .iter()
            .map(|(name, count)| (*name, statistics.seats.iter().map(count).collect()))
            .filter(|(_, counts): &(&str, Vec<u32>)| counts.iter().any(|count| *count > 0))
            .collect();
        if counted.is_empty() {
            continue;
        }
        write!(out, "\n{title:<22}")?;
        write_cells(out, 1..=statistics.seats.len())?;
        for (name, counts) in counted {
            write!(out, "{name:<22}")?;
            write_cells(out, counts)?;
        }
    }
    Ok(())
}
