//! The choices of a seat, and the reasons against everything else.

use brickwood_rules::{
    Action, Cards, DevelopmentCard, Game, Illegal, IntersectionSet, PathSet, Phase, Resource, Seat,
    State, Step, for_each_action,
};

use crate::protocol::{Choices, Problem, Why};
use crate::table::Table;
use crate::turns::{is_to_act, refusal_of_trade};

/// The choices of this seat now.
pub(crate) fn choices(table: &Table, seat: Seat) -> Choices {
    let state = table.state();
    let mut choices = choices_in(table, state, seat);
    choices.undo = table.plays() && table.fold.can_undo(seat);
    if choices.withdraw {
        let action = Action::Withdraw;
        let next = state.apply(table.game(), Step::Action { seat, action });
        choices.after_withdrawal = next
            .ok()
            .map(|next| Box::new(choices_in(table, &next, seat)));
    }
    choices
}

/// The choices of this seat in a state of the table's game. Nothing can be undone.
fn choices_in(table: &Table, state: &State, seat: Seat) -> Choices {
    let game = table.game();
    let buildings = state.buildings(seat);
    let mut choices = Choices {
        rates: Resource::ALL.map(|give| game.board().rate(buildings, give)),
        suggest: table.may_suggest(seat),
        decline_all: table.may_decline_all(seat),
        partners: table.partners(seat),
        blocked: table.fold.negotiation.blocked_by(seat),
        ..Choices::default()
    };
    if !table.plays() {
        return choices;
    }
    for_each_action(game, state, seat, |action| {
        offer_choice(&mut choices, action);
    });
    choices.to_act = is_to_act(state, seat);
    match state.phase() {
        Phase::Discard { due } => choices.discard = due[seat.index()],
        Phase::Trade { .. } if seat != state.active() => choices.answer = state.may_act(seat),
        Phase::Turn if seat == state.active() => {
            let refusal = refusal_of_trade(game, state, seat);
            choices.offer = refusal.is_none();
            choices.maritime_trade = matches!(refusal, None | Some(Illegal::NoDomesticTrade));
            choices.why_not = why_not(game, state, seat, &choices);
        }
        Phase::SpecialBuilding if seat == state.builder() => {
            choices.why_not = why_not(game, state, seat, &choices);
        }
        Phase::Interrupt { .. } if choices.to_act => {
            choices.why_not = why_no_interrupt(game, state, seat, &choices);
        }
        _ => {}
    }
    choices
}

fn offer_choice(choices: &mut Choices, action: Action) {
    match action {
        Action::Roll => choices.roll = true,
        Action::TakeFirstCards { at } => choices.first_cards = choices.first_cards.with(at),
        Action::Pass => choices.pass = true,
        Action::PlayVictoryPoint => choices.play.push(DevelopmentCard::VictoryPoint),
        Action::EndTurn => choices.end_turn = true,
        Action::BuildRoad { at } => choices.roads = choices.roads.with(at),
        Action::BuildSettlement { at } => choices.settlements = choices.settlements.with(at),
        Action::BuildCity { at } => choices.cities = choices.cities.with(at),
        Action::BuyDevelopmentCard => choices.buy_development_card = true,
        Action::PlayKnight => choices.play.push(DevelopmentCard::Knight),
        Action::PlayRoadBuilding => choices.play.push(DevelopmentCard::RoadBuilding),
        Action::PlayYearOfPlenty { cards } => {
            choices.plenty = cards.total();
            if !choices.play.contains(&DevelopmentCard::YearOfPlenty) {
                choices.play.push(DevelopmentCard::YearOfPlenty);
            }
        }
        Action::PlayMonopoly { .. } => {
            if !choices.play.contains(&DevelopmentCard::Monopoly) {
                choices.play.push(DevelopmentCard::Monopoly);
            }
        }
        Action::MoveRobber { to } => choices.robber.push(to),
        Action::Rob { victim } => choices.victims = choices.victims.with(victim),
        Action::Accept => choices.accept = true,
        Action::Confirm { with } => choices.confirm = choices.confirm.with(with),
        Action::Withdraw => choices.withdraw = true,
        // Described by a number, a rate or a permission instead of a list.
        Action::Discard { .. }
        | Action::MaritimeTrade { .. }
        | Action::Decline
        | Action::Offer { .. }
        | Action::Counter { .. } => {}
    }
}

