//! The stored form of games. A browser keeps the documents and lines as texts that it does not read: a number
//! of 64 bits would not survive its JSON.

use brickwood_protocol::TableSummary;
use brickwood_table::{
    Append, GuestId, Listed, NewGame, Outline, People, Progress, Setup, StoredGame,
};
use serde::{Deserialize, Serialize};

/// The documents of a table, as they are stored.
pub(crate) struct Known {
    pub(crate) setup: Setup,
    pub(crate) people: People,
}

impl Known {
    pub(crate) fn of(setup: &Setup, people: &People) -> Self {
        Self {
            setup: setup.clone(),
            people: people.clone(),
        }
    }
}

/// The person whose browser this is.
pub(crate) const OWNER: GuestId = GuestId([0; 32]);

/// A game as the browser hands it over.
#[derive(Deserialize)]
pub(crate) struct Game {
    setup: String,
    people: String,
    rematch: Option<String>,
    /// The lines of the log: all, or those that are asked for.
    lines: Vec<String>,
}

impl Game {
    pub(crate) fn stored(self) -> serde_json::Result<StoredGame> {
        let lines = self.lines.iter();
        let records: Result<_, _> = lines.map(|line| serde_json::from_str(line)).collect();
        Ok(StoredGame {
            setup: serde_json::from_str(&self.setup)?,
            people: serde_json::from_str(&self.people)?,
            rematch: self.rematch,
            records: records?,
        })
    }
}

/// What the browser keeps of a game beside its lines, as far as it has changed.
#[derive(Serialize)]
pub(crate) struct Documents {
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    people: Option<String>,
    /// For lists of games.
    summary: TableSummary,
}

impl Documents {
    pub(crate) fn of_new(game: &NewGame) -> Self {
        Self {
            setup: Some(text(&game.setup)),
            people: Some(text(&game.people)),
            summary: summary(&game.setup, &game.people, Outline::at(Progress::Gathering)),
        }
    }

    /// The documents after an append to a game that was set up like this.
    pub(crate) fn after(append: &Append, setup: &Setup, people: &People) -> Self {
        let Append {
            setup: new_setup,
            people: new_people,
            outline,
            ..
        } = append;
        Self {
            setup: new_setup.as_ref().map(text),
            people: new_people.as_ref().map(text),
            summary: summary(
                new_setup.as_ref().unwrap_or(setup),
                new_people.as_ref().unwrap_or(people),
                *outline,
            ),
        }
    }
}

fn summary(setup: &Setup, people: &People, outline: Outline) -> TableSummary {
    let listed = Listed {
        id: setup.id.clone(),
        created_ms: setup.created_ms,
        edition: setup.edition,
        points: setup.game.rules().points_to_win,
        people: people.clone(),
        outline,
    };
    listed.summary(Some(OWNER))
}

/// The JSON of a document.
pub(crate) fn text(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("documents have nothing that JSON has not")
}
