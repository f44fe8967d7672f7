//! Updates for each viewer.

use brickwood_notation::board_text;
use brickwood_protocol::{
    BoardChoice, BoardInfo, BoardOrder, Clock, ClockRule, LogEntry, SeatInfo, SeatKind,
    SeatRequest, Seating, SpectatorRule, TableEvent, TableInfo, Update,
};
use brickwood_rules::{Seat, SeatSet, State, events};

use crate::log::{Entry, SeatLine};
use crate::seats::{PersonId, moved_up};
use crate::table::{Fold, Line, Table};
use crate::view::{Listed, Outline, choices};

/// The viewer of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Viewer {
    /// The seat; none for a spectator.
    pub seat: Option<Seat>,
    /// Whether the viewer is the host.
    pub host: bool,
}

impl Viewer {
    /// Whether the viewer only watches.
    pub const fn is_spectator(self) -> bool {
        self.seat.is_none() && !self.host
    }
}

/// The state of a table that a viewer sees, beside the people.
struct Moment<'a> {
    fold: &'a Fold,
    /// The time for clocks, in milliseconds since 1970.
    time_ms: u64,
    /// Whether no clock runs, because the table is suspended.
    suspended: bool,
    /// The connected seats; none for a viewer who sees only which players are away.
    present: Option<SeatSet>,
}

impl Table {
    /// A person as a viewer: from the given seat, if the person acts for it, or else from the first of the
    /// person's seats.
    pub fn viewer(&self, person: Option<PersonId>, seat: Option<Seat>) -> Viewer {
        let seats = self.people().seats_of(person);
        let wanted = seat.filter(|seat| seats.contains(*seat));
        Viewer {
            seat: wanted.or_else(|| seats.iter().next()),
            host: person.is_some() && self.people().host == person,
        }
    }

    /// Whether a person may watch the table now.
    pub fn may_watch(&self, person: Option<PersonId>) -> bool {
        self.shut_out(person).is_none()
    }

    /// The set-up and options of the table, for one viewer.
    pub fn info(&self, viewer: Viewer, person: Option<PersonId>) -> TableInfo {
        let setup = self.setup();
        TableInfo {
            yours: self.people().seats_of(person),
            claims: self.claims(person),
            commitment: Some(self.commitment()),
            board: Some(setup.board.clone()),
            deal: setup.deal,
            ..TableInfo::of(
                setup.id.clone(),
                viewer.seat,
                setup.edition,
                *self.game().rules(),
            )
        }
    }

    /// The board as a client draws it.
    pub fn board(&self) -> BoardInfo {
        BoardInfo::of(self.game().board())
    }

    /// What anybody needs to have that board drawn again.
    pub fn board_order(&self) -> BoardOrder {
        BoardOrder {
            rules: *self.game().rules(),
            board: BoardChoice::Own {
                text: board_text(self.game().board()),
            },
        }
    }

    /// The last line that a viewer may see at this time: spectators may be kept behind.
    pub fn shown_head(&self, viewer: Viewer, now_ms: u64) -> u32 {
        match self.delay_ms(viewer) {
            Some(delay_ms) => self.lines_until(now_ms.saturating_sub(delay_ms)),
            None => self.head(),
        }
    }

    /// When the line after `seen` can be shown to spectators who are kept behind, in milliseconds
    /// since 1970; none if it can be shown now, or there is no such line.
    pub fn shown_at_ms(&self, viewer: Viewer, seen: u32) -> Option<u64> {
        Some(self.at_ms(seen + 1)? + self.delay_ms(viewer)?)
    }

    /// How far a viewer is kept behind, in milliseconds; none without a delay.
    pub fn delay_ms(&self, viewer: Viewer) -> Option<u64> {
        match self.people().options.spectators {
            SpectatorRule::Delayed { seconds }
                if viewer.seat.is_none() && self.started() && !self.is_over() =>
            {
                Some(1000 * u64::from(seconds))
            }
            _ => None,
        }
    }

    /// The state of the table for one viewer at this time, in milliseconds since 1970, with the log after
    /// line `after`; or with all of it, if the seats have new numbers since. A spectator who is kept behind
    /// sees the table as it was then. The people and options are not in the log and have no past, so such a
    /// spectator sees the current ones. They do not see who is connected.
    pub fn update(&self, viewer: Viewer, after: u32, now_ms: u64) -> Update {
        self.update_from(viewer, self.told_from(viewer, after), now_ms)
    }

