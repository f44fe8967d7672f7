//! The choices of a seat, and the reasons against everything else.

use brickwood_protocol::{BankTrade, Choices, Problem, RobberMove, Why};
use brickwood_rules::{
    Action, ActionKind, DevelopmentCard, LegalActions, Phase, Seat, State, Step,
};

use crate::game::is_to_act;
use crate::table::Table;

/// The choices of this seat now.
pub(crate) fn choices(table: &Table, seat: Seat) -> Choices {
    let state = table.state();
    let mut choices = choices_in(table, state, seat);
    choices.undo = table.plays() && table.fold.can_undo(seat) && !table.people().options.rated;
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
    let mut choices = Choices {
        rates: state.rates(seat).counts(),
        suggest: table.may_suggest(seat),
        decline_all: table.may_decline_all(seat),
        partners: table.partners(seat),
        blocked: table.fold.negotiation.blocked_by(seat),
        ..Choices::default()
    };
    if !table.plays() {
        return choices;
    }
    let legal = LegalActions::of(game, state, seat);
    choices.to_act = is_to_act(state, seat);
    choices.first_cards = legal.first_cards();
    choices.roads = legal.roads();
    choices.settlements = legal.settlements();
    choices.cities = legal.cities();
    choices.victims = legal.victims();
    choices.confirm = legal.partners();
    let robber_move = |to| {
        let victims = state.victims(game, to);
        RobberMove { to, victims }
    };
    choices.robber = legal.robber_hexes().map(robber_move).collect();
    choices.bank_trades = bank_trades(&legal, choices.rates);
    for kind in legal.kinds() {
        match kind {
            ActionKind::Roll => choices.roll = true,
            ActionKind::Pass => choices.pass = true,
            ActionKind::EndTurn => choices.end_turn = true,
            ActionKind::BuyDevelopmentCard => choices.buy_development_card = true,
            ActionKind::Accept => choices.accept = true,
            ActionKind::Withdraw => choices.withdraw = true,
            ActionKind::PlayYearOfPlenty => choices.plenty = state.bank().total().min(2),
            _ => {}
        }
    }
    let playable = |card: &DevelopmentCard| legal.has(ActionKind::playing(*card));
    choices.play = DevelopmentCard::ALL.into_iter().filter(playable).collect();
    let is_open = |kind| state.check(game, seat, kind).is_ok();
    match state.phase() {
        Phase::Discard { due } => choices.discard = due[seat],
        Phase::Trade { .. } if seat != state.active() => choices.answer = state.may_act(seat),
        Phase::Turn if seat == state.active() => {
            choices.offer = is_open(ActionKind::Offer);
            choices.maritime_trade = is_open(ActionKind::MaritimeTrade);
            choices.why_not = why_not(table, state, seat);
        }
        Phase::SpecialBuilding if seat == state.builder() => {
            choices.why_not = why_not(table, state, seat);
        }
        Phase::Interrupt { .. } if choices.to_act => {
            choices.why_not = why_no_card(table, state, seat, &[DevelopmentCard::Knight]);
        }
        _ => {}
    }
    choices
}

/// The trades with the bank, by what is given.
fn bank_trades(legal: &LegalActions, rates: [u8; 5]) -> Vec<BankTrade> {
    let trades: Vec<_> = legal.maritime_trades().collect();
    let given = trades.chunk_by(|(give, _), (next, _)| give == next);
    given
        .map(|same| BankTrade {
            give: same[0].0,
            count: rates[same[0].0.index()],
            take: same.iter().map(|(_, take)| *take).collect(),
        })
        .collect()
}

/// What a seat that builds may do besides playing cards, by its name in the protocol.
const KINDS: [(ActionKind, &str); 6] = [
    (ActionKind::BuildRoad, "road"),
    (ActionKind::BuildSettlement, "settlement"),
    (ActionKind::BuildCity, "city"),
    (ActionKind::BuyDevelopmentCard, "development_card"),
    (ActionKind::MaritimeTrade, "trade"),
    (ActionKind::EndTurn, "end_turn"),
];

/// The reasons against actions of a seat that may build: in its turn, and after another's.
fn why_not(table: &Table, state: &State, seat: Seat) -> Vec<Why> {
    // After another's turn, one passes instead.
    let kinds = KINDS
        .into_iter()
        .filter(|(kind, _)| *kind != ActionKind::EndTurn || state.special().is_none());
    kinds
        .filter_map(|(kind, what)| why(table, state, seat, kind, what))
        .chain(why_no_card(table, state, seat, &DevelopmentCard::ALL))
        .collect()
}

/// The reasons against playing the cards of these kinds that the seat holds.
fn why_no_card(table: &Table, state: &State, seat: Seat, cards: &[DevelopmentCard]) -> Vec<Why> {
    cards
        .iter()
        .filter(|card| state.development(seat)[**card] > 0)
        .filter_map(|card| {
            let kind = ActionKind::playing(*card);
            why(table, state, seat, kind, card_name(*card))
        })
        .collect()
}

fn why(table: &Table, state: &State, seat: Seat, kind: ActionKind, what: &str) -> Option<Why> {
    let illegal = state.check(table.game(), seat, kind).err()?;
    Some(Why {
        what: what.to_owned(),
        problem: Problem::from(illegal),
    })
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
