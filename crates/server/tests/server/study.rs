//! Somebody who studies a record or a position asks the server, where the page has no module.

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use brickwood_analysis::{AnalysisPart, Analyzer};
use brickwood_protocol::{Advice, Exercise, Look, Problem, Reconsidered};
use brickwood_rules::{Illegal, Seat};
use brickwood_server::{Analyst, Limits, Server};
use brickwood_table::played_game_of_record;
use brickwood_test_client::{Answer, TestPerson};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    task::JoinSet,
    time::sleep,
};

use crate::{clients::behind_a_proxy, support::TestServer};

const SHORT: &str = include_str!("../../../../tests-data/records/short.record");
const LONG: &str = include_str!("../../../../tests-data/records/fair.record");

/// The paths whose body is JSON, each with a body that can be read.
fn questions() -> [(&'static str, Value); 4] {
    let advice = json!({ "record": SHORT, "steps": 3, "seat": 0 });
    let exercise = json!({ "view": "view-1", "answers": ["end"] });
    let choice = json!({ "record": SHORT, "step": 1 });
    [
        ("/api/advice", advice),
        ("/api/exercise", exercise),
        ("/api/reconsider", choice.clone()),
        ("/api/look", choice),
    ]
}

/// The lines of an answer that came in parts.
fn parts(answer: &Answer) -> Vec<AnalysisPart> {
    let text = String::from_utf8_lossy(&answer.body);
    let lines = text.lines().filter(|line| line.starts_with('{'));
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[tokio::test]
async fn the_analysis_of_a_record_comes_in_parts() {
    let server = TestServer::open().await;
    let answer = server.person().ask("POST", "/api/analysis", SHORT).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.field("content-type"), Some("application/x-ndjson"));
    let parts = parts(&answer);
    assert!(parts.len() > 2, "{}", parts.len());

    let played = played_game_of_record(SHORT).unwrap();
    let mut analyzer = Analyzer::new(played.game, played.steps).unwrap();
    let whole = analyzer.advance(usize::MAX);
    let choices = parts.iter().flat_map(|part| part.choices.clone());
    assert_eq!(choices.collect::<Vec<_>>(), whole.choices);
    let strokes = parts.iter().flat_map(|part| part.strokes.clone());
    assert_eq!(strokes.collect::<Vec<_>>(), whole.strokes);
    let last = parts.last().unwrap();
    assert_eq!((last.done, last.steps), (whole.steps, whole.steps));
    assert_eq!(last.summaries, whole.summaries);
}

#[tokio::test]
async fn a_question_that_is_too_long_or_cannot_be_read_is_refused() {
    let server = TestServer::open().await;
    let mut person = server.person();
    let Limits { body, record, .. } = Limits::default();
    let long = "x".repeat(record + 1);
    let long_for = |path: &str| {
        if path == "/api/exercise" {
            body
        } else {
            record
        }
    };
    let answer = person.ask("POST", "/api/analysis", &long).await;
    assert_eq!((answer.status, answer.problem()), (413, "malformed"));
    let answer = person.ask("POST", "/api/analysis", "no record").await;
    assert_eq!((answer.status, answer.problem()), (422, "bad_record"));
    for (path, question) in questions() {
        let long = json!({ "x": "x".repeat(long_for(path)) });
        let answer = person.post(path, &long).await;
        assert_eq!((answer.status, answer.problem()), (413, "malformed"));
        for text in ["", "[]", "{\"record\": \"\""] {
            let answer = person.ask("POST", path, text).await;
            assert!([400, 422].contains(&answer.status), "{path} {text}");
            assert_eq!(answer.problem(), "malformed", "{path} {text}");
        }
        let mut strange = question.clone();
        strange["strange"] = true.into();
        let answer = person.post(path, &strange).await;
        assert_eq!((answer.status, answer.problem()), (422, "malformed"));
        let answer = person.post(path, &question).await;
        assert!(answer.status == 200 || answer.problem() == "not_to_act");
    }
    let many = json!({ "view": "view-1", "answers": vec!["end"; 65] });
    let answer = person.post("/api/exercise", &many).await;
    assert_eq!((answer.status, answer.problem()), (413, "malformed"));
}

/// Takes its time.
#[derive(Default)]
struct Thoughtful {
    thinking: AtomicUsize,
    /// The most questions about which it has thought at a time.
    most: AtomicUsize,
}

impl Thoughtful {
    fn think(&self) -> Problem {
        let now = self.thinking.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(100));
        self.thinking.fetch_sub(1, Ordering::SeqCst);
        Illegal::NotToAct.into()
    }
}

