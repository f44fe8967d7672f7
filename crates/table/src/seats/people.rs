//! The people of a table, and its options. Stored beside the log, because people may ask to be forgotten
//! while the game of the others stays. Every change here still leaves a line in the log.

use brickwood_protocol::{
    BotLevel, FormerName, NewSeat, NewTable, Problem, ProblemKind, SeatKind, SpectatorRule,
    TableOptions,
};
use brickwood_rules::{Seat, SeatSet};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::seats::TableStatus;
use crate::text::same_to_the_eye;

/// Names for bots, by seat.
const BOT_NAMES: [&str; 6] = ["Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn"];

/// The name of somebody who was forgotten. No person can choose it.
pub(crate) const FORGOTTEN: &str = "";

/// The most former names of a seat that are remembered.
const MOST_NAMES: usize = 64;

/// Identifies a person without giving access to the person's rights: the SHA-256 of a secret that only the
/// person's browser keeps.
#[wire(room)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[ts(type = "number[]")]
pub struct PersonId(pub [u8; 32]);

impl PersonId {
    /// Somebody who is not known any more, or not yet: no secret has this hash.
    pub const NOBODY: Self = Self([0; 32]);

    /// Identifies a message of this person among all messages to a table, by the person's key for it. It is
    /// stored in the log, and does not reveal the person.
    pub fn message(self, key: u64) -> u64 {
        let digest = Sha256::new()
            .chain_update(b"message")
            .chain_update(self.0)
            .chain_update(key.to_le_bytes())
            .finalize();
        let first = digest.first_chunk().expect("a digest has 32 bytes");
        u64::from_le_bytes(*first)
    }
}

/// Marks the network from which somebody has come to a table: those with the same mark are from the same one. It means
/// nothing at another table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NetworkMark(pub u32);

/// The people of one table.
#[wire(room)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[ts(type = "unknown")]
pub struct People {
    /// The host; none once all people have left.
    pub host: Option<PersonId>,
    /// Clockwise.
    pub places: Vec<SeatAssignment>,
    /// The options of the table.
    pub options: TableOptions,
    /// The code that others type instead of the link, while the game has not begun.
    pub code: Option<String>,
    /// The requests for seats in a game that has begun.
    #[serde(default)]
    pub asking: Vec<Asking>,
    /// The people whom a host has removed, and who stay out.
    #[serde(default)]
    pub removed: Vec<Removed>,
    /// Who hosted the table when the game began; none before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub founder: Option<PersonId>,
    /// Who held each seat when a rated game began; empty if it has not begun or is not rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rated: Vec<Option<PersonId>>,
}

/// A request for a seat in a game that has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asking {
    /// Identifies the request: the sequence number of its line.
    pub id: u32,
    /// The person who asks.
    pub person: PersonId,
    /// The name to sit down with.
    pub name: String,
    /// The seat.
    pub seat: Seat,
    /// The time of the request, in milliseconds since 1970.
    pub at_ms: u64,
    /// The network from which it came, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkMark>,
    /// The people who have agreed.
    pub yes: Vec<PersonId>,
    /// The people who have refused.
    pub no: Vec<PersonId>,
    /// Whether it was refused.
    pub refused: bool,
}

/// A person whom a host has removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Removed {
    /// Identifies the person for the host: the sequence number of the line.
    pub id: u32,
    /// The person.
    pub person: PersonId,
    /// The name that the person had.
    pub name: String,
}

/// The assignment of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatAssignment {
    /// The kind of the seat.
    pub kind: SeatKind,
    /// The name shown to others; none on a seat that is open or locked.
    pub name: Option<String>,
    /// The person who acts for it; none for bots, and for seats that are open or locked.
    pub person: Option<PersonId>,
    /// The people who have held the seat in the game, and may take it again while nobody holds it.
    #[serde(default)]
    pub claims: Vec<PersonId>,
    /// Since when nobody holds it, in milliseconds since 1970, if somebody held it in the game.
    #[serde(default)]
    pub vacant_ms: Option<u64>,
    /// Its names in earlier lines of the log, oldest first.
    #[serde(default)]
    pub former: Vec<FormerName>,
    /// The last line of the log in which a bot held a seat that a person has taken since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_until: Option<u32>,
    /// The network from which its person has come to sit down, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkMark>,
}

