//! Records: written as a game goes on, read line by line, every step checked.

use std::collections::BTreeMap;

use brickwood_notation::{
    Fairness, Line, Record, RecordFault, RecordHeader, RecordReader, RecordResult, RecordWriter,
    RecordedPlayer, Replayer, SeatHeader, WriteError, parse_record, record_text,
};
use brickwood_rules::{Action, Edition, Phase, Seat, Step};
use brickwood_test_kit::{Random, RandomGame, any_rules};
use proptest::prelude::*;

fn seats(players: u8) -> Vec<SeatHeader> {
    let colors = ["red", "blue", "white", "orange", "green", "brown"];
    Seat::all(players)
        .map(|seat| SeatHeader {
            color: colors[seat.index()].into(),
            player: match seat.index() % 2 {
                0 => RecordedPlayer::Human,
                _ => RecordedPlayer::Bot("hard".into()),
            },
            name: ["Anna of the Hills", "", "Cara # 3"][seat.index() % 3].into(),
        })
        .collect()
}

/// A game by these rules, at most so many steps of it.
fn record(game: &mut RandomGame, steps: usize) -> Record {
    let header = RecordHeader {
        edition: Edition::Siedler,
        game: game.game.clone(),
        seats: seats(game.game.rules().players),
        fair: None,
        opening: 0,
        notes: Vec::new(),
    };
    let steps = std::iter::from_fn(|| game.play()).take(steps).collect();
    Record {
        header: header
            .with_note("date", "2026-11-21")
            .with_note("x-mood", "good"),
        steps,
        nonces: BTreeMap::new(),
        result: RecordResult::of(&game.game, &game.state),
    }
}

/// The same game, and from what its chance followed: some seats brought seeds, some draws have nonces.
fn fair(mut record: Record, random: &mut Random) -> Record {
    let mut bytes = || std::array::from_fn(|_| random.below(256) as u8);
    let (commitment, secret) = (bytes(), bytes());
    let players = record.header.game.rules().players;
    let seeds = Seat::all(players).map(|seat| (seat, bytes())).collect();
    record.header.fair = Some(Fairness {
        scheme: "brickwood-fair-v1".into(),
        table: random.pick(&["k7m2qx", "", "two words"]).into(),
        board_deal: random.pick(&[None, Some(1), Some(2), Some(100)]),
        commitment,
        secret,
        seeds,
    });
    if let Some(fair) = &mut record.header.fair {
        fair.seeds.retain(|_| random.one_in(2));
    }
    for (place, step) in record.steps.iter().enumerate() {
        if matches!(step, Step::Chance { .. }) && random.one_in(2) {
            let nonce = std::array::from_fn(|_| random.below(256) as u8);
            record.nonces.insert(place, nonce);
        }
    }
    record
}

/// A game that came to its end.
fn finished() -> Record {
    let rules = Edition::Modern.rules(3);
    let mut game = RandomGame::new(rules, 7);
    let record = record(&mut game, usize::MAX);
    assert!(matches!(game.state.phase(), Phase::Over { .. }));
    record
}

fn text() -> String {
    record_text(&finished()).expect("it was played")
}

/// Reads a text in which one line is another.
fn with_line(found: impl Fn(&str) -> bool, new: &str) -> (usize, RecordFault) {
    let text = text();
    let number = text.lines().position(found).expect("there is such a line");
    let changed: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(at, line)| if at == number { new } else { line })
        .collect();
    let error = parse_record(&changed.join("\n")).expect_err("it is wrong now");
    (error.line - number, error.fault)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_record_is_read_back(seed: u64, steps in 0usize..3000) {
        let rules = any_rules(&mut Random::new(seed));
        let record = record(&mut RandomGame::new(rules, seed), steps);
        let text = record_text(&record).expect("it was played");
        let read = parse_record(&text);
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(record_text(&record), Ok(text));

        let record = fair(record, &mut Random::new(seed));
        let text = record_text(&record).expect("it was played");
        prop_assert_eq!(parse_record(&text), Ok(record), "{}", text);
    }
}

