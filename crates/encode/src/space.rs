//! The index of every choice.

use std::ops::Range;

use brickwood_rules::{
    Action, Cards, HexId, Intersection, Layout, MAX_SEATS, Path, Resource, Seat,
};

use crate::EncodeError;

/// What an index stands for: an action, or a part of one that is composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A whole action. Never a discard, an offer or a counter-offer.
    Act(Action),
    /// One card of a discard.
    Discard(Resource),
    /// One card that the seat would give in an offer or a counter-offer.
    Give(Resource),
    /// One card that the seat would get.
    Take(Resource),
    /// A seat that may answer the offer.
    Ask(Seat),
    /// The offer or counter-offer is made as composed.
    Propose,
}

/// The kinds of choices, in the order of their indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Throw the dice.
    Roll,
    /// Pass the dice on.
    EndTurn,
    /// Forgo what may be forgone.
    Pass,
    /// Buy a development card.
    BuyDevelopmentCard,
    /// Play a knight.
    PlayKnight,
    /// Play a road building card.
    PlayRoadBuilding,
    /// Play a victory point card (VAR-1).
    PlayVictoryPoint,
    /// Answer yes to the open offer.
    Accept,
    /// Answer no.
    Decline,
    /// Take the open offer back.
    Withdraw,
    /// Make the composed offer or counter-offer.
    Propose,
    /// Play a monopoly, by resource.
    PlayMonopoly,
    /// Play a year of plenty: one card (RUL-02), by resource; then two, in lexical order.
    PlayYearOfPlenty,
    /// Trade with the bank, by what is given and then by what is taken.
    MaritimeTrade,
    /// One card of a discard, by resource.
    Discard,
    /// One card to give in an offer or counter-offer, by resource.
    Give,
    /// One card to take in an offer or counter-offer, by resource.
    Take,
    /// A seat that may answer the offer, clockwise from the next.
    Ask,
    /// Rob a seat, clockwise from the next.
    Rob,
    /// Close the open offer with a seat, clockwise from the next.
    Confirm,
    /// Build a settlement, by intersection.
    BuildSettlement,
    /// Build a city, by intersection.
    BuildCity,
    /// Take the first cards round a settlement (SET-07), by intersection.
    TakeFirstCards,
    /// Build a road, by path.
    BuildRoad,
    /// Move the robber, by hex.
    MoveRobber,
}

const GROUPS: [Group; 25] = [
    Group::Roll,
    Group::EndTurn,
    Group::Pass,
    Group::BuyDevelopmentCard,
    Group::PlayKnight,
    Group::PlayRoadBuilding,
    Group::PlayVictoryPoint,
    Group::Accept,
    Group::Decline,
    Group::Withdraw,
    Group::Propose,
    Group::PlayMonopoly,
    Group::PlayYearOfPlenty,
    Group::MaritimeTrade,
    Group::Discard,
    Group::Give,
    Group::Take,
    Group::Ask,
    Group::Rob,
    Group::Confirm,
    Group::BuildSettlement,
    Group::BuildCity,
    Group::TakeFirstCards,
    Group::BuildRoad,
    Group::MoveRobber,
];

/// Single cards and pairs.
const PLENTIES: usize = 20;
/// Each resource for each other.
const TRADES: usize = 20;

impl Group {
    /// All groups, in the order of their indices.
    pub const ALL: [Self; 25] = GROUPS;