impl SeatAssignment {
    /// A seat that nobody has held before.
    pub const fn new(kind: SeatKind, name: Option<String>, person: Option<PersonId>) -> Self {
        Self {
            kind,
            name,
            person,
            claims: Vec::new(),
            vacant_ms: None,
            former: Vec::new(),
            bot_until: None,
            network: None,
        }
    }

    /// Whether a bot holds it.
    pub(crate) const fn is_bot(&self) -> bool {
        matches!(self.kind, SeatKind::Bot { .. })
    }

    /// Whether a person can hold it.
    pub(crate) const fn is_human(&self) -> bool {
        matches!(self.kind, SeatKind::Human | SeatKind::Local)
    }

    /// Whether this person has held it, and nobody holds it now.
    pub(crate) fn may_be_reclaimed_by(&self, person: PersonId) -> bool {
        self.person.is_none() && self.claims.contains(&person)
    }

    /// Nobody holds it after this line of the log.
    pub(crate) fn vacate(&mut self, seq: u32, at_ms: u64) {
        self.remember(seq);
        self.name = None;
        self.kind = SeatKind::Human;
        self.vacant_ms = Some(at_ms);
        self.network = None;
        let claims = self.person.take();
        self.claims.retain(|person| Some(*person) != claims);
        self.claims.extend(claims);
    }

    /// A person holds it from this line of the log on.
    pub(crate) fn take(&mut self, person: PersonId, name: String, seq: u32) {
        if self.is_bot() {
            self.bot_until = Some(seq.saturating_sub(1));
        }
        self.vacate(seq.saturating_sub(1), 0);
        self.claims.retain(|other| *other != person);
        self.vacant_ms = None;
        self.person = Some(person);
        self.name = Some(name);
    }

    /// Remembers that it had its current name up to this line.
    fn remember(&mut self, until: u32) {
        if self.former.len() >= MOST_NAMES {
            self.former.remove(0);
        }
        let name = self.name.clone();
        self.former.push(FormerName { name, until });
    }
    /// Whether somebody can sit down here.
    pub fn is_open(&self) -> bool {
        self.kind == SeatKind::Human && self.person.is_none() && self.name.is_none()
    }

    /// Whether a person acts for it, on their own device or on somebody else's.
    pub const fn is_person(&self) -> bool {
        self.person.is_some()
    }
}

impl People {
    /// The people of a new table: its host sits on the first seat for a person, and acts for the people who
    /// share the host's device.
    pub fn new(order: &NewTable, host: PersonId, name: &str, code: Option<String>) -> Self {
        let mut host_sits = false;
        let places = order.seats.iter().zip(BOT_NAMES).map(|(seat, bot_name)| {
            let (kind, name, person) = match seat {
                NewSeat::Human { .. } if !host_sits => {
                    host_sits = true;
                    (SeatKind::Human, Some(name.to_owned()), Some(host))
                }
                NewSeat::Human { .. } => (SeatKind::Human, None, None),
                NewSeat::Bot { level, .. } => {
                    let kind = SeatKind::Bot { level: *level };
                    (kind, Some(bot_name.to_owned()), None)
                }
                NewSeat::Local { name, .. } => (SeatKind::Local, Some(name.clone()), Some(host)),
                NewSeat::Locked { .. } => (SeatKind::Locked, None, None),
            };
            SeatAssignment::new(kind, name, person)
        });
        Self {
            places: places.collect(),
            host: Some(host),
            options: order.options,
            code,
            asking: Vec::new(),
            removed: Vec::new(),
            founder: None,
            rated: Vec::new(),
        }
    }

    /// The people of a table whose host has come from this network.
    #[must_use]
    pub fn with_host_from(mut self, network: Option<NetworkMark>) -> Self {
        for place in self.places.iter_mut().filter(|place| place.is_person()) {
            place.network = network;
        }
        self
    }

