//! Tables to play at, and a driver that stores what they propose.

use brickwood_fair::ClientSeed;
use brickwood_rules::{
    Action, Cards, Edition, Resource, Rules, Seat, SeatSet, SetUp, Terms, ToAct, legal_actions,
};
use brickwood_table::protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions};
use brickwood_table::{
    Batch, GuestId, Order, People, Record, Refusal, Request, Setup, Table, Viewer,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("below 6")
}

/// An order for a table of people on a random board.
pub fn order(players: usize) -> NewTable {
    order_by(Edition::Modern, Edition::Modern.rules(players as u8))
}

/// An order for a table of people by these rules, on the board that they ask for.
pub fn order_by(edition: Edition, rules: Rules) -> NewTable {
    NewTable {
        name: "Ann".into(),
        edition,
        rules,
        seats: Color::ALL[..rules.seats()]
            .iter()
            .map(|color| NewSeat::Human { color: *color })
            .collect(),
        board: if rules.set_up == SetUp::Placed {
            BoardChoice::Random
        } else {
            BoardChoice::Beginners
        },
        options: TableOptions::default(),
    }
}

/// A table at which everybody has sat down.
pub fn table_of_people(players: u8, secret: u64) -> Table {
    table_by(&order(usize::from(players)), secret)
}

/// A table as it was ordered, at which everybody has sat down.
pub fn table_by(order: &NewTable, secret: u64) -> Table {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&secret.to_le_bytes());
    let setup = Setup::new("t".into(), order, seed, 1_000).expect("a good order");
    let people = People::new(order, guest(0), "Player 0", None);
    let mut table = Table::new(setup, people);
    for number in 0..order.seats.len() as u8 {
        let name = format!("Player {number}");
        // The host sits already.
        let _ = arrange(&mut table, guest(number), Order::Sit { name, seat: None });
        let _ = arrange(&mut table, guest(number), Order::Ready(client_seed(number)));
    }
    table
}

/// The guest on a seat of a table of people.
pub fn guest(number: u8) -> GuestId {
    GuestId([number; 32])
}

/// What the guest on a seat brings to the chance of the game.
pub fn client_seed(number: u8) -> ClientSeed {
    ClientSeed::new([number; 32])
}

/// Has something arranged, as a driver does whose log never fails.
pub fn arrange(table: &mut Table, guest: GuestId, order: Order) -> Result<(), Refusal> {
    let batch = table.arrange(guest, None, order, 1_000)?;
    table.commit(batch);
    Ok(())
}

/// The side of a seat, or of a spectator.
pub fn viewer(seat: Option<Seat>) -> Viewer {
    Viewer { seat, host: false }
}

/// A table and the log that its driver keeps.
#[derive(Clone)]
pub struct Play {
    pub table: Table,
    pub log: Vec<Record>,
    pub now_ms: u64,
    random: ChaCha12Rng,
}

impl Play {
    /// Begins: chance decides who is first, where it does.
    pub fn new(table: Table, seed: u64) -> Self {
        let mut play = Self {
            table,
            log: Vec::new(),
            now_ms: 2_000,
            random: ChaCha12Rng::seed_from_u64(seed),
        };
        play.advance();
        play
    }

    /// Lets happen what nobody has to ask for.
    pub fn advance(&mut self) {
        if let Some(batch) = self.table.advance(self.now_ms) {
            self.commit(batch);
        }
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
        let batch = self.table.propose(seat, key, request, self.now_ms)?;
        self.commit(batch);
        Ok(())
    }

    /// The table that the log leads back to.
    pub fn restore(&self) -> Table {
        let table = Table::restore(self.table.setup().clone(), self.log.clone());
        sit_down(table.expect("a good log"))
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
            1 => Request::Act(
                Action::Offer {
                    terms: self.random_terms(),
                    to: SeatSet::all(self.table.game().rules().players).without(seat),
                },
                None,
            ),
            2 => Request::Act(
                Action::Counter {
                    terms: self.random_terms(),
                },
                None,
            ),
            _ => {
                let legal = legal_actions(self.table.game(), self.table.state(), seat);
                if legal.is_empty() {
                    // It has declined, and may only think again.
                    return;
                }
                Request::Act(legal[self.below(legal.len())], None)
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

    pub fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }
}