    /// [`Table::update`] for a viewer who was told the log up to line `after` with the numbers that the
    /// seats have now.
    pub fn update_from(&self, viewer: Viewer, after: u32, now_ms: u64) -> Update {
        let seq = self.shown_head(viewer, now_ms);
        let delay_ms = self.delay_ms(viewer);
        let past = (seq < self.head()).then(|| self.fold_at(seq));
        let moment = Moment {
            fold: past.as_ref().unwrap_or(&self.fold),
            time_ms: match delay_ms {
                Some(delay_ms) if past.is_some() => now_ms.saturating_sub(delay_ms),
                Some(delay_ms) => self.time_ms(now_ms.saturating_sub(delay_ms)),
                None => self.time_ms(now_ms),
            },
            suspended: past.is_none() && self.is_suspended(),
            present: delay_ms.is_none().then_some(self.present()),
        };
        let status = &moment.fold.status;
        let people = self.people();
        Update {
            seq,
            now_ms,
            seats: self.seats_at(&moment),
            started: status.begun,
            paused: status.paused.is_some(),
            host: viewer.host,
            begins_in_ms: self
                .begins_with_bots_ms()
                .map(|at_ms| at_ms.saturating_sub(now_ms)),
            counts_in_turns: (people.options.rated && status.begun)
                .then(|| self.turns_to_count(&moment.fold.state))
                .filter(|turns| *turns > 0),
            options: people.options,
            code: people.code.clone(),
            log: self.log(viewer.seat, after, seq),
            view: moment.fold.state.view(self.game(), viewer.seat),
            choices: viewer
                .seat
                .filter(|seat| !self.is_stood_in(*seat))
                .map(|seat| choices(self, seat))
                .unwrap_or_default(),
            seating: self.seating(viewer, seq, now_ms),
            offer: moment.fold.negotiation.offer,
            suggestions: moment.fold.negotiation.suggestions.clone(),
            declining: moment.fold.negotiation.declining,
            clock: moment.fold.clock.shown(moment.time_ms).map(|clock| Clock {
                running: clock.running && !moment.suspended,
                ..clock
            }),
        }
    }

    /// Spectators who are kept behind are not told what the players decide: votes are in the log, and who is
    /// asked depends on who is connected.
    fn seating(&self, viewer: Viewer, seq: u32, now_ms: u64) -> Seating {
        if viewer.is_spectator() && self.delay_ms(viewer).is_some() {
            let requests = self.requests(now_ms).into_iter();
            return Seating {
                requests: requests
                    .filter(|request| request.id <= seq)
                    .map(SeatRequest::undecided)
                    .collect(),
                to_take: self.seats_to_take(),
                ..Seating::default()
            };
        }
        Seating {
            requests: self.requests(now_ms),
            remedies: self.remedies(viewer, now_ms),
            votes: self.votes(now_ms),
            ending: self.end_vote(now_ms),
            removed: if viewer.host {
                self.removed()
            } else {
                Vec::new()
            },
            to_take: self.seats_to_take(),
        }
    }

    /// The request of a person who is kept behind, which such a person sees at once.
    pub(crate) fn own_request(
        &self,
        viewer: Viewer,
        person: Option<PersonId>,
        now_ms: u64,
    ) -> Option<SeatRequest> {
        self.delay_ms(viewer)?;
        let asking = &self.people().asking;
        let own = asking.iter().find(|one| Some(one.person) == person)?;
        let requests = self.requests(now_ms).into_iter();
        let mut own = requests.filter(|request| request.id == own.id);
        own.next().map(SeatRequest::undecided)
    }

    /// The seats as they are now.
    pub(crate) fn seats(&self, now_ms: u64) -> Vec<SeatInfo> {
        self.seats_at(&Moment {
            fold: &self.fold,
            time_ms: self.time_ms(now_ms),
            suspended: self.is_suspended(),
            present: Some(self.present()),
        })
    }

