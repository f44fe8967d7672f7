//! Tables to play at, and a driver that stores what they propose.

use brickwood_fair::ClientSeed;
use brickwood_rules::{
    Action, Cards, Edition, Resource, Rules, Seat, SeatSet, SetUp, Terms, ToAct, legal_actions,
};
use brickwood_table::protocol::{
    BoardChoice, Color, HostOrder, NewSeat, NewTable, OpenTerms, SetUpOrder, TableOptions,
    TradeWord, Update,
};
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

/// A table of people at which everybody has sat down and is ready.
pub fn table_of_people(players: u8, secret: u64) -> Play {
    table_by(&order(usize::from(players)), secret)
}

/// A table as it was ordered, at which everybody has sat down and is ready.
pub fn table_by(order: &NewTable, secret: u64) -> Play {
    let mut play = gathering(order, secret);
    for number in 1..order.seats.len() as u8 {
        // A seat may be no person's.
        let _ = play.sit(number);
    }
    for number in 0..order.seats.len() as u8 {
        let _ = play.ready(number);
    }
    play
}

/// A table as it was ordered: only the host, guest 0, is there.
pub fn gathering(order: &NewTable, secret: u64) -> Play {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&secret.to_le_bytes());
    let setup = Setup::new("t".into(), order, seed, 1_000).expect("a good order");
    let people = People::new(order, guest(0), "Player 0", Some("fox-7".into()));
    Play {
        table: Table::new(setup, people),
        log: Vec::new(),
        now_ms: 1_000,
        random: ChaCha12Rng::seed_from_u64(0),
    }
}

/// Somebody by number. Guest 0 hosts; where all are people, they sit in this order.
pub fn guest(number: u8) -> GuestId {
    GuestId([number; 32])
}

/// What a guest brings to the chance of the game.
pub fn client_seed(number: u8) -> ClientSeed {
    ClientSeed::new([number; 32])
}

/// The side of a seat, or of a spectator.
pub fn side(seat: Option<Seat>) -> Viewer {
    Viewer { seat, host: false }
}

/// The fixed word of the problem for which something was refused.
pub fn code<T: std::fmt::Debug>(refused: Result<T, Refusal>) -> &'static str {
    match refused {
        Err(Refusal::Problem(problem)) => problem.code(),
        other => panic!("not refused: {other:?}"),
    }
}

/// A table and the log that its driver keeps, which never fails.
#[derive(Clone)]
pub struct Play {
    pub table: Table,
    pub log: Vec<Record>,
    pub now_ms: u64,
    random: ChaCha12Rng,
}

impl Play {
    /// Begins with everybody there: chance decides who is first, where it does.
    pub fn new(mut play: Self, seed: u64) -> Self {
        play.now_ms = 2_000;
        play.random = ChaCha12Rng::seed_from_u64(seed);
        let people = play.table.people().people_seats();
        play.table.watch(people, play.now_ms);
        play.advance();
        play
    }

    /// Lets happen what nobody has to ask for.
    pub fn advance(&mut self) {
        while let Some(batch) = self.table.advance(self.now_ms) {
            self.commit(batch);
        }
    }

    /// Lets time pass and happen what is due on the way.
    pub fn pass(&mut self, ms: u64) {
        let until = self.now_ms + ms;
        self.advance();
        while let Some(due) = self.table.deadline_ms().filter(|due| *due <= until) {
            self.now_ms = self.now_ms.max(due);
            self.advance();
        }
        self.now_ms = until;
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

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.request(seat, None, self.table.request(action))
    }

    /// A seat says something about trades.
    pub fn talk(&mut self, seat: Seat, word: TradeWord) -> Result<(), Refusal> {
        self.request(seat, None, Request::Talk(word))
    }

    /// A seat suggests a trade.
    pub fn suggest(&mut self, seat: Seat, terms: impl Into<OpenTerms>) -> Result<(), Refusal> {
        let terms = terms.into();
        let answers = None;
        self.talk(seat, TradeWord::Suggest { terms, answers })
    }

    /// Has something arranged for a guest.
    pub fn arrange(&mut self, number: u8, order: Order) -> Result<(), Refusal> {
        let batch = self
            .table
            .arrange(guest(number), None, order, self.now_ms)?;
        self.commit(batch);
        Ok(())
    }

    pub fn sit(&mut self, number: u8) -> Result<(), Refusal> {
        let name = format!("Player {number}");
        self.arrange(number, Order::Sit { name, seat: None })
    }

