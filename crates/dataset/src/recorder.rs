//! From the steps of a game to its rows.

use brickwood_encode::{ActionSpace, Draft, EncodeError, Observer, Tensor, for_each_choice};
use brickwood_notation::{
    Player, Record, RecordHeader, RecordResult, action_text, board_text, record_text, rules_text,
};
use brickwood_rules::{Action, Game, History, Seat, State, Step, View};

use crate::DatasetError;
use crate::rows::{DecisionRow, Decisions, GameRow, GameRows, StandingRow};

/// Follows a game step by step, and writes down what its seats chose.
pub(crate) struct Recorder {
    number: u32,
    observer: Observer,
    state: State,
    /// By seat; none if no tensor needs them.
    histories: Vec<History>,
    view: View,
    mask: Vec<u8>,
    /// Room for each tensor.
    numbers: Vec<Vec<f32>>,
    steps: Vec<Step>,
    decisions: Decisions,
    /// The first step that has no index.
    fault: Option<DatasetError>,
}

impl Recorder {
    /// A recorder of a game of this number, at its beginning.
    pub(crate) fn new(number: u32, game: &Game, tensors: &[Tensor]) -> Self {
        let (state, layout) = (State::new(game), game.board().layout());
        let seats = Seat::all(game.rules().players);
        let histories = if tensors.contains(&Tensor::History) {
            seats.map(|seat| History::new(Some(seat))).collect()
        } else {
            Vec::new()
        };
        Self {
            number,
            observer: Observer::new(game),
            view: state.view(game, None),
            state,
            histories,
            mask: vec![0; ActionSpace::of(layout).len()],
            numbers: tensors
                .iter()
                .map(|tensor| vec![0.0; Observer::shape(layout, *tensor).len()])
                .collect(),
            steps: Vec::new(),
            decisions: Decisions::new(tensors),
            fault: None,
        }
    }

    /// Writes down a step and the state that it led to.
    pub(crate) fn step(&mut self, step: Step, after: &State) {
        if let Step::Action { seat, action } = step
            && self.fault.is_none()
            && let Err(error) = self.action(seat, action)
        {
            self.fault = Some(DatasetError::Encode {
                step: self.steps.len() as u32,
                error,
            });
        }
        for history in &mut self.histories {
            history.observe(self.observer.game(), &self.state, step, after);
        }
        self.state = *after;
        self.steps.push(step);
    }

    /// The choices that make an action, each with what could be chosen.
    fn action(&mut self, seat: Seat, action: Action) -> Result<(), EncodeError> {
        let (game, state) = (self.observer.game(), &self.state);
        let mut choices = Vec::new();
        for_each_choice(game, seat, action, |choice| choices.push(choice))?;
        let text = action_text(game.board().topology(), action);
        if !self.numbers.is_empty() {
            state.view_into(game, Some(seat), &mut self.view);
        }
        let history = self.histories.get(seat.index());
        let mut draft = Draft::Nothing;
        for (part, choice) in choices.into_iter().enumerate() {
            draft.mask(game, state, seat, &mut self.mask)?;
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
                step: self.steps.len() as u32,
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
            draft.choose(game, state, seat, choice)?;
        }
        Ok(())
    }

    /// The rows of the game, which ends here. The header says who played; `seed` from what the game followed.
    pub(crate) fn finish(
        mut self,
        header: RecordHeader,
        seed: Option<u64>,
    ) -> Result<GameRows, DatasetError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let game = self.observer.game();
        let standings = standings(self.number, game, &self.state, &header);
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
            turns: self.state.turn(),
            steps: self.steps.len() as u32,
            finished: self.state.phase().is_over(),
            record: record_text(&Record {
                result: RecordResult::of(game, &self.state),
                header,
                steps: self.steps,
                nonces: std::collections::BTreeMap::new(),
            })
            .expect("a game that was played is a record"),
        };
        Ok(GameRows {
            game: row,
            decisions: self.decisions,
            standings,
        })
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
                Player::Human => "human".to_owned(),
                Player::Bot(level) => level.clone(),
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
