//! The columns of the three tables, and how their rows become row groups of Parquet files.

use std::fs::File;
use std::sync::Arc;

use brickwood_encode::Tensor;
use parquet::basic::{Compression, LogicalType, Type as PhysicalType, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{Type, TypePtr};

use crate::rows::{DecisionRow, Decisions, GameRow, Lists, StandingRow};

/// Higher levels take longer and save little.
const ZSTD_LEVEL: i32 = 6;

/// One of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Table {
    Games,
    Decisions,
    Standings,
}

const GAMES: &str = "
    required int32 game (INTEGER(32,false));
    optional int64 seed (INTEGER(64,false));
    required binary rules (STRING);
    required binary board (STRING);
    required int32 players (INTEGER(8,false));
    required int32 turns (INTEGER(16,false));
    required int32 steps (INTEGER(32,false));
    required boolean finished;
    required binary record (STRING);";

const DECISIONS: &str = "
    required int32 game (INTEGER(32,false));
    required int32 step (INTEGER(32,false));
    required int32 part (INTEGER(8,false));
    required int32 turn (INTEGER(16,false));
    required int32 seat (INTEGER(8,false));
    required binary action (STRING);
    required int32 choice (INTEGER(16,false));
    required boolean won;
    required int32 place (INTEGER(8,false));
    required int32 points (INTEGER(8,false));
    required binary mask;";

const STANDINGS: &str = "
    required int32 game (INTEGER(32,false));
    required int32 seat (INTEGER(8,false));
    required binary player (STRING);
    optional binary name (STRING);
    required boolean won;
    required int32 place (INTEGER(8,false));
    required int32 points (INTEGER(8,false));
    required int32 settlements (INTEGER(8,false));
    required int32 cities (INTEGER(8,false));
    required int32 roads (INTEGER(8,false));
    required int32 road_length (INTEGER(8,false));
    required int32 knights (INTEGER(8,false));
    required boolean longest_road;
    required boolean largest_army;
    required int32 victory_points (INTEGER(8,false));";

impl Table {
    pub(crate) const ALL: [Self; 3] = [Self::Games, Self::Decisions, Self::Standings];

    /// Its name, and that of its folder.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Decisions => "decisions",
            Self::Standings => "standings",
        }
    }

    pub(crate) fn schema(self, tensors: &[Tensor]) -> TypePtr {
        let columns = match self {
            Self::Games => GAMES,
            Self::Decisions => DECISIONS,
            Self::Standings => STANDINGS,
        };
        let tensors: Vec<String> = match self {
            Self::Decisions => tensors.iter().copied().map(tensor_column).collect(),
            Self::Games | Self::Standings => Vec::new(),
        };
        let tensors = tensors.join("\n");
        let message = format!("message {} {{ {columns} {tensors} }}", self.name());
        Arc::new(parse_message_type(&message).expect("the schema is written well"))
    }

    /// What a column holds, in words.
    pub(crate) fn type_name(column: &Type) -> String {
        if column.is_group() {
            return "list of float32".to_owned();
        }
        match (
            column.get_basic_info().logical_type_ref(),
            column.get_physical_type(),
        ) {
            (Some(LogicalType::Integer(number)), _) => format!("uint{}", number.bit_width),
            (Some(LogicalType::String), _) => "string".to_owned(),
            (_, physical) => match physical {
                PhysicalType::BOOLEAN => "bool".to_owned(),
                _ => "binary".to_owned(),
            },
        }
    }
}

/// How the files are compressed.
pub(crate) fn properties() -> WriterPropertiesPtr {
    let level = ZstdLevel::try_new(ZSTD_LEVEL).expect("zstd has this level");
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(level));
    Arc::new(properties.build())
}

fn tensor_column(tensor: Tensor) -> String {
    let list = "(LIST) { repeated group list { required float element; } }";
    format!("required group {} {list}", tensor.name())
}

/// A row group whose columns are written in the order of the schema.
pub(crate) struct RowGroup<'a>(SerializedRowGroupWriter<'a, File>);