    /// The name that the names of its choices begin with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Roll => "roll",
            Self::EndTurn => "end_turn",
            Self::Pass => "pass",
            Self::BuyDevelopmentCard => "buy_development_card",
            Self::PlayKnight => "play_knight",
            Self::PlayRoadBuilding => "play_road_building",
            Self::PlayVictoryPoint => "play_victory_point",
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Withdraw => "withdraw",
            Self::Propose => "propose",
            Self::PlayMonopoly => "play_monopoly",
            Self::PlayYearOfPlenty => "play_year_of_plenty",
            Self::MaritimeTrade => "maritime_trade",
            Self::Discard => "discard",
            Self::Give => "give",
            Self::Take => "take",
            Self::Ask => "ask",
            Self::Rob => "rob",
            Self::Confirm => "confirm",
            Self::BuildSettlement => "build_settlement",
            Self::BuildCity => "build_city",
            Self::TakeFirstCards => "take_first_cards",
            Self::BuildRoad => "build_road",
            Self::MoveRobber => "move_robber",
        }
    }

    fn len(self, layout: Layout) -> usize {
        let topology = layout.topology();
        match self {
            Self::PlayMonopoly | Self::Discard | Self::Give | Self::Take => Resource::ALL.len(),
            Self::PlayYearOfPlenty => PLENTIES,
            Self::MaritimeTrade => TRADES,
            Self::Ask | Self::Rob | Self::Confirm => most_seats(layout) - 1,
            Self::BuildSettlement | Self::BuildCity | Self::TakeFirstCards => {
                topology.intersection_count()
            }
            Self::BuildRoad => topology.path_count(),
            Self::MoveRobber => topology.hex_count(),
            _ => 1,
        }
    }
}

/// The most players that play on this land.
pub(crate) const fn most_seats(layout: Layout) -> usize {
    match layout {
        Layout::Standard => 4,
        Layout::Large => MAX_SEATS,
    }
}

/// Every choice of every edition on one shape of land, by index. Indices never depend on the edition,
/// the board or the number of players.
#[derive(Clone, Debug)]
pub struct ActionSpace {
    layout: Layout,
    /// Where each group begins, and where the last one ends.
    starts: [u16; GROUPS.len() + 1],
}

impl ActionSpace {
    /// The space of the land for up to four players, or of that for five and six.
    pub fn of(layout: Layout) -> Self {
        let mut starts = [0; GROUPS.len() + 1];
        for (place, group) in GROUPS.into_iter().enumerate() {
            starts[place + 1] = starts[place] + group.len(layout) as u16;
        }
        Self { layout, starts }
    }

