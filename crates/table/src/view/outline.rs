//! The few values of a game that a list of tables needs.

use brickwood_protocol::{Problem, SpectatorRule, TableSummary};
use brickwood_rules::{Edition, Seat, SeatSet};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

use crate::game::is_to_act;
use crate::seats::{People, PersonId};
use crate::table::Fold;

/// The progress of a game.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It has not begun.
    #[default]
    Gathering,
    /// It is played.
    Playing,
    /// It is over.
    Over,
}

/// The outline of a game. It is stored with each append, so that a list of games does not replay them.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outline {
    /// Its progress.
    pub progress: Progress,
    /// Turns begun.
    pub turn: u16,
    /// The seats that are to act.
    pub to_act: SeatSet,
    /// The seats that have won.
    pub winners: SeatSet,
}

impl Outline {
    /// The outline of a game if only its progress is known.
    pub fn at(progress: Progress) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// The outline of a folded log.
    pub(crate) fn of(fold: &Fold, seats: u8) -> Self {
        let Fold { state, status, .. } = fold;
        let winners = state.phase().winners();
        let progress = match (status.begun, winners) {
            (false, _) => Progress::Gathering,
            (true, Some(_)) => Progress::Over,
            (true, None) => Progress::Playing,
        };
        let to_act = |seat: &Seat| status.plays() && is_to_act(state, *seat);
        Self {
            progress,
            turn: state.turn(),
            to_act: Seat::all(seats).filter(to_act).collect(),
            winners: winners.unwrap_or_default(),
        }
    }
}

/// The stored form of a game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs)]
pub struct Listed {
    pub id: String,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: u64,
    /// The preset of the rules.
    pub edition: Edition,
    /// The points that win.
    pub points: u8,
    pub people: People,
    pub outline: Outline,
}

impl Listed {
    /// The seats of bots that whoever comes may take.
    pub fn seats_to_take(&self) -> SeatSet {
        let until = self.people.takeover_until();
        let is_open = self.outline.progress == Progress::Playing && self.outline.turn <= until;
        if is_open && until > 0 {
            self.people.bot_seats()
        } else {
            SeatSet::EMPTY
        }
    }

    /// Why a person may not watch the game; none if the person may.
    pub fn shut_out(&self, person: Option<PersonId>) -> Option<Problem> {
        let is_open = match self.outline.progress {
            Progress::Gathering => !self.people.open_seats().is_empty(),
            Progress::Playing | Progress::Over => !self.seats_to_take().is_empty(),
        };
        self.people.shut_out(person, is_open)
    }

    /// The summary of the game for a person, or for the public.
    pub fn summary(&self, person: Option<PersonId>) -> TableSummary {
        let Self {
            people, outline, ..
        } = self;
        let name = |seat: Seat| people.places.get(seat.index())?.name.clone();
        let mut yours = people.seats_of(person).iter();
        // Whoever sees the game later than its players is not told here how far it is.
        let is_late = matches!(people.options.spectators, SpectatorRule::Delayed { .. })
            && outline.progress == Progress::Playing
            && people.seats_of(person).is_empty();
        let outline = if is_late {
            &Outline::at(Progress::Playing)
        } else {
            outline
        };
        TableSummary {
            id: self.id.clone(),
            players: people
                .places
                .iter()
                .map(|place| place.name.clone())
                .collect(),
            open_seats: people.open_seats().len() as u8,
            started: outline.progress != Progress::Gathering,
            host: people.seats_of(people.host).iter().find_map(name),
            edition: self.edition,
            points: self.points,
            options: people.options,
            turn: outline.turn,
            awaited: outline.to_act.iter().filter_map(name).collect(),
            over: outline.progress == Progress::Over,
            winners: outline.winners.iter().filter_map(name).collect(),
            your_turn: yours.any(|seat| outline.to_act.contains(seat)),
            created_ms: self.created_ms,
            seats_to_take: self.seats_to_take().len() as u8,
            reliability: None,
        }
    }
}
