//! What a worker may ask of the module.

use brickwood_analysis::{GameStatistics, statistics};
use brickwood_protocol::{
    BoardOrder, BotLevel, ChatLine, DraftOrder, EditionInfo, FillOrder, NewSeat, NewTable, Problem,
    ProblemKind,
};
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    PersonId, Listed, NewGame, Outline, People, PlayedGame, Setup, StoredGame, Table, fill_board,
    person_name, played_game_of_record, replay_of_record, report_on_board, report_on_draft,
    room::{Input, Names, TaskId, unreadable},
};
use brickwood_table_bots::{advise, exercise, reconsider};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use crate::analysis::Analysis;
use crate::tables::Tables;

/// A call.
///
/// What needs no storage is answered by the functions of `brickwood_table` that the server's handlers call, too. One type of
/// question for both would be more code, and would decide nothing: over HTTP, each question has a body, limits and statuses of
/// its own, and the longest answers are packed as they are written.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub(crate) enum Call {
    /// Something happens to a table.
    Handle {
        table: String,
        now_ms: u64,
        input: Input,
    },
    /// The bots or the coach of a table are to do a task now.
    Think {
        table: String,
        now_ms: u64,
        task: TaskId,
    },
    /// Nobody is at a table any more.
    Close { table: String },
    /// The presets of the rules.
    Editions,
    /// The bots that can take a seat.
    Bots,
    /// Whether such a table could be created.
    Check { order: Box<NewTable> },
    /// What a board is like.
    Board { order: Box<BoardOrder> },
    /// What is to be said of a board that is being drawn.
    Draft { order: DraftOrder },
    /// The rest of a board at random.
    Fill { order: Box<FillOrder> },
    /// A new table.
    Create {
        order: Box<NewTable>,
        host: PersonId,
        names: Names,
        now_ms: u64,
    },
    /// What a list of games tells this person about one.
    Summary {
        setup: Box<Setup>,
        people: People,
        outline: Outline,
        person: PersonId,
    },
    /// A finished game, step by step.
    Replay {
        game: StoredGame,
        chat: Vec<ChatLine>,
    },
    /// The same from a record.
    ReplayRecord { record: String },
    /// A finished game as a record.
    Record { game: StoredGame },
    /// The statistics of a finished game.
    Statistics { game: StoredGame },
    /// The same from a record, as far as it was played.
    StatisticsOfRecord { record: String },
    /// What the next steps of a record were worth, from a step on: to all seats, or as far as some of them decided
    /// and had luck. The module remembers how far it is, so that the parts should be asked for in their order.
    Analyse {
        record: String,
        from: usize,
        count: usize,
        seats: Option<SeatSet>,
    },
    /// What the coach advises a seat after so many steps of a record.
    Advise {
        record: String,
        steps: usize,
        seat: Seat,
    },
    /// A decision of the viewer of a view, between some actions; all of them in notation.
    Exercise { view: String, answers: Vec<String> },
    /// The choice that a step of a record was, from 1, again: what the seat could have done, what that was worth, and if
    /// `reasons` are wanted, what playouts of the best show more of.
    Reconsider {
        record: String,
        step: usize,
        #[serde(default)]
        reasons: bool,
    },
}

impl Call {
    /// Does it, and returns the answer as JSON.
    pub(crate) fn run(
        self,
        tables: &mut Tables,
        analysis: &mut Analysis,
    ) -> Result<Box<RawValue>, Problem> {
        match self {
            Self::Handle {
                table,
                now_ms,
                input,
            } => json(&tables.handle(&table, input, now_ms)?),
            Self::Think {
                table,
                now_ms,
                task,
            } => json(&tables.think(&table, task, now_ms)),
            Self::Close { table } => {
                tables.close(&table);
                json(&())
            }
            Self::Editions => json(&EditionInfo::all()),
            Self::Bots => json(&BotLevel::ALL),
            Self::Check { order } => {
                Setup::check(&order)?;
                json(&())
            }
            Self::Board { order } => json(&report_on_board(*order)?),
            Self::Draft { order } => json(&report_on_draft(&order)?),
            Self::Fill { order } => json(&fill_board(*order)?),
            Self::Create {
                order,
                host,
                names,
                now_ms,
            } => json(&create(*order, host, names, now_ms)?),
            Self::Summary {
                setup,
                people,
                outline,
                person,
            } => {
                let listed = Listed {
                    id: setup.id,
                    created_ms: setup.created_ms,
                    edition: setup.edition,
                    points: setup.game.rules().points_to_win,
                    people,
                    outline,
                };
                json(&listed.summary(Some(person)))
            }
            Self::Replay { game, chat } => json(&table(game)?.replay_with_chat(chat)?),
            Self::ReplayRecord { record } => json(&replay_of_record(&record)?),
            Self::Record { game } => json(&table(game)?.game_record()?),
            Self::Statistics { game } => json(&counted(&table(game)?.played_game()?)?),
            Self::Analyse {
                record,
                from,
                count,
                seats,
            } => json(&analysis.part(record, seats, from, count)?),
            Self::Advise {
                record,
                steps,
                seat,
            } => json(&advise(&record, steps, seat)?),
            Self::Exercise { view, answers } => json(&exercise(&view, &answers)?),
            Self::Reconsider {
                record,
                step,
                reasons,
            } => json(&reconsider(&record, step, reasons)?),
            Self::StatisticsOfRecord { record } => {
                json(&counted(&played_game_of_record(&record)?)?)
            }
        }
    }
}

fn create(
    mut order: NewTable,
    host: PersonId,
    names: Names,
    now_ms: u64,
) -> Result<NewGame, Problem> {
    let name = person_name(&order.name)?;
    for seat in &mut order.seats {
        if let NewSeat::Local { name, .. } = seat {
            *name = person_name(name)?;
        }
    }
    Ok(NewGame {
        setup: Setup::new(names.id, &order, names.seed, now_ms)?,
        people: People::new(&order, host, &name, None),
        rematch_of: None,
        origin: None,
    })
}

fn table(game: StoredGame) -> Result<Table, Problem> {
    Table::restore(game.setup, game.people, game.records).map_err(|error| unreadable(&error).into())
}

fn counted(played: &PlayedGame) -> Result<GameStatistics, Problem> {
    statistics(&played.game, &played.steps, played.times_ms.as_deref())
        .map_err(|_| ProblemKind::Internal.into())
}

fn json(answer: &impl Serialize) -> Result<Box<RawValue>, Problem> {
    to_raw_value(answer).map_err(|_| ProblemKind::Internal.into())
}
