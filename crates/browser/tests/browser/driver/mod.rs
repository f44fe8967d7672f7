//! Drives a module as a worker does, with a storage in memory and virtual time.

#![allow(
    dead_code,
    reason = "two programs of tests use it, and neither uses everything"
)]

mod policy;

use std::{collections::VecDeque, env, fs, path::Path, process::Command};

use brickwood_browser::Module;
use serde_json::{Value, json};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The id of the table, in the form that a server accepts: the commitment to a game's secret includes it.
pub const TABLE: &str = "amber-otter-42-k7q2m";
const PERSON: u64 = 1;
/// More calls than any of these games needs.
const MOST_CALLS: usize = 50_000;

pub struct Driver {
    module: Module,
    now_ms: u64,
    /// The documents of the new table.
    created: Value,
    store: Store,
    inputs: VecDeque<Value>,
    timer_ms: Option<u64>,
    key: u64,
    /// The table as the person was told last.
    seen: Value,
    /// Whether the last message of the person is not answered yet.
    waits: bool,
    /// What was said at the table.
    pub talk: Vec<Talk>,
    /// Every call with its answer.
    tape: Vec<(Value, String)>,
}

/// A message.
pub enum Talk {
    /// By the person.
    Said(Value),
    /// To the person.
    Heard(Value),
}

#[derive(Default)]
struct Store {
    documents: Value,
    lines: Vec<Value>,
}

impl Store {
    fn game(&self, after: usize) -> Value {
        json!({
            "setup": self.documents["setup"],
            "people": self.documents["people"],
            "rematch": null,
            "lines": self.lines[after..],
        })
    }

    fn learn(&mut self, documents: &Value) {
        for (name, value) in documents.as_object().expect("documents") {
            self.documents[name] = value.clone();
        }
    }

    fn answer(&mut self, query: &Value) -> Value {
        match query["type"].as_str().expect("a type") {
            "load" => json!({ "type": "loaded", "game": self.game(0) }),
            "tail" => {
                let after = query["after"].as_u64().expect("a number") as usize;
                json!({ "type": "tail", "game": self.game(after) })
            }
            "append" => {
                assert_eq!(query["first"], self.lines.len() + 1);
                self.lines
                    .extend(query["lines"].as_array().expect("lines").clone());
                self.learn(&query["documents"]);
                json!({ "type": "appended", "result": { "type": "done" } })
            }
            "attend" => json!({ "type": "attended", "holds": true, "was_free": false }),
            "chat" => json!({ "type": "chat", "lines": [] }),
            other => panic!("nobody asks for {other}"),
        }
    }
}

impl Driver {
    /// A new table with a seed of its own, and the person connected.
    pub fn new(module: Module, seed: u8) -> Self {
        let mut driver = Self {
            module,
            now_ms: 1_700_000_000_000,
            created: Value::Null,
            store: Store::default(),
            inputs: VecDeque::new(),
            timer_ms: None,
            key: 0,
            seen: Value::Null,
            waits: false,
            talk: Vec::new(),
            tape: Vec::new(),
        };
        let editions = driver.call(json!({ "call": "editions" }));
        let mut rules = editions[0]["rules"].clone();
        rules["points_to_win"] = json!(6);
        let seat =
            |color: &str, level: &str| json!({ "type": "bot", "color": color, "level": level });
        let order = json!({
            "name": "Ida",
            "edition": editions[0]["edition"],
            "rules": rules,
            "seats": [
                { "type": "human", "color": "coral" },
                seat("cobalt", "easy"),
                seat("amber", "medium"),
                seat("teal", "hard"),
            ],
            "board": { "type": "random" },
            "options": policy::options(),
        });
        let names = json!({ "id": TABLE, "seed": format!("{seed:02x}").repeat(32) });
        let now_ms = driver.now_ms;
        let created = driver
            .call(json!({ "call": "create", "order": order, "names": names, "now_ms": now_ms }));
        driver.created = created["documents"].clone();
        driver.store.documents = json!({});
        driver.store.learn(&created["documents"]);
        driver.connect();
        driver
    }

    /// Plays until the game is over.
    pub fn play(&mut self) {
        while !policy::is_over(&self.seen) {
            self.go_on();
        }
    }

    /// Plays so many turns.
    pub fn play_turns(&mut self, turns: u64) {
        while self.seen["view"]["turn"].as_u64().unwrap_or(0) < turns {
            self.go_on();
        }
    }

    /// The module is lost, with everything that is not stored.
    pub fn crash(&mut self) {
        self.module = Module::default();
        self.inputs.clear();
        self.timer_ms = None;
        self.connect();
    }

