//! A record with what everybody sees after each step.

use brickwood_notation::{Record, RecordWriter, Replayer, view_text};
use brickwood_rules::{Game, Seat, State};

/// Words of a view that say something about a game in progress, each with the part it stands in:
/// nothing for what concerns all, or a seat.
type Words = Vec<(Option<u8>, String)>;

/// The record as text, with comments.
pub(crate) fn annotated(record: &Record) -> String {
    let mut writer =
        RecordWriter::new(Vec::new(), record.header.clone()).expect("a header that was read");
    let game = &record.header.game;
    let mut replay = Replayer::new(record.header.clone());
    let mut seen = Seen::of(game, replay.state());
    for step in &record.steps {
        writer.step(*step).expect("a step that was read");
        replay.play(*step).expect("a step that was read");
        let now = Seen::of(game, replay.state());
        for line in now.since(&seen) {
            writer.comment(&line).expect("one line");
        }
        seen = now;
    }
    String::from_utf8(writer.into_inner()).expect("text")
}

/// What all viewers see.
struct Seen {
    everybody: Words,
    own: Vec<Words>,
}

impl Seen {
    fn of(game: &Game, state: &State) -> Self {
        let everybody = words(game, state, None);
        let own = Seat::all(game.rules().players)
            .map(|seat| {
                let mut own = words(game, state, Some(seat));
                own.retain(|word| !everybody.contains(word));
                own
            })
            .collect();
        Self { everybody, own }
    }

    fn since(&self, before: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut add = |who: String, now: &Words, before: &Words| {
            let changes = changes(now, before);
            if !changes.is_empty() {
                lines.push(format!("{who}: {}", changes.join(" ")));
            }
        };
        add("all".into(), &self.everybody, &before.everybody);
        for (seat, (now, before)) in (1..).zip(self.own.iter().zip(&before.own)) {
            add(format!("only {seat}"), now, before);
        }
        lines
    }
}

/// The words of a view line behind the board.
fn words(game: &Game, state: &State, viewer: Option<Seat>) -> Words {
    let line = view_text(game, &state.view(game, viewer));
    let (_, rest) = line.split_once(" board=").expect("a view has a board");
    let (_, rest) = rest.split_once(' ').expect("and more");
    let mut part = None;
    let mut words = Vec::new();
    for word in rest.split(' ') {
        match word.strip_prefix("seat=") {
            Some(seat) => part = seat.parse().ok(),
            None => words.push((part, word.to_owned())),
        }
    }
    words
}

fn key(word: &str) -> &str {
    word.split_once('=').map_or(word, |(key, _)| key)
}

/// New and changed words in their order, and what is gone.
fn changes(now: &Words, before: &Words) -> Vec<String> {
    let mut said = Vec::new();
    let mut part = None;
    let mut say = |of: Option<u8>, word: String| {
        if of != part {
            part = of;
            said.extend(of.map(|seat| format!("seat={seat}")));
        }
        said.push(word);
    };
    let has = |words: &Words, of: Option<u8>, name: &str| {
        words
            .iter()
            .any(|(part, word)| *part == of && key(word) == name)
    };
    let parts = std::iter::once(None).chain((1..=6).map(Some));
    for of in parts {
        for (_, word) in now
            .iter()
            .filter(|word| word.0 == of && !before.contains(word))
        {
            say(of, word.clone());
        }
        for (_, word) in before.iter().filter(|word| word.0 == of) {
            if !has(now, of, key(word)) {
                say(of, format!("-{}", key(word)));
            }
        }
    }
    said
}
