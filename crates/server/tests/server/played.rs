//! Games that were played before the server started. Clients can fetch finished games as records and as
//! replays, and anybody can replay a record.

use brickwood_analysis::GameStatistics;
use brickwood_fair::ClientSeed;
use brickwood_protocol::{
    BoardChoice, BotLevel, ChatText, Clock, Color, Command, Created, EditionInfo, Level, NewSeat,
    NewTable, Phrase, Problem, Replay, SeatKind, ServerMessage, SpectatorRule, TableOptions,
};
use brickwood_rules::{Action, Edition, Rules, Seat, SetUp, State, ToAct, legal_actions};
use brickwood_server::Limits;
use brickwood_storage::{Append, NewGame, Outline, Progress};
use brickwood_table::{Author, Batch, LogRecord, NewLine, People, PersonId, Setup, Table};
use brickwood_test_client::TestPerson;

use crate::support::{TestServer, enter, order, seat, shown, update};

/// The id of a game that was played before.
pub const STORED: &str = "amber-otter-42-k7q2m";

/// The players of these games.
const PEOPLE: [&str; 3] = ["Ida # 1", "Zoë", "Bo"];

fn person(place: usize) -> PersonId {
    PersonId([place as u8; 32])
}

/// A game as it is stored.
pub struct Played {
    pub setup: Setup,
    pub people: People,
    pub records: Vec<LogRecord>,
    /// The place of the bot.
    pub bot: Option<usize>,
}

/// Plays a game of three people, each step at the time of `now`, until it is over or `enough`.
pub fn play(rules: Rules, now: impl Fn(&State) -> u64, enough: impl Fn(&State) -> bool) -> Played {
    let order = NewTable {
        rules,
        ..order(3, 0)
    };
    let setup = Setup::new(STORED.into(), &order, [5; 32], 1_000).unwrap();
    let mut people = People::new(&order, person(0), PEOPLE[0], None);
    for (place, name) in PEOPLE.into_iter().enumerate() {
        people.places[place].person = Some(person(place));
        people.places[place].name = Some(name.into());
    }
    let mut table = Table::new(setup.clone(), people.clone());
    let mut records = Vec::new();
    let mut commit = |table: &mut Table, batch: Batch| {
        records.extend_from_slice(batch.records());
        table.commit(batch);
    };
    for place in 0..3 {
        let ready = Command::Ready {
            seed: ClientSeed::new([place as u8; 32]),
        };
        let batch = table
            .propose(
                Author::person(person(place), None, None),
                &ready.into(),
                2_000,
            )
            .unwrap();
        commit(&mut table, batch);
    }
    let begins = table.advance(2_000).unwrap();
    commit(&mut table, begins);
    let mut steps = 0;
    while let ToAct::Seats { seats } = table.state().to_act()
        && !enough(table.state())
    {
        let seat = seats.iter().next().unwrap();
        let legal = legal_actions(table.game(), table.state(), seat);
        let builds = |action: &&Action| {
            matches!(
                action,
                Action::BuildSettlement { .. } | Action::BuildCity { .. }
            )
        };
        steps += 1;
        let any = &legal[steps % legal.len()];
        let action = *legal.iter().find(builds).unwrap_or(any);
        let request = table.command(action);
        let batch = table.propose(Author::Seat(seat), &request.into(), now(table.state()));
        commit(&mut table, batch.unwrap());
    }
    Played {
        setup,
        people,
        records,
        bot: None,
    }
}

/// What stored people were at a table that was rated.
pub trait Agree {
    /// Those who sit there have agreed, if the game is rated.
    fn agree(&mut self);
}

impl Agree for People {
    fn agree(&mut self) {
        if self.options.rated {
            self.rated = self.places.iter().map(|place| place.person).collect();
        }
    }
}

/// A short game, played to its end.
pub fn finished() -> Played {
    let rules = Rules {
        points_to_win: 3,
        ..Edition::Modern.rules(3)
    };
    play(rules, |_| 3_000, |_| false)
}

/// A server that keeps a game, and its players.
async fn keeping(game: Played, progress: Progress) -> (TestServer, Vec<TestPerson>) {
    let server = TestServer::open().await;
    let players = keep(&server, game, progress).await;
    (server, players)
}

