//! Tables to play at, and a driver that stores what they propose.

use brickwood_rules::{
    Action, Cards, Edition, Resource, Seat, SeatSet, Terms, ToAct, legal_actions,
};
use brickwood_table::protocol::{BoardChoice, Color, NewSeat, NewTable};
use brickwood_table::{Batch, Record, Refusal, Request, Setup, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("below 6")
}

/// An order for a table of people on a random board.
pub fn order(players: usize) -> NewTable {
    NewTable {
        name: "Ann".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(players as u8),
        seats: Color::ALL[..players]
            .iter()
            .map(|color| NewSeat::Human { color: *color })
            .collect(),
        board: BoardChoice::Random,
    }
}

/// A table at which everybody has sat down.
pub fn table_of_people(players: u8, secret: u64) -> Table {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&secret.to_le_bytes());
    let setup =
        Setup::new("t".into(), &order(usize::from(players)), seed, 1_000).expect("a good order");
    let mut table = Table::new(setup);
    for seat in Seat::all(players) {
        table.sit(seat, format!("Player {}", u8::from(seat)));
    }
    table
}

/// A table and the log that its driver keeps.
#[derive(Clone)]
pub struct Play {
    pub table: Table,
    pub log: Vec<Record>,
    random: ChaCha12Rng,
}

impl Play {
    /// Begins: chance decides who is first.
    pub fn new(table: Table, seed: u64) -> Self {
        let mut play = Self {
            table,
            log: Vec::new(),
            random: ChaCha12Rng::seed_from_u64(seed),
        };
        let batch = play
            .table
            .begin(2_000)
            .expect("the first player is not decided");
        play.commit(batch);
        play
    }

    pub fn commit(&mut self, batch: Batch) {
        self.log.extend_from_slice(batch.records());
        self.table.commit(batch);
    }

    pub fn request(
        &mut self,
        seat: Seat,
        key: Option<u64>,
        request: Request,
    ) -> Result<(), Refusal> {
        let batch = self.table.propose(seat, key, request, 3_000)?;
        self.commit(batch);
        Ok(())
    }

    /// The table that the log leads back to.
    pub fn restore(&self) -> Table {
        Table::restore(self.table.setup().clone(), self.log.clone()).expect("a good log")
    }

    /// One of those who may act does something legal; now and then an offer, a counter-offer or an
    /// undo.
    pub fn random_request(&mut self) {
        let ToAct::Seats { seats } = self.table.state().to_act() else {
            return;
        };
        let seat = seats
            .iter()
            .nth(self.below(seats.len()))
            .expect("one of them");
        let request = match self.below(12) {
            0 => Request::Undo,
            1 => Request::Act(Action::Offer {
                terms: self.random_terms(),
                to: SeatSet::all(self.table.game().rules().players).without(seat),
            }),
            2 => Request::Act(Action::Counter {
                terms: self.random_terms(),
            }),
            _ => {
                let legal = legal_actions(self.table.game(), self.table.state(), seat);
                if legal.is_empty() {
                    // It has declined, and may only think again.
                    return;
                }
                Request::Act(legal[self.below(legal.len())])
            }
        };
        // What is refused has changed nothing: another request follows.
        let _ = self.request(seat, None, request);
    }

    fn random_terms(&mut self) -> Terms {
        let mut card = || Cards::of(Resource::ALL[self.below(5)], 1);
        Terms {
            give: card(),
            take: card(),
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }
}
