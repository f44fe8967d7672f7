//! What a worker may ask of the module.

use brickwood_analysis::{AnalysisPart, GameStatistics, statistics};
use brickwood_protocol::{
    Advice, BoardOrder, BoardReport, BotLevel, ChatLine, DraftOrder, DraftReport, EditionInfo,
    Exercise, FillOrder, Level, Look, NewSeat, NewTable, Problem, ProblemKind, Reconsidered,
    Replay, TableSummary,
};
use brickwood_rules::{Seat, SeatSet};
use brickwood_table::{
    Listed, NewGame, Outline, People, PersonId, PlayedGame, Setup, StoredGame, Table, fill_board,
    person_name, played_game_of_record, replay_of_record, report_on_board, report_on_draft,
    room::{Input, Names, TaskId, unreadable},
};
use brickwood_table_bots::{advise, exercise, look, reconsider};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::tables::{Tables, ToDo};

/// A call.
///
/// What needs no storage is answered by the functions of `brickwood_table` that the server's handlers call, too. One type of
/// question for both would be more code, and would decide nothing: over HTTP, each question has a body, limits and statuses of
/// its own, and the longest answers are packed as they are written.
#[wire(module)]
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
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
        #[ts(optional)]
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
    /// What a bot compared in the decision that a step of a record was, from 1, and what it believed.
    Look { record: String, step: usize },
}

/// The answer to a call, under the name of the call, or the reason for which there is none.
#[wire(module)]
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    Handle(ToDo),
    Think(ToDo),
    Close(()),
    Editions(Vec<EditionInfo>),
    Bots(Vec<BotLevel>),
    Check(()),
    Board(BoardReport),
    Draft(DraftReport),
    Fill(BoardReport),
    Create(Box<NewGame>),
    Summary(TableSummary),
    Replay(Replay),
    ReplayRecord(Replay),
    Record(String),
    Statistics(Box<GameStatistics>),
    StatisticsOfRecord(Box<GameStatistics>),
    Analyse(AnalysisPart),
    /// None for a seat that the game does not have.
    Advise(Option<Advice>),
    Exercise(Exercise),
    Reconsider(Reconsidered),
    Look(Box<Look>),
    Problem(Problem),
}

impl Call {
    /// Does it.
    pub(crate) fn run(
        self,
        tables: &mut Tables,
        analysis: &mut Analysis,
    ) -> Result<Answer, Problem> {
        Ok(match self {
            Self::Handle {
                table,
                now_ms,
                input,
            } => Answer::Handle(tables.handle(&table, input, now_ms)?),
            Self::Think {
                table,
                now_ms,
                task,
            } => Answer::Think(tables.think(&table, task, now_ms)),
            Self::Close { table } => {
                tables.close(&table);
                Answer::Close(())
            }
            Self::Editions => Answer::Editions(EditionInfo::all()),
            Self::Bots => Answer::Bots(Level::ALL.map(BotLevel::Own).into()),
            Self::Check { order } => Answer::Check(Setup::check(&order)?),
            Self::Board { order } => Answer::Board(report_on_board(*order)?),
            Self::Draft { order } => Answer::Draft(report_on_draft(&order)?),
            Self::Fill { order } => Answer::Fill(fill_board(*order)?),
            Self::Create {
                order,
                host,
                names,
                now_ms,
            } => Answer::Create(Box::new(create(*order, host, names, now_ms)?)),
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
                Answer::Summary(listed.summary(Some(person)))
            }
            Self::Replay { game, chat } => Answer::Replay(table(game)?.replay_with_chat(chat)?),
            Self::ReplayRecord { record } => Answer::ReplayRecord(replay_of_record(&record)?),
            Self::Record { game } => Answer::Record(table(game)?.game_record()?),
            Self::Statistics { game } => Answer::Statistics(counted(&table(game)?.played_game()?)?),
            Self::StatisticsOfRecord { record } => {
                Answer::StatisticsOfRecord(counted(&played_game_of_record(&record)?)?)
            }
            Self::Analyse {
                record,
                from,
                count,
                seats,
            } => Answer::Analyse(analysis.part(record, seats, from, count)?),
            Self::Advise {
                record,
                steps,
                seat,
            } => Answer::Advise(advise(&record, steps, seat)?),
            Self::Exercise { view, answers } => Answer::Exercise(exercise(&view, &answers)?),
            Self::Reconsider {
                record,
                step,
                reasons,
            } => Answer::Reconsider(reconsider(&record, step, reasons)?),
            Self::Look { record, step } => Answer::Look(Box::new(look(&record, step)?)),
        })
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

fn counted(played: &PlayedGame) -> Result<Box<GameStatistics>, Problem> {
    statistics(&played.game, &played.steps, played.times_ms.as_deref())
        .map(Box::new)
        .map_err(|_| ProblemKind::Internal.into())
}

/// Writes the declarations of calls and answers in TypeScript.
///
/// # Errors
///
/// If a file cannot be written.
#[cfg(feature = "ts")]
pub fn declarations(config: &ts_rs::Config) -> Result<(), ts_rs::ExportError> {
    use ts_rs::TS;

    Call::export_all(config)?;
    Answer::export_all(config)
}