/// The reason why a knight that the seat holds cannot interrupt the robber.
fn why_no_interrupt(game: &Game, state: &State, seat: Seat, choices: &Choices) -> Vec<Why> {
    let card = DevelopmentCard::Knight;
    if state.development(seat)[card] == 0 || choices.play.contains(&card) {
        return Vec::new();
    }
    let action = Action::PlayKnight;
    let refused = state.apply(game, Step::Action { seat, action });
    let reason = |illegal| Why {
        what: card_name(card).to_owned(),
        problem: Problem::from(illegal),
    };
    refused.err().map(reason).into_iter().collect()
}

/// The reasons against actions of a seat that may build: in its turn, and after another's.
fn why_not(game: &Game, state: &State, seat: Seat, choices: &Choices) -> Vec<Why> {
    let refusal = |action| state.apply(game, Step::Action { seat, action }).err();
    let mut why = Vec::new();
    let mut add = |what: &str, illegal: Option<Illegal>| {
        if let Some(illegal) = illegal {
            why.push(Why {
                what: what.to_owned(),
                problem: Problem::from(illegal),
            });
        }
    };
    if choices.roads == PathSet::EMPTY {
        let spot = state.road_spots(game, seat).iter().next();
        add(
            "road",
            spot.map_or(Some(Illegal::NoFreeRoad), |at| {
                refusal(Action::BuildRoad { at })
            }),
        );
    }
    if choices.settlements == IntersectionSet::EMPTY {
        let topology = game.board().topology();
        let spot = state
            .settlement_spots(game, seat)
            .iter()
            .next()
            .or_else(|| {
                // A free end of a road is the closest to being a legal place.
                state
                    .roads(seat)
                    .iter()
                    .flat_map(|path| topology.ends(path))
                    .find(|end| state.building_at(*end).is_none())
            });
        add(
            "settlement",
            spot.map_or(Some(Illegal::SettlementUnconnected), |at| {
                refusal(Action::BuildSettlement { at })
            }),
        );
    }
    if choices.cities == IntersectionSet::EMPTY {
        let spot = state.settlements(seat).iter().next();
        add(
            "city",
            spot.map_or(Some(Illegal::NoOwnSettlement), |at| {
                refusal(Action::BuildCity { at })
            }),
        );
    }
    if !choices.buy_development_card {
        add("development_card", refusal(Action::BuyDevelopmentCard));
    }
    if !choices.maritime_trade {
        add("trade", refusal_of_trade(game, state, seat));
    }
    if !choices.end_turn && state.special().is_none() {
        add("end_turn", refusal(Action::EndTurn));
    }
    for (card, _) in state.development(seat).iter() {
        if !choices.play.contains(&card) {
            add(card_name(card), refusal(playing(card)));
        }
    }
    why
}

/// An action that plays a card of this kind.
fn playing(card: DevelopmentCard) -> Action {
    match card {
        DevelopmentCard::Knight => Action::PlayKnight,
        DevelopmentCard::RoadBuilding => Action::PlayRoadBuilding,
        DevelopmentCard::YearOfPlenty => Action::PlayYearOfPlenty {
            cards: Cards::of(Resource::Brick, 2),
        },
        DevelopmentCard::Monopoly => Action::PlayMonopoly {
            resource: Resource::Brick,
        },
        DevelopmentCard::VictoryPoint => Action::PlayVictoryPoint,
    }
}

/// The card's name in the protocol.
fn card_name(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "knight",
        DevelopmentCard::RoadBuilding => "road_building",
        DevelopmentCard::YearOfPlenty => "year_of_plenty",
        DevelopmentCard::Monopoly => "monopoly",
        DevelopmentCard::VictoryPoint => "victory_point",
    }
}
