//! The choices of an update are exactly what the rules allow, and each refusal has its reason.

use brickwood_protocol::{Choices, RobberMove, Update};
use brickwood_rules::{
    Action, DevelopmentCard, Edition, Phase, Rules, Seat, SeatSet, Step, legal_actions,
};

use crate::editions::{beginners, flavors};
use crate::support::{Play, order_by, table_by};

/// Whether an update offers this legal action.
fn offers(update: &Update, action: Action) -> bool {
    let choices = &update.choices;
    match action {
        Action::Roll => choices.roll,
        Action::EndTurn => choices.end_turn,
        Action::Pass => choices.pass,
        Action::TakeFirstCards { at } => choices.first_cards.contains(at),
        Action::BuildRoad { at } => choices.roads.contains(at),
        Action::BuildSettlement { at } => choices.settlements.contains(at),
        Action::BuildCity { at } => choices.cities.contains(at),
        Action::BuyDevelopmentCard => choices.buy_development_card,
        Action::PlayKnight => choices.play.contains(&DevelopmentCard::Knight),
        Action::PlayRoadBuilding => choices.play.contains(&DevelopmentCard::RoadBuilding),
        Action::PlayMonopoly { .. } => choices.play.contains(&DevelopmentCard::Monopoly),
        Action::PlayVictoryPoint => choices.play.contains(&DevelopmentCard::VictoryPoint),
        Action::PlayYearOfPlenty { cards } => {
            choices.play.contains(&DevelopmentCard::YearOfPlenty) && choices.plenty == cards.total()
        }
        Action::MoveRobber { to } => choices.robber.iter().any(|robber| robber.to == to),
        Action::Rob { victim } => choices.victims.contains(victim),
        Action::Discard { cards } => choices.discard == cards.total(),
        Action::MaritimeTrade { give, take } => choices.bank_trades.iter().any(|trade| {
            let rate = choices.rates[give.index()];
            (trade.give, trade.count) == (give, rate) && trade.take.contains(&take)
        }),
        Action::Accept => choices.accept,
        Action::Confirm { with } => choices.confirm.contains(with),
        Action::Withdraw => choices.withdraw,
        Action::Offer { .. } => choices.offer,
        Action::Decline | Action::Counter { .. } => choices.answer,
    }
}

/// Every choice that a building seat does not have has a reason, and the others have none.
fn every_refusal_has_its_reason(play: &Play, choices: &Choices) {
    let state = play.table.state();
    let reason = |what: &str| choices.why_not.iter().any(|why| why.what == what);
    assert_eq!(choices.roads.is_empty(), reason("road"));
    assert_eq!(choices.settlements.is_empty(), reason("settlement"));
    assert_eq!(choices.cities.is_empty(), reason("city"));
    assert_eq!(!choices.buy_development_card, reason("development_card"));
    assert_eq!(!choices.offer, reason("trade"));
    let in_turn = state.special().is_none();
    assert_eq!(in_turn && !choices.end_turn, reason("end_turn"));
    let knight = DevelopmentCard::Knight;
    let held = state.development(state.builder())[knight] > 0;
    assert_eq!(held && !choices.play.contains(&knight), reason("knight"));
}

/// An open offer hides nothing from its seat: what it may do without the offer is what it may do once the offer
/// is withdrawn.
fn a_withdrawal_leads_to_what_was_told(play: &Play, viewer: Seat, choices: &Choices) {
    assert_eq!(choices.withdraw, choices.after_withdrawal.is_some());
    let Some(told) = &choices.after_withdrawal else {
        return;
    };
    let mut next = play.clone();
    next.act(viewer, Action::Withdraw).expect("it may withdraw");
    let then = next.told(Some(viewer), next.table.head()).choices;
    let expected = Choices {
        undo: false,
        ..then
    };
    assert_eq!(**told, expected);
}

/// Wherever the robber goes, exactly those can be robbed who were named before (RUL-01, OPT-03).
fn the_robber_leads_to_the_victims_that_were_told(play: &Play, seat: Seat, choices: &Choices) {
    let (game, state) = (play.table.game(), play.table.state());
    for RobberMove { to, victims } in &choices.robber {
        let action = Action::MoveRobber { to: *to };
        let next = state.apply(game, Step::Action { seat, action });
        let robbed = match next.expect("it may go there").phase() {
            Phase::Rob { victims } => *victims,
            Phase::Theft { victim } => SeatSet::only(*victim),
            // VAR-8: somebody may move it on before anything is stolen.
            Phase::Interrupt { .. } => continue,
            _ => SeatSet::EMPTY,
        };
        assert_eq!(robbed, *victims, "{to:?}");
    }
}

/// Looks at the table from every side; says whether somebody could withdraw an offer.
fn look(play: &Play) -> bool {
    let mut withdraws = false;
    let state = play.table.state();
    for viewer in Seat::all(play.table.game().rules().players) {
        let update = play.told(Some(viewer), play.table.head());
        a_withdrawal_leads_to_what_was_told(play, viewer, &update.choices);
        the_robber_leads_to_the_victims_that_were_told(play, viewer, &update.choices);
        withdraws |= update.choices.withdraw;
        let legal = legal_actions(play.table.game(), state, viewer);
        for action in &legal {
            assert!(offers(&update, *action), "{action:?}");
        }
        if legal.is_empty() {
            let idle = Choices {
                to_act: false,
                rates: update.choices.rates,
                suggest: update.choices.suggest,
                decline_all: update.choices.decline_all,
                partners: update.choices.partners,
                blocked: update.choices.blocked,
                answer: update.choices.answer,
                why_not: Vec::new(),
                ..Choices::default()
            };
            assert_eq!(update.choices, idle);
        }
        let builds = matches!(state.phase(), Phase::Turn | Phase::SpecialBuilding);
        if builds && state.builder() == viewer {
            every_refusal_has_its_reason(play, &update.choices);
        }
    }
    withdraws
}

#[test]
fn choices_are_the_legal_actions_and_every_other_one_has_its_reason() {
    let games = Edition::ALL
        .into_iter()
        .zip([3, 2, 4, 5, 6])
        .flat_map(|(edition, players)| flavors(edition, players).map(|rules| (edition, rules)))
        .chain(beginners().map(|rules| (Edition::Modern, rules)));
    let mut offers = 0;
    for (edition, rules) in games {
        let rules = Rules {
            points_to_win: 7,
            ..rules
        };
        let mut play = Play::new(table_by(&order_by(edition, rules), 21), 21);
        for _ in 0..300 {
            offers += u32::from(look(&play));
            play.page_request();
        }
    }
    assert!(offers > 0);
}