impl Analyst for Thoughtful {
    fn exercise(&self, _: &str, _: &[String]) -> Result<Exercise, Problem> {
        Err(self.think())
    }

    fn reconsider(&self, _: &str, _: usize, _: bool) -> Result<Reconsidered, Problem> {
        Err(self.think())
    }

    fn look(&self, _: &str, _: usize) -> Result<Look, Problem> {
        Err(self.think())
    }

    fn advise(&self, _: &str, _: usize, _: Seat) -> Result<Option<Advice>, Problem> {
        Err(self.think())
    }

    fn analyzer(&self, _: &str) -> Result<Analyzer, Problem> {
        Err(self.think())
    }
}

fn at(server: &TestServer, address: &str) -> TestPerson {
    let mut person = server.person();
    person.forwarded = Some(address.to_owned());
    person
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_asks_much_waits_alone() {
    let analyst = Arc::new(Thoughtful::default());
    let thinks = Arc::clone(&analyst);
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.analyst = thinks;
    })
    .await;
    let answered = Arc::new(AtomicUsize::new(0));
    let mut flood = JoinSet::new();
    for (path, question) in questions().into_iter().cycle().take(15) {
        let (mut attacker, answered) = (at(&server, "192.0.2.1"), Arc::clone(&answered));
        flood.spawn(async move {
            let status = attacker.post(path, &question).await.status;
            answered.fetch_add(1, Ordering::Relaxed);
            status
        });
    }
    // All of them are there before anybody else.
    sleep(Duration::from_millis(50)).await;
    let [(path, question), ..] = questions();
    let answer = at(&server, "192.0.2.2").post(path, &question).await;
    assert_eq!(answer.problem(), "not_to_act");
    let before = answered.load(Ordering::Relaxed);
    assert!(before < 6, "it waited for {before} others");
    flood.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn half_of_the_processors_are_left_to_the_tables() {
    let analyst = Arc::new(Thoughtful::default());
    let thinks = Arc::clone(&analyst);
    let server = TestServer::with(|server: &mut Server| {
        behind_a_proxy(server);
        server.analyst = thinks;
    })
    .await;
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let mut crowd = JoinSet::new();
    for one in 0..4 * processors {
        let mut person = at(&server, &format!("10.{one}.0.1"));
        let [(path, question), ..] = questions();
        crowd.spawn(async move { person.post(path, &question).await.problem() });
    }
    for problem in crowd.join_all().await {
        assert_eq!(problem, "not_to_act");
    }
    let most = analyst.most.load(Ordering::SeqCst);
    assert_eq!(most, (processors / 2).max(1));
}

#[tokio::test]
async fn an_analysis_ends_when_its_reader_goes_away() {
    const TIMES: u32 = 8;
    let server = TestServer::open().await;
    let mut person = server.person();
    let begun = Instant::now();
    let answer = person.ask("POST", "/api/analysis", LONG).await;
    let (whole, steps) = (begun.elapsed(), parts(&answer)[0].steps);
    let begun = Instant::now();
    for _ in 0..TIMES {
        // An address has one at a time: this one waits for the end of the one before.
        let stream = person.send("POST", "/api/analysis", LONG).await.unwrap();
        let mut lines = BufReader::new(stream).lines();
        let part: AnalysisPart = loop {
            let line = lines.next_line().await.unwrap().expect("an answer");
            if line.starts_with('{') {
                break serde_json::from_str(&line).unwrap();
            }
        };
        assert!(part.done < steps / 10, "{part:?}");
    }
    let took = begun.elapsed();
    assert!(took < whole * TIMES / 2, "{took:?}, {whole:?} for one");
}
