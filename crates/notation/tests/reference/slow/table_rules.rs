//! What the documents print on cards and boxes: costs and counts.

use brickwood_rules::{CityCost, DevelopmentCard, Resource, Rules};

use super::pile::Pile;

/// BRD-12.
pub(crate) const ROADS: usize = 15;
/// BRD-12.
pub(crate) const SETTLEMENTS: usize = 5;
/// BRD-12.
pub(crate) const CITIES: usize = 4;

/// BLD-01.
pub(crate) fn road_cost() -> Pile<Resource> {
    Pile::new([(Resource::Brick, 1), (Resource::Lumber, 1)])
}

/// BLD-02.
pub(crate) fn settlement_cost() -> Pile<Resource> {
    Pile::new([
        (Resource::Brick, 1),
        (Resource::Lumber, 1),
        (Resource::Grain, 1),
        (Resource::Wool, 1),
    ])
}

/// BLD-03.
pub(crate) fn city_cost(rules: &Rules) -> Pile<Resource> {
    match rules.city_cost {
        CityCost::ThreeOreTwoGrain => Pile::new([(Resource::Ore, 3), (Resource::Grain, 2)]),
        CityCost::TwoOreThreeGrain => Pile::new([(Resource::Ore, 2), (Resource::Grain, 3)]),
    }
}

/// BLD-04.
pub(crate) fn card_cost() -> Pile<Resource> {
    Pile::new([
        (Resource::Ore, 1),
        (Resource::Grain, 1),
        (Resource::Wool, 1),
    ])
}

/// BRD-13.
pub(crate) fn bank(players: u8) -> Pile<Resource> {
    let each = if players <= 4 { 19 } else { 24 };
    Pile::new(Resource::ALL.map(|resource| (resource, each)))
}

/// BRD-14, BRD-15.
pub(crate) fn deck(players: u8) -> Pile<DevelopmentCard> {
    let (knights, progress) = if players <= 4 { (14, 2) } else { (20, 3) };
    Pile::new([
        (DevelopmentCard::Knight, knights),
        (DevelopmentCard::RoadBuilding, progress),
        (DevelopmentCard::YearOfPlenty, progress),
        (DevelopmentCard::Monopoly, progress),
        (DevelopmentCard::VictoryPoint, 5),
    ])
}
