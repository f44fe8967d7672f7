//! A server tells of records and positions what the module in the page tells of them.

use std::{fs, path::Path};

use brickwood_browser::Module;
use brickwood_test_client::{Answer, TestPerson};
use serde_json::{Value, from_slice, from_str, json};

use crate::server_process::ServerProcess;

/// What is in a file of the repository.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).expect("the file is there")
}

/// What the module says to a call, with what it asks and how it is called.
fn of_page(module: &mut Module, call: &str, question: &Value) -> Value {
    let mut question = question.clone();
    question["type"] = call.into();
    let answer = module.call(question.to_string().as_bytes());
    let mut answer: Value = from_str(&answer).expect("JSON");
    let fields = answer.as_object_mut().expect("an answer");
    fields
        .remove(call)
        .or_else(|| fields.remove("problem"))
        .expect("an answer or a problem")
}

/// The lines of an answer that came in parts.
pub fn parts(answer: &Answer) -> Vec<Value> {
    let text = String::from_utf8_lossy(&answer.body);
    let lines = text.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| from_str(line).expect("JSON")).collect()
}

#[tokio::test]
async fn a_server_and_the_module_answer_alike() {
    let data = tempfile::tempdir().expect("a folder");
    let server = ServerProcess::open(data.path(), &[]);
    let mut person = TestPerson::new(server.address);
    let mut module = Module::default();
    let mut questions = Vec::new();
    for name in ["short", "beginners", "two", "six"] {
        let record = read(&format!("tests-data/records/{name}.record"));
        for steps in [0, 5, 12, 9999] {
            let asked = json!({ "record": record, "steps": steps, "seat": steps % 3 });
            questions.push(("advise", "/api/advice", asked));
        }
        for step in [0, 1, 6, 11, 9999] {
            let asked = json!({ "record": record, "step": step, "reasons": step == 11 });
            questions.push(("reconsider", "/api/reconsider", asked));
            let asked = json!({ "record": record, "step": step });
            questions.push(("look", "/api/look", asked));
        }
    }
    let year = read("crates/puzzles/data/year.jsonl");
    let puzzles = year
        .lines()
        .filter(|line| line.starts_with('{'))
        .step_by(31);
    for puzzle in puzzles.map(|line| from_str::<Value>(line).expect("JSON")) {
        let asked = json!({ "view": puzzle["view"], "answers": puzzle["answers"] });
        questions.push(("exercise", "/api/exercise", asked));
    }
    for [view, answer] in [["view-1 viewer=9", "end"], ["no view", "end"]] {
        let asked = json!({ "view": view, "answers": [answer] });
        questions.push(("exercise", "/api/exercise", asked));
    }
    let (mut told, mut refused) = (0, 0);
    for (call, path, question) in &questions {
        let answer = person.post(path, question).await;
        let expected = of_page(&mut module, call, question);
        let said: Value = from_slice(&answer.body).expect("JSON");
        assert_eq!(said, expected, "{call} {question}");
        if answer.status == 200 {
            told += 1;
        } else {
            assert!([400, 422].contains(&answer.status), "{}", answer.status);
            refused += 1;
        }
    }
    assert!(told > 30 && refused > 4, "{told} {refused}");
}

#[tokio::test]
async fn a_server_and_the_module_analyse_alike() {
    let data = tempfile::tempdir().expect("a folder");
    let server = ServerProcess::open(data.path(), &[]);
    let mut person = TestPerson::new(server.address);
    for name in ["short", "beginners"] {
        let record = read(&format!("tests-data/records/{name}.record"));
        let answer = person.ask("POST", "/api/analysis", &record).await;
        assert_eq!(answer.status, 200);
        let mut module = Module::default();
        let mut from = 0;
        for part in parts(&answer) {
            let done = part["done"].as_u64().expect("a number");
            let asked = json!({ "record": record, "from": from, "count": done - from });
            assert_eq!(part, of_page(&mut module, "analyse", &asked));
            from = done;
            assert!(from > 0);
        }
        let whole = json!({ "record": record, "from": from, "count": 1 });
        let rest = of_page(&mut module, "analyse", &whole);
        assert_eq!(
            (&rest["done"], &rest["steps"]),
            (&from.into(), &from.into())
        );
    }
    let bad = person.ask("POST", "/api/analysis", "no record").await;
    let asked = json!({ "record": "no record", "from": 0, "count": 1 });
    let expected = of_page(&mut Module::default(), "analyse", &asked);
    assert_eq!(bad.json::<Value>(), expected);
}
