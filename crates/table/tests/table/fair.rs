//! Anybody who has the replay or the record of a game can repeat its draws.

use brickwood_fair::{ClientSeed, Key, Label, Nonce, SCHEME, Secret};
use brickwood_notation::parse_record;
use brickwood_protocol::{
    BoardChoice, Color, Command, FairInfo, HostOrder, NewSeat, NewTable, Replay, TableOptions,
};
use brickwood_rules::{Action, Edition, Phase, Rules, Seat, ToAct, legal_actions, shuffled_board};
use brickwood_table::{
    Author, Batch, LogRecord, People, PersonId, Request, Setup, Table, replay_of_record,
};
use brickwood_test_kit::{is_committed, read};

const SECRET: [u8; 32] = [0x3c; 32];

fn person(number: u8) -> PersonId {
    PersonId([number; 32])
}

fn nonce(number: usize) -> Nonce {
    Nonce::new([(number % 251) as u8; 16])
}

/// A table and its log.
struct Play {
    table: Table,
    log: Vec<LogRecord>,
    random: Box<dyn FnMut(usize) -> usize>,
}

impl Play {
    /// Four seats, of which one is locked, and the others ready.
    fn new(board: BoardChoice) -> Self {
        let rules = Rules {
            points_to_win: 6,
            ..Edition::Modern.rules(4)
        };
        let seats = Color::ALL[..4]
            .iter()
            .enumerate()
            .map(|(at, color)| match at {
                1 => NewSeat::Locked { color: *color },
                _ => NewSeat::Human { color: *color },
            });
        let order = NewTable {
            name: "Ann".into(),
            edition: Edition::Modern,
            rules,
            seats: seats.collect(),
            board,
            options: TableOptions::default(),
            from: None,
        };
        let setup = Setup::new("k7m2qx".into(), &order, SECRET, 0).expect("a good order");
        let people = People::new(&order, person(0), "Ann", None);
        let mut play = Self {
            table: Table::new(setup, people),
            log: Vec::new(),
            random: Box::new(Secret::new([1; 32]).board("test", 1)),
        };
        for number in [0, 2, 3] {
            let name = format!("Player {number}");
            play.arrange(number, Request::Sit { name, seat: None });
            let seed = ClientSeed::new([number; 32]);
            play.arrange(number, Command::Ready { seed });
        }
        play.arrange(
            0,
            Command::Arrange {
                order: HostOrder::Start {},
            },
        );
        assert!(play.table.started());
        play
    }

    fn arrange(&mut self, number: u8, request: impl Into<Request>) {
        // The host has a seat already.
        if let Ok(batch) = self.table.propose(
            Author::person(person(number), None, None),
            &request.into(),
            0,
        ) {
            self.commit(batch);
        }
    }

    fn commit(&mut self, batch: Batch) {
        self.log.extend_from_slice(batch.records());
        self.table.commit(batch);
    }

    /// A seat that may act does something legal, or undoes its last step. The last seat attaches no nonces.
    fn finish(mut self) -> Self {
        while !self.table.is_over() {
            if let Some(batch) = self.table.advance(0) {
                self.commit(batch);
            }
            let ToAct::Seats { seats } = self.table.state().to_act() else {
                continue;
            };
            let seat = seats.iter().next().expect("somebody");
            let legal = legal_actions(self.table.game(), self.table.state(), seat);
            let builds = |action: &&Action| {
                matches!(
                    action,
                    Action::BuildSettlement { .. } | Action::BuildCity { .. }
                )
            };
            let action = match legal.iter().find(builds) {
                Some(action) => *action,
                None => legal[(self.random)(legal.len())],
            };
            let command = match (self.random)(8) {
                0 => Command::Undo {},
                _ if seat.index() < 2 => {
                    let command = self.table.command(action);
                    command.with_nonce(nonce(self.log.len()))
                }
                _ => self.table.command(action),
            };
            if let Ok(batch) = self.table.propose(Author::Seat(seat), &command.into(), 0) {
                self.commit(batch);
            }
        }
        self
    }

    fn replay(&self) -> Replay {
        self.table.replay().expect("it is over")
    }
}

/// Repeats all draws, without knowledge of the rules.
fn check(fair: &FairInfo) {
    assert_eq!(fair.scheme, SCHEME);
    let secret: Secret = fair.secret.parse().expect("a secret");
    let commitment = secret.commitment(&fair.table);
    assert_eq!(commitment.to_string(), fair.commitment);
    let seeds: Vec<(Seat, ClientSeed)> = fair
        .seeds
        .iter()
        .map(|seed| (seed.seat, seed.seed.parse().expect("a seed")))
        .collect();
    let key = Key::derive(&secret, &fair.table, &seeds);
    for (at, draw) in fair.draws.iter().enumerate() {
        assert_eq!(draw.number as usize, at + 1);
        let labels = [
            Label::Dice,
            Label::DiceDeck,
            Label::Steal,
            Label::Development,
        ];
        let label = labels.into_iter().find(|label| label.word() == draw.label);
        let nonce = draw
            .nonce
            .as_ref()
            .map(|text| text.parse().expect("a nonce"));
        let total: u32 = draw.weights.iter().sum();
        let number = key.below(label.expect("a label"), draw.number, nonce, total);
        let mut up_to = 0;
        let drawn = draw.weights.iter().position(|weight| {
            up_to += weight;
            number < up_to
        });
        assert_eq!(drawn, Some(draw.drawn as usize), "draw {}", draw.number);
    }
}

