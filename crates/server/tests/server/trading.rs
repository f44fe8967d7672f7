//! Trades between people who are connected to different servers, and with bots.

use std::sync::Arc;

use brickwood_protocol::{ClientMessage, Command, OpenTerms, ServerMessage, TradeWord, Update};
use brickwood_rules::{
    Action, Answer, Cards, Edition, Game, InformationState, Phase, Resource, Seat, SeatSet, State,
    Terms, View,
};
use brickwood_server::{Bots, SeatedBot};
use brickwood_storage::Progress;
use brickwood_table::Table;
use brickwood_test_client::{Socket, TestPerson};

use crate::{
    nodes::{at, idle, pair},
    played::{STORED, keep, play},
    support::{TestServer, act, done, enter, refused, shown},
};

/// Terms that the seat whose turn it is and the next seat can both pay.
fn terms(state: &State) -> Option<Terms> {
    let active = state.active();
    let held = |seat: Seat| {
        let hand = state.hand(seat);
        Resource::ALL
            .into_iter()
            .filter(move |kind| hand[*kind] > 0)
    };
    held(active).find_map(|give| {
        let take = held(active.clockwise(1, 3)).find(|take| *take != give)?;
        Some(Terms {
            give: Cards::of(give, 1),
            take: Cards::of(take, 1),
        })
    })
}

/// In a turn, after the roll, with something to trade.
fn may_trade(state: &State) -> bool {
    *state.phase() == Phase::Turn && state.dice().is_some() && terms(state).is_some()
}

/// A game in which a trade is possible, stored at a server. With `bot`, a bot has the seat that trades with
/// the one whose turn it is. Returns the players, and the terms.
pub async fn market(server: &TestServer, bot: bool) -> (Vec<TestPerson>, Terms) {
    let mut game = play(Edition::Modern.rules(3), |_| 3_000, may_trade);
    let (setup, people) = (game.setup.clone(), game.people.clone());
    let table = Table::restore(setup, people, game.records.clone()).unwrap();
    let state = table.state();
    game.bot = bot.then(|| state.active().clockwise(1, 3).index());
    let terms = terms(state).unwrap();
    (keep(server, game, Progress::Playing).await, terms)
}

pub fn talk(key: u64, word: TradeWord) -> ClientMessage {
    ClientMessage::Command {
        key,
        command: Command::TradeTalk { word },
    }
}

pub fn suggest(key: u64, terms: impl Into<OpenTerms>) -> ClientMessage {
    let terms = terms.into();
    let answers = None;
    talk(key, TradeWord::Suggest { terms, answers })
}

/// The seat whose turn it is and the next one.
pub fn traders(update: &Update) -> (usize, usize) {
    let active = update.view.active;
    (active.index(), active.clockwise(1, 3).index())
}

#[tokio::test]
async fn a_suggestion_at_one_server_is_taken_at_another_and_has_one_answer() {
    let [one, two] = idle();
    let (first, second, _log) = pair([one as Arc<dyn Bots>, two as Arc<dyn Bots>]).await;
    let (persons, terms) = market(&first, false).await;
    let (_, seen) = enter(&persons[0], STORED, None).await;
    let (active, other) = traders(&seen);
    let (mut here, before) = enter(&persons[active], STORED, None).await;
    let (mut there, _) = enter(&at(&second, &persons[other]), STORED, None).await;

    let message = suggest(1, terms);
    let line = done(&mut there, &message).await;
    let seen = shown(&mut here, |seen| !seen.suggestions.is_empty()).await;
    assert_eq!(seen.suggestions[0].line, line);
    // Sent again through the other server, it has the same answer.
    let (mut again, _) = enter(&persons[other], STORED, None).await;
    assert_eq!(done(&mut again, &message).await, line);

    let back = TradeWord::TakeBack { suggestion: line };
    done(&mut there, &talk(2, back)).await;
    let dearer = Terms {
        give: terms.give + terms.give,
        ..terms
    };
    let swapped = done(&mut there, &suggest(3, dearer)).await;
    // Whether or not the player knows the other terms, the answer is for those that it names.
    let late = ClientMessage::Command {
        key: 1,
        command: Command::TakeSuggestion { suggestion: line },
    };
    assert_eq!(refused(&mut here, &late).await, "suggestion_changed");
    let back = TradeWord::TakeBack {
        suggestion: swapped,
    };
    done(&mut there, &talk(4, back)).await;
    let suggestion = done(&mut there, &suggest(5, terms)).await;
    let take = ClientMessage::Command {
        key: 2,
        command: Command::TakeSuggestion { suggestion },
    };
    done(&mut here, &take).await;
    let after = shown(&mut here, |seen| {
        seen.suggestions.is_empty() && seen.seq > suggestion
    })
    .await;
    let hand = |update: &Update| update.view.own.unwrap().hand;
    assert_eq!(hand(&after) + terms.give, hand(&before) + terms.take);
}

/// An answer to the open offer that names this line.
fn answer(key: u64, action: Action, line: u32) -> ClientMessage {
    ClientMessage::Command {
        key,
        command: Command::Act {
            action,
            nonce: None,
            answers: Some(line),
        },
    }
}

