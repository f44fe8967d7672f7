//! Tables, and a driver that stores their proposals.

use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    BoardChoice, Color, Command, HostOrder, NewSeat, NewTable, OpenTerms, SetUpOrder, TableOptions,
    TradeWord, Update,
};
use brickwood_rules::{
    Action, Cards, Edition, Resource, Rules, Seat, SeatSet, SetUp, Terms, ToAct, legal_actions,
};
use brickwood_table::{
    Author, Batch, LogRecord, NetworkMark, People, PersonId, Refusal, Request, Setup, Table, Viewer,
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
        from: None,
    }
}

/// A table of people at which everybody has sat down and is ready.
pub fn table_of_people(players: u8, secret: u64) -> Play {
    table_by(&order(usize::from(players)), secret)
}

/// A table for an order, at which everybody has sat down and is ready.
pub fn table_by(order: &NewTable, secret: u64) -> Play {
    let mut play = gathering(order, secret);
    for number in 1..order.seats.len() as u8 {
        // A seat may have no person.
        let _ = play.sit(number);
    }
    for number in 0..order.seats.len() as u8 {
        let _ = play.ready(number);
    }
    play
}

/// A new table for an order: only the host, person 0, has a seat.
pub fn gathering(order: &NewTable, secret: u64) -> Play {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&secret.to_le_bytes());
    let setup = Setup::new("t".into(), order, seed, 1_000).expect("a good order");
    let people = People::new(order, person(0), "Player 0", Some("fox-7".into()));
    Play {
        table: Table::new(setup, people),
        log: Vec::new(),
        now_ms: 1_000,
        random: ChaCha12Rng::seed_from_u64(0),
    }
}

/// A person by number. Person 0 hosts; if all seats are for people, people sit in this order.
pub fn person(number: u8) -> PersonId {
    PersonId([number; 32])
}

/// A person's seed for the chance of the game.
pub fn client_seed(number: u8) -> ClientSeed {
    ClientSeed::new([number; 32])
}

/// The viewer of a seat, or a spectator.
pub fn side(seat: Option<Seat>) -> Viewer {
    Viewer { seat, host: false }
}

/// The code of the problem because of which something was refused.
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
    pub log: Vec<LogRecord>,
    pub now_ms: u64,
    random: ChaCha12Rng,
}

impl Play {
    /// Begins with everybody connected. If the rules say so, chance decides who is first.
    pub fn new(mut play: Self, seed: u64) -> Self {
        play.now_ms = 2_000;
        play.random = ChaCha12Rng::seed_from_u64(seed);
        let people = play.table.people().people_seats();
        play.table.watch(people, play.now_ms);
        play.advance();
        play
    }

    /// Commits the lines that are due without a request.
    pub fn advance(&mut self) {
        while let Some(batch) = self.table.advance(self.now_ms) {
            self.commit(batch);
        }
    }

    /// Lets time pass, and commits the lines that are due on the way.
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

    /// A seat's command. With a key, it is a message of the person who sits there.
    pub fn command(
        &mut self,
        seat: Seat,
        key: Option<u64>,
        command: Command,
    ) -> Result<(), Refusal> {
        let author = self.author(seat, key);
        let batch = (self.table).propose(author, &command.into(), self.now_ms)?;
        self.commit(batch);
        Ok(())
    }

    /// A seat, or with a key the person who sits there.
    pub fn author(&self, seat: Seat, key: Option<u64>) -> Author {
        let person = self.table.people().places[seat.index()].person;
        person
            .filter(|_| key.is_some())
            .map_or(Author::Seat(seat), |person| {
                Author::person(person, Some(seat), key)
            })
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.command(seat, None, self.table.command(action))
    }

    /// A road that a seat may build and pay for now.
    pub fn road(&self, seat: Seat) -> Option<Action> {
        let all = legal_actions(self.table.game(), self.table.state(), seat);
        all.iter()
            .find(|action| matches!(action, Action::BuildRoad { .. }))
            .copied()
    }

    /// A seat sends a message about trades.
    pub fn talk(&mut self, seat: Seat, word: TradeWord) -> Result<(), Refusal> {
        self.command(seat, None, Command::TradeTalk { word })
    }

    /// A seat suggests a trade.
    pub fn suggest(&mut self, seat: Seat, terms: impl Into<OpenTerms>) -> Result<(), Refusal> {
        let terms = terms.into();
        let answers = None;
        self.talk(seat, TradeWord::Suggest { terms, answers })
    }

