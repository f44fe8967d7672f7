//! What people who study are told of a position or a record. Everything follows from the question alone.

use brickwood_analysis::{Analyzer, Reconsideration};
use brickwood_bots::{Bot, Level, Manner, explain, judge_plan};
use brickwood_notation::{
    RecordedPlayer, SeatHeader, SeenPosition, nearest_edition, parse_plan, parse_view,
};
use brickwood_protocol::{
    Advice, BoardInfo, Exercise, ExerciseAnswer, Look, Problem, ProblemKind, Reconsidered,
    RequestFault, TableInfo,
};
use brickwood_rules::{Action, Game, Illegal, InformationState, Seat};
use brickwood_table::{
    PlayedGame, played_game_of_record, read_record, seats_of_bots, seats_of_record,
};

/// From what the hidden cards are guessed that reasons count on. Any number would do; a fixed one gives the same reasons every
/// time.
const SEED: u64 = 0x6578_6572_6369_7365;

/// The decision of the viewer of a view, between some answers, each of which is an action or a whole turn; all of them in
/// notation.
///
/// # Errors
///
/// What cannot be read, and the first answer that cannot be given.
pub fn exercise(view: &str, answers: &[String]) -> Result<Exercise, Problem> {
    let seen = parse_view(view).map_err(|error| unreadable(&error))?;
    let SeenPosition { game, view, bounds } = seen;
    let topology = game.board().topology();
    let mut plans = Vec::with_capacity(answers.len());
    for text in answers {
        let plan = parse_plan(topology, text).map_err(|error| unreadable(&error))?;
        judge_plan(&game, &view, &plan)?;
        plans.push(plan);
    }
    let known = InformationState {
        bounds: bounds.as_ref(),
        ..(&view).into()
    };
    let answers = explained(&game, known, plans).ok_or(Illegal::NotToAct)?;
    let rules = *game.rules();
    let edition = nearest_edition(&rules);
    Ok(Exercise {
        table: TableInfo::of(String::new(), view.viewer, edition, rules),
        board: BoardInfo::of(game.board()),
        seats: seats_of_bots(rules.seats()),
        view,
        answers,
    })
}

/// What speaks for each of these plans. None for a spectator.
fn explained(
    game: &Game,
    known: InformationState<'_>,
    plans: Vec<Vec<Action>>,
) -> Option<Vec<ExerciseAnswer>> {
    let firsts: Vec<Action> = plans.iter().map(|plan| plan[0]).collect();
    let reasons = explain(game, known, &firsts, SEED)?.into_iter();
    let answers = reasons.zip(plans).map(|(advised, actions)| {
        // What the first action leads to speaks for it, but not for what follows.
        let is_alone = actions
            .iter()
            .skip(1)
            .all(|action| *action == Action::EndTurn);
        ExerciseAnswer {
            actions,
            reason: advised.reason.filter(|_| is_alone),
        }
    });
    Some(answers.collect())
}

/// The choice that a step of a record was, from 1, again: what the seat could have done, and what that was worth. Only
/// `with_reasons` the choice and the best are played on, which takes the longest by far.
///
/// # Errors
///
/// The fault of the record, or that the step is no choice.
pub fn reconsider(record: &str, step: usize, with_reasons: bool) -> Result<Reconsidered, Problem> {
    let record = read_record(record)?;
    let steps = record.steps.get(..step).ok_or(ProblemKind::ShortRecord {
        steps: record.steps.len() as u32,
    })?;
    let header = &record.header;
    let game = &header.game;
    let again = brickwood_analysis::reconsider(game, steps, with_reasons)
        .map_err(|_| ProblemKind::Internal)?;
    let Reconsideration {
        view,
        answers,
        worth,
        chosen,
        reasons,
    } = again.ok_or(Illegal::NotToAct)?;
    Ok(Reconsidered {
        exercise: Exercise {
            table: TableInfo::of(String::new(), view.viewer, header.edition, *game.rules()),
            board: BoardInfo::of(game.board()),
            seats: seats_of_record(header),
            view,
            answers,
        },
        worth,
        chosen,
        reasons,
    })
}

/// What a bot compared in the decision that a step of a record was, from 1, and what it believed.
///
/// # Errors
///
/// The fault of the record, or that the step is no decision of a bot of ours.
pub fn look(record: &str, step: usize) -> Result<Look, Problem> {
    let record = read_record(record)?;
    let steps = record.steps.get(..step).ok_or(ProblemKind::ShortRecord {
        steps: record.steps.len() as u32,
    })?;
    let seats = &record.header.seats;
    // How many offers its bots might make, a record does not say.
    let bot = |seat: Seat| {
        let level = level_of(seats.get(seat.index())?)?;
        Some(Bot::new(level).with_manner(Manner::Table))
    };
    let told = brickwood_analysis::look(&record.header.game, steps, bot);
    let told = told.map_err(|_| ProblemKind::Internal)?;
    Ok(told.ok_or(Illegal::NotToAct)?)
}

/// How well one of our bots in this seat plays; none for a person, and for a program of others.
fn level_of(seat: &SeatHeader) -> Option<Level> {
    match &seat.player {
        RecordedPlayer::Human => None,
        RecordedPlayer::Bot(word) => Level::named(word),
    }
}

/// What the coach advises a seat after so many steps of a record: all of them where it has fewer. None for a seat that the
/// game does not have.
///
/// # Errors
///
/// The fault of the record.
pub fn advise(record: &str, steps: usize, seat: Seat) -> Result<Option<Advice>, Problem> {
    let played = played_game_of_record(record)?;
    let taken = &played.steps[..steps.min(played.steps.len())];
    brickwood_analysis::advise_after(&played.game, taken, seat)
        .map_err(|_| ProblemKind::Internal.into())
}

/// The analysis of a record, before its first step.
///
/// # Errors
///
/// The fault of the record.
pub fn analyzer(record: &str) -> Result<Analyzer, Problem> {
    let PlayedGame { game, steps, .. } = played_game_of_record(record)?;
    Analyzer::new(game, steps).map_err(|_| ProblemKind::Internal.into())
}

fn unreadable(error: &impl ToString) -> Problem {
    let detail = error.to_string();
    let why = RequestFault::Unreadable { detail };
    ProblemKind::Malformed { why }.into()
}
