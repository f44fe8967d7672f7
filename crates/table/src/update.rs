//! What each viewer is told.

use brickwood_rules::{Phase, Seat, events};

use crate::choices::choices;
use crate::protocol::{BoardInfo, LogEntry, SeatInfo, SeatKind, TableInfo, TableSummary, Update};
use crate::record::Entry;
use crate::table::Table;

impl Table {
    /// What is fixed, for one viewer.
    pub fn info(&self, viewer: Option<Seat>) -> TableInfo {
        let setup = self.setup();
        TableInfo::of(
            setup.id.clone(),
            viewer,
            setup.edition,
            *self.game().rules(),
        )
    }

    /// The board as a client draws it.
    pub fn board(&self) -> BoardInfo {
        BoardInfo::of(self.game().board())
    }

    /// Where the table stands for one viewer at this time, in milliseconds since 1970, with the log
    /// after line `after`.
    pub fn update(&self, viewer: Option<Seat>, after: u32, now_ms: u64) -> Update {
        Update {
            seq: self.head(),
            seats: self.seats(),
            started: self.started(),
            log: self.log(viewer, after),
            view: self.view(viewer),
            choices: viewer.map(|seat| choices(self, seat)).unwrap_or_default(),
            suggestions: self.suggestions().to_vec(),
            clock: self.clock(now_ms),
        }
    }

    pub(crate) fn seats(&self) -> Vec<SeatInfo> {
        let sitters = self.sitters.iter();
        self.setup()
            .seats
            .iter()
            .zip(sitters)
            .map(|(seat, sitter)| SeatInfo {
                name: sitter.name.clone(),
                color: seat.color,
                kind: seat.kind,
                present: sitter.present,
            })
            .collect()
    }

    fn log(&self, viewer: Option<Seat>, after: u32) -> Vec<LogEntry> {
        let mut log = Vec::new();
        self.each_entry_after(after, |seq, entry, before, state| {
            log.push(match entry {
                Entry::Step(step) => LogEntry {
                    seq,
                    undone: None,
                    events: events(self.game(), before, step, state, viewer),
                },
                Entry::Undo(seat) => LogEntry {
                    seq,
                    undone: Some(seat),
                    events: Vec::new(),
                },
                Entry::Resumed => LogEntry {
                    seq,
                    undone: None,
                    events: Vec::new(),
                },
            });
        });
        log
    }

    /// The table in a list, for one who sits there.
    pub fn summary(&self, viewer: Option<Seat>) -> TableSummary {
        let winners = match self.state().phase() {
            Phase::Over { winners } => winners
                .iter()
                .filter_map(|winner| self.sitters[winner.index()].name.clone())
                .collect(),
            _ => Vec::new(),
        };
        TableSummary {
            id: self.setup().id.clone(),
            players: self
                .sitters
                .iter()
                .map(|sitter| sitter.name.clone())
                .collect(),
            turn: self.state().turn(),
            winners,
            your_turn: self.started() && viewer.is_some_and(|seat| choices(self, seat).to_act),
            created_ms: self.setup().created_ms,
        }
    }

    /// Whether a seat is a bot's.
    pub fn is_bot(&self, seat: Seat) -> bool {
        matches!(self.setup().seats[seat.index()].kind, SeatKind::Bot { .. })
    }
}
