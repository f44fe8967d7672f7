//! A truth set as one Parquet file, with a row for each candidate.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use brickwood_bots::tuning::DecisionKind;
use brickwood_rules::Seat;
use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::parser::parse_message_type;

use super::{Candidate, Half, TruthDecision, share};
use crate::DatasetError;
use crate::shard::TableFile;
use crate::tables::row_group;

const COLUMNS: &str = "
    required int32 game (INTEGER(32,false));
    required int32 step (INTEGER(32,false));
    required binary kind (STRING);
    required int32 seat (INTEGER(8,false));
    required int32 half (INTEGER(8,false));
    required int32 candidate (INTEGER(8,false));
    required binary action (STRING);
    required int32 playouts (INTEGER(16,false));
    required float wins;
    required binary results (STRING);
    required binary record (STRING);";

/// How many rows are compressed together.
const GROUP: usize = 600;

/// The truth set of this version.
const OURS: &[u8] = include_bytes!("../../data/truth.parquet");

/// Puts decisions into one set, in the order of their games. A decision that comes twice keeps the longer of its results.
///
/// # Errors
///
/// A decision that comes with other actions, or with results of which none continues the other.
pub fn merge_truth(
    parts: impl IntoIterator<Item = TruthDecision>,
) -> Result<Vec<TruthDecision>, DatasetError> {
    let mut all: Vec<TruthDecision> = parts.into_iter().collect();
    all.sort_by_key(|one| (one.game, one.step, one.playouts()));
    let mut merged: Vec<TruthDecision> = Vec::new();
    for next in all {
        match merged.last_mut() {
            Some(last) if (last.game, last.step) == (next.game, next.step) => {
                if !goes_on(last, &next) {
                    let TruthDecision { game, step, .. } = next;
                    return Err(DatasetError::Contradiction { game, step });
                }
                *last = next;
            }
            _ => merged.push(next),
        }
    }
    Ok(merged)
}

/// Whether the second is the same decision with more playouts.
fn goes_on(one: &TruthDecision, more: &TruthDecision) -> bool {
    let pairs = one.candidates.iter().zip(&more.candidates);
    one.candidates.len() == more.candidates.len()
        && pairs
            .into_iter()
            .all(|(one, more)| one.action == more.action && more.results.starts_with(&one.results))
}

/// Writes a truth set, in the place of what the file has had.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write_truth(path: &Path, decisions: &[TruthDecision]) -> Result<(), DatasetError> {
    let message = format!("message truth {{ {COLUMNS} }}");
    let schema = Arc::new(parse_message_type(&message).expect("the schema is written well"));
    let mut file = TableFile::create(path.to_owned(), schema)?;
    let rows: Vec<(&TruthDecision, usize, &Candidate)> = decisions
        .iter()
        .flat_map(|of| {
            let candidates = of.candidates.iter().enumerate();
            candidates.map(move |(place, candidate)| (of, place, candidate))
        })
        .collect();
    for rows in rows.chunks(GROUP) {
        file.write(|writer| {
            row_group(writer, |group| {
                group.integers(rows, |(of, ..)| of.game)?;
                group.integers(rows, |(of, ..)| of.step)?;
                group.texts(rows, |(of, ..)| of.kind.name())?;
                group.integers(rows, |(of, ..)| u8::from(of.seat).into())?;
                group.integers(rows, |(of, ..)| Half::of(of.game).number())?;
                group.integers(rows, |(_, place, _)| *place as u32)?;
                group.texts(rows, |(_, _, candidate)| &candidate.action)?;
                group.integers(rows, |(_, _, candidate)| candidate.results.len() as u32)?;
                group.numbers(rows, |(_, _, candidate)| {
                    candidate.results.bytes().map(share).sum::<f64>() as f32
                })?;
                group.texts(rows, |(_, _, candidate)| &candidate.results)?;
                group.texts(rows, |(of, ..)| &of.record)
            })
        })?;
    }
    file.finish()
}

/// The truth set in a file.
///
/// # Errors
///
/// A file that cannot be read, or is no truth set.
pub fn read_truth(path: &Path) -> Result<Vec<TruthDecision>, DatasetError> {
    let file = File::open(path).map_err(DatasetError::file(path))?;
    read(file).map_err(|error| DatasetError::Parquet {
        path: path.to_owned(),
        error,
    })
}

/// The truth set that comes with this version.
pub fn truth_set() -> Vec<TruthDecision> {
    read(Bytes::from_static(OURS)).expect("it is read by a test")
}

fn read(file: impl ChunkReader + 'static) -> Result<Vec<TruthDecision>, ParquetError> {
    let reader = SerializedFileReader::new(file)?;
    let mut decisions: Vec<TruthDecision> = Vec::new();
    for row in reader.get_row_iter(None)? {
        let row = row?;
        let next = decision(&row)?;
        match decisions.last_mut() {
            Some(last) if (last.game, last.step) == (next.game, next.step) => {
                last.candidates.extend(next.candidates);
            }
            _ => decisions.push(next),
        }
    }
    Ok(decisions)
}

/// What a row says: a decision with one candidate.
fn decision(row: &Row) -> Result<TruthDecision, ParquetError> {
    let column = |name: &str| {
        let mut columns = row.get_column_iter();
        let found = columns.find(|(column, _)| *column == name);
        found.map(|(_, field)| field)
    };
    let unusable = |name: &str| ParquetError::General(format!("the column `{name}` is unusable"));
    let text = |name: &'static str| match column(name) {
        Some(Field::Str(text)) => Ok(text.clone()),
        _ => Err(unusable(name)),
    };
    let number = |name: &'static str| match column(name) {
        Some(Field::UInt(number)) => Ok(*number),
        Some(Field::UByte(number)) => Ok(u32::from(*number)),
        _ => Err(unusable(name)),
    };
    let seat = u8::try_from(number("seat")?).ok().and_then(Seat::new);
    Ok(TruthDecision {
        game: number("game")?,
        step: number("step")?,
        kind: DecisionKind::named(&text("kind")?).ok_or_else(|| unusable("kind"))?,
        seat: seat.ok_or_else(|| unusable("seat"))?,
        record: text("record")?,
        candidates: vec![Candidate {
            action: text("action")?,
            results: text("results")?,
        }],
    })
}