#[test]
fn a_record_says_what_was_played_line_by_line() {
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "brickwood-record 1");
    assert!(
        lines[1].starts_with("rules siedler players=3 "),
        "{}",
        lines[1]
    );
    assert!(lines[2].starts_with("board "), "{}", lines[2]);
    assert_eq!(
        lines[3..9],
        [
            "seat 1 red human Anna of the Hills",
            "seat 2 blue bot:hard",
            "seat 3 white human Cara # 3",
            "date 2026-11-21",
            "x-mood good",
            "",
        ]
    );
    assert!(lines[9].starts_with("dice "), "{}", lines[9]);
    assert!(lines.contains(&"turn 1"));
    assert!(lines.last().expect("lines").starts_with("result "));
}

#[test]
fn a_record_can_be_cut_anywhere_and_gone_on_with() {
    let whole = finished();
    let half = whole.steps.len() / 2;
    let mut writer = RecordWriter::new(Vec::new(), whole.header.clone()).expect("a good header");
    for step in &whole.steps[..half] {
        writer.step(*step).expect("it was played");
    }
    let mut file = writer.into_inner();
    let mut reader = RecordReader::new();
    for line in String::from_utf8_lossy(&file).lines() {
        reader.line(line).expect("it was written");
    }
    let replay: Replayer = reader.finish().expect("half a game is a record");
    assert_eq!(replay.steps(), half);
    assert_eq!(replay.result(), None);
    let mut writer = RecordWriter::resume(&mut file, replay);
    for step in &whole.steps[half..] {
        writer.step(*step).expect("it was played");
    }
    assert_eq!(String::from_utf8_lossy(&file), text());
}

#[test]
fn each_step_is_played_as_its_line_comes() {
    let text = text();
    let mut reader = RecordReader::new();
    let mut steps = 0;
    for line in text.lines() {
        if let Line::Step(_) = reader.line(line).expect("it was written") {
            steps += 1;
            assert_eq!(reader.replay().map(Replayer::steps), Some(steps));
        }
    }
    assert_eq!(steps, finished().steps.len());
    assert_eq!(
        reader.replay().and_then(Replayer::result),
        finished().result.as_ref()
    );
}

#[test]
fn after_an_error_nothing_more_is_read() {
    let mut reader = RecordReader::new();
    let mut errors = Vec::new();
    for line in text().lines() {
        let line = if line.ends_with("roll") {
            "1 nap"
        } else {
            line
        };
        errors.extend(reader.line(line).err());
    }
    assert!(errors.len() > 2, "every further line is refused");
    assert!(errors.iter().all(|error| error == &errors[0]));
    assert_eq!(reader.finish().err(), Some(errors.remove(0)));
}

#[test]
fn comments_and_blank_lines_change_nothing() {
    let text = text()
        .lines()
        .map(|line| {
            if line.contains("dice") {
                format!("; what now\n\n  {line}   # there\n")
            } else {
                format!("{line}\n")
            }
        })
        .collect::<String>();
    assert_eq!(parse_record(&text), Ok(finished()));
}

#[test]
fn the_first_illegal_step_is_named_with_its_clause() {
    let (_, fault) = with_line(|line| line.ends_with(" roll"), "1 buy");
    let text = fault.to_string();
    let RecordFault::Illegal { step, illegal, .. } = fault else {
        panic!("{text}");
    };
    assert_eq!(step, "1 buy");
    assert!(text.contains(&illegal.clause().to_string()), "{text}");
    assert!(text.starts_with("step "), "{text}");
}