    /// Carries out what a person asks for.
    pub fn arrange(&mut self, number: u8, request: impl Into<Request>) -> Result<(), Refusal> {
        let author = Author::person(person(number), None, None);
        let batch = (self.table).propose(author, &request.into(), self.now_ms)?;
        self.commit(batch);
        Ok(())
    }

    pub fn sit(&mut self, number: u8) -> Result<(), Refusal> {
        let name = format!("Player {number}");
        self.arrange(number, Request::Sit { name, seat: None })
    }

    /// A person who comes from this network sits down, or asks for a seat.
    pub fn sit_from(&mut self, network: u32, number: u8) -> Result<(), Refusal> {
        let author = Author::person(person(number), None, None);
        let name = format!("Player {number}");
        let sit = Request::Sit { name, seat: None };
        let network = Some(NetworkMark(network));
        let batch = (self.table).propose_from(author, network, &sit, self.now_ms)?;
        self.commit(batch);
        Ok(())
    }

    pub fn ready(&mut self, number: u8) -> Result<(), Refusal> {
        self.arrange(
            number,
            Command::Ready {
                seed: client_seed(number),
            },
        )
    }

    /// Carries out a command of the host, person 0.
    pub fn host(&mut self, order: HostOrder) -> Result<(), Refusal> {
        self.arrange(0, Command::Arrange { order })
    }

    /// The order for the current set-up, with changes.
    pub fn set_up(&self, change: impl FnOnce(&mut SetUpOrder)) -> Request {
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
        Request::SetUp(Box::new(order))
    }

    pub fn options(&mut self, change: impl FnOnce(&mut TableOptions)) {
        let mut options = self.table.people().options;
        change(&mut options);
        self.host(HostOrder::Options { options })
            .expect("good options");
    }

    /// Sets the connected seats, and commits the lines that follow from it.
    pub fn present(&mut self, seats: impl IntoIterator<Item = u8>) {
        let seats = seats.into_iter().map(seat).collect();
        self.table.set_present(seats, self.now_ms);
        self.advance();
    }

    /// The update for a seat or a spectator now, with the log after a line.
    pub fn told(&self, seat: Option<Seat>, after: u32) -> Update {
        self.table.update(side(seat), after, self.now_ms)
    }

    /// The lines after one.
    pub fn bodies(&self, after: u32) -> Vec<&str> {
        let lines = self.log.iter().skip(after as usize);
        lines.map(|line| line.body.as_str()).collect()
    }

    /// The lines of the game: those after `started`.
    pub fn game_lines(&self) -> &[LogRecord] {
        let started = |line: &LogRecord| line.body.starts_with("started");
        let start = self.log.iter().position(started).expect("it has begun");
        &self.log[start + 1..]
    }

    /// The same with the table restored from the log.
    pub fn restore_play(&self) -> Self {
        Self {
            table: self.restore(),
            ..self.clone()
        }
    }

    /// The table restored from the log.
    pub fn restore(&self) -> Table {
        let (setup, people) = (self.table.setup().clone(), self.table.people().clone());
        let mut table = Table::restore(setup, people, self.log.clone()).expect("a good log");
        table.watch(self.table.present(), self.now_ms);
        table
    }

    /// A seat that may act does something legal; now and then an offer, a counter-offer or an undo.
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
            0 => Command::Undo {},
            1 => Command::act(
                Action::Offer {
                    terms: self.random_terms(),
                    to: SeatSet::all(self.table.game().rules().players).without(seat),
                },
                None,
            ),
            2 => {
                let terms = self.random_terms();
                self.table.command(Action::Counter { terms })
            }
            3 => {
                let word = self.random_word();
                let player = Seat::new(self.below(players) as u8).expect("one of them");
                let _ = self.command(player, None, Command::TradeTalk { word });
                return;
            }
            _ => {
                let legal = legal_actions(self.table.game(), self.table.state(), seat);
                if legal.is_empty() {
                    // It has declined, and may only change its answer.
                    return;
                }
                let action = legal[self.below(legal.len())];
                self.table.command(action)
            }
        };
        // A refused request has changed nothing: try another one.
        let _ = self.command(seat, None, request);
    }

    /// A message about trades, whether or not it is allowed now.
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
