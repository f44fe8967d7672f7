//! The decisions of a client: simple choices among those that the server offers.

use brickwood_fair::Nonce;
use brickwood_protocol::{Choices, Command, Suggestion, Update};
use brickwood_rules::{
    Action, Answer, Cards, DevelopmentCard, Phase, Resource, Seat, SeatSet, Terms,
};
use rand::{Rng, RngExt, seq::IteratorRandom};

/// The command of an update's viewer; none if others are to act, or it waits for answers.
pub(crate) fn choose(update: &Update, random: &mut impl Rng) -> Option<Command> {
    let Update { view, choices, .. } = update;
    let seat = view.viewer?;
    let hand = view.own?.hand;
    if !update.started || !choices.to_act {
        return None;
    }
    if choices.undo && random.random_ratio(1, 10) {
        return Some(Command::Undo {});
    }
    if let Some(command) = take_suggestion(update, seat, hand).filter(|_| random.random_ratio(1, 2))
    {
        return Some(command);
    }
    let action = match view.phase {
        Phase::Discard { .. } => Action::Discard {
            cards: some_of(hand, choices.discard),
        },
        Phase::MoveRobber => Action::MoveRobber {
            to: choices.robber.iter().choose(random)?.to,
        },
        Phase::Rob { .. } => Action::Rob {
            victim: choices.victims.iter().choose(random)?,
        },
        Phase::Trade { trade } if seat == view.active => match choices.confirm.iter().next() {
            Some(with) => Action::Confirm { with },
            None if trade.pending().is_empty() || random.random_ratio(1, 4) => Action::Withdraw,
            None => return None,
        },
        Phase::Trade { trade } => match trade.answers[seat] {
            Answer::Pending if choices.accept && random.random_ratio(1, 2) => Action::Accept,
            Answer::Pending => Action::Decline,
            _ => return None,
        },
        _ => build_or_go_on(update, seat, hand, random)?,
    };
    let command = Command::act(action, update.offer);
    Some(command.with_nonce(Nonce::new(random.random())))
}

/// Takes the first suggestion that the seat whose turn it is can pay.
fn take_suggestion(update: &Update, seat: Seat, hand: Cards) -> Option<Command> {
    let payable = |suggestion: &&Suggestion| {
        let terms = suggestion.terms.concrete();
        suggestion.from != seat && terms.is_some_and(|terms| hand.contains(terms.give))
    };
    let mut suggestions = update.suggestions.iter();
    let found = suggestions
        .find(payable)
        .filter(|_| update.choices.end_turn)?;
    Some(Command::TakeSuggestion {
        suggestion: found.line,
    })
}

fn build_or_go_on(
    update: &Update,
    seat: Seat,
    hand: Cards,
    random: &mut impl Rng,
) -> Option<Action> {
    let Update { view, choices, .. } = update;
    if let Some(at) = choices.cities.iter().choose(random) {
        return Some(Action::BuildCity { at });
    }
    if let Some(at) = choices.settlements.iter().choose(random) {
        return Some(Action::BuildSettlement { at });
    }
    let road_is_due = !choices.roll && !choices.end_turn;
    if (road_is_due || random.random_ratio(1, 2))
        && let Some(at) = choices.roads.iter().choose(random)
    {
        return Some(Action::BuildRoad { at });
    }
    if choices.buy_development_card {
        return Some(Action::BuyDevelopmentCard);
    }
    if let Some(action) = play_card(choices, view.bank).filter(|_| random.random_ratio(1, 2)) {
        return Some(action);
    }
    if choices.roll {
        return Some(Action::Roll);
    }
    if let Some(action) = trade_with_bank(choices, hand) {
        return Some(action);
    }
    if choices.offer
        && view.offers < 2
        && random.random_ratio(1, 3)
        && let Some(action) = offer(seat, hand, view.seats.len() as u8)
    {
        return Some(action);
    }
    choices.end_turn.then_some(Action::EndTurn)
}

fn play_card(choices: &Choices, bank: Cards) -> Option<Action> {
    choices.play.first().map(|card| match card {
        DevelopmentCard::Knight => Action::PlayKnight,
        DevelopmentCard::RoadBuilding => Action::PlayRoadBuilding,
        DevelopmentCard::YearOfPlenty => Action::PlayYearOfPlenty {
            cards: some_of(bank, choices.plenty),
        },
        DevelopmentCard::Monopoly => Action::PlayMonopoly {
            resource: Resource::Ore,
        },
        DevelopmentCard::VictoryPoint => Action::PlayVictoryPoint,
    })
}

/// Trades the most frequent card for the rarest one that the bank has.
fn trade_with_bank(choices: &Choices, hand: Cards) -> Option<Action> {
    let trades = choices.bank_trades.iter();
    let trade = trades
        .filter(|trade| hand[trade.give] > trade.count)
        .max_by_key(|trade| hand[trade.give])?;
    let take = trade.take.iter().min_by_key(|take| hand[**take])?;
    Some(Action::MaritimeTrade {
        give: trade.give,
        take: *take,
    })
}

/// Offers one of the most frequent cards for one of the rarest, to everybody.
fn offer(seat: Seat, hand: Cards, players: u8) -> Option<Action> {
    let give = Resource::ALL.into_iter().max_by_key(|give| hand[*give])?;
    let take = Resource::ALL.into_iter().min_by_key(|take| hand[*take])?;
    (hand[give] > 0 && give != take).then(|| Action::Offer {
        terms: Terms {
            give: Cards::of(give, 1),
            take: Cards::of(take, 1),
        },
        to: SeatSet::all(players).without(seat),
    })
}

/// `count` cards, from the most frequent ones.
fn some_of(cards: Cards, count: u8) -> Cards {
    let mut left = cards.counts();
    let mut taken = [0; 5];
    for _ in 0..count {
        let largest = (0..5).max_by_key(|kind| left[*kind]).unwrap_or(0);
        left[largest] -= 1;
        taken[largest] += 1;
    }
    Cards::new(taken)
}