#[test]
fn a_finished_game_shows_all_that_is_needed_to_draw_it_again() {
    let play = Play::new(BoardChoice::Random).finish();
    let undone = play.log.iter().filter(|line| line.body.ends_with("undo"));
    assert!(undone.count() > 0);
    let replay = play.replay();
    let fair = replay.fair.expect("a fair game");
    check(&fair);
    assert_eq!(fair.table, "k7m2qx");
    assert_eq!(fair.board_deal, Some(1));
    // The seats were renumbered when the locked one was removed.
    let seeds: Vec<(usize, &str)> = fair
        .seeds
        .iter()
        .map(|seed| (seed.seat.index(), &seed.seed[..2]))
        .collect();
    assert_eq!(seeds, [(0, "00"), (1, "02"), (2, "03")]);
    for label in ["dice", "steal", "development"] {
        assert!(fair.draws.iter().any(|draw| draw.label == label), "{label}");
    }
    for draw in &fair.draws {
        let step = &replay.steps[draw.seq as usize - 1];
        assert_eq!(step.text, draw.outcomes[draw.drawn as usize]);
    }
    let drawn_with = |nonce: bool| fair.draws.iter().any(|draw| draw.nonce.is_some() == nonce);
    assert!(drawn_with(true) && drawn_with(false));
}

#[test]
fn a_nonce_is_that_of_the_action_which_led_to_the_draw() {
    let play = Play::new(BoardChoice::Random).finish();
    let fair = play.replay().fair.expect("a fair game");
    let mut draws = fair.draws.iter();
    for (above, line) in play.log.iter().zip(&play.log[1..]) {
        let word = line.body.split(' ').next().expect("a word");
        if matches!(word, "dice" | "stolen" | "drawn") {
            let draw = draws.next().expect("a draw");
            assert_eq!(draw.nonce, above.nonce.map(|nonce| nonce.to_string()));
        }
    }
    assert_eq!(draws.next(), None);
}

#[test]
fn a_record_holds_the_same_and_its_board_follows_from_the_secret() {
    let play = Play::new(BoardChoice::Random).finish();
    let fair = play.replay().fair.expect("a fair game");
    let text = play.table.game_record().expect("it is over");
    assert_eq!(
        replay_of_record(&text).expect("a record").fair.as_ref(),
        Some(&fair)
    );
    let header = parse_record(&text).expect("a record").header;
    let secret = Secret::new(SECRET);
    let board = shuffled_board(header.game.rules(), secret.board(&fair.table, 1));
    assert_eq!(&board, header.game.board());
}

#[test]
fn the_data_for_repeating_the_draws_survives_a_restart() {
    let play = Play::new(BoardChoice::Random).finish();
    let restored = Table::restore(
        play.table.setup().clone(),
        play.table.people().clone(),
        play.log.clone(),
    );
    let restored = restored.expect("a good log").replay().expect("it is over");
    assert_eq!(restored.fair, play.replay().fair);
}

#[test]
fn a_board_that_somebody_chose_is_not_called_drawn() {
    for board in [
        BoardChoice::Seed {
            seed: "harbor".into(),
        },
        BoardChoice::Beginners,
    ] {
        let play = Play::new(board).finish();
        let fair = play.replay().fair.expect("a fair game");
        assert_eq!(fair.board_deal, None);
        check(&fair);
    }
}

#[test]
fn nothing_of_it_is_told_before_the_game_is_over() {
    let play = Play::new(BoardChoice::Random);
    assert!(!matches!(play.table.state().phase(), Phase::Over { .. }));
    assert_eq!(
        play.table.replay().err().map(|no| no.code()),
        Some("not_over")
    );
    assert_eq!(
        play.table.game_record().err().map(|no| no.code()),
        Some("not_over")
    );
}

#[test]
fn a_table_that_is_older_than_the_scheme_does_not_claim_to_be_fair() {
    let play = Play::new(BoardChoice::Random).finish();
    let mut setup = serde_json::to_value(play.table.setup()).expect("JSON");
    setup.as_object_mut().expect("an object").remove("scheme");
    let setup: Setup = serde_json::from_value(setup).expect("a set-up of before");
    let people = play.table.people().clone();
    let table = Table::restore(setup, people, play.log.clone()).expect("a good log");
    assert_eq!(table.replay().expect("it is over").fair, None);
    let record = table.game_record().expect("it is over");
    assert!(!record.contains("fair"), "{record}");
    assert!(!record.contains("nonce"), "{record}");
}

#[test]
fn the_page_is_tested_with_what_the_committed_record_says() {
    let record = read("tests-data/records/fair.record");
    let replay = replay_of_record(&record).expect("a record");
    let fair = replay.fair.expect("a fair game");
    check(&fair);
    let json = serde_json::to_string(&fair).expect("JSON") + "\n";
    is_committed("tests-data/fair/info.json", &json);
}