impl RowGroup<'_> {
    fn column<T: DataType>(
        &mut self,
        values: &[T::T],
        definitions: Option<&[i16]>,
        repetitions: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        let mut column = self.0.next_column()?.expect("the schema has this column");
        column
            .typed::<T>()
            .write_batch(values, definitions, repetitions)?;
        column.close()
    }

    fn required<T: DataType, R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> T::T,
    ) -> Result<(), ParquetError> {
        let values: Vec<T::T> = rows.iter().map(of).collect();
        self.column::<T>(&values, None, None)
    }

    pub(crate) fn integers<R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> u32,
    ) -> Result<(), ParquetError> {
        self.required::<Int32Type, R>(rows, |row| of(row).cast_signed())
    }

    pub(crate) fn numbers<R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> f32,
    ) -> Result<(), ParquetError> {
        self.required::<FloatType, R>(rows, of)
    }

    pub(crate) fn flags<R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> bool,
    ) -> Result<(), ParquetError> {
        self.required::<BoolType, R>(rows, of)
    }

    pub(crate) fn texts<R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> &str,
    ) -> Result<(), ParquetError> {
        self.required::<ByteArrayType, R>(rows, |row| of(row).into())
    }

    fn optional<T: DataType, R>(
        &mut self,
        rows: &[R],
        of: impl Fn(&R) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let values: Vec<Option<T::T>> = rows.iter().map(of).collect();
        let definitions: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
        let values: Vec<T::T> = values.into_iter().flatten().collect();
        self.column::<T>(&values, Some(&definitions), None)
    }

    pub(crate) fn lists(&mut self, lists: &Lists) -> Result<(), ParquetError> {
        let mut repetitions = Vec::with_capacity(lists.values.len());
        for length in &lists.lengths {
            // A list begins with 0. None of ours is empty.
            repetitions.push(0);
            repetitions.extend(std::iter::repeat_n(1, length - 1));
        }
        let definitions = vec![1; lists.values.len()];
        self.column::<FloatType>(&lists.values, Some(&definitions), Some(&repetitions))
    }
}

/// Writes a row group, all of whose columns `fill` writes.
pub(crate) fn row_group(
    writer: &mut SerializedFileWriter<File>,
    fill: impl FnOnce(&mut RowGroup<'_>) -> Result<(), ParquetError>,
) -> Result<(), ParquetError> {
    let mut group = RowGroup(writer.next_row_group()?);
    fill(&mut group)?;
    group.0.close().map(drop)
}

pub(crate) fn write_games(
    writer: &mut SerializedFileWriter<File>,
    rows: &[GameRow],
) -> Result<(), ParquetError> {
    row_group(writer, |group| {
        group.integers(rows, |row| row.game)?;
        group.optional::<Int64Type, _>(rows, |row| row.seed.map(u64::cast_signed))?;
        group.texts(rows, |row| &row.rules)?;
        group.texts(rows, |row| &row.board)?;
        group.integers(rows, |row| row.players.into())?;
        group.integers(rows, |row| row.turns.into())?;
        group.integers(rows, |row| row.steps)?;
        group.flags(rows, |row| row.finished)?;
        group.texts(rows, |row| &row.record)
    })
}

pub(crate) fn write_decisions(
    writer: &mut SerializedFileWriter<File>,
    Decisions {
        rows,
        masks,
        tensors,
    }: &Decisions,
) -> Result<(), ParquetError> {
    row_group(writer, |group| {
        group.integers(rows, |row| row.game)?;
        group.integers(rows, |row| row.step)?;
        group.integers(rows, |row| row.part.into())?;
        group.integers(rows, |row| row.turn.into())?;
        group.integers(rows, |row: &DecisionRow| row.seat.into())?;
        group.texts(rows, |row| &row.action)?;
        group.integers(rows, |row| row.choice.into())?;
        group.flags(rows, |row| row.won)?;
        group.integers(rows, |row| row.place.into())?;
        group.integers(rows, |row| row.points.into())?;
        let masks: Vec<ByteArray> = masks.iter().map(|mask| mask.as_slice().into()).collect();
        group.column::<ByteArrayType>(&masks, None, None)?;
        tensors.iter().try_for_each(|(_, lists)| group.lists(lists))
    })
}

pub(crate) fn write_standings(
    writer: &mut SerializedFileWriter<File>,
    rows: &[StandingRow],
) -> Result<(), ParquetError> {
    row_group(writer, |group| {
        group.integers(rows, |row| row.game)?;
        group.integers(rows, |row| row.seat.into())?;
        group.texts(rows, |row| &row.player)?;
        group.optional::<ByteArrayType, _>(rows, |row| row.name.as_deref().map(Into::into))?;
        group.flags(rows, |row| row.won)?;
        group.integers(rows, |row| row.place.into())?;
        group.integers(rows, |row| row.points.into())?;
        group.integers(rows, |row| row.settlements.into())?;
        group.integers(rows, |row| row.cities.into())?;
        group.integers(rows, |row| row.roads.into())?;
        group.integers(rows, |row| row.road_length.into())?;
        group.integers(rows, |row| row.knights.into())?;
        group.flags(rows, |row| row.longest_road)?;
        group.flags(rows, |row| row.largest_army)?;
        group.integers(rows, |row| row.victory_points.into())
    })
}
