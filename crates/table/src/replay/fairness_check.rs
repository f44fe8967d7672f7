//! Whether the chance of a recorded game is what it had to be.

use std::{collections::BTreeMap, fmt::Write};

use brickwood_fair::{ClientSeed, Key, Nonce, SCHEME, Secret};
use brickwood_notation::{
    Fairness, Line, RecordError, RecordHeader, RecordReader, Replayer, seat_number, step_text,
};
use brickwood_rules::{ChanceOutcome, Game, State, Step, shuffled_board};

/// What a record says of its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FairnessVerdict {
    /// All chance is as it had to be, in words.
    Fair(String),
    /// It is not, or the record does not say from what it followed, in words.
    Unfair(String),
    /// The record is not sound.
    Unsound(RecordError),
}

/// Recomputes the random draws of a recorded game, line by line.
#[derive(Debug, Default)]
pub struct FairnessCheck {
    reader: RecordReader,
    check: Option<Check>,
}

impl FairnessCheck {
    /// Reads the next line of the record. False if no further line changes the verdict.
    pub fn line(&mut self, text: &str) -> bool {
        let read = self.reader.line(text);
        if let Some(replay) = self.reader.replay() {
            match self.check.get_or_insert_with(|| Check::of(replay)) {
                Check::Draws(draws) => {
                    if let Ok(Line::Step(step)) = read {
                        draws.step(self.reader.lines(), step, replay.nonce().map(Nonce::new));
                        draws.before = *replay.state();
                    }
                }
                Check::Impossible(_) => return false,
            }
        }
        read.is_ok()
    }

    /// The verdict, once all lines are read.
    pub fn finish(self) -> FairnessVerdict {
        match (self.check, self.reader.finish().err()) {
            (Some(Check::Impossible(why)), _) => FairnessVerdict::Unfair(why),
            (Some(Check::Draws(draws)), unsound) if !draws.is_fair() => {
                // After a different outcome, the following steps may be illegal.
                let unsound = unsound.map_or_else(String::new, |error| format!("{error}\n"));
                FairnessVerdict::Unfair(draws.report() + &unsound)
            }
            (_, Some(error)) => FairnessVerdict::Unsound(error),
            (Some(Check::Draws(draws)), None) => FairnessVerdict::Fair(draws.report()),
            (None, None) => FairnessVerdict::Unfair(NO_FAIRNESS_PART.into()),
        }
    }
}

const NO_FAIRNESS_PART: &str =
    "This record has no fairness part: it does not say from what its chance followed.";

#[derive(Debug)]
enum Check {
    Draws(Box<Draws>),
    /// And why.
    Impossible(String),
}

impl Check {
    fn of(replay: &Replayer) -> Self {
        match &replay.header().fair {
            None => Self::Impossible(NO_FAIRNESS_PART.into()),
            Some(fair) if fair.scheme != SCHEME => Self::Impossible(format!(
                "The chance of this record followed from the scheme {}, which a later Brickwood may \
                 know; this one knows {SCHEME}.",
                fair.scheme
            )),
            Some(fair) => Self::Draws(Box::new(Draws::new(replay.header(), fair))),
        }
    }
}

/// The draws of a game, recomputed step by step.
#[derive(Debug)]
struct Draws {
    game: Game,
    fair: Fairness,
    /// How many of the steps that come now were given, not drawn at the table.
    given: u32,
    /// How many there were.
    opening: u32,
    before: State,
    key: Key,
    commitment_fits: bool,
    board_fits: bool,
    number: u32,
    by_label: BTreeMap<&'static str, u32>,
    nonces: u32,
    differing: u32,
    /// The first that differs, in words.
    first: Option<String>,
}

impl Draws {
    fn new(header: &RecordHeader, fair: &Fairness) -> Self {
        let secret = Secret::new(fair.secret);
        let seeds: Vec<_> = fair
            .seeds
            .iter()
            .map(|(seat, seed)| (*seat, ClientSeed::new(*seed)))
            .collect();
        let board = |deal| shuffled_board(header.game.rules(), secret.board(&fair.table, deal));
        let fits = |deal| board(deal) == *header.game.board();
        Self {
            game: header.game.clone(),
            fair: fair.clone(),
            given: header.opening,
            opening: header.opening,
            before: State::new(&header.game),
            key: Key::derive(&secret, &fair.table, &seeds),
            commitment_fits: secret.commitment(&fair.table).as_bytes() == &fair.commitment,
            board_fits: fair.board_deal.is_none_or(fits),
            number: 0,
            by_label: BTreeMap::new(),
            nonces: 0,
            differing: 0,
            first: None,
        }
    }