#[tokio::test]
async fn an_acceptance_at_one_server_does_not_land_on_an_offer_that_was_swapped_at_another() {
    let [one, two] = idle();
    let (first, second, _log) = pair([one as Arc<dyn Bots>, two as Arc<dyn Bots>]).await;
    let (persons, terms) = market(&first, false).await;
    let (_, seen) = enter(&persons[0], STORED, None).await;
    let (active, other) = traders(&seen);
    let (mut here, _) = enter(&persons[active], STORED, None).await;
    let (mut there, _) = enter(&at(&second, &persons[other]), STORED, None).await;
    let to = SeatSet::all(3).without(seen.view.active);
    let line = done(&mut here, &act(1, Action::Offer { terms, to })).await;
    done(&mut here, &answer(2, Action::Withdraw, line)).await;
    // The same cards, but another offer.
    let to = SeatSet::only(Seat::new(other as u8).unwrap());
    let offer = Action::Offer { terms, to };
    let next = done(&mut here, &act(3, offer)).await;
    let late = answer(1, Action::Accept, line);
    assert_eq!(refused(&mut there, &late).await, "offer_changed");
    done(&mut there, &answer(2, Action::Accept, next)).await;
}

async fn hint(socket: &mut Socket) -> (Seat, u32, bool) {
    loop {
        if let ServerMessage::Preparing { seat, offer, on } = socket.message().await {
            return (seat, offer, on);
        }
    }
}

#[tokio::test]
async fn all_see_who_is_preparing_a_counter_offer_and_nobody_hears_it_too_often() {
    let server = TestServer::open().await;
    let (persons, terms) = market(&server, false).await;
    let (_, seen) = enter(&persons[0], STORED, None).await;
    let (active, other) = traders(&seen);
    let (mut mine, _) = enter(&persons[active], STORED, None).await;
    let (mut theirs, _) = enter(&persons[other], STORED, None).await;
    let to = SeatSet::all(3).without(seen.view.active);
    let offer = done(&mut mine, &act(1, Action::Offer { terms, to })).await;
    let preparing = |offer, on| ClientMessage::Preparing { offer, on };
    // Hints about another offer are ignored.
    theirs.say(&preparing(offer - 1, true)).await.unwrap();
    theirs.say(&preparing(offer, true)).await.unwrap();
    let seat = Seat::new(other as u8).unwrap();
    assert_eq!(hint(&mut mine).await, (seat, offer, true));
    for on in [false, true].repeat(4) {
        theirs.say(&preparing(offer, on)).await.unwrap();
    }
    // The answer comes after all hints.
    done(&mut theirs, &answer(9, Action::Decline, offer)).await;
    let mut hints = 0;
    loop {
        match mine.message().await {
            ServerMessage::Preparing { .. } => hints += 1,
            ServerMessage::Update { update } => {
                let Phase::Trade { trade } = update.view.phase else {
                    continue;
                };
                if trade.answers.0[other] == Answer::Declined {
                    break;
                }
            }
            _ => {}
        }
    }
    assert_eq!(hints, 3, "four at once, and one was the first");
}

/// Bots that accept every trade in which they give one card.
struct Easygoing;

impl Bots for Easygoing {
    fn choose(
        &self,
        _: &mut SeatedBot,
        _: &Game,
        known: InformationState<'_>,
        _: u64,
    ) -> Option<Action> {
        let view = known.view;
        let Phase::Trade { trade } = view.phase else {
            return None;
        };
        let viewer = view.viewer?;
        if viewer == view.active {
            let with = trade.asked().single()?;
            return (trade.terms.give.total() == 1).then_some(Action::Confirm { with });
        }
        Some(if trade.terms.take.total() == 1 {
            Action::Accept
        } else {
            Action::Decline
        })
    }

    fn give_up(&self, _: &Game, _: &View) -> Option<Action> {
        None
    }
}

#[tokio::test]
async fn a_bot_answers_open_terms_with_its_own_cards_or_declines() {
    let server = TestServer::with(|server| server.bots = Arc::new(Easygoing)).await;
    let (persons, terms) = market(&server, true).await;
    let (_, seen) = enter(&persons[0], STORED, None).await;
    let (active, other) = traders(&seen);
    let (mut mine, _) = enter(&persons[active], STORED, None).await;
    let open = |give, any_take| OpenTerms {
        give,
        take: Cards::EMPTY,
        any_give: 0,
        any_take,
    };
    let line = done(&mut mine, &suggest(1, open(terms.give, 1))).await;
    let answered = shown(&mut mine, |seen| seen.suggestions.len() == 2).await;
    let answer = answered.suggestions[1];
    assert_eq!((answer.from.index(), answer.answers), (other, Some(line)));
    let found = answer.terms.concrete().expect("nothing is left open");
    assert_eq!((found.give, found.take.total()), (terms.give, 1));
    // It holds the card: the trade can be closed.
    let take = ClientMessage::Command {
        key: 2,
        command: Command::TakeSuggestion {
            suggestion: answer.line,
        },
    };
    done(&mut mine, &take).await;
    let seen = shown(&mut mine, |seen| seen.suggestions.is_empty()).await;
    let (kind, _) = seen.view.own.unwrap().hand.iter().next().unwrap();
    done(&mut mine, &suggest(3, open(Cards::of(kind, 1), 2))).await;
    let seen = shown(&mut mine, |seen| {
        seen.suggestions
            .first()
            .is_some_and(|one| !one.declined.is_empty())
    })
    .await;
    assert_eq!(
        seen.suggestions[0].declined.iter().next().map(Seat::index),
        Some(other)
    );
}
