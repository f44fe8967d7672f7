//! Those who sit down, get up, arrange the table, and want to play again.

use std::sync::Arc;

use brickwood_rules::Seat;
use brickwood_table::{
    GuestId, Order, People, Refusal,
    protocol::{HostOrder, Problem, SeatOrder, ServerMessage, SetUpOrder},
};

use super::{ATTEMPTS, Actor, now_ms};
use crate::{
    id::{new_code, new_seed, new_table_id},
    name::same_to_the_eye,
    problem::unavailable,
};
use brickwood_storage::{AppendError, CreateError, NewGame};

impl Actor {
    /// Puts a guest on an open seat, unless they sit already.
    pub(super) async fn join(
        &mut self,
        guest: GuestId,
        name: String,
        seat: Option<Seat>,
    ) -> Result<(), Problem> {
        let people = self.live().await?.table.people();
        if !people.seats_of(Some(guest)).is_empty() {
            return Ok(());
        }
        let order = Order::Sit { name, seat };
        self.arrange(guest, None, order).await?;
        self.tell();
        Ok(())
    }

    /// Sets the table up in another way. Where it is set up like that already, nothing is left to do.
    pub(super) async fn set_up(
        &mut self,
        guest: GuestId,
        order: Box<SetUpOrder>,
    ) -> Result<(), Problem> {
        match self.arrange(guest, None, Order::SetUp(order)).await {
            Err(problem) if problem.code != "nothing_changed" => Err(problem),
            _ => {
                self.tell();
                Ok(())
            }
        }
    }

    /// Makes an order true. The answer is its first line in the log.
    pub(super) async fn arrange(
        &mut self,
        guest: GuestId,
        key: Option<u64>,
        order: Order,
    ) -> Result<u32, Problem> {
        for _ in 0..ATTEMPTS {
            let live = self.live().await?;
            check_name(live.table.people(), guest, &order)?;
            let batch = match live.table.arrange(guest, key, order.clone(), now_ms()) {
                Ok(batch) => batch,
                Err(Refusal::AlreadyDone { seq }) => return Ok(seq),
                Err(Refusal::Problem(_)) if self.learns().await => continue,
                Err(Refusal::Problem(problem)) => return Err(problem),
            };
            match self.store(batch).await {
                Ok(seq) => {
                    self.advance().await;
                    return Ok(seq);
                }
                // The log knows more than the table did: judge again by what it knows.
                Err(AppendError::Conflict { .. } | AppendError::Duplicate { .. }) => {}
                Err(AppendError::NoSuchGame | AppendError::Unavailable(_)) => break,
            }
        }
        Err(unavailable())
    }

    /// Creates the next table for the same people, or finds the one that another has created.
    pub(super) async fn rematch(&mut self, guest: Option<GuestId>) -> Result<String, Problem> {
        let previous = self.id.clone();
        let log = Arc::clone(&self.log);
        let live = self.live().await?;
        let table = &live.table;
        if table.people().seats_of(guest).is_empty() {
            return Err(Problem::new(
                "not_seated",
                "Only players can ask for another game.",
            ));
        }
        if !table.is_over() {
            return Err(Problem::new("not_over", "This game is not over yet."));
        }
        if let Some(rematch) = &live.rematch {
            return Ok(rematch.clone());
        }
        for _ in 0..ATTEMPTS {
            let (id, seed, code) = new_table_id()
                .and_then(|id| Ok((id, new_seed()?, new_code()?)))
                .map_err(|_| unavailable())?;
            let game = NewGame {
                setup: table.setup().rematch(id.clone(), seed, now_ms()),
                people: table.people().again(code),
                rematch_of: Some(previous.clone()),
            };
            let table = match log.create(game).await {
                Ok(()) => id,
                Err(CreateError::OtherRematch(other)) => other,
                Err(CreateError::Exists) => continue,
                Err(CreateError::Unavailable(_)) => break,
            };
            live.rematch = Some(table.clone());
            self.knows_rematch = true;
            self.connections.send_all(&ServerMessage::Rematch {
                table: table.clone(),
            });
            return Ok(table);
        }
        Err(unavailable())
    }
}

/// Nobody sits down with a name that can be taken for another's.
fn check_name(people: &People, guest: GuestId, order: &Order) -> Result<(), Problem> {
    let (name, seat) = match order {
        Order::Sit { name, .. } => (name, None),
        Order::Host(HostOrder::Seat {
            seat,
            to: SeatOrder::Local { name },
        }) => (name, Some(seat.index())),
        _ => return Ok(()),
    };
    let others = people.places.iter().enumerate();
    let mut names = others
        .filter(|(place, _)| seat != Some(*place))
        .flat_map(|(_, place)| {
            // Nobody passes for one who has left, but that one.
            let former = place
                .former
                .iter()
                .filter_map(|former| former.name.as_ref());
            let is_theirs = place.claims.contains(&guest);
            place.name.iter().chain(former.filter(move |_| !is_theirs))
        });
    if names.any(|other| same_to_the_eye(other, name)) {
        return Err(name_taken());
    }
    Ok(())
}

/// Two people cannot be told apart.
pub(crate) fn name_taken() -> Problem {
    Problem::new(
        "name_taken",
        "Somebody at this table has a name that looks like this one.",
    )
}
