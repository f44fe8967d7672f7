//! What somebody asks of a table, and the lines of the log that follow.

use brickwood_protocol::{Command, Problem, ProblemKind, SetUpOrder};
use brickwood_rules::Seat;

use crate::seats::{NetworkMark, PersonId};
use crate::table::{Batch, Draft, Table};

/// Who asks something of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Author {
    /// A person.
    Person {
        /// The person.
        person: PersonId,
        /// The seat for which they act in the game; none for a spectator.
        seat: Option<Seat>,
        /// The key of their message: what comes again with it was done already.
        key: Option<u64>,
    },
    /// A seat, for which somebody else decides: its bot.
    Seat(Seat),
}

/// Something that is asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A command of a player.
    Command(Command),
    /// To sit down.
    Sit {
        /// The name shown to others.
        name: String,
        /// The seat; none for the first open one.
        seat: Option<Seat>,
    },
    /// A change of the set-up by the host, until the game begins.
    SetUp(Box<SetUpOrder>),
    /// To be forgotten: to give everything up, and leave no name behind.
    Forget,
    /// That the table ends, by the host of the site.
    Close,
    /// That the person is called by this name no longer, by the host of the site.
    TakeName {
        /// The name.
        name: String,
    },
}

/// Why a request leads to no new log line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is refused.
    Problem(Problem),
    /// It was done before: this is the first log line that it led to.
    AlreadyDone {
        /// The line's sequence number.
        seq: u32,
    },
}

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}

impl Request {
    /// Whether it is a part of the game, for one seat.
    pub(crate) const fn is_in_game(&self) -> bool {
        matches!(self, Self::Command(command) if command.is_in_game())
    }
}

impl Author {
    /// A person who acts in the game for this seat.
    pub const fn person(person: PersonId, seat: Option<Seat>, key: Option<u64>) -> Self {
        Self::Person { person, seat, key }
    }

    /// The number under which the log knows the message.
    pub(crate) fn message(self) -> Option<u64> {
        match self {
            Self::Person { person, key, .. } => key.map(|key| person.message(key)),
            Self::Seat(_) => None,
        }
    }

    const fn as_person(self) -> Result<PersonId, ProblemKind> {
        match self {
            Self::Person { person, .. } => Ok(person),
            Self::Seat(_) => Err(ProblemKind::NotSeated),
        }
    }
}

impl Table {
    /// The log lines that a request leads to: its author's own, and those of the chance outcomes that follow.
    /// Nothing changes before they are stored and [committed](Table::commit).
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn propose(
        &self,
        author: Author,
        request: &Request,
        now_ms: u64,
    ) -> Result<Batch, Refusal> {
        self.propose_from(author, None, request, now_ms)
    }

    /// The same for an author who comes from this network, as far as it is known.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub fn propose_from(
        &self,
        author: Author,
        network: Option<NetworkMark>,
        request: &Request,
        now_ms: u64,
    ) -> Result<Batch, Refusal> {
        let message = author.message();
        if let Some(seq) = self.line_of(message) {
            return Err(Refusal::AlreadyDone { seq });
        }
        let mut draft = Draft::of(self, now_ms);
        draft.network = network;
        let actor = if request.is_in_game() {
            let seat = self.acting_seat(author)?;
            self.check_plays()?;
            self.check_room_for_playing(seat, request)?;
            Some(seat)
        } else {
            let person = author.as_person()?;
            self.check_arranges(person, request, now_ms)?;
            self.people().seats_of(Some(person)).iter().next()
        };
        let seat = actor.ok_or(ProblemKind::NotSeated);
        let person = author.as_person();
        match request {
            Request::Sit { name, seat } => self.sit(&mut draft, person?, name.clone(), *seat)?,
            Request::SetUp(order) => self.set_up(&mut draft, person?, order)?,
            Request::Forget => self.forget_person(&mut draft, person?)?,
            Request::Close => self.close(&mut draft)?,
            Request::TakeName { name } => self.take_name(&mut draft, person?, name)?,
            Request::Command(command) => match command {
                Command::Act {
                    action,
                    nonce,
                    answers,
                } => self.act(&mut draft, seat?, *action, *nonce, *answers)?,
                Command::Undo {} => self.undo(&mut draft, seat?)?,
                Command::TradeTalk { word } => self.talk(&mut draft, seat?, *word)?,
                Command::TakeSuggestion { suggestion } => {
                    self.take(&mut draft, seat?, *suggestion)?;
                }
                Command::Ready { seed } => self.get_ready(&mut draft, seat?, *seed)?,
                Command::Leave {} => self.leave(&mut draft, person?)?,
                Command::Companion { name } => {
                    self.seat_companion(&mut draft, person?, name.as_deref())?;
                }
                Command::Admit { request, yes } => {
                    self.admit(&mut draft, person?, *request, *yes)?;
                }
                Command::Remedy { seat, remedy } => {
                    self.remedy(&mut draft, person?, *seat, *remedy)?;
                }
                Command::EndGame { yes } => self.vote_to_end(&mut draft, person?, *yes)?,
                Command::MoreTime {} => self.take_more_time(&mut draft, person?)?,
                Command::Return {} => self.play_again(&mut draft, person?)?,
                Command::Arrange { order } => self.obey(&mut draft, person?, order)?,
            },
        }
        draft.let_chance_decide();
        draft.sign(actor, message);
        Ok(draft.finish().expect("a request leaves a line"))
    }

    /// The seat for which an author acts in the game. Somebody else may hold it since a person last saw the table.
    fn acting_seat(&self, author: Author) -> Result<Seat, Problem> {
        let (person, seat) = match author {
            Author::Seat(seat) => return Ok(seat),
            Author::Person { person, seat, .. } => (person, seat.ok_or(ProblemKind::NotSeated)?),
        };
        if !self.people().seats_of(Some(person)).contains(seat) {
            return Err(ProblemKind::NotSeated.into());
        }
        if self.is_stood_in(seat) {
            return Err(ProblemKind::Replaced.into());
        }
        Ok(seat)
    }
}