#[test]
fn every_fault_is_named_with_its_line() {
    let is = |start: &'static str| move |line: &str| line.starts_with(start);
    let here = |(lines, fault): (usize, RecordFault)| {
        assert_eq!(lines, 1, "the line itself is blamed: {fault}");
        fault
    };
    assert_eq!(
        here(with_line(is("brickwood"), "brickwood-record 2")),
        RecordFault::Version {
            version: "2".into()
        }
    );
    assert_eq!(
        here(with_line(is("brickwood"), "{}")),
        RecordFault::NoRecord
    );
    assert!(matches!(
        here(with_line(is("rules"), "rules modern players=3 hand=8")),
        RecordFault::Rules(_)
    ));
    assert!(matches!(
        here(with_line(is("rules"), "rules modern players=7")),
        RecordFault::Unplayable { .. }
    ));
    assert!(matches!(
        here(with_line(is("board"), "board B7")),
        RecordFault::Board { .. }
    ));
    assert!(matches!(
        here(with_line(is("seat 2"), "seat 3 red human")),
        RecordFault::Header { .. }
    ));
    assert!(matches!(
        here(with_line(is("seat 2"), "seat 2 red cat")),
        RecordFault::Header { .. }
    ));
    assert_eq!(
        here(with_line(is("date"), "rules modern players=3")),
        RecordFault::Twice {
            word: "rules".into()
        }
    );
    assert_eq!(
        with_line(is("board"), "# none").1,
        RecordFault::Missing {
            word: "board".into()
        }
    );
    assert_eq!(
        with_line(is("seat 3"), "# none").1,
        RecordFault::Seats { expected: 3 }
    );
    assert!(matches!(
        here(with_line(is("dice"), "jump 3")),
        RecordFault::Step(_)
    ));
    assert_eq!(
        here(with_line(is("turn 2"), "turn 3")),
        RecordFault::Turn {
            expected: 2,
            word: "3".into()
        }
    );
    assert!(matches!(
        here(with_line(is("result"), "result 1 points=1,2")),
        RecordFault::WrongResult { .. }
    ));
    assert_eq!(
        here(with_line(is("result"), "result won")),
        RecordFault::Result {
            word: "result won".into()
        }
    );
    assert_eq!(
        here(with_line(is("turn 2"), "result 1 points=3,2,2")),
        RecordFault::NotOver
    );
    assert_eq!(with_line(is("result"), "# none").1, RecordFault::NoResult);
    let (_, fault) = with_line(str::is_empty, "# none");
    assert!(
        matches!(&fault, RecordFault::Header { word } if word.starts_with("dice")),
        "the game began without an empty line: {fault}"
    );
    let more = text() + "1 roll\n";
    let error = parse_record(&more).expect_err("the game is over");
    assert_eq!(error.fault, RecordFault::AfterResult);
    assert_eq!(error.line, more.lines().count());
    assert_eq!(
        parse_record("").map_err(|error| (error.line, error.fault)),
        Err((1, RecordFault::NoRecord))
    );
}

#[test]
fn a_record_says_how_many_of_its_first_steps_were_given() {
    let mut record = finished();
    record.header.opening = 3;
    let text = record_text(&record).expect("a record");
    assert!(text.starts_with("brickwood-record 1\n"));
    assert!(text.contains("\nopening 3\n"));
    assert_eq!(parse_record(&text), Ok(record.clone()));
    let played = parse_record(&text.replace("opening 3\n", "")).expect("a record");
    assert_eq!(played, finished());
    for bad in ["opening 0\n", "opening all\n", "opening 3\nopening 3\n"] {
        assert!(
            parse_record(&text.replace("opening 3\n", bad)).is_err(),
            "{bad:?}"
        );
    }
    assert!(
        record_text(&Record {
            header: finished().header.with_note("opening", "4"),
            ..finished()
        })
        .is_err()
    );
}

#[test]
fn a_step_that_was_given_has_no_nonce() {
    let mut record = fair(finished(), &mut Random::new(4));
    let first = *record.nonces.keys().next().expect("a draw with a nonce");
    assert!(record_text(&record).is_ok());
    record.header.opening = first as u32 + 1;
    assert_eq!(record_text(&record), Err(RecordFault::Nonce));
}

