//! What a data set promises: it is complete, exact, and follows from its plan alone.

mod truth;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::Path;

use brickwood_dataset::{DatasetError, Export, Plan, WriteProgress, Writer, write};
use brickwood_encode::{ActionSpace, Draft, Observer, Tensor, for_each_choice};
use brickwood_notation::{parse_record, parse_rules};
use brickwood_rules::{History, Seat, State, Step};
use parquet::basic::Compression;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, List, Row};
use tempfile::TempDir;

fn plan(rules: &str, players: &[&str], games: u32) -> Plan {
    let rules = parse_rules(rules).expect("rules");
    let players = players.iter().map(|name| (*name).to_owned()).collect();
    let mut plan = Plan::new(rules, players, games, 11);
    plan.games_per_shard = 2;
    plan
}

fn go_on(_: WriteProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// All files, by their paths in the folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .expect("inside")
                    .display()
                    .to_string();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The rows of a table, shard after shard.
fn rows(folder: &Path, table: &str) -> Vec<BTreeMap<String, Field>> {
    let names = files(folder).into_keys();
    let shards = names.filter(|name| name.starts_with(table));
    let rows = shards.flat_map(|name| {
        let file = File::open(folder.join(name)).expect("a shard");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        let rows = reader.get_row_iter(None).expect("rows");
        rows.map(|row| columns(row.expect("a row")))
            .collect::<Vec<_>>()
    });
    rows.collect()
}

fn columns(row: Row) -> BTreeMap<String, Field> {
    row.into_columns().into_iter().collect()
}

fn number(field: &Field) -> u64 {
    match field {
        Field::UByte(value) => u64::from(*value),
        Field::UShort(value) => u64::from(*value),
        Field::UInt(value) => u64::from(*value),
        Field::ULong(value) => *value,
        other => panic!("{other} is no number"),
    }
}

fn text(field: &Field) -> &str {
    match field {
        Field::Str(text) => text,
        other => panic!("{other} is no text"),
    }
}

fn bytes(field: &Field) -> &[u8] {
    match field {
        Field::Bytes(bytes) => bytes.data(),
        other => panic!("{other} is no binary"),
    }
}

fn list(field: &Field) -> &List {
    match field {
        Field::ListInternal(list) => list,
        other => panic!("{other} is no list"),
    }
}

#[test]
fn every_decision_is_that_of_the_record_with_the_mask_and_the_tensors_of_the_seat_that_made_it() {
    for rules in [
        "modern players=3",
        "siedler players=4",
        "five-six players=6",
    ] {
        let folder = TempDir::new().expect("a folder");
        let mut plan = plan(rules, &["medium", "easy"], 1);
        plan.tensors = Tensor::ALL.to_vec();
        let done = write(folder.path(), plan, 2, go_on).expect("a data set");
        let decisions = rows(folder.path(), "decisions");
        assert_eq!(done.decisions, decisions.len() as u64);
        let mut decisions = decisions.into_iter();
        for game in rows(folder.path(), "games") {
            let record = parse_record(text(&game["record"])).expect("a record");
            assert_eq!(number(&game["steps"]), record.steps.len() as u64);
            let of = &record.header.game;
            let layout = of.board().layout();
            let mut observer_mask = vec![0; ActionSpace::of(layout).len()];
            let observer = Observer::new(of);
            let mut state = State::new(of);
            let mut histories: Vec<History> = Seat::all(of.rules().players)
                .map(|seat| History::new(Some(seat)))
                .collect();
            for (place, step) in record.steps.into_iter().enumerate() {
                if let Step::Action { seat, action } = step {
                    let mut draft = Draft::Nothing;
                    let mut choices = Vec::new();
                    for_each_choice(of, seat, action, |choice| choices.push(choice))
                        .expect("choices");
                    for choice in choices {
                        let row = decisions.next().expect("a row for each choice");
                        assert_eq!(row["game"], game["game"]);
                        assert_eq!(number(&row["step"]), place as u64);
                        assert_eq!(number(&row["seat"]), seat.index() as u64);
                        assert_eq!(number(&row["choice"]), u64::from(choice));
                        draft
                            .mask(of, &state, seat, &mut observer_mask)
                            .expect("a mask");
                        assert_eq!(observer_mask[usize::from(choice)], 1);
                        let mask = bytes(&row["mask"]);
                        assert_eq!(mask.len(), observer_mask.len().div_ceil(8));
                        for at in 0..8 * mask.len() {
                            let legal = observer_mask.get(at).copied().unwrap_or(0);
                            assert_eq!(mask[at / 8] >> (at % 8) & 1, legal);
                        }
                        let view = state.view(of, Some(seat));
                        for tensor in Tensor::ALL {
                            let mut expected = vec![0.0; Observer::shape(layout, tensor).len()];
                            let history = Some(&histories[seat.index()]);
                            observer
                                .write(tensor, &view, &draft, history, &mut expected)
                                .expect("a tensor");
                            let expected: Vec<Field> =
                                expected.into_iter().map(Field::Float).collect();
                            assert!(list(&row[tensor.name()]).elements() == expected);
                        }
                        draft.choose(of, &state, seat, choice).expect("a choice");
                    }
                }
                let next = state.apply(of, step).expect("a legal step");
                for history in &mut histories {
                    history.observe(of, &state, step, &next);
                }
                state = next;
            }
        }
        assert!(decisions.next().is_none());
    }
}

#[test]
fn every_column_is_compressed_with_zstd() {
    let folder = TempDir::new().expect("a folder");
    let mut plan = plan("modern players=3", &["random"], 1);
    plan.tensors = vec![Tensor::Seats];
    write(folder.path(), plan, 1, go_on).expect("a data set");
    let names = files(folder.path()).into_keys();
    let shards: Vec<String> = names.filter(|name| name.ends_with(".parquet")).collect();
    assert_eq!(shards.len(), 3);
    for shard in shards {
        let file = File::open(folder.path().join(&shard)).expect("a shard");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        for column in reader.metadata().row_group(0).columns() {
            let is_zstd = matches!(column.compression(), Compression::ZSTD(_));
            assert!(is_zstd, "{shard}: {}", column.column_path());
        }
    }
}

#[test]
fn the_card_puts_every_shard_into_one_split() {
    for (games, per_shard) in [(1, 2), (4, 2), (12, 1)] {
        let folder = TempDir::new().expect("a folder");
        let mut plan = plan("modern players=2 points_to_win=4", &["random"], games);
        plan.games_per_shard = per_shard;
        write(folder.path(), plan.clone(), 1, go_on).expect("a data set");
        let card = fs::read_to_string(folder.path().join("README.md")).expect("a card");
        let front = card.split("---\n").nth(1).expect("front matter");
        assert!(front.starts_with("license: "), "{front}");
        for table in ["games", "decisions", "standings"] {
            let last_digits = front.lines().filter_map(|line| {
                let pattern = line.trim().strip_prefix(&format!("path: \"{table}/*"))?;
                Some(
                    pattern
                        .strip_suffix(".parquet\"")
                        .expect("a pattern")
                        .to_owned(),
                )
            });
            let last_digits: Vec<String> = last_digits.collect();
            assert_eq!(last_digits.len(), if plan.shards() == 1 { 1 } else { 2 });
            for shard in 0..plan.shards() {
                let digit = char::from_digit(shard % 10, 10).expect("a digit");
                let splits = last_digits.iter().filter(|digits| match digits.as_str() {
                    "" => true,
                    one if one.len() == 1 => one.starts_with(digit),
                    range => {
                        range.as_bytes()[1] as char <= digit && digit <= range.as_bytes()[3] as char
                    }
                });
                assert_eq!(splits.count(), 1, "{table} {shard}: {last_digits:?}");
            }
        }
        for row in rows(folder.path(), "decisions").into_iter().take(1) {
            for column in row.keys() {
                assert!(card.contains(&format!("| `{column}` |")), "{column}");
            }
        }
    }
}

#[test]
fn standings_and_outcomes_are_those_of_the_last_position() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan("modern players=4", &["hard", "easy"], 5);
    write(folder.path(), plan, 2, go_on).expect("a data set");
    let mut standings = rows(folder.path(), "standings").into_iter();
    let decisions = rows(folder.path(), "decisions");
    for game in rows(folder.path(), "games") {
        let record = parse_record(text(&game["record"])).expect("a record");
        let result = record.result.expect("the game is over");
        for seat in Seat::all(4) {
            let row = standings.next().expect("a row for each seat");
            assert_eq!(row["game"], game["game"]);
            let won = Field::Bool(result.winners.contains(seat));
            assert_eq!(row["won"], won);
            assert_eq!(number(&row["place"]) == 1, won == Field::Bool(true));
            let points = result.points[seat.index()];
            assert_eq!(number(&row["points"]), u64::from(points));
            // In the first game seats 1 and 3 are `hard`, in the next one 2 and 4.
            let hard = (number(&row["game"]) as usize + seat.index()).is_multiple_of(2);
            assert_eq!(text(&row["player"]), if hard { "hard" } else { "easy" });
            assert_eq!(row["name"], Field::Null);
            let outcomes = decisions.iter().filter(|decision| {
                decision["game"] == row["game"] && decision["seat"] == row["seat"]
            });
            for decision in outcomes {
                assert_eq!(decision["won"], won);
                assert_eq!(decision["points"], row["points"]);
                assert_eq!(decision["place"], row["place"]);
            }
        }
    }
    assert!(standings.next().is_none());
}