    /// How many choices there are.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> usize {
        self.starts[GROUPS.len()] as usize
    }

    /// Every index, in order.
    pub fn indices(&self) -> Range<u16> {
        0..self.starts[GROUPS.len()]
    }

    /// The indices of a group.
    pub const fn group(&self, group: Group) -> Range<u16> {
        self.starts[group as usize]..self.starts[group as usize + 1]
    }

    /// The shape of the land.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// What an index stands for where `seat` of a table of `players` chooses.
    ///
    /// # Errors
    ///
    /// An index beyond the space, or one that names a seat that the table lacks.
    pub fn choice(&self, players: u8, seat: Seat, index: u16) -> Result<Choice, EncodeError> {
        let (group, n) = self.split(index)?;
        let place = n as u8;
        let resource = || Resource::ALL[usize::from(n) % Resource::ALL.len()];
        let other = || {
            let steps = place + 1;
            let seat = seat.clockwise(steps, players);
            let missing = EncodeError::NoSuchSeat { seat: steps };
            (steps < players).then_some(seat).ok_or(missing)
        };
        let action = match group {
            Group::Propose => return Ok(Choice::Propose),
            Group::Discard => return Ok(Choice::Discard(resource())),
            Group::Give => return Ok(Choice::Give(resource())),
            Group::Take => return Ok(Choice::Take(resource())),
            Group::Ask => return Ok(Choice::Ask(other()?)),
            Group::Roll => Action::Roll,
            Group::EndTurn => Action::EndTurn,
            Group::Pass => Action::Pass,
            Group::BuyDevelopmentCard => Action::BuyDevelopmentCard,
            Group::PlayKnight => Action::PlayKnight,
            Group::PlayRoadBuilding => Action::PlayRoadBuilding,
            Group::PlayVictoryPoint => Action::PlayVictoryPoint,
            Group::Accept => Action::Accept,
            Group::Decline => Action::Decline,
            Group::Withdraw => Action::Withdraw,
            Group::PlayMonopoly => Action::PlayMonopoly {
                resource: resource(),
            },
            Group::PlayYearOfPlenty => Action::PlayYearOfPlenty { cards: plenty(n) },
            Group::MaritimeTrade => {
                let (give, take) = trade(n);
                Action::MaritimeTrade { give, take }
            }
            Group::Rob => Action::Rob { victim: other()? },
            Group::Confirm => Action::Confirm { with: other()? },
            Group::BuildSettlement => Action::BuildSettlement {
                at: Intersection(place),
            },
            Group::BuildCity => Action::BuildCity {
                at: Intersection(place),
            },
            Group::TakeFirstCards => Action::TakeFirstCards {
                at: Intersection(place),
            },
            Group::BuildRoad => Action::BuildRoad { at: Path(place) },
            Group::MoveRobber => Action::MoveRobber { to: HexId(place) },
        };
        Ok(Choice::Act(action))
    }

    /// The index of a choice of `seat` at a table of `players`.
    ///
    /// # Errors
    ///
    /// A place or a seat that the game lacks, cards that no year of plenty brings, a resource traded
    /// for itself, or an action that is composed of several choices.
    pub fn index(&self, players: u8, seat: Seat, choice: Choice) -> Result<u16, EncodeError> {
        let other = |other: Seat| {
            let away = (other.index() + usize::from(players) - seat.index()) % usize::from(players);
            if away == 0 || other.index() >= usize::from(players) {
                return Err(EncodeError::NoSuchSeat {
                    seat: u8::from(other),
                });
            }
            Ok(away - 1)
        };
        let (group, n) = match choice {
            Choice::Discard(resource) => (Group::Discard, resource.index()),
            Choice::Give(resource) => (Group::Give, resource.index()),
            Choice::Take(resource) => (Group::Take, resource.index()),
            Choice::Ask(seat) => (Group::Ask, other(seat)?),
            Choice::Propose => (Group::Propose, 0),
            Choice::Act(action) => match action {
                Action::Roll => (Group::Roll, 0),
                Action::EndTurn => (Group::EndTurn, 0),
                Action::Pass => (Group::Pass, 0),
                Action::BuyDevelopmentCard => (Group::BuyDevelopmentCard, 0),
                Action::PlayKnight => (Group::PlayKnight, 0),
                Action::PlayRoadBuilding => (Group::PlayRoadBuilding, 0),
                Action::PlayVictoryPoint => (Group::PlayVictoryPoint, 0),
                Action::Accept => (Group::Accept, 0),
                Action::Decline => (Group::Decline, 0),
                Action::Withdraw => (Group::Withdraw, 0),
                Action::PlayMonopoly { resource } => (Group::PlayMonopoly, resource.index()),
                Action::PlayYearOfPlenty { cards } => (
                    Group::PlayYearOfPlenty,
                    plenty_number(cards).ok_or(EncodeError::NoSuchAction)?,
                ),
                Action::MaritimeTrade { give, take } => {
                    (Group::MaritimeTrade, trade_number(give, take)?)
                }
                Action::Rob { victim } => (Group::Rob, other(victim)?),
                Action::Confirm { with } => (Group::Confirm, other(with)?),
                Action::BuildSettlement { at } => (Group::BuildSettlement, at.index()),
                Action::BuildCity { at } => (Group::BuildCity, at.index()),
                Action::TakeFirstCards { at } => (Group::TakeFirstCards, at.index()),
                Action::BuildRoad { at } => (Group::BuildRoad, at.index()),
                Action::MoveRobber { to } => (Group::MoveRobber, to.index()),
                Action::Discard { .. } | Action::Offer { .. } | Action::Counter { .. } => {
                    return Err(EncodeError::NoSuchAction);
                }
            },
        };
        let range = self.group(group);
        let index = range.start + n as u16;
        (index < range.end)
            .then_some(index)
            .ok_or(EncodeError::NoSuchAction)
    }

    /// The name of a choice, such as `build_road.17`, `give.ore` or `rob.2`, where seats are counted
    /// clockwise from the next, which is 1.
    ///
    /// # Errors
    ///
    /// An index beyond the space.
    pub fn name(&self, index: u16) -> Result<String, EncodeError> {
        let (group, n) = self.split(index)?;
        let name = group.name();
        let resource = |resource: Resource| RESOURCES[resource.index()];
        Ok(match group {
            Group::PlayMonopoly | Group::Discard | Group::Give | Group::Take => {
                format!("{name}.{}", RESOURCES[usize::from(n)])
            }
            Group::PlayYearOfPlenty => {
                let cards = plenty(n).iter().flat_map(|(kind, count)| {
                    std::iter::repeat_n(resource(kind), usize::from(count))
                });
                format!("{name}.{}", cards.collect::<Vec<_>>().join("."))
            }
            Group::MaritimeTrade => {
                let (give, take) = trade(n);
                format!("{name}.{}.{}", resource(give), resource(take))
            }
            Group::Ask | Group::Rob | Group::Confirm => format!("{name}.{}", n + 1),
            _ if self.group(group).len() == 1 => name.to_owned(),
            _ => format!("{name}.{n}"),
        })
    }

    /// The group of an index, and its number there.
    pub(crate) fn split(&self, index: u16) -> Result<(Group, u16), EncodeError> {
        let place = self.starts.partition_point(|start| *start <= index);
        let group = GROUPS.get(place - 1).ok_or(EncodeError::NoSuchIndex {
            index: usize::from(index),
            choices: self.len(),
        })?;
        Ok((*group, index - self.starts[place - 1]))
    }
}

