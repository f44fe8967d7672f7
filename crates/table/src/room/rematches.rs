//! Rematches: the next table for the same people.

use brickwood_protocol::{ProblemKind, ServerMessage};

use super::queries::PendingQuery;
use super::{Job, LoadedRoom, Names, Outside, Query, Reply, RequestId, Room, TableJob};
use crate::seats::PersonId;
use crate::stored::{CreateError, NewGame, Unavailable};

/// The number of ids and codes that are tried for a new table.
const ATTEMPTS: u32 = 12;

impl Room {
    /// Shows everybody the next table once it is there.
    pub(super) fn rematch_created(
        &mut self,
        request: RequestId,
        id: String,
        created: Result<(), CreateError>,
        attempts: u32,
    ) {
        let id = match created {
            Ok(()) => id,
            Err(CreateError::OtherRematch(other)) => {
                // Somebody else was quicker, at another server.
                if let Some(loaded) = &mut self.loaded {
                    loaded.rematch_by = None;
                }
                other
            }
            Err(CreateError::Exists) => return self.outside.ask_for_names(request, attempts),
            Err(CreateError::Unavailable(_)) => {
                return self
                    .outside
                    .reply(request, Err(ProblemKind::Unavailable.into()));
            }
        };
        let by = self.loaded.as_mut().and_then(|loaded| {
            loaded.rematch = Some(id.clone());
            loaded.rematch_by
        });
        self.outside.knows_rematch = true;
        let message = ServerMessage::Rematch {
            table: id.clone(),
            by,
        };
        self.outside
            .connections
            .send_all(&mut self.outside.outputs, message);
        self.outside.reply(request, Ok(Reply::Table(id)));
    }
}

impl LoadedRoom<'_> {
    /// Creates the next table for the same people, or finds the one that another player has created.
    pub(super) fn rematch(&mut self, request: RequestId, person: Option<PersonId>) {
        let table = &self.loaded.table;
        if table.people().seats_of(person).is_empty() {
            return self
                .outside
                .reply(request, Err(ProblemKind::NotSeated.into()));
        }
        if !table.is_over() {
            return self
                .outside
                .reply(request, Err(ProblemKind::NotOver.into()));
        }
        let own = table.people().seats_of(person);
        if let Some(id) = self.loaded.rematch.clone() {
            self.outside.reply(request, Ok(Reply::Table(id)));
        } else {
            self.loaded.rematch_by = own.iter().next();
            self.outside.ask_for_names(request, ATTEMPTS);
        }
    }

    /// Creates the next table with these random values.
    pub(super) fn create_rematch(
        &mut self,
        request: RequestId,
        Names { id, seed, code }: Names,
        attempts: u32,
    ) {
        let table = &self.loaded.table;
        let game = NewGame {
            setup: table.setup().rematch(id.clone(), seed, self.outside.now_ms),
            people: table.people().again(code),
            rematch_of: Some(self.outside.id.clone()),
            origin: None,
        };
        let rematch = PendingQuery::Rematch {
            request,
            id,
            attempts,
        };
        self.outside.ask(Query::Create(Box::new(game)), rematch);
    }
}

impl Outside {
    /// Goes on to create the next table once there are random values for it.
    pub(super) fn names_drawn(
        &mut self,
        request: RequestId,
        names: Result<Names, Unavailable>,
        attempts: u32,
    ) {
        match names {
            Ok(names) => self.first(Job::AtTable(TableJob::CreateRematch {
                request,
                names,
                attempts,
            })),
            Err(Unavailable) => self.reply(request, Err(ProblemKind::Unavailable.into())),
        }
    }

    fn ask_for_names(&mut self, request: RequestId, attempts: u32) {
        match attempts.checked_sub(1) {
            Some(attempts) => self.ask(Query::Names, PendingQuery::Names { request, attempts }),
            None => self.reply(request, Err(ProblemKind::Unavailable.into())),
        }
    }
}