    pub fn ready(&mut self, number: u8) -> Result<(), Refusal> {
        self.arrange(number, Order::Ready(client_seed(number)))
    }

    /// The host, guest 0, orders something.
    pub fn host(&mut self, order: HostOrder) -> Result<(), Refusal> {
        self.arrange(0, Order::Host(order))
    }

    /// The order that leaves the set-up as it is, but for what is made of it.
    pub fn set_up(&self, change: impl FnOnce(&mut SetUpOrder)) -> Order {
        let setup = self.table.setup();
        let mut order = SetUpOrder {
            edition: setup.edition,
            rules: *setup.game.rules(),
            board: setup.board.clone(),
            colors: setup.colors.clone(),
            options: self.table.people().options,
            instead_of: None,
        };
        change(&mut order);
        Order::SetUp(Box::new(order))
    }

    pub fn options(&mut self, change: impl FnOnce(&mut TableOptions)) {
        let mut options = self.table.people().options;
        change(&mut options);
        self.host(HostOrder::Options { options })
            .expect("good options");
    }

    /// Somebody is connected for these seats, and for no other; what follows from it happens.
    pub fn present(&mut self, seats: impl IntoIterator<Item = u8>) {
        let seats = seats.into_iter().map(seat).collect();
        self.table.set_present(seats, self.now_ms);
        self.advance();
    }

    /// What a seat or a spectator is told now, with the log after a line.
    pub fn told(&self, seat: Option<Seat>, after: u32) -> Update {
        self.table.update(side(seat), after, self.now_ms)
    }

    /// The lines after one.
    pub fn bodies(&self, after: u32) -> Vec<&str> {
        let lines = self.log.iter().skip(after as usize);
        lines.map(|line| line.body.as_str()).collect()
    }

    /// The lines of the game: those after `started`.
    pub fn game_lines(&self) -> &[Record] {
        let started = |line: &Record| line.body.starts_with("started");
        let start = self.log.iter().position(started).expect("it has begun");
        &self.log[start + 1..]
    }

    /// The same with the table that the log leads back to.
    pub fn restore_play(&self) -> Self {
        Self {
            table: self.restore(),
            ..self.clone()
        }
    }

    /// The table that the log leads back to.
    pub fn restore(&self) -> Table {
        let (setup, people) = (self.table.setup().clone(), self.table.people().clone());
        let mut table = Table::restore(setup, people, self.log.clone()).expect("a good log");
        table.watch(self.table.present(), self.now_ms);
        table
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
        let players = self.table.game().rules().seats();
        let request = match self.below(12) {
            0 => Request::Undo,
            1 => Request::Act(
                Action::Offer {
                    terms: self.random_terms(),
                    to: SeatSet::all(self.table.game().rules().players).without(seat),
                },
                None,
            ),
            2 => {
                let terms = self.random_terms();
                self.table.request(Action::Counter { terms })
            }
            3 => {
                let word = self.random_word();
                let player = Seat::new(self.below(players) as u8).expect("one of them");
                let _ = self.request(player, None, Request::Talk(word));
                return;
            }
            _ => {
                let legal = legal_actions(self.table.game(), self.table.state(), seat);
                if legal.is_empty() {
                    // It has declined, and may only think again.
                    return;
                }
                let action = legal[self.below(legal.len())];
                self.table.request(action)
            }
        };
        // What is refused has changed nothing: another request follows.
        let _ = self.request(seat, None, request);
    }

    /// Something about trades, whether or not it can be said now.
    fn random_word(&mut self) -> TradeWord {
        let players = self.table.game().rules().seats();
        let seat = Seat::new(self.below(players) as u8).expect("one of them");
        let suggestions: Vec<u32> = self.table.suggestions().iter().map(|s| s.line).collect();
        let suggestion = match suggestions.len() {
            0 => 0,
            count => suggestions[self.below(count)],
        };
        match self.below(12) {
            0 => TradeWord::DeclineAll,
            1 => TradeWord::Listen,
            2 => TradeWord::Block { seat },
            3 => TradeWord::Unblock { seat },
            4 => TradeWord::TakeBack { suggestion },
            5 => TradeWord::Decline { suggestion },
            6 => TradeWord::Suggest {
                terms: self.random_terms().into(),
                answers: Some(suggestion),
            },
            _ => TradeWord::Suggest {
                terms: OpenTerms {
                    any_give: self.below(2) as u8,
                    ..self.random_terms().into()
                },
                answers: None,
            },
        }
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