    /// The documents of the table as they were at first, before anybody was connected.
    pub fn documents(&self) -> &Value {
        &self.created
    }

    pub fn record(&mut self) -> String {
        let game = self.store.game(0);
        let record = self.call(json!({ "call": "record", "game": game }));
        record.as_str().expect("a text").to_owned()
    }

    pub fn replay(&mut self) -> Value {
        let game = self.store.game(0);
        self.call(json!({ "call": "replay", "game": game, "chat": [] }))
    }

    pub fn statistics(&mut self) -> Value {
        let game = self.store.game(0);
        self.call(json!({ "call": "statistics", "game": game }))
    }

    pub fn statistics_of_record(&mut self, record: &str) -> Value {
        self.call(json!({ "call": "statistics_of_record", "record": record }))
    }

    pub fn analyse(&mut self, record: &str, from: u32, count: u32) -> Value {
        self.call(json!({ "call": "analyse", "record": record, "from": from, "count": count }))
    }

    /// Makes all calls again to the WebAssembly module in Node.js, which has to answer the same.
    pub fn repeat_in_webassembly(&self) {
        let module = Path::new(REPOSITORY).join("web/module/brickwood.wasm");
        if !module.is_file() {
            assert!(
                env::var_os("CI").is_none(),
                "`cargo xtask web` has to build the module before this test"
            );
            eprintln!("skipped: there is no module; `cargo xtask web` builds it");
            return;
        }
        let tape = tempfile::NamedTempFile::new().expect("a file can be made");
        fs::write(&tape, json!(self.tape).to_string()).expect("the tape can be written");
        let played = Command::new("node")
            .arg(Path::new(REPOSITORY).join("crates/browser/tests/browser/play_tape.mjs"))
            .args([&module, tape.path()])
            .output()
            .expect("Node.js is installed");
        let told = String::from_utf8_lossy(&played.stdout);
        println!("{told}");
        assert!(
            played.status.success(),
            "{told}{}\nIf the module is older than the code, `cargo xtask web` builds it anew.",
            String::from_utf8_lossy(&played.stderr)
        );
    }

    fn connect(&mut self) {
        self.waits = false;
        self.inputs.push_back(
            json!({ "type": "connect", "request": 1, "connection": PERSON, "after": null }),
        );
    }

    /// Does the next thing: an input that waits, the person's move, or the passing of time.
    fn go_on(&mut self) {
        assert!(self.tape.len() < MOST_CALLS, "the game does not end");
        if let Some(input) = self.inputs.pop_front() {
            return self.handle(&input);
        }
        if !self.waits
            && let Some(command) = policy::command(&self.seen)
        {
            return self.say(&command);
        }
        self.now_ms = self
            .timer_ms
            .take()
            .expect("something is due")
            .max(self.now_ms);
        self.handle(&json!({ "type": "timer" }));
    }

    fn say(&mut self, command: &Value) {
        self.key += 1;
        let message = json!({ "type": "command", "key": self.key, "command": command });
        self.waits = true;
        let text = message.to_string();
        self.talk.push(Talk::Said(message));
        self.handle(&json!({ "type": "say", "connection": PERSON, "text": text }));
    }

    fn handle(&mut self, input: &Value) {
        let now_ms = self.now_ms;
        let done = self
            .call(json!({ "call": "handle", "table": TABLE, "now_ms": now_ms, "input": input }));
        self.timer_ms = done["timer_ms"].as_u64();
        for output in done["outputs"].as_array().expect("outputs") {
            match output["type"].as_str().expect("a type") {
                "send" => self.hear(output["text"].as_str().expect("a text")),
                "query" => self.inputs.push_front(self.store.answer(&output["query"])),
                "think" => self.inputs.push_back(json!({ "type": "think" })),
                "reply" => assert_eq!(output["problem"], Value::Null),
                other => panic!("{other}: {output}"),
            }
        }
    }

    fn hear(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).expect("a message");
        match message["type"].as_str().expect("a type") {
            "welcome" | "update" => {
                self.seen = message["update"].clone();
            }
            "ack" | "refused" => {
                assert_eq!(message["problem"], Value::Null, "{message}");
                self.waits = false;
            }
            _ => {}
        }
        self.talk.push(Talk::Heard(message));
    }

    fn call(&mut self, call: Value) -> Value {
        let answer = self.module.call(call.to_string().as_bytes());
        let mut read: Value = serde_json::from_str(&answer).expect("JSON");
        self.tape.push((call, answer));
        assert_eq!(read["problem"], Value::Null);
        read["ok"].take()
    }
}
