//! From the steps of a game to its rows.

use std::sync::Arc;

use brickwood_encode::{ActionSpace, Draft, EncodeError, Observer, Tensor, for_each_choice};
use brickwood_notation::{
    Record, RecordHeader, RecordResult, RecordedPlayer, action_text, board_text, record_text,
    rules_text,
};
use brickwood_rules::{Action, Game, Playthrough, Seat, State, Step, View};

use crate::DatasetError;
use crate::rows::{DecisionRow, Decisions, GameRow, GameRows, StandingRow};

/// Follows a game step by step, and writes down what its seats chose.
pub(crate) struct Recorder {
    number: u32,
    observer: Observer,
    /// The game as far as it is written down.
    played: Playthrough,
    /// Whether a tensor needs what the seats were told.
    reads_history: bool,
    view: View,
    mask: Vec<u8>,
    /// Room for each tensor.
    numbers: Vec<Vec<f32>>,
    decisions: Decisions,
}

impl Recorder {
    /// A recorder of a game of this number, at its beginning.
    pub(crate) fn new(number: u32, game: impl Into<Arc<Game>>, tensors: &[Tensor]) -> Self {
        let played = Playthrough::new(game);
        let game = played.game();
        let layout = game.board().layout();
        Self {
            number,
            observer: Observer::new(game),
            view: played.state().view(game, None),
            reads_history: tensors.contains(&Tensor::History),
            mask: vec![0; ActionSpace::of(layout).len()],
            numbers: tensors
                .iter()
                .map(|tensor| vec![0.0; Observer::shape(layout, *tensor).len()])
                .collect(),
            decisions: Decisions::new(tensors),
            played,
        }
    }

    /// Writes down what comes next, all of it legal.
    ///
    /// # Errors
    ///
    /// The first step that has no index.
    pub(crate) fn take_all(&mut self, steps: Vec<Step>) -> Result<(), DatasetError> {
        for step in steps {
            if let Step::Action { seat, action } = step {
                let number = self.played.steps().len() as u32;
                self.action(number, seat, action)
                    .map_err(|error| DatasetError::Encode {
                        step: number,
                        error,
                    })?;
            }
            self.played.take(step).expect("the steps are legal");
        }
        Ok(())
    }

    /// The choices that make an action, each with what could be chosen.
    fn action(&mut self, step: u32, seat: Seat, action: Action) -> Result<(), EncodeError> {
        let (game, state) = (self.observer.game(), *self.played.state());
        let mut choices = Vec::new();
        for_each_choice(game, seat, action, |choice| choices.push(choice))?;
        let text = action_text(game.board().topology(), action);
        if !self.numbers.is_empty() {
            state.view_into(game, Some(seat), &mut self.view);
        }
        let history = if self.reads_history {
            self.played.history(Some(seat))
        } else {
            None
        };
        let mut draft = Draft::Nothing;
        for (part, choice) in choices.into_iter().enumerate() {
            draft.mask(game, &state, seat, &mut self.mask)?;
            let eights = self.mask.chunks(8);
            let bits =
                eights.map(|eight| eight.iter().rev().fold(0, |bits, legal| bits << 1 | legal));
            self.decisions.masks.push(bits.collect());
            let lists = self.decisions.tensors.iter_mut();
            for ((tensor, lists), into) in lists.zip(&mut self.numbers) {
                self.observer
                    .write(*tensor, &self.view, &draft, history, into)?;
                lists.push(into);
            }
            self.decisions.rows.push(DecisionRow {
                game: self.number,
                step,
                part: part as u8,
                turn: state.turn(),
                seat: seat.index() as u8,
                action: text.clone(),
                choice,
                // Known when the game is over.
                won: false,
                place: 0,
                points: 0,
            });
            draft.choose(game, &state, seat, choice)?;
        }
        Ok(())
    }

    /// The rows of the game, which ends here. The header says who played; `seed` from what the game followed.
    pub(crate) fn finish(mut self, header: RecordHeader, seed: Option<u64>) -> GameRows {
        let (game, state) = (self.observer.game(), *self.played.state());
        let standings = standings(self.number, game, &state, &header);
        for row in &mut self.decisions.rows {
            let StandingRow {
                won, place, points, ..
            } = standings[usize::from(row.seat)];
            (row.won, row.place, row.points) = (won, place, points);
        }
        let row = GameRow {
            game: self.number,
            seed,
            rules: rules_text(game.rules()),
            board: board_text(game.board()),
            players: game.rules().players,
            turns: state.turn(),
            steps: self.played.steps().len() as u32,
            finished: state.phase().is_over(),
            record: record_text(&Record {
                result: RecordResult::of(game, &state),
                header,
                steps: self.played.into_steps(),
                nonces: std::collections::BTreeMap::new(),
            })
            .expect("a game that was played is a record"),
        };
        GameRows {
            game: row,
            decisions: self.decisions,
            standings,
        }
    }
}

/// How a game stands for each seat.
fn standings(number: u32, game: &Game, state: &State, header: &RecordHeader) -> Vec<StandingRow> {
    let winners = state.phase().winners().unwrap_or_default();
    let rank = |seat: Seat| (winners.contains(seat), state.points(game, seat).total());
    let seats = || Seat::all(game.rules().players);
    let rows = seats().zip(&header.seats).map(|(seat, sitting)| {
        let points = state.points(game, seat);
        let ahead = seats().filter(|other| rank(*other) > rank(seat)).count();
        StandingRow {
            game: number,
            seat: seat.index() as u8,
            player: match &sitting.player {
                RecordedPlayer::Human => "human".to_owned(),
                RecordedPlayer::Bot(level) => level.clone(),
            },
            name: (!sitting.name.is_empty()).then(|| sitting.name.clone()),
            won: winners.contains(seat),
            place: ahead as u8 + 1,
            points: points.total(),
            settlements: state.settlements(seat).len() as u8,
            cities: state.cities(seat).len() as u8,
            roads: state.roads(seat).len() as u8,
            road_length: state.road_length(seat),
            knights: state.knights(seat),
            longest_road: state.longest_road() == Some(seat),
            largest_army: state.largest_army() == Some(seat),
            victory_points: points.victory_points,
        }
    });
    rows.collect()
}
