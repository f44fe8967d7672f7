//! The rows of a data set, by column.

use brickwood_encode::Tensor;

/// Numbers of which each row has a list.
#[derive(Default)]
pub(crate) struct Lists {
    pub(crate) values: Vec<f32>,
    /// How many each row has.
    pub(crate) lengths: Vec<usize>,
}

impl Lists {
    pub(crate) fn push(&mut self, list: &[f32]) {
        self.values.extend_from_slice(list);
        self.lengths.push(list.len());
    }

    fn append(&mut self, other: Self) {
        self.values.extend(other.values);
        self.lengths.extend(other.lengths);
    }
}

/// Of the table of games.
pub(crate) struct GameRow {
    pub(crate) game: u32,
    pub(crate) seed: Option<u64>,
    pub(crate) rules: String,
    pub(crate) board: String,
    pub(crate) players: u8,
    pub(crate) turns: u16,
    pub(crate) steps: u32,
    pub(crate) finished: bool,
    pub(crate) record: String,
}

/// Of the table of standings.
pub(crate) struct StandingRow {
    pub(crate) game: u32,
    pub(crate) seat: u8,
    pub(crate) player: String,
    pub(crate) name: Option<String>,
    pub(crate) won: bool,
    pub(crate) place: u8,
    pub(crate) points: u8,
    pub(crate) settlements: u8,
    pub(crate) cities: u8,
    pub(crate) roads: u8,
    pub(crate) road_length: u8,
    pub(crate) knights: u8,
    pub(crate) longest_road: bool,
    pub(crate) largest_army: bool,
    pub(crate) victory_points: u8,
}

/// Of the table of decisions.
pub(crate) struct DecisionRow {
    pub(crate) game: u32,
    pub(crate) step: u32,
    pub(crate) part: u8,
    pub(crate) turn: u16,
    pub(crate) seat: u8,
    pub(crate) action: String,
    pub(crate) choice: u16,
    pub(crate) won: bool,
    pub(crate) place: u8,
    pub(crate) points: u8,
}

/// The table of decisions.
#[derive(Default)]
pub(crate) struct Decisions {
    pub(crate) rows: Vec<DecisionRow>,
    /// Which choices were possible: a bit for each, the lowest first.
    pub(crate) masks: Vec<Vec<u8>>,
    /// What the seat knew.
    pub(crate) tensors: Vec<(Tensor, Lists)>,
}

impl Decisions {
    pub(crate) fn new(tensors: &[Tensor]) -> Self {
        let tensors = tensors.iter().map(|tensor| (*tensor, Lists::default()));
        Self {
            tensors: tensors.collect(),
            ..Self::default()
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.masks.extend(other.masks);
        for ((_, own), (_, more)) in self.tensors.iter_mut().zip(other.tensors) {
            own.append(more);
        }
    }

    /// About how many bytes the tensors and masks have once a reader has unpacked them.
    pub(crate) fn bytes(&self) -> usize {
        let numbers = self.tensors.iter().map(|(_, lists)| lists.values.len());
        size_of::<f32>() * numbers.sum::<usize>()
            + 8 * self.masks.iter().map(Vec::len).sum::<usize>()
    }
}

/// All rows of one game.
pub(crate) struct GameRows {
    pub(crate) game: GameRow,
    pub(crate) decisions: Decisions,
    pub(crate) standings: Vec<StandingRow>,
}