/// Stores a game at a server. Returns its players.
pub async fn keep(server: &TestServer, mut game: Played, progress: Progress) -> Vec<TestPerson> {
    let mut players = Vec::new();
    for (place, name) in PEOPLE.into_iter().enumerate() {
        let mut player = server.person();
        player.rename(name).await;
        game.people.places[place].person = player.id();
        players.push(player);
    }
    if let Some(place) = game.bot {
        game.people.places[place].person = None;
        game.people.places[place].kind = SeatKind::Bot {
            level: BotLevel::Own(Level::Easy),
        };
    }
    game.people.host = players[0].id();
    game.people.agree();
    let new = NewGame {
        setup: game.setup,
        people: game.people,
        rematch_of: None,
        origin: None,
    };
    server.log.create(new).await.unwrap();
    let append = Append {
        records: game.records,
        people: None,
        setup: None,
        outline: Outline::at(progress),
    };
    server.log.append(STORED, append).await.unwrap();
    players
}

/// A server that keeps a finished game.
async fn server() -> TestServer {
    keeping(finished(), Progress::Over).await.0
}

async fn record(person: &mut TestPerson) -> String {
    let path = format!("/api/tables/{STORED}/record");
    let answer = person.ask("GET", &path, "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.field("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(
        answer.field("content-disposition"),
        Some(format!("attachment; filename=\"brickwood-{STORED}.txt\"").as_str())
    );
    String::from_utf8(answer.body).unwrap()
}

#[tokio::test]
async fn a_finished_game_is_a_record_whose_replay_is_that_of_the_table() {
    let server = server().await;
    let mut person = server.person();
    let path = format!("/api/tables/{STORED}/replay");
    let of_table: Replay = person.ask("GET", &path, "").await.json();
    assert!(!of_table.steps.is_empty());
    assert_eq!(of_table.table.id, STORED);
    let names: Vec<_> = of_table
        .seats
        .iter()
        .map(|seat| seat.name.clone())
        .collect();
    assert_eq!(names, PEOPLE.map(|name| Some(name.into())));
    let text = record(&mut person).await;
    let answer = person.ask("POST", "/api/replay", &text).await;
    assert_eq!(answer.status, 200);
    let mut of_record: Replay = answer.json();
    // A record does not contain the table, the choice of the board, or the commitment before it could be
    // checked.
    of_record.seats[0].host = true;
    of_record.table.id = STORED.into();
    of_record.table.board = of_table.table.board.clone();
    of_record.table.commitment = of_table.table.commitment.clone();
    assert_eq!(of_record, of_table);
}

#[tokio::test]
async fn a_replay_has_the_chat_for_those_who_may_watch() {
    let rules = Rules {
        points_to_win: 3,
        ..Edition::Modern.rules(3)
    };
    let turn_ms = |turn: u16| 3_000 + 1_000 * u64::from(turn);
    let mut game = play(rules, |state| turn_ms(state.turn()), |_| false);
    game.people.options.spectators = SpectatorRule::Forbidden;
    let (server, mut players) = keeping(game, Progress::Over).await;
    for (key, at_ms) in [(1, 0), (2, turn_ms(5) + 500), (3, turn_ms(10_000))] {
        let line = NewLine {
            at_ms,
            seat: Seat::new(1).unwrap(),
            name: PEOPLE[1].into(),
            key,
            text: ChatText::Phrase {
                phrase: Phrase::WellPlayed,
            },
        };
        server.log.say(STORED, line).await.unwrap();
    }
    let path = format!("/api/tables/{STORED}/replay");
    let replay: Replay = players[2].ask("GET", &path, "").await.json();
    let after: Vec<usize> = replay.chat.iter().map(|said| said.after as usize).collect();
    let sixth = replay.steps.iter().position(|step| step.turn == 6);
    assert_eq!(after, [0, sixth.unwrap() + 1, replay.steps.len()]);
    assert_eq!(replay.chat[1].line.name, PEOPLE[1]);
    let stranger: Replay = server.person().ask("GET", &path, "").await.json();
    assert_eq!(stranger.steps, replay.steps);
    assert_eq!(stranger.chat, []);
}

#[tokio::test]
async fn a_game_by_rules_that_were_corrected_since_is_refused_with_a_sentence_and_kept() {
    let settlements = |game: &Played| -> Vec<usize> {
        let bodies = game.records.iter().map(|record| &record.body).enumerate();
        bodies
            .filter(|(_, body)| body.contains(" settlement "))
            .map(|(number, _)| number)
            .collect()
    };
    // A settlement that the rules do not allow, and one that leads elsewhere than it did.
    let mut broken = finished();
    let [first, second, ..] = settlements(&broken)[..] else {
        panic!("settlements are built");
    };
    let place = broken.records[first]
        .body
        .split_once(' ')
        .unwrap()
        .1
        .to_owned();
    let seat = broken.records[second]
        .body
        .split_once(' ')
        .unwrap()
        .0
        .to_owned();
    broken.records[second].body = format!("{seat} {place}");
    let mut changed = finished();
    changed.records[second].post_hash ^= 1;
    for (game, said) in [
        (broken, "breaks the rules as they are now"),
        (changed, "leads to another state than it did"),
    ] {
        let stored = game.records.clone();
        let (server, mut players) = keeping(game, Progress::Over).await;
        for what in ["record", "replay", "statistics"] {
            let path = format!("/api/tables/{STORED}/{what}");
            let answer = players[0].ask("GET", &path, "").await;
            assert_eq!(answer.status, 409);
            let problem: Problem = answer.json();
            assert_eq!(problem.code(), "other_rules");
            assert!(
                problem.message.contains("corrected since") && problem.message.contains(said),
                "{}",
                problem.message
            );
        }
        let kept = server.log.load(STORED).await.unwrap().unwrap().records;
        assert_eq!(kept, stored);
    }
}

#[tokio::test]
async fn the_statistics_of_a_finished_game_are_those_of_its_record() {
    let server = server().await;
    let mut person = server.person();
    let path = format!("/api/tables/{STORED}/statistics");
    let mut of_table: GameStatistics = person.ask("GET", &path, "").await.json();
    assert!(of_table.steps > 50 && of_table.winners.single().is_some());
    let text = record(&mut person).await;
    let answer = person.ask("POST", "/api/statistics", &text).await;
    assert_eq!(answer.status, 200);
    let of_record: GameStatistics = answer.json();
    // Only the table knows how long everybody thought.
    for seat in &mut of_table.seats {
        assert!(seat.thinking_ms.take().is_some());
    }
    assert_eq!(of_record, of_table);
}

#[tokio::test]
async fn a_replay_is_compressed_for_clients_that_accept_it() {
    let server = server().await;
    let mut person = server.person();
    let path = format!("/api/tables/{STORED}/replay");
    let plain = person.ask("GET", &path, "").await.body.len();
    person.encodings = Some("gzip, br".into());
    let answer = person.ask("GET", &path, "").await;
    assert!(answer.field("content-encoding").is_some());
    assert!(
        10 * answer.body.len() < plain,
        "{} {plain}",
        answer.body.len()
    );
}

#[tokio::test]
async fn a_game_that_goes_on_has_no_record_and_no_replay() {
    let server = TestServer::open().await;
    let (table, mut persons) = server.seated(2).await;
    for what in ["record", "replay", "statistics"] {
        let path = format!("/api/tables/{table}/{what}");
        let answer = persons[0].ask("GET", &path, "").await;
        assert_eq!((answer.status, answer.problem()), (409, "not_over"));
        let path = format!("/api/tables/no-such-table/{what}");
        let answer = persons[0].ask("GET", &path, "").await;
        assert_eq!(answer.status, 404);
    }
}

#[tokio::test]
async fn a_record_with_an_illegal_step_is_refused_with_its_line_and_clause() {
    let server = server().await;
    let mut person = server.person();
    let mut lines: Vec<String> = record(&mut person).await.lines().map(Into::into).collect();
    // The second settlement of the set-up comes to lie on the first.
    let settlements: Vec<usize> = (0..lines.len())
        .filter(|line| lines[*line].contains(" settlement "))
        .collect();
    let place = lines[settlements[0]]
        .split(' ')
        .next_back()
        .unwrap()
        .to_owned();
    let seat = lines[settlements[1]].split(' ').next().unwrap().to_owned();
    lines[settlements[1]] = format!("{seat} settlement {place}");
    let answer = person.ask("POST", "/api/replay", &lines.join("\n")).await;
    assert_eq!(answer.status, 422);
    let problem: Problem = answer.json();
    assert_eq!(problem.code(), "illegal_step");
    assert_eq!(problem.clause.as_deref(), Some("BLD-08"));
    assert_eq!(problem.line, Some(settlements[1] as u32 + 1));
}

#[tokio::test]
async fn a_text_that_is_not_a_record_or_too_long_is_refused() {
    let server = TestServer::with(|server| {
        server.limits = Limits {
            record: 200_000,
            ..Limits::default()
        };
    })
    .await;
    let mut person = server.person();
    for (body, status, code) in [
        ("hello".to_owned(), 422, "bad_record"),
        ("brickwood-record 9\n".to_owned(), 422, "bad_record"),
        ("\n".repeat(10_001), 422, "long_record"),
        ("#".repeat(200_001), 413, "malformed"),
    ] {
        for path in ["/api/replay", "/api/statistics"] {
            let answer = person.ask("POST", path, &body).await;
            assert_eq!((answer.status, answer.problem()), (status, code));
        }
    }
}

#[tokio::test]
async fn the_presets_of_the_rules_can_be_asked_for_and_played() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let editions: Vec<EditionInfo> = person.ask("GET", "/api/editions", "").await.json();
    assert_eq!(editions[0].edition, Edition::Modern);
    assert_eq!(editions.len(), Edition::ALL.len());
    for EditionInfo { edition, mut rules } in editions {
        assert_eq!(rules, edition.rules(4));
        rules.players = 6;
        let order = NewTable {
            name: "Ida".into(),
            edition,
            rules,
            seats: Color::ALL.map(|color| NewSeat::Human { color }).into(),
            board: BoardChoice::Random,
            options: TableOptions::default(),
            from: None,
        };
        let answer = person.post("/api/tables", &order).await;
        assert_eq!(answer.status, 201);
        assert!(!answer.json::<Created>().id.is_empty());
    }
}

