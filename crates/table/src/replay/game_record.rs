//! Finished games as records, and replays of records.

use brickwood_notation::{
    Record, RecordHeader, RecordResult, RecordedPlayer, SeatHeader, record_text,
};
use brickwood_protocol::{
    BotLevel, Color, FormerName, Level, Problem, Replay, SeatInfo, SeatKind, TableInfo,
};

use crate::replay::{PlayedGame, fair_info, read_record, replay};
use crate::table::Table;

/// The header of a record for a seat's former name.
const FORMER: &str = "former";

impl Table {
    /// The game as a record, without steps that were undone.
    ///
    /// # Errors
    ///
    /// While the game is not over: a record contains hidden information.
    ///
    /// # Panics
    ///
    /// Never: the steps were legal when they were played, and names have one line.
    pub fn game_record(&self) -> Result<String, Problem> {
        self.check_over()?;
        let seats = self
            .seats(self.last_ms())
            .into_iter()
            .map(|seat| SeatHeader {
                color: seat.color.word().to_owned(),
                player: match seat.kind {
                    SeatKind::Human | SeatKind::Local | SeatKind::Locked => RecordedPlayer::Human,
                    SeatKind::Bot { level } => RecordedPlayer::Bot(level.word()),
                },
                name: seat.name.unwrap_or_default(),
            });
        let notes = self.former_notes();
        let (steps, mut nonces) = self.standing_steps();
        let fair = self.fairness();
        if fair.is_none() {
            nonces.clear();
        }
        let record = Record {
            header: RecordHeader {
                edition: self.setup().edition,
                game: self.game().clone(),
                seats: seats.collect(),
                fair,
                opening: self.setup().opening.len() as u32,
                notes,
            },
            steps,
            nonces,
            result: RecordResult::of(self.game(), self.state()),
        };
        Ok(record_text(&record).expect("a game that was played is a record"))
    }
}

impl Table {
    /// The former names of seats: `2 57 Ida` was seat 2 up to step 57.
    fn former_notes(&self) -> Vec<(String, String)> {
        let names = self.former_names().into_iter().zip(1..);
        names
            .flat_map(|(former, number)| former.into_iter().map(move |one| (number, one)))
            .map(|(number, FormerName { name, until })| {
                let note = format!("{number} {until} {}", name.unwrap_or_default());
                (FORMER.to_owned(), note.trim_end().to_owned())
            })
            .collect()
    }
}

/// Reads the notes that [`Table::former_notes`] writes, and ignores others.
fn read_former(notes: &[(String, String)], seats: &mut [SeatInfo]) {
    for (_, note) in notes.iter().filter(|(key, _)| key == FORMER) {
        let mut words = note.splitn(3, ' ');
        let mut number = || words.next()?.parse::<u32>().ok();
        let (Some(seat), Some(until)) = (number(), number()) else {
            continue;
        };
        let name = words.next().map(str::to_owned);
        let place = (seat as usize).checked_sub(1);
        if let Some(info) = place.and_then(|place| seats.get_mut(place)) {
            info.former.push(FormerName { name, until });
        }
    }
}

/// The replay of a record, whether or not its game came to an end.
///
/// # Errors
///
/// The fault of the text, with its line; for the first illegal step, with the clause that it breaks.
///
/// # Panics
///
/// Never: the reader of records has played every step.
pub fn replay_of_record(text: &str) -> Result<Replay, Problem> {
    let record = read_record(text)?;
    let header = &record.header;
    let info = TableInfo::of(String::new(), None, header.edition, *header.game.rules());
    let game = &header.game;
    let seats = seats_of_record(header);
    let replay = replay(info, game, seats, &record.steps);
    let mut replay = replay.expect("the reader has played every step");
    let fair = header.fair.as_ref();
    let opening = header.opening as usize;
    replay.fair = fair.map(|fair| fair_info(fair, opening, game, &record.steps, &record.nonces));
    Ok(replay)
}

/// The game of a record, whether or not it came to an end.
///
/// # Errors
///
/// As [`replay_of_record`].
pub fn played_game_of_record(text: &str) -> Result<PlayedGame, Problem> {
    let record = read_record(text)?;
    Ok(PlayedGame {
        game: record.header.game,
        steps: record.steps,
        times_ms: None,
    })
}

/// Who sat where in the game of a record, for the page.
pub fn seats_of_record(header: &RecordHeader) -> Vec<SeatInfo> {
    let mut seats = seats_of_headers(&header.seats);
    read_former(&header.notes, &mut seats);
    seats
}

/// So many seats of hard bots that nobody has named, for the page.
pub fn seats_of_bots(count: usize) -> Vec<SeatInfo> {
    let seats = Color::ALL.iter().take(count).map(|color| SeatHeader {
        color: color.word().to_owned(),
        player: RecordedPlayer::Bot(BotLevel::Own(Level::Hard).word()),
        name: String::new(),
    });
    seats_of_headers(&seats.collect::<Vec<_>>())
}

/// The seats for the page. Other programs have other colors and bots: such seats are shown in a free color,
/// and as hard bots.
fn seats_of_headers(headers: &[SeatHeader]) -> Vec<SeatInfo> {
    let named = |header: &SeatHeader| {
        Color::ALL
            .into_iter()
            .find(|color| color.word() == header.color)
    };
    let mut free: Vec<Color> = Color::ALL.to_vec();
    free.retain(|color| !headers.iter().any(|header| named(header) == Some(*color)));
    let mut taken = Vec::new();
    let mut color = |header: &SeatHeader| {
        let own = named(header).filter(|color| !taken.contains(color));
        let color = own.unwrap_or_else(|| free.remove(0));
        taken.push(color);
        color
    };
    headers
        .iter()
        .map(|header| {
            let (kind, title) = match &header.player {
                RecordedPlayer::Human => (SeatKind::Human, "human"),
                RecordedPlayer::Bot(word) => {
                    let level =
                        BotLevel::try_from(word.clone()).unwrap_or(BotLevel::Own(Level::Hard));
                    (SeatKind::Bot { level }, word.as_str())
                }
            };
            let name = if header.name.is_empty() {
                title
            } else {
                &header.name
            };
            SeatInfo {
                name: Some(name.to_owned()),
                color: color(header),
                kind,
                present: false,
                ready: true,
                asked: false,
                away: false,
                host: false,
                device_of: None,
                left_ms: None,
                running: false,
                extensions: 0,
                waited_ms: None,
                replaced: false,
                former: Vec::new(),
            }
        })
        .collect()
}