    fn seats_at(&self, moment: &Moment<'_>) -> Vec<SeatInfo> {
        let people = self.people();
        let status = &moment.fold.status;
        let thinking_time = &moment.fold.thinking_time;
        let has_clock = status.begun && people.options.clock != ClockRule::Off;
        Seat::all(people.places.len() as u8)
            .zip(&people.places)
            .zip(&self.setup().colors)
            .map(|((seat, place), color)| {
                let time = thinking_time.shown(seat, moment.time_ms);
                let is_timed = has_clock || thinking_time.is_hurried(seat);
                let time = (is_timed && place.is_person()).then_some(time);
                let waits = status.plays() && !moment.suspended && moment.present.is_some();
                let extensions = people.options.extensions;
                let is_bot = matches!(place.kind, SeatKind::Bot { .. });
                let is_away = status.away.contains(seat);
                let is_present = match moment.present {
                    Some(present) => present.contains(seat),
                    None => place.is_person() && !is_away,
                };
                SeatInfo {
                    name: place.name.clone(),
                    color: *color,
                    kind: place.kind,
                    present: is_bot || is_present,
                    ready: people.is_ready(seat, status),
                    asked: people.is_asked(seat, status),
                    away: is_away,
                    host: place.person.is_some() && place.person == people.host,
                    device_of: people.device_of(place),
                    left_ms: time.map(|(left_ms, _)| left_ms),
                    running: !moment.suspended && time.is_some_and(|(_, running)| running),
                    extensions: extensions.saturating_sub(thinking_time.extensions(seat)),
                    waited_ms: waits
                        .then(|| thinking_time.waited_ms(seat, moment.time_ms))
                        .flatten(),
                    replaced: status.replaced.contains(seat) || status.skipped.contains(seat),
                    former: place.former.clone(),
                }
            })
            .collect()
    }

    /// The line after which a viewer who has seen the log up to `seen` gets the log. Lines from before the
    /// seats were renumbered are sent again, and so are lines from before the viewer got its seat.
    pub fn told_from(&self, viewer: Viewer, seen: u32) -> u32 {
        if self.have_moved_up_since(seen) || self.has_changed_sides_since(viewer, seen) {
            0
        } else {
            seen
        }
    }

    /// The lines of the log after `after` up to `until`, for one viewer who may see them.
    pub fn log(&self, viewer: Option<Seat>, after: u32, until: u32) -> Vec<LogEntry> {
        let mut log = Vec::new();
        let left_out = self.fold.status.left_out;
        self.each_entry(after, until, |seq, entry, before: &State, fold: &Fold| {
            let undone = match entry {
                Entry::Undo(seat) => Some(seat),
                _ => None,
            };
            let events = match entry {
                Entry::Step(step) => events(self.game(), before, step, &fold.state, viewer),
                _ => Vec::new(),
            };
            let at_table = match entry {
                // Sent with the current number of the seat; a seat that is gone was not ready.
                Entry::Ready(seat, _) => {
                    moved_up(seat, left_out).map(|seat| TableEvent::Ready { seat })
                }
                // The seat may be gone: before the game there can be fewer from one line to the next.
                Entry::Of(seat, SeatLine::Hosts) if seat.index() >= self.people().places.len() => {
                    None
                }
                other => other.at_table(viewer, fold.state.active()),
            };
            log.push(LogEntry {
                seq,
                undone,
                at_table,
                events,
            });
        });
        log
    }

    /// Whether the seat of a viewer has changed hands since: the log up to `seen` may have been sent for
    /// another viewer.
    fn has_changed_sides_since(&self, viewer: Viewer, seen: u32) -> bool {
        let Some(own) = viewer.seat else { return false };
        let mut since = self.lines.from(seen as usize);
        since.any(|line| match line.entry {
            Entry::Of(seat, line) => {
                seat == own && (line.changes_player() || line == SeatLine::Back)
            }
            _ => false,
        })
    }

    /// Whether seats were renumbered after a line.
    fn have_moved_up_since(&self, seq: u32) -> bool {
        let is_start = |line: &Line| matches!(line.entry, Entry::Started { .. });
        !self.fold.status.left_out.is_empty() && self.lines.from(seq as usize).any(is_start)
    }

    /// The outline of the game.
    pub fn outline(&self) -> Outline {
        Outline::of(&self.fold, self.people().places.len() as u8)
    }

    /// The table as it is in a list.
    pub fn listed(&self) -> Listed {
        Listed {
            id: self.setup().id.clone(),
            created_ms: self.setup().created_ms,
            edition: self.setup().edition,
            points: self.game().rules().points_to_win,
            people: self.people().clone(),
            outline: self.outline(),
        }
    }
}