#[tokio::test]
async fn an_order_that_contradicts_itself_is_refused_in_words() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let mut contradiction = order(2, 0);
    contradiction.rules.set_up = SetUp::Beginners { left_out: None };
    let answer = person.post("/api/tables", &contradiction).await;
    assert_eq!(answer.status, 422);
    let problem: Problem = answer.json();
    assert_eq!(problem.code(), "unplayable_rules");
    assert!(
        problem.message.contains("3 and 4 players"),
        "{}",
        problem.message
    );
    let mut board = order(2, 0);
    board.board = BoardChoice::Own {
        text: "L0 Q G9\nharbors: Z9x:3".into(),
    };
    let problem: Problem = person.post("/api/tables", &board).await.json();
    assert_eq!(problem.code(), "bad_board");
    assert!(problem.details.len() > 1, "{:?}", problem.details);
}

#[tokio::test]
async fn win_05_a_time_limit_goes_on_when_somebody_comes_back_and_runs_out_by_itself() {
    let rules = Rules {
        time_limit: Some(1),
        ..Edition::Modern.rules(3)
    };
    // The last step of the log comes 59.5 seconds after the first turn has begun.
    let now = |state: &State| if state.turn() == 0 { 10_000 } else { 69_500 };
    let game = play(rules, now, |state| state.dice().is_some());
    let (_house, players) = keeping(game, Progress::Playing).await;
    let (mut socket, mut seen) = enter(&players[0], STORED, None).await;
    let clock = seen.clock.unwrap();
    assert!(clock.running && clock.left_ms <= 500, "{clock:?}");
    assert!(!seen.view.time_up);
    while !seen.view.time_up {
        seen = update(&mut socket).await;
    }
    let over = Clock {
        left_ms: 0,
        running: false,
    };
    assert_eq!(seen.clock, Some(over));
}