#[test]
fn nothing_is_written_that_could_not_be_read_back() {
    let good = finished().header;
    let refused = |header: RecordHeader| RecordWriter::new(Vec::new(), header).is_err();
    assert!(!refused(good.clone()));
    for name in ["two\nlines", " a blank", "tab\tbed"] {
        let mut header = good.clone();
        header.seats[0].name = name.into();
        assert!(refused(header), "{name:?}");
    }
    let mut header = good.clone();
    header.seats[1].color = "light blue".into();
    assert!(refused(header));
    for key in ["", "two words", "rules", "#", ";x", "2", "dice"] {
        assert!(refused(good.clone().with_note(key, "text")), "{key:?}");
    }
    let mut header = good.clone();
    header.seats.pop();
    assert!(refused(header));

    let steps = finished().steps;
    let mut writer = RecordWriter::new(Vec::new(), good).expect("a good header");
    let ends = |step: &&Step| {
        matches!(
            step,
            Step::Action {
                action: Action::EndTurn,
                ..
            }
        )
    };
    let end = *steps.iter().find(ends).expect("turns end");
    let error = writer.step(end).expect_err("not the first step");
    assert!(matches!(
        error,
        WriteError::Fault(RecordFault::Illegal { number: 1, .. })
    ));
    writer.step(steps[0]).expect("the first step");
}

/// A finished game that can be drawn again, as text.
fn fair_text() -> String {
    let record = fair(finished(), &mut Random::new(5));
    record_text(&record).expect("it was played")
}

/// What is wrong with the fair text after a change; nothing may be wrong before.
fn fault_after(change: impl Fn(&str) -> Option<String>) -> RecordFault {
    let text = fair_text();
    assert!(parse_record(&text).is_ok());
    let changed: Vec<String> = text.lines().filter_map(change).collect();
    let error = parse_record(&changed.join("\n")).expect_err("it is wrong now");
    error.fault
}

#[test]
fn a_fairness_part_is_written_behind_the_seats_and_nonces_behind_the_draws() {
    let text = fair_text();
    let lines: Vec<&str> = text.lines().collect();
    let keys = lines[6..].iter().map(|line| line.split(' ').next());
    let keys: Vec<&str> = keys.flatten().take_while(|key| !key.is_empty()).collect();
    let (fair, rest) = keys.split_at(4);
    assert_eq!(
        fair,
        ["fair", "fair-board", "fair-commitment", "fair-secret"]
    );
    let seeds = rest.iter().take_while(|key| **key == "fair-seed").count();
    assert!(seeds > 0);
    assert_eq!(rest[seeds..], ["date", "x-mood"]);
    let drawn = |line: &&&str| line.contains(" nonce=");
    assert!(lines.iter().filter(drawn).count() > 10);
    for line in lines.iter().filter(drawn) {
        let word = line.split(' ').next();
        assert!(matches!(word, Some("dice" | "stolen" | "drawn")), "{line}");
    }
}

#[test]
fn half_a_fairness_part_is_none() {
    for key in ["fair", "fair-board", "fair-commitment", "fair-secret"] {
        let is = |line: &str| line.split(' ').next() == Some(key);
        let without = |line: &str| (!is(line)).then(|| line.to_owned());
        assert_eq!(
            fault_after(without),
            RecordFault::Missing { word: key.into() }
        );
        let twice = |line: &str| {
            let again = if is(line) {
                format!("\n{line}")
            } else {
                String::new()
            };
            Some(format!("{line}{again}"))
        };
        assert_eq!(fault_after(twice), RecordFault::Twice { word: key.into() });
    }
}

#[test]
fn what_is_wrong_in_a_fairness_part_is_found() {
    let replaced = |start: &'static str, new: &'static str| {
        fault_after(move |line| {
            let changed = if line.starts_with(start) { new } else { line };
            Some(changed.to_owned())
        })
    };
    for (start, new) in [
        ("fair ", "fair"),
        ("fair-board", "fair-board maybe"),
        ("fair-board", "fair-board drawn 1"),
        ("fair-board", "fair-board drawn 02"),
        ("fair-board", "fair-board chosen 2"),
        ("fair-secret", "fair-secret 00"),
        ("fair-secret", "fair-secret"),
        ("fair-commitment", "fair-commitment xyz"),
        ("fair-seed", "fair-seed 1"),
        ("fair-seed", "fair-seed 9 00"),
    ] {
        let fault = replaced(start, new);
        assert!(
            matches!(fault, RecordFault::Header { .. }),
            "{new}: {fault}"
        );
    }
    let upper = fault_after(|line| {
        let changed = line.starts_with("fair-secret");
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        Some(if changed {
            format!("{key} {}", rest.to_uppercase())
        } else {
            line.into()
        })
    });
    assert!(matches!(upper, RecordFault::Header { .. }), "{upper}");
    let zeros = "0".repeat(64);
    for seeds in [
        format!("fair-seed 2 {zeros}\nfair-seed 1 {zeros}"),
        format!("fair-seed 2 {zeros}\nfair-seed 2 {zeros}"),
        format!("fair-seed 4 {zeros}"),
    ] {
        let fault = fault_after(|line| match line {
            _ if line.starts_with("fair-seed") => None,
            _ if line.starts_with("fair-secret") => Some(format!("{line}\n{seeds}")),
            _ => Some(line.into()),
        });
        assert_eq!(fault, RecordFault::Seeds, "{seeds}");
    }
}