/// The names of the resources in their fixed order.
pub(crate) const RESOURCES: [&str; 5] = [
    Resource::Brick.name(),
    Resource::Lumber.name(),
    Resource::Wool.name(),
    Resource::Grain.name(),
    Resource::Ore.name(),
];

/// The years of plenty: single cards, and then the pairs `(a, b)` of kinds with `a <= b`.
const YEARS_OF_PLENTY: [[u8; 5]; PLENTIES] = {
    let mut cards = [[0; 5]; PLENTIES];
    let (mut n, mut a) = (5, 0);
    while a < 5 {
        cards[a][a] = 1;
        let mut b = a;
        while b < 5 {
            cards[n][a] += 1;
            cards[n][b] += 1;
            n += 1;
            b += 1;
        }
        a += 1;
    }
    cards
};

fn plenty(n: u16) -> Cards {
    Cards::new(YEARS_OF_PLENTY[usize::from(n)])
}

fn plenty_number(cards: Cards) -> Option<usize> {
    let held = |resource: &Resource| cards[*resource] > 0;
    let first = Resource::ALL.into_iter().find(held)?.index();
    let last = Resource::ALL.into_iter().rfind(held)?.index();
    let n = match cards.total() {
        1 => first,
        // The pairs that begin with an earlier kind come first.
        2 => 5 + first * (11 - first) / 2 + last - first,
        _ => return None,
    };
    Some(n)
}

/// The trade with the bank with this number.
fn trade(n: u16) -> (Resource, Resource) {
    let (give, other) = (usize::from(n) / 4, usize::from(n) % 4);
    let take = if other < give { other } else { other + 1 };
    (Resource::ALL[give], Resource::ALL[take])
}

fn trade_number(give: Resource, take: Resource) -> Result<usize, EncodeError> {
    let (give, take) = (give.index(), take.index());
    match take.cmp(&give) {
        std::cmp::Ordering::Less => Ok(give * 4 + take),
        std::cmp::Ordering::Equal => Err(EncodeError::NoSuchAction),
        std::cmp::Ordering::Greater => Ok(give * 4 + take - 1),
    }
}