#[tokio::test]
async fn a_rematch_keeps_people_and_options_and_begins_when_all_are_ready() {
    let mut game = finished();
    game.people.options.grace_s = 77;
    let (server, mut players) = keeping(game, Progress::Over).await;
    let (mut watching, _) = enter(&players[2], STORED, None).await;
    let path = format!("/api/tables/{STORED}/rematch");
    let mut next = Vec::new();
    for player in &mut players[..2] {
        let created: Created = player.ask("POST", &path, "").await.json();
        next.push(created.id);
    }
    assert_eq!(next[0], next[1]);
    let table = next[0].clone();
    let told = ServerMessage::Rematch {
        table: table.clone(),
        by: Some(seat(0)),
    };
    while watching.message().await != told {}
    assert_eq!(
        server.person().ask("POST", &path, "").await.problem(),
        "not_seated"
    );

    let (mut first, info, seen) = players[0].sit(&table).await;
    let names = seen.seats.iter().map(|seat| seat.name.clone().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), PEOPLE);
    assert_eq!((seen.options.grace_s, seen.host), (77, true));
    assert!(info.commitment.is_some());
    let _second = players[1].sit(&table).await;
    let seen = shown(&mut first, |seen| seen.seats[1].ready).await;
    assert!(!seen.started, "one of them is not there yet");
    let _third = players[2].sit(&table).await;
    shown(&mut first, |seen| seen.started).await;
}
