//! Those who sit down, and those who want to play again.

use std::sync::Arc;

use brickwood_table::protocol::{Problem, ServerMessage};

use super::{ATTEMPTS, Actor, now_ms};
use crate::{
    id::{new_seed, new_table_id},
    log::{CreateError, NewGame, Sitter, TakeSeatError},
    problem::unavailable,
    session::SessionId,
};

impl Actor {
    /// Puts a guest on the first open seat, unless they sit already.
    pub(super) async fn join(&mut self, session: SessionId, name: String) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let id = self.id.clone();
            let live = self.live().await?;
            if live.seat_of(Some(session)).is_some() {
                return Ok(());
            }
            let Some(seat) = live.table.open_seats().iter().next() else {
                return Err(Problem::new("no_open_seat", "Every seat is taken."));
            };
            let sitter = Sitter {
                seat,
                session,
                name: name.clone(),
            };
            match self.log.take_seat(&id, sitter.clone()).await {
                Ok(()) => {
                    let live = self.live().await?;
                    live.table.sit(seat, sitter.name.clone());
                    live.sitters.push(sitter);
                    self.advance().await;
                    self.tell(true);
                    return Ok(());
                }
                Err(TakeSeatError::AlreadySeated(_) | TakeSeatError::Taken) => self.live = None,
                Err(TakeSeatError::NoSuchGame | TakeSeatError::Unavailable(_)) => break,
            }
        }
        Err(unavailable())
    }

    /// Creates the next table for the same people, or finds the one that another has created.
    pub(super) async fn rematch(&mut self, session: Option<SessionId>) -> Result<String, Problem> {
        let previous = self.id.clone();
        let log = Arc::clone(&self.log);
        let live = self.live().await?;
        if live.seat_of(session).is_none() {
            return Err(Problem::new(
                "not_seated",
                "Only players can ask for another game.",
            ));
        }
        if !live.table.is_over() {
            return Err(Problem::new("not_over", "This game is not over yet."));
        }
        if let Some(rematch) = &live.rematch {
            return Ok(rematch.clone());
        }
        for _ in 0..ATTEMPTS {
            let (id, seed) = new_table_id()
                .and_then(|id| Ok((id, new_seed()?)))
                .map_err(|_| unavailable())?;
            let game = NewGame {
                setup: live.table.setup().rematch(id.clone(), seed, now_ms()),
                sitters: live.sitters.clone(),
                rematch_of: Some(previous.clone()),
            };
            let table = match log.create(game).await {
                Ok(()) => id,
                Err(CreateError::OtherRematch(other)) => other,
                Err(CreateError::Exists) => continue,
                Err(CreateError::Unavailable(_)) => break,
            };
            live.rematch = Some(table.clone());
            self.connections.send_all(&ServerMessage::Rematch {
                table: table.clone(),
            });
            return Ok(table);
        }
        Err(unavailable())
    }
}