#[test]
fn a_nonce_stands_behind_a_draw_of_a_fair_record_and_nowhere_else() {
    let nonce = "nonce=00112233445566778899aabbccddeeff";
    for (end, behind) in [
        (" roll", nonce),
        (" roll", "nonce="),
        (" 6", "nonce=00"),
        (" 6", &nonce.to_uppercase()),
        (" 6", &format!("{nonce} {nonce}")),
    ] {
        let fault = fault_after(|line| {
            let (step, _) = line.split_once(" nonce=").unwrap_or((line, ""));
            let draws = step.ends_with(" roll") || step.starts_with("dice");
            let here = draws && step.ends_with(end);
            Some(if here {
                format!("{step} {behind}")
            } else {
                line.into()
            })
        });
        let is_fault = match fault {
            RecordFault::Nonce => true,
            // A word that is no nonce is no part of a step either.
            RecordFault::Step(_) => behind.starts_with("NONCE"),
            _ => false,
        };
        assert!(is_fault, "{behind}: {fault}");
    }
    let unfair = fault_after(|line| (!line.starts_with("fair")).then(|| line.to_owned()));
    assert_eq!(unfair, RecordFault::Nonce);
    let mut record = fair(finished(), &mut Random::new(5));
    record.nonces.insert(record.steps.len(), [0; 16]);
    assert_eq!(record_text(&record), Err(RecordFault::Nonce));
    let action = record
        .steps
        .iter()
        .position(|step| matches!(step, Step::Action { .. }));
    record.nonces = BTreeMap::from([(action.expect("an action"), [0; 16])]);
    assert_eq!(record_text(&record), Err(RecordFault::Nonce));
    let seeds = |seeds| {
        let mut record = fair(finished(), &mut Random::new(5));
        record.header.fair.as_mut().expect("fair").seeds = seeds;
        record_text(&record)
    };
    let [one, two]: [Seat; 2] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
    assert!(seeds(vec![(one, [0; 32]), (two, [0; 32])]).is_ok());
    assert_eq!(
        seeds(vec![(two, [0; 32]), (one, [0; 32])]),
        Err(RecordFault::Seeds)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// As the fuzzer has it, for the parts that it finds slowly.
    #[test]
    fn whatever_is_changed_in_a_fair_record_it_is_a_record_or_an_error(
        changes in prop::collection::vec((0usize..100_000, 0u8..4, "[ -~]{0,9}|nonce=|fair-seed 1 |é"), 1..4)
    ) {
        let mut text = fair_text();
        for (at, change, new) in changes {
            let place = |text: &str| {
                let wanted = at % (text.len() + 1);
                text.char_indices().map(|(at, _)| at).take_while(|at| *at <= wanted).last()
            };
            let place = place(&text).unwrap_or_default();
            let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
            let end = text[place..].find('\n').map_or(text.len(), |end| place + end + 1);
            match change {
                0 => text.insert_str(place, &new),
                1 => text.replace_range(place..end, &new),
                2 => text.replace_range(line..end, ""),
                _ => {
                    let again = text[line..end].to_owned();
                    text.insert_str(line, &again);
                }
            }
        }
        if let Ok(record) = parse_record(&text) {
            let written = record_text(&record).expect("what was read can be written");
            prop_assert_eq!(parse_record(&written), Ok(record));
        }
    }
}