    /// Why a person may not watch the table, at which somebody may sit down or not; none if the person may.
    pub(crate) fn shut_out(&self, person: Option<PersonId>, is_open: bool) -> Option<Problem> {
        if person.is_some_and(|person| self.is_removed(person)) {
            return Some(ProblemKind::Removed.into());
        }
        // A person who may take a seat, or take it again, may see the table.
        let is_theirs = |place: &SeatAssignment| {
            person.is_some_and(|person| {
                place.person == Some(person) || place.may_be_reclaimed_by(person)
            })
        };
        let may_look = self.options.spectators != SpectatorRule::Forbidden
            || self.places.iter().any(is_theirs)
            || (person.is_some() && self.host == person)
            || is_open;
        (!may_look).then(|| ProblemKind::PlayersOnly.into())
    }

    /// The same people at the next table. The seats of people who have left are open.
    #[must_use]
    pub fn again(&self, code: String) -> Self {
        let mut people = Self {
            code: Some(code),
            ..self.clone()
        };
        let left = |place: &SeatAssignment| {
            place.person.is_none() && matches!(place.kind, SeatKind::Human | SeatKind::Local)
        };
        for seat in self.seats(left).iter() {
            people.empty(seat);
        }
        people.asking.clear();
        people.founder = None;
        people.rated.clear();
        for place in &mut people.places {
            place.claims.clear();
            place.vacant_ms = None;
            place.former.clear();
            place.bot_until = None;
        }
        people
    }

    /// The seats for which a person acts: several if people share a device.
    pub fn seats_of(&self, person: Option<PersonId>) -> SeatSet {
        self.seats(|place| person.is_some() && place.person == person)
    }

    /// The seat of whoever has the device at which somebody else plays; none for all others.
    pub(crate) fn device_of(&self, place: &SeatAssignment) -> Option<Seat> {
        let is_owner =
            |other: &SeatAssignment| other.person == place.person && other.kind == SeatKind::Human;
        let is_shared = place.kind == SeatKind::Local && place.person.is_some();
        self.seats(is_owner).iter().next().filter(|_| is_shared)
    }

    /// The seat of somebody else at a person's device.
    pub(crate) fn companion_of(&self, person: PersonId) -> Option<Seat> {
        let is_companion =
            |place: &SeatAssignment| place.person == Some(person) && place.kind == SeatKind::Local;
        self.seats(is_companion).iter().next()
    }

    /// The seats on which somebody can sit down.
    pub fn open_seats(&self) -> SeatSet {
        self.seats(SeatAssignment::is_open)
    }

    /// The seats that the game begins without.
    pub fn locked_seats(&self) -> SeatSet {
        self.seats(|place| place.kind == SeatKind::Locked)
    }

    /// The seats of bots.
    pub fn bot_seats(&self) -> SeatSet {
        self.seats(SeatAssignment::is_bot)
    }

    /// The seats that bots held in a line of the log of a game that has begun.
    pub(crate) fn bot_seats_at(&self, seq: u32) -> SeatSet {
        self.seats(|place| place.is_bot() || place.bot_until.is_some_and(|last| seq <= last))
    }

    /// Seats a bot, under a name that nobody else here has.
    pub(crate) fn seat_bot(&mut self, seat: Seat, level: BotLevel) {
        self.empty(seat);
        let is_free = |name: &&str| {
            let mut others = self.places.iter().filter_map(|place| place.name.as_deref());
            !others.any(|other| same_to_the_eye(other, name))
        };
        let usual = BOT_NAMES[seat.index()];
        let name = [usual].into_iter().chain(BOT_NAMES).find(is_free);
        let place = &mut self.places[seat.index()];
        place.kind = SeatKind::Bot { level };
        place.name = Some(name.unwrap_or(usual).to_owned());
    }

    /// The seats of people.
    pub fn people_seats(&self) -> SeatSet {
        self.seats(SeatAssignment::is_person)
    }

    /// Whether the player of a seat is ready to begin. A person who acts for several seats says so once.
    pub(crate) fn is_ready(&self, seat: Seat, status: &TableStatus) -> bool {
        let place = &self.places[seat.index()];
        let mut same_person = self.seats_of(place.person).iter();
        place.is_bot() || same_person.any(|seat| status.is_ready(seat))
    }

    /// Whether the player of a seat was ready, and has to get ready again.
    pub(crate) fn is_asked(&self, seat: Seat, status: &TableStatus) -> bool {
        let place = &self.places[seat.index()];
        let mut same_person = self.seats_of(place.person).iter();
        same_person.any(|seat| status.asked.contains(seat))
    }