#[test]
fn rul_25_a_game_that_nobody_can_win_has_ended_without_a_winner() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan("modern players=3 points_to_win=22", &["easy"], 2);
    write(folder.path(), plan, 2, go_on).expect("a data set");
    for row in rows(folder.path(), "games") {
        let record = text(&row["record"]);
        assert!(record.contains("\nresult none"), "{record}");
        parse_record(record).expect("a record");
    }
}

#[test]
fn the_files_do_not_depend_on_threads_or_on_interruptions() {
    let whole = TempDir::new().expect("a folder");
    let plan = || plan("modern players=3", &["medium"], 7);
    write(whole.path(), plan(), 1, go_on).expect("a data set");

    let parts = TempDir::new().expect("a folder");
    for stop_after in [1, 3, 2] {
        let mut left = stop_after;
        let stopped = write(parts.path(), plan(), 3, |_| {
            left -= 1;
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(matches!(stopped, Err(DatasetError::Stopped)), "{stopped:?}");
    }
    let done = write(parts.path(), plan(), 2, go_on).expect("the rest");
    assert_eq!((done.games, done.of_games), (7, 7));
    assert!(files(whole.path()) == files(parts.path()));

    let by_shard = TempDir::new().expect("a folder");
    let writer = Writer::open(by_shard.path(), plan()).expect("a data set");
    assert_eq!(writer.missing(), [0, 1, 2, 3]);
    for shard in [2, 0, 3, 1] {
        writer
            .write_shard(shard, |_| ControlFlow::Continue(()))
            .expect("a shard");
    }
    assert!(writer.missing().is_empty());
    assert!(files(whole.path()) == files(by_shard.path()));
}

#[test]
fn a_folder_with_something_else_in_it_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let plan = plan("modern players=2", &["random"], 1);
    write(folder.path(), plan.clone(), 1, go_on).expect("a data set");

    let other = Plan {
        seed: 12,
        ..plan.clone()
    };
    let refused = Writer::open(folder.path(), other);
    assert!(
        matches!(&refused, Err(DatasetError::Another { field, .. }) if field == "source.seed"),
        "{refused:?}"
    );
    let letters = TempDir::new().expect("a folder");
    fs::write(letters.path().join("letter.txt"), "Dear all").expect("a file");
    let refused = Writer::open(letters.path(), plan);
    assert!(
        matches!(refused, Err(DatasetError::NotEmpty(_))),
        "{refused:?}"
    );
}

#[test]
fn a_plan_that_cannot_be_carried_out_is_refused_before_a_folder_is_made() {
    let folder = TempDir::new().expect("a folder");
    let missing = folder.path().join("data");
    let good = plan("modern players=3", &["easy"], 2);
    let refuse = |plan: Plan| Writer::open(&missing, plan).expect_err("it is refused");
    let refused = refuse(plan("modern players=3", &["clever"], 2));
    assert!(matches!(refused, DatasetError::NoSuchPlayer(name) if name == "clever"));
    for players in [&[][..], &["easy"; 4]] {
        let refused = refuse(plan("modern players=3", players, 2));
        assert!(matches!(refused, DatasetError::Players { seats: 3, .. }));
    }
    let refused = refuse(Plan { games: 0, ..good });
    assert!(matches!(refused, DatasetError::NoGames));
    assert!(!missing.exists());
}

#[test]
fn recorded_games_have_the_same_rows_and_names_only_if_asked_for() {
    let played = TempDir::new().expect("a folder");
    let mut plan = plan("modern players=3", &["hard", "medium", "easy"], 2);
    plan.tensors = vec![Tensor::Seats];
    write(played.path(), plan, 1, go_on).expect("a data set");
    for names in [false, true] {
        let folder = TempDir::new().expect("a folder");
        let mut export =
            Export::create(folder.path(), names, vec![Tensor::Seats]).expect("an export");
        for game in rows(played.path(), "games") {
            let mut record = parse_record(text(&game["record"])).expect("a record");
            record.header.seats[1].name = "Ida".to_owned();
            record
                .header
                .notes
                .push(("former".to_owned(), "2 5 Otto".to_owned()));
            export.add(record).expect("a game");
        }
        assert_eq!(export.finish().expect("an export"), 2);
        let (own, theirs) = (files(folder.path()), files(played.path()));
        assert!(own["decisions/00000.parquet"] == theirs["decisions/00000.parquet"]);
        for row in rows(folder.path(), "games") {
            assert_eq!(row["seed"], Field::Null);
            let record = text(&row["record"]);
            assert_eq!(
                (record.contains("Ida"), record.contains("Otto")),
                (names, names)
            );
        }
        let told = rows(folder.path(), "standings");
        let named = told.iter().filter(|row| row["name"] != Field::Null);
        assert_eq!(named.count(), if names { 2 } else { 0 });
    }
}
