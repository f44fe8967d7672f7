//! The talk of the tables.

use std::sync::Arc;

use brickwood_protocol::{ChatLine, ChatText, Phrase};
use brickwood_storage::{NewLine, Storage};
use tokio::task::JoinSet;

use super::{new_game, seat};

pub fn line(from: u8, key: u64) -> NewLine {
    NewLine {
        at_ms: 100 + key,
        seat: seat(from),
        name: "Ida".into(),
        key,
        text: ChatText::Words {
            text: format!("\"{key}\"\u{1f9f1}"),
        },
    }
}

pub fn said(number: u32, line: NewLine) -> ChatLine {
    ChatLine {
        number,
        at_ms: line.at_ms,
        seat: line.seat,
        name: line.name,
        text: line.text,
    }
}

pub async fn lines_of_chat_are_numbered_and_stored_once(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    log.create(new_game("b", 1)).await.unwrap();
    assert_eq!(log.say("a", line(0, 7)).await, Ok(said(1, line(0, 7))));
    assert_eq!(
        log.say("a", line(1, u64::MAX - 100)).await,
        Ok(said(2, line(1, u64::MAX - 100)))
    );
    // The same key again returns the stored line.
    let again = NewLine {
        at_ms: 999,
        text: ChatText::Phrase {
            phrase: Phrase::Hello,
        },
        ..line(0, 7)
    };
    assert_eq!(log.say("a", again).await, Ok(said(1, line(0, 7))));
    assert_eq!(log.say("b", line(0, 7)).await, Ok(said(1, line(0, 7))));
    assert_eq!(log.say("a", line(1, 7)).await, Ok(said(3, line(1, 7))));
}

pub async fn lines_that_are_stored_at_the_same_time_get_different_numbers(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    let log = Arc::new(log);
    let mut talking = JoinSet::new();
    for key in 0..20 {
        let log = Arc::clone(&log);
        // Each line comes twice, as after a lost connection.
        talking.spawn(async move { log.say("a", line(0, key / 2)).await.unwrap().number });
    }
    let mut numbers = talking.join_all().await;
    numbers.sort_unstable();
    let twice: Vec<u32> = (1..=10).flat_map(|number| [number, number]).collect();
    assert_eq!(numbers, twice);
    assert_eq!(log.talk("a", 0, 100).await.unwrap().len(), 10);
}

pub async fn of_the_talk_the_latest_lines_are_told_until_they_are_forgotten(log: impl Storage) {
    log.create(new_game("a", 1)).await.unwrap();
    for key in 1..=5 {
        log.say("a", line(0, key)).await.unwrap();
    }
    let numbers = async |after, limit| -> Vec<u32> {
        let talk = log.talk("a", after, limit).await.unwrap();
        talk.iter().map(|line| line.number).collect()
    };
    assert_eq!(numbers(0, 10).await, [1, 2, 3, 4, 5]);
    assert_eq!(numbers(2, 10).await, [3, 4, 5]);
    assert_eq!(numbers(1, 2).await, [4, 5]);
    assert!(numbers(u32::MAX, 2).await.is_empty());
    // The lines were said at 101 to 105.
    assert_eq!(log.forget_talk(103).await, Ok(2));
    assert_eq!(numbers(0, 10).await, [3, 4, 5]);
    assert_eq!(log.forget_talk(u64::MAX >> 1).await, Ok(3));
    assert_eq!(log.say("a", line(0, 6)).await.unwrap().number, 6);
}