    fn step(&mut self, line: usize, step: Step, nonce: Option<Nonce>) {
        if self.given > 0 {
            self.given -= 1;
            return;
        }
        let Step::Chance { outcome } = step else {
            return;
        };
        self.number += 1;
        let Some(draw) = self.key.draw(&self.game, &self.before, self.number, nonce) else {
            unreachable!("the rules have let chance act")
        };
        *self.by_label.entry(draw.label.word()).or_default() += 1;
        self.nonces += u32::from(nonce.is_some());
        if draw.outcome == outcome {
            return;
        }
        self.differing += 1;
        let text = |outcome: ChanceOutcome| {
            let topology = self.game.board().topology();
            step_text(topology, Step::Chance { outcome })
        };
        self.first.get_or_insert_with(|| {
            format!(
                "line {line}: draw {} is `{}`, and `{}` had to be drawn",
                self.number,
                text(outcome),
                text(draw.outcome)
            )
        });
    }

    fn is_fair(&self) -> bool {
        self.commitment_fits && self.board_fits && self.differing == 0
    }

    fn report(&self) -> String {
        let Fairness { scheme, table, .. } = &self.fair;
        let opening = (self.opening > 0).then(|| {
            let words = format!(
                "the first {} steps were given; their chance is not of this table",
                self.opening
            );
            ("opening", None, words)
        });
        let rows = [
            ("scheme", None, scheme.clone()),
            ("table", None, table.clone()),
            self.commitment_row(),
            self.board_row(),
            ("seeds", None, self.seeds_in_words()),
            ("draws", Some(self.differing == 0), self.draws_in_words()),
        ];
        let mut text = String::new();
        for (what, fits, words) in rows.into_iter().chain(opening) {
            let verdict = match fits {
                None => "",
                Some(true) => "ok",
                Some(false) => "DIFFERS",
            };
            let _ = writeln!(text, "{what:<10}  {verdict:<7}  {words}");
        }
        if let Some(first) = &self.first {
            let _ = writeln!(text, "{first}");
        }
        if self.is_fair() {
            let part = match self.opening {
                0 => "of this game",
                _ => "after the opening",
            };
            let _ = writeln!(
                text,
                "All chance {part} followed from what was fixed before it."
            );
        }
        text
    }

    fn commitment_row(&self) -> Row {
        let words = if self.commitment_fits {
            "the secret is the one that was committed to before the game"
        } else {
            "the secret is not the one that was committed to before the game"
        };
        ("commitment", Some(self.commitment_fits), words.into())
    }

    fn board_row(&self) -> Row {
        let Some(deal) = self.fair.board_deal else {
            return ("board", None, "chosen by somebody, not drawn".into());
        };
        let verb = if self.board_fits {
            "follows"
        } else {
            "does not follow"
        };
        let mut words = format!("{verb} from the secret");
        if deal > 1 {
            let _ = write!(words, "; it was dealt {deal} times, and this is the last");
        }
        ("board", Some(self.board_fits), words)
    }

    fn seeds_in_words(&self) -> String {
        let seats = self.fair.seeds.iter().map(|(seat, _)| seat_number(*seat));
        let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
        match &seats[..] {
            [] => "no player brought one".into(),
            [seat] => format!("seat {seat} brought one"),
            seats => format!("seats {} brought one each", seats.join(", ")),
        }
    }

    fn draws_in_words(&self) -> String {
        let all = self.number;
        let mut words = match self.differing {
            0 => format!("all {all}"),
            differing => format!("{differing} of {all}"),
        };
        for (label, count) in &self.by_label {
            let _ = write!(words, ", {count} {label}");
        }
        let _ = write!(words, "; {} with a nonce", self.nonces);
        words
    }
}

/// What was checked, whether it is correct (if that can be decided), and details in words.
type Row = (&'static str, Option<bool>, String);
