//! Drives a module as a worker does, with a storage in memory and virtual time: for tests.

mod policy;

use std::{collections::VecDeque, env, fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::Module;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The id of the table, in the form that a server accepts: the commitment to a game's secret includes it.
pub const TABLE: &str = "amber-otter-42-k7q2m";
const PERSON: u64 = 1;
/// The person as a person.
const OWNER: [u8; 32] = [0; 32];
/// More calls than any of these games needs.
const MOST_CALLS: usize = 50_000;

/// A module with all that a worker keeps for it: one table with one person and three bots.
pub struct Driver {
    module: Module,
    now_ms: u64,
    /// The new table.
    created: Value,
    store: Store,
    inputs: VecDeque<Value>,
    /// What the bots are asked.
    tasks: VecDeque<Value>,
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
    setup: Value,
    people: Value,
    records: Vec<Value>,
}

impl Store {
    fn game(&self, after: usize) -> Value {
        json!({
            "setup": self.setup,
            "people": self.people,
            "rematch": null,
            "records": self.records[after..],
        })
    }

    /// Keeps the set-up and the people, where they are new.
    fn learn(&mut self, of: &Value) {
        for (kept, new) in [
            (&mut self.setup, &of["setup"]),
            (&mut self.people, &of["people"]),
        ] {
            if !new.is_null() {
                kept.clone_from(new);
            }
        }
    }

    fn answer(&mut self, query: &Value) -> Value {
        let (answer, result) = match query["query"].as_str().expect("a query") {
            "load" => ("loaded", self.game(0)),
            "tail" => {
                let after = query["after"].as_u64().expect("a number") as usize;
                ("tail", self.game(after))
            }
            "append" => {
                let records = query["records"].as_array().expect("records");
                assert_eq!(records[0]["seq"], self.records.len() + 1);
                self.records.extend_from_slice(records);
                self.learn(query);
                ("appended", Value::Null)
            }
            "attend" => {
                let presence = json!({ "holder": 1, "seats": [] });
                let attended = json!({ "presence": presence, "was_free": false });
                ("attended", attended)
            }
            "find_line" => ("found", Value::Null),
            "chat" => ("chat", json!([])),
            other => panic!("nobody asks for {other}"),
        };
        json!({ "type": "answer", "answer": answer, "result": { "Ok": result } })
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
            tasks: VecDeque::new(),
            timer_ms: None,
            key: 0,
            seen: Value::Null,
            waits: false,
            talk: Vec::new(),
            tape: Vec::new(),
        };
        let editions = driver.call(json!({ "type": "editions" }));
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
        let secret = [seed; 32];
        let names = json!({ "id": TABLE, "seed": secret, "code": "" });
        driver.created = driver.call(json!({
            "type": "create",
            "order": order,
            "host": OWNER,
            "names": names,
            "now_ms": driver.now_ms,
        }));
        driver.store.learn(&driver.created);
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
        self.tasks.clear();
        self.timer_ms = None;
        self.connect();
    }

    /// The table as it was at first, before anybody was connected.
    pub fn created(&self) -> &Value {
        &self.created
    }

    /// The record of the game.
    pub fn record(&mut self) -> String {
        let game = self.store.game(0);
        let record = self.call(json!({ "type": "record", "game": game }));
        record.as_str().expect("a text").to_owned()
    }

    /// The game, step by step.
    pub fn replay(&mut self) -> Value {
        let game = self.store.game(0);
        self.call(json!({ "type": "replay", "game": game, "chat": [] }))
    }

    /// The statistics of the game.
    pub fn statistics(&mut self) -> Value {
        let game = self.store.game(0);
        self.call(json!({ "type": "statistics", "game": game }))
    }

    /// The statistics of any game, from its record.
    pub fn statistics_of_record(&mut self, record: &str) -> Value {
        self.call(json!({ "type": "statistics_of_record", "record": record }))
    }

    /// The analysis of `count` steps of a record, the first of them `from`.
    pub fn analyse(&mut self, record: &str, from: u32, count: u32) -> Value {
        self.call(json!({ "type": "analyse", "record": record, "from": from, "count": count }))
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
            .arg(Path::new(REPOSITORY).join("crates/browser/src/driver/play_tape.mjs"))
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
        self.inputs.push_back(json!({
            "type": "request",
            "id": 1,
            "request": {
                "type": "connect",
                "connection": PERSON,
                "person": OWNER,
                "after": null,
                "spectators": 0,
            },
        }));
    }

    /// Does the next thing: an input that waits, the person's move, or the passing of time.
    fn go_on(&mut self) {
        assert!(self.tape.len() < MOST_CALLS, "the game does not end");
        if let Some(input) = self.inputs.pop_front() {
            return self.handle(&input);
        }
        if let Some(task) = self.tasks.pop_front() {
            return self.do_next(json!({ "type": "think", "task": task }));
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
        let input =
            json!({ "type": "say", "connection": PERSON, "message": message, "too_many": false });
        self.talk.push(Talk::Said(message));
        self.handle(&input);
    }

    fn handle(&mut self, input: &Value) {
        self.do_next(json!({ "type": "handle", "input": input }));
    }

    fn do_next(&mut self, mut call: Value) {
        call["table"] = json!(TABLE);
        call["now_ms"] = json!(self.now_ms);
        let done = self.call(call);
        self.timer_ms = done["timer_ms"].as_u64();
        for output in done["outputs"].as_array().expect("outputs") {
            match output["type"].as_str().expect("a type") {
                "send" => self.hear(&output["message"]),
                "query" => self.inputs.push_front(self.store.answer(output)),
                "decide" => self.tasks.push_back(output["task"].clone()),
                "overtaken" => {}
                "reply" => assert_eq!(output["result"], json!({ "Ok": "done" })),
                other => panic!("{other}: {output}"),
            }
        }
    }

    fn hear(&mut self, message: &Value) {
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
        self.talk.push(Talk::Heard(message.clone()));
    }

    fn call(&mut self, call: Value) -> Value {
        let answer = self.module.call(call.to_string().as_bytes());
        let mut read: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["problem"], Value::Null);
        let read = read[call["type"].as_str().expect("a type")].take();
        self.tape.push((call, answer));
        read
    }
}