    /// Opens a seat.
    pub(crate) fn empty(&mut self, seat: Seat) {
        self.places[seat.index()] = SeatAssignment::new(SeatKind::Human, None, None);
    }

    /// Adds open seats at the end, or removes the last ones: their people move to open seats, or else to
    /// locked ones or those of bots. Returns the seats that then have other players; none if there are too
    /// many people.
    pub(crate) fn resize(&mut self, seats: usize) -> Option<SeatSet> {
        let gone = self.places.split_off(seats.min(self.places.len()));
        self.places
            .resize_with(seats, || SeatAssignment::new(SeatKind::Human, None, None));
        let first_gone = seats as u8;
        let mut other: SeatSet = Seat::all(first_gone + gone.len() as u8)
            .filter(|seat| seat.index() >= seats)
            .collect();
        for person in gone.into_iter().filter(SeatAssignment::is_person) {
            let free = self
                .open_seats()
                .iter()
                .chain(self.locked_seats().iter())
                .chain(self.bot_seats().iter())
                .next()?;
            self.places[free.index()] = person;
            other = other.with(free);
        }
        Some(other)
    }

    /// Whether a person has been removed, and not let back.
    pub fn is_removed(&self, person: PersonId) -> bool {
        self.removed.iter().any(|one| one.person == person)
    }

    /// All people with a seat, once each.
    pub fn persons(&self) -> Vec<PersonId> {
        let mut persons: Vec<PersonId> = self
            .places
            .iter()
            .filter_map(|place| place.person)
            .collect();
        persons.sort_unstable();
        persons.dedup();
        persons
    }

    /// The seats that a person holds or has held in the game.
    pub fn seats_held_by(&self, person: PersonId) -> SeatSet {
        self.seats(|place| place.person == Some(person) || place.claims.contains(&person))
    }

    /// Whether a person occurs among the people in any way.
    pub fn mention(&self, person: PersonId) -> bool {
        let asks = |one: &Asking| {
            let all = [&one.yes, &one.no];
            one.person == person || all.iter().any(|persons| persons.contains(&person))
        };
        self.host == Some(person)
            || !self.seats_held_by(person).is_empty()
            || self.asking.iter().any(asks)
            || self.is_removed(person)
            || self.founder == Some(person)
            || self.rated.contains(&Some(person))
    }

    /// Whether some person who held a seat before is not known here any more.
    pub(crate) fn have_lost(&self, before: &Self) -> bool {
        let places = before.places.iter();
        let mut known = places.flat_map(|place| place.person.iter().chain(&place.claims));
        known.any(|person| !self.mention(*person))
    }

    /// Forgets a person, and the names of the seats that they have held: who of several players of a seat had which of
    /// its former names is not known. A seat that is theirs stays that of somebody who had a name.
    pub(crate) fn forget(&mut self, person: PersonId, held: SeatSet) {
        for host in [&mut self.host, &mut self.founder] {
            if *host == Some(person) {
                *host = None;
            }
        }
        for seat in held.iter() {
            let place = &mut self.places[seat.index()];
            let names = place.former.iter_mut().filter_map(|one| one.name.as_mut());
            // A bot may have had the seat first.
            for name in names.filter(|name| !BOT_NAMES.contains(&name.as_str())) {
                FORGOTTEN.clone_into(name);
            }
        }
        for place in &mut self.places {
            place.claims.retain(|one| *one != person);
        }
        self.asking.retain(|one| one.person != person);
        for asking in &mut self.asking {
            asking.yes.retain(|one| *one != person);
            asking.no.retain(|one| *one != person);
        }
        self.removed.retain(|one| one.person != person);
        // The others have played with somebody.
        for one in self.rated.iter_mut().filter(|one| **one == Some(person)) {
            *one = Some(PersonId::NOBODY);
        }
    }

    pub(crate) fn seats(&self, which: impl Fn(&SeatAssignment) -> bool) -> SeatSet {
        Seat::all(self.places.len() as u8)
            .filter(|seat| which(&self.places[seat.index()]))
            .collect()
    }
}
